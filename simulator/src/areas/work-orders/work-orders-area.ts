import { CODES } from '@backlot/contract/codes'
import {
  commentWorkOrder,
  getWorkOrder,
  listOrderAssignees,
  listWorkOrders,
  stepWorkOrder,
  updateWorkOrder,
} from '@backlot/contract/work-orders/calls'
import type { OrderViewer } from '@backlot/contract/work-orders/order-steps'
import type { Caller, HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { type Language, languageOf } from '../../kernel/language.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import { orderOfAlarm } from './create-order.ts'
import { changedRefusal } from './order-changed.ts'
import {
  alarmIdsOf,
  type OrderFilter,
  readEvents,
  readOpenByPerson,
  readOrder,
  readOrders,
  readQuickCounts,
} from './order-query.ts'
import { eventOf, type OrderCounts, type OrderRow, orderOf } from './order-row.ts'
import type {
  OrderAccountsPort,
  OrderAlarmsPort,
  OrderHandler,
  OrderPicturesPort,
  OrderScopePort,
} from './ports.ts'
import { rectificationRoute } from './rectification-route.ts'

export type WorkOrdersDeps = {
  store: Store
  clock: PlatformClock
  publisher: Publisher
  scope: OrderScopePort
  accounts: OrderAccountsPort
  alarms: OrderAlarmsPort
  pictures: OrderPicturesPort
}

export type WorkOrdersArea = {
  routes: Route[]
  /** Notifies consoles of orders that were made or changed. */
  changed(rows: readonly Pick<OrderRow, 'id' | 'version' | 'state' | 'group_id'>[]): void
  /** An order that the caller sees; throws notFound. */
  orderFor(context: HandlerContext, id: number): OrderRow
  /** Who an order of a group can be given to; throws invalid when that is not one of them. */
  handlerFor(userId: number, groupId: number): OrderHandler
  /** Throws invalid when a picture was not uploaded. */
  checkPictures(paths: readonly string[]): Promise<void>
  /** Epoch milliseconds of a deadline; throws invalid when it has passed. */
  deadlineMs(deadline: number | null | undefined): number | null | undefined
}

/** Work orders: the problem, its assignee, deadline and outcome. */
export function createWorkOrdersArea(deps: WorkOrdersDeps): WorkOrdersArea {
  const { store, clock, scope } = deps
  const nowMs = () => Math.floor(clock.now())

  const groupsFor = (caller: Caller, nodeId: number | undefined): readonly number[] | undefined => {
    if (nodeId === undefined || nodeId === 0) return scope.groupIdsIn(caller.scope)
    return scope.groupIdsBelow(nodeId).filter((groupId) => scope.inScope(groupId, caller.scope))
  }
  const orderFor = (context: HandlerContext, id: number | undefined): OrderRow & OrderCounts => {
    const row = id === undefined ? undefined : readOrder(store.read, id, nowMs())
    if (row && scope.inScope(row.group_id, context.caller.scope)) return row
    throw refusal('notFound', 'workOrderNotFound', {}, 'id')
  }
  const view = (row: OrderRow & OrderCounts, caller: Caller, language: Language) => {
    const alarms = row.alarms > 1 ? visibleAlarms(row.id, caller, language).length : row.alarms
    return orderOf({ ...row, alarms }, language, scope.groupName)
  }
  const visibleAlarms = (id: number, caller: Caller, language: Language) =>
    deps.alarms.alarms(alarmIdsOf(store.read, id), caller.scope, language)

  const changed: WorkOrdersArea['changed'] = (rows) => {
    if (rows.length === 0) return
    deps.publisher.workOrders(
      rows.map(({ id, version, state, group_id }) => ({ id, version, state, groupId: group_id })),
    )
  }
  /** Waits for a change, announces it, and words its refusals: of somebody else's change, by whom it was. */
  const carry = async (seen: OrderRow, write: Promise<OrderRow>) => {
    try {
      const row = await write
      if (row.version !== seen.version) changed([row])
      return row
    } catch (error) {
      const isChanged = error instanceof Error && 'code' in error && error.code === CODES.workOrderChanged
      throw isChanged ? changedRefusal(store.read, seen.id, clock.zoneMinutes) : error
    }
  }
  const changeOf = (context: HandlerContext, said: { content?: string; pictures?: readonly string[] }) => ({
    viewer: viewerOf(context.caller),
    name: context.caller.name,
    actor: actorOf(context, nowMs()),
    content: said.content ?? '',
    pictures: said.pictures ?? [],
  })
  const handlerFor: WorkOrdersArea['handlerFor'] = (userId, groupId) => {
    const found = deps.accounts.handlersOf(groupId).find((handler) => handler.userId === userId)
    if (found) return found
    throw refusal('invalid', 'workOrderNotTheirs', {}, 'assigneeId')
  }
  const checkPictures: WorkOrdersArea['checkPictures'] = async (paths) => {
    for (const path of paths) {
      if (await deps.pictures.exists(path)) continue
      throw refusal('invalid', 'pictureNotFound', {}, 'pictures')
    }
  }
  const deadlineMs: WorkOrdersArea['deadlineMs'] = (deadline) => {
    if (deadline === undefined || deadline === null) return deadline
    if (deadline * 1000 > nowMs()) return deadline * 1000
    throw refusal('invalid', 'workOrderDeadline', {}, 'deadline')
  }

  const list = route(listWorkOrders, ({ query }, { caller, request }) => {
    const language = languageOf(request.headers)
    const present = nowMs()
    const { currentPage, pageSize, mine } = query
    const filter: OrderFilter = {
      nowMs: present,
      groupIds: groupsFor(caller, query.nodeId),
      states: query.states?.split(',').map(Number),
      outcome: query.outcome,
      priority: query.priority,
      groupId: query.groupId,
      type: query.type,
      subType: query.subType,
      assigneeId: mine === 'assigned' ? caller.userId : query.assigneeId,
      creatorId: mine === 'created' ? caller.userId : undefined,
      sn: query.sn,
      text: query.text?.trim(),
      fromMs: query.startTime === undefined ? undefined : query.startTime * 1000,
      beforeMs: query.endTime === undefined ? undefined : (query.endTime + 1) * 1000,
    }
    const { rows, total } = readOrders(store.read, {
      filter,
      sort: query.sort ?? 'createTime',
      order: query.order ?? 'desc',
      language,
      limit: pageSize,
      offset: (currentPage - 1) * pageSize,
    })
    return {
      list: rows.map((row) => view(row, caller, language)),
      total,
      currentPage,
      pageSize,
      counts: readQuickCounts(
        store.read,
        { nowMs: present, groupIds: groupsFor(caller, undefined) },
        caller.userId,
      ),
    }
  })

  const get = route(getWorkOrder, ({ query }, context) => {
    const { caller, request } = context
    const language = languageOf(request.headers)
    const id = query.id ?? (query.alarmId === undefined ? undefined : orderOfAlarm(store.read, query.alarmId))
    const row = orderFor(context, id)
    const alarmList = [...visibleAlarms(row.id, caller, language)]
    return {
      ...orderOf({ ...row, alarms: alarmList.length }, language, scope.groupName),
      alarmList,
      history: readEvents(store.read, row.id).map(eventOf),
    }
  })

  const step = route(stepWorkOrder, async ({ body }, context) => {
    const seen = orderFor(context, body.id)
    const { action, assigneeId } = body
    await checkPictures(body.pictures)
    const assignee =
      action === 'assign' && assigneeId !== undefined ? handlerFor(assigneeId, seen.group_id) : undefined
    const write = store.write('workOrders.step', {
      ...changeOf(context, body),
      id: body.id,
      version: body.version,
      action,
      assignee: assignee && { userId: assignee.userId, name: assignee.name },
    })
    const { version, state } = await carry(seen, write)
    return { version, state }
  })

  const update = route(updateWorkOrder, async ({ body }, context) => {
    const seen = orderFor(context, body.id)
    const unchanged = body.deadline !== undefined && body.deadline === secondsOf(seen.deadline_ms)
    const deadline = unchanged ? seen.deadline_ms : deadlineMs(body.deadline)
    const write = store.write('workOrders.update', {
      ...changeOf(context, {}),
      id: body.id,
      version: body.version,
      fields: {
        ...(body.title === undefined ? {} : { title: body.title }),
        ...(body.content === undefined ? {} : { content: body.content }),
        ...(body.priority === undefined ? {} : { priority: body.priority }),
        ...(deadline === undefined ? {} : { deadline_ms: deadline }),
      },
    })
    return { version: (await carry(seen, write)).version }
  })

  const comment = route(commentWorkOrder, async ({ body }, context) => {
    const seen = orderFor(context, body.id)
    await checkPictures(body.pictures)
    const change = { ...changeOf(context, body), id: body.id, version: undefined }
    return { version: (await carry(seen, store.write('workOrders.comment', change))).version }
  })

  const assignees = route(listOrderAssignees, ({ query }, context) => {
    const { caller } = context
    const ofDevice = query.sn ? scope.device(query.sn, caller.scope)?.groupId : undefined
    const groupId = ofDevice ?? query.nodeId
    const isNamed = query.sn !== undefined || query.nodeId !== undefined
    if (isNamed && (groupId === undefined || !scope.inScope(groupId, caller.scope))) {
      throw refusal('notFound', 'nodeNotFound', {}, query.sn ? 'sn' : 'nodeId')
    }
    const open = readOpenByPerson(store.read, { nowMs: nowMs(), groupIds: groupsFor(caller, undefined) })
    const { accounts } = deps
    const handlers = groupId === undefined ? accounts.handlersIn(caller.scope) : accounts.handlersOf(groupId)
    return { list: handlers.map((handler) => ({ ...handler, open: open.get(handler.userId) ?? 0 })) }
  })

  const report = rectificationRoute({ ...deps, nowMs, groupsFor })
  return {
    routes: [list, get, step, update, comment, assignees, report],
    changed,
    orderFor,
    handlerFor,
    checkPictures,
    deadlineMs,
  }
}

const secondsOf = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000))

/** The caller as the steps of an order see them: user type 0 administers. */
function viewerOf({ userId, type }: Caller): OrderViewer {
  return { userId, isAdministrator: type === 0 }
}
