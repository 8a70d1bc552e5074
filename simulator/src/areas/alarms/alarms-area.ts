import { getAlarm } from '@backlot/contract/alarms/calls'
import type { BodyCache } from '../../calls/body-cache.ts'
import type { Caller, HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { AlarmFeed } from '../../channel/alarm-feed.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { prepared } from '../shared/prepared.ts'
import { createAlarmActionRoutes } from './actions/alarm-action-routes.ts'
import { readHistory } from './actions/alarm-history.ts'
import type { AlarmRef } from './actions/find-refs.ts'
import { createNameAlarms } from './actions/name-alarms.ts'
import { readFlags } from './alarm-counters.ts'
import type { AlarmRepository } from './alarm-repository.ts'
import { type AlarmRow, alarmOf, archivedAlarm } from './alarm-row.ts'
import type { AlarmReader } from './columns/alarm-reader.ts'
import { createAlarmFeed } from './create-alarm-feed.ts'
import { type AlarmPictures, createAlarmPictures } from './picture-routes.ts'
import type {
  AlarmDevicesPort,
  AlarmName,
  AlarmOrdersPort,
  AlarmPastPort,
  AlarmScopePort,
  AlarmTypesPort,
  NamedAlarm,
  PicturesPort,
} from './ports.ts'
import { createQueryRoutes } from './query/query-routes.ts'

export type AlarmsDeps = {
  store: Store
  clock: PlatformClock
  repository: AlarmRepository
  devices: AlarmDevicesPort
  scope: AlarmScopePort
  pictures: PicturesPort
  types: AlarmTypesPort
  orders: AlarmOrdersPort
  cache: BodyCache
  /** Searches many alarms. */
  reader: AlarmReader
  /** Undefined without an archive. */
  past: AlarmPastPort | undefined
  /** A work order server is configured: processing with 5 offers work orders. */
  workOrders: boolean
}

export type AlarmsArea = Pick<AlarmPictures, 'evidence'> & {
  routes: Route[]
  /** Stored alarms in commit order, for consoles that resume. */
  feed: AlarmFeed
  /** The alarms that a request names; rejects with a refusal when one is not there for the caller to change. */
  rowsFor(context: HandlerContext, refs: readonly AlarmRef[]): Promise<AlarmRow[]>
  /** Sets the flags of devices as they were when the platform was stopped. */
  restoreFlags(): void
}

const NEWEST_OF_SEQ = 'SELECT * FROM alarms WHERE sn = ? AND alarm_seq = ? ORDER BY id DESC LIMIT 1'

/** Alarms: their arrival, reading and processing. */
export function createAlarmsArea(deps: AlarmsDeps): AlarmsArea {
  const { store, clock, repository, devices, scope, reader, past } = deps
  const nowMs = () => Math.floor(clock.now())

  const visible = <Row extends NamedAlarm>(row: Row | undefined, caller: Caller): row is Row =>
    row !== undefined && row.start_ms <= nowMs() && scope.inScope(row.group_id, caller.scope)
  const names = createNameAlarms({ store, past, visible })
  const rowsFor: AlarmsArea['rowsFor'] = async (context, refs) => {
    const named = await names.named(context, refs)
    const fault = named.find((one) => one.fault)?.fault
    if (fault) throw fault
    return [...new Map(named.flatMap(({ rows }) => rows.map((row) => [row.id, row]))).values()]
  }
  const onCore = (by: AlarmName) =>
    ('id' in by
      ? prepared(store.read, 'SELECT * FROM alarms WHERE id = ?').get(by.id)
      : prepared(store.read, NEWEST_OF_SEQ).get(by.sn, by.alarmSeq)) as AlarmRow | undefined
  const archivedRow = async (by: AlarmName) => (past?.holds(0) ? await past.alarm(by) : undefined)
  const visibleRow = (context: HandlerContext, id: number): AlarmRow | undefined => {
    const row = onCore({ id })
    return visible(row, context.caller) ? row : undefined
  }
  const actions = createAlarmActionRoutes({
    store,
    clock,
    repository,
    types: deps.types,
    orders: deps.orders,
    workOrders: deps.workOrders,
    names,
    visibleRow,
    async historyOf(context, id) {
      if (visibleRow(context, id)) return readHistory(store.read, id, nowMs())
      if (past && !onCore({ id }) && visible(await archivedRow({ id }), context.caller))
        return past.history(id, nowMs())
      throw refusal('notFound', 'alarmNotFound', {}, 'id')
    },
  })
  const queries = createQueryRoutes({
    store,
    clock,
    repository,
    cache: deps.cache,
    reader,
    scope,
    past,
    levels: () => deps.types.levels(),
  })

  const get = route(getAlarm, async ({ query }, context) => {
    const language = languageOf(context.request.headers)
    const { id, sn = '', alarmSeq = '' } = query
    const name = id === undefined ? { sn, alarmSeq } : { id }
    const row = onCore(name)
    if (visible(row, context.caller)) return alarmOf(row, language)
    const archived = row ? undefined : await archivedRow(name)
    if (visible(archived, context.caller)) return archivedAlarm(archived, language)
    throw refusal('notFound', 'alarmNotFound', {}, 'id')
  })

  const pictures = createAlarmPictures({
    pictures: deps.pictures,
    async seen(context, id) {
      const row = onCore({ id }) ?? (await archivedRow({ id }))
      return visible(row, context.caller) ? row : undefined
    },
  })

  return {
    routes: [...queries, get, ...actions, ...pictures.routes],
    evidence: pictures.evidence,
    feed: createAlarmFeed(store.read, nowMs),
    rowsFor,
    restoreFlags() {
      for (const { sn, alarmFlg } of readFlags(store.read))
        if (devices.exists(sn)) devices.setFlag(sn, alarmFlg)
    },
  }
}
