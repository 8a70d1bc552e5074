import { autoNewCross } from '@backlot/contract/alarms/calls'
import { alarmFlagAfter, UNDO_PROCESSING_MS } from '@backlot/contract/alarms/constants'
import { addWorkOrder, withdrawWorkOrder } from '@backlot/contract/work-orders/calls'
import { ORDER_STATES } from '@backlot/contract/work-orders/constants'
import type { AlarmRepository } from '../../areas/alarms/alarm-repository.ts'
import type { AlarmsArea } from '../../areas/alarms/alarms-area.ts'
import { actorOf } from '../../areas/shared/audit.ts'
import type { OrderScopePort } from '../../areas/work-orders/ports.ts'
import type { WorkOrdersArea } from '../../areas/work-orders/work-orders-area.ts'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'

/** Use cases across alarms and work orders: orders that come from alarms, by themselves or written by somebody. */
export function alarmOrderRoutes(deps: {
  store: Store
  clock: PlatformClock
  alarms: Pick<AlarmsArea, 'rowsFor'>
  repository: AlarmRepository
  orders: WorkOrdersArea
  scope: OrderScopePort
}): Route[] {
  const { store, clock, alarms, repository, orders, scope } = deps

  const auto = route(autoNewCross, async ({ body }, context) => {
    const rows = await alarms.rowsFor(context, body.list)
    const { changed, created } = await store.write('workOrders.createForAlarms', {
      ids: rows.map(({ id }) => id),
      creatorName: context.caller.name,
      zoneMinutes: clock.zoneMinutes,
      actor: actorOf(context, clock.now()),
    })
    repository.changed(changed, 2)
    orders.changed(created)
    return { created: created.length }
  })

  /** Device or group of an order that is about no alarm. */
  const placeFor = (context: HandlerContext, { sn, nodeId }: { sn?: string; nodeId?: number }) => {
    const { caller } = context
    if (sn !== undefined) {
      const device = scope.device(sn, caller.scope)
      if (!device) throw refusal('notFound', 'deviceNotFound', {}, 'sn')
      return { sn, groupId: device.groupId, devName: device.name }
    }
    if (nodeId === undefined) throw refusal('invalid', 'workOrderPlace', {}, 'sn')
    if (!scope.groupName(nodeId) || !scope.inScope(nodeId, caller.scope)) {
      throw refusal('notFound', 'nodeNotFound', {}, 'nodeId')
    }
    return { sn: '', groupId: nodeId, devName: { zh: '', en: '' } }
  }

  const add = route(addWorkOrder, async ({ body }, context) => {
    const rows = await alarms.rowsFor(context, body.alarms)
    const [first] = rows
    const place = first ? undefined : placeFor(context, body)
    await orders.checkPictures(body.pictures)
    const handler =
      body.assigneeId === undefined
        ? undefined
        : orders.handlerFor(body.assigneeId, first?.group_id ?? place?.groupId ?? 0)
    const { order, changed } = await store.write('workOrders.add', {
      title: body.title,
      content: body.content,
      priority: body.priority,
      deadlineMs: orders.deadlineMs(body.deadline),
      assignee: handler && { userId: handler.userId, name: handler.name },
      pictures: body.pictures,
      creatorName: context.caller.name,
      alarmIds: [...new Set(rows.map(({ id }) => id))],
      place,
      zoneMinutes: clock.zoneMinutes,
      actor: actorOf(context, clock.now()),
    })
    repository.changed(changed, 2)
    orders.changed([order])
    const untilMs = order.created_ms + UNDO_PROCESSING_MS
    return { id: order.id, number: order.number, undoUntil: Math.floor(untilMs / 1000) }
  })

  const withdraw = route(withdrawWorkOrder, async ({ body }, context) => {
    const confirmed = await alarms.rowsFor(context, body.alarms)
    const { id } = orders.orderFor(context, body.id)
    const { order, changed } = await store.write('workOrders.withdraw', {
      id,
      confirmed: confirmed.map((row) => row.id),
      name: context.caller.name,
      zoneMinutes: clock.zoneMinutes,
      actor: actorOf(context, clock.now()),
    })
    for (const flag of [1, 2] as const) {
      const flagged = changed.filter((row) => alarmFlagAfter(row.processing_type) === flag)
      repository.changed(flagged, flag)
    }
    // Nobody's any more: its assignee is not told of it once again.
    orders.changed([{ ...order, state: ORDER_STATES.new }])
    return {}
  })

  return [auto, add, withdraw]
}
