import {
  addPreplan,
  addPreplanDevices,
  deletePreplan,
  deletePreplanDevices,
  listPreplanDevices,
  listPreplans,
  sortPreplanDevices,
  updatePreplan,
} from '@backlot/contract/preplans/calls'
import { FIRST_POLLING, type PollChannel, type Preplan } from '@backlot/contract/preplans/entities'
import { getPolling, updatePolling } from '@backlot/contract/preplans/polling-calls'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import { administersAll } from '../../calls/scope-key.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import { type VisibleDevicesPort, videoChannelOf } from '../shared/visible-devices.ts'
import { createPlanRepository, type PlanChannelRow, type PlanRow, scheduleOf } from './plan-repository.ts'

/**
 * Video plans and users' pollings. A plan is visible to its creator, to administrators, and to accounts that may see
 * one of its channels; its creator and administrators of the whole platform change it.
 */
export function createPreplansArea(deps: {
  store: Store
  clock: PlatformClock
  devices: VisibleDevicesPort
}): { routes: Route[] } {
  const { store, clock, devices } = deps
  const repository = createPlanRepository(store.read)
  const actor = (context: HandlerContext) => actorOf(context, Math.floor(clock.now()))

  const isOwn = (row: PlanRow, { caller }: HandlerContext) =>
    administersAll(caller) || row.creatorId === caller.userId
  const visible = (rows: readonly PlanChannelRow[], { caller }: HandlerContext) =>
    rows.flatMap((row) => {
      const device = devices.find(row.sn, caller.scope)
      const channel = videoChannelOf(device, row.chnId)
      return device && channel ? [{ row, device, channel }] : []
    })
  const planNotFound = () => refusal('notFound', 'planNotFound')

  /** A plan that the caller sees. */
  const planFor = (id: number, context: HandlerContext): PlanRow => {
    const row = repository.plan(id)
    const seen = row && (isOwn(row, context) || visible(repository.channelsOf(id), context).length > 0)
    if (!seen) throw planNotFound()
    return row
  }
  /** A plan that the caller may change. */
  const ownPlan = (id: number, context: HandlerContext): PlanRow => {
    const row = planFor(id, context)
    if (!isOwn(row, context)) {
      throw refusal('notPermitted', 'planNotYours')
    }
    return row
  }
  const refuseUnknown = (list: readonly PollChannel[], context: HandlerContext) => {
    const { caller } = context
    if (list.some(({ sn, chnId }) => !videoChannelOf(devices.find(sn, caller.scope), chnId))) {
      throw refusal('notFound', 'channelNotFound', {}, 'list')
    }
  }

  const list = route(listPreplans, ({ query }, context) => {
    const wanted = query.name?.trim().toLowerCase()
    const all = repository.channels()
    const rows = repository
      .plans()
      .filter(({ name }) => !wanted || name.toLowerCase().includes(wanted))
      .map((row) => ({ row, channels: visible(all.get(row.id) ?? [], context).length }))
      .filter((plan) => plan.channels > 0 || isOwn(plan.row, context))
      .map((plan) => viewOf(plan.row, plan.channels, isOwn(plan.row, context)))
    const { sort = 'sort', order = 'asc' } = query
    rows.sort((a, b) => compare(a[sort], b[sort]) * (order === 'desc' ? -1 : 1) || a.sort - b.sort)
    return pageOf(rows, query)
  })

  const add = route(addPreplan, ({ body }, context) => {
    refuseUnknown(body.list, context)
    return store.write('preplans.add', { plan: body, actor: actor(context) })
  })

  const update = route(updatePreplan, async ({ body }, context) => {
    ownPlan(body.id, context)
    await store.write('preplans.update', { plan: body, actor: actor(context) })
    return {}
  })

  const remove = route(deletePreplan, async ({ body: { id } }, context) => {
    ownPlan(id, context)
    await store.write('preplans.remove', { id, actor: actor(context) })
    return {}
  })

  const listDevices = route(listPreplanDevices, ({ query }, context) => {
    const { id } = planFor(query.preplanId, context)
    const language = languageOf(context.request.headers)
    const rows = visible(repository.channelsOf(id), context).map(({ row, device, channel }, at) => ({
      id: row.id,
      sn: row.sn,
      chnId: row.chnId,
      sort: at + 1,
      name: device.name[language],
      chnName: channel.name[language],
      onlineStatus: channel.online ? 1 : 0,
    }))
    return pageOf(rows, query)
  })

  const addDevices = route(addPreplanDevices, ({ body }, context) => {
    ownPlan(body.preplanId, context)
    refuseUnknown(body.list, context)
    return store.write('preplans.addDevices', { ...body, actor: actor(context) })
  })

  const deleteDevices = route(deletePreplanDevices, async ({ body }, context) => {
    ownPlan(body.preplanId, context)
    refuseUnknown(body.list, context)
    await store.write('preplans.deleteDevices', { ...body, actor: actor(context) })
    return {}
  })

  const sortDevices = route(sortPreplanDevices, async ({ body }, context) => {
    ownPlan(body.preplanId, context)
    refuseUnknown(body.list, context)
    await store.write('preplans.sortDevices', { ...body, actor: actor(context) })
    return {}
  })

  const polling = route(getPolling, (_input, { caller }) => {
    const polling = repository.pollingOf(caller.userId) ?? FIRST_POLLING
    const seen = ({ sn, chnId }: PollChannel) =>
      videoChannelOf(devices.find(sn, caller.scope), chnId) !== undefined
    return { ...polling, list: polling.list.filter(seen) }
  })

  const setPolling = route(updatePolling, async ({ body }, context) => {
    refuseUnknown(body.list, context)
    await store.write('preplans.savePolling', { userId: context.caller.userId, polling: body })
    return {}
  })

  const planRoutes = [list, add, update, remove, listDevices, addDevices, deleteDevices, sortDevices]
  return { routes: [...planRoutes, polling, setPolling] }
}

function viewOf(row: PlanRow, channels: number, editable: boolean): Preplan {
  return {
    id: row.id,
    name: row.name,
    pollingInterval: row.intervalS,
    window: row.window,
    enabled: row.enabled === 1,
    schedule: scheduleOf(row),
    sort: row.sort,
    channels,
    creatorName: row.creatorName,
    updateTime: Math.floor(row.updatedMs / 1000),
    version: row.version,
    editable,
  }
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
}

function pageOf<Row>(rows: readonly Row[], query: { currentPage: number; pageSize: number }) {
  const { currentPage, pageSize } = query
  const from = (currentPage - 1) * pageSize
  return { list: rows.slice(from, from + pageSize), total: rows.length, currentPage, pageSize }
}
