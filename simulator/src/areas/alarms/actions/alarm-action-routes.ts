import {
  alarmHistory,
  auditAlarms,
  changeAlarmType,
  changeReadState,
  processAlarms,
  respondToAlarm,
  undoProcessing,
} from '@backlot/contract/alarms/calls'
import { alarmFlagAfter, PROCESSING_TYPES, UNDO_PROCESSING_MS } from '@backlot/contract/alarms/constants'
import type { AlarmHistoryEntry } from '@backlot/contract/alarms/entities'
import { hasCapability } from '@backlot/contract/capabilities'
import { type HandlerContext, type Route, route } from '../../../calls/route.ts'
import type { PlatformClock } from '../../../kernel/clock.ts'
import { type Language, languageOf } from '../../../kernel/language.ts'
import { refusal } from '../../../kernel/refusal.ts'
import type { Store } from '../../../store/store.ts'
import { actorOf } from '../../shared/audit.ts'
import type { AlarmRepository } from '../alarm-repository.ts'
import type { AlarmRow } from '../alarm-row.ts'
import { flagsDevice } from '../fill-draft.ts'
import type { AlarmOrdersPort, AlarmTypesPort } from '../ports.ts'
import { hindranceError, type Named, resultsOf } from './action-results.ts'
import type { ActionOutcome } from './each-or-none.ts'
import type { AlarmRef } from './find-refs.ts'
import type { NameAlarms } from './name-alarms.ts'
import type { Seen } from './processing-writes.ts'

export type AlarmActionDeps = {
  store: Store
  clock: PlatformClock
  repository: AlarmRepository
  types: AlarmTypesPort
  orders: AlarmOrdersPort
  workOrders: boolean
  names: NameAlarms
  /** An alarm on the core by id; undefined when there is none that the caller may see. */
  visibleRow(context: HandlerContext, id: number): AlarmRow | undefined
  /** Actions on an alarm, newest first, in the archive too; rejects with notFound when the caller may not see it. */
  historyOf(context: HandlerContext, id: number): Promise<AlarmHistoryEntry[]>
}

/** Actions on alarms: reading, processing, auditing, changing the type; and the history of an alarm. */
export function createAlarmActionRoutes(deps: AlarmActionDeps): Route[] {
  const { store, clock, repository } = deps
  const nowMs = () => Math.floor(clock.now())

  /** The references of a bulk call; without `each` all of them must name something. */
  const namedIn = async (context: HandlerContext, body: { list: readonly AlarmRef[]; each: boolean }) => {
    const language = languageOf(context.request.headers)
    const named = await deps.names.named(context, body.list)
    const fault = named.find((one) => one.fault)?.fault
    if (fault && !body.each) throw fault
    return { named, language }
  }
  /** Throws the hindrance of an all-or-nothing call; else results for every row, when they are asked for. */
  const settle = (
    { hindered }: ActionOutcome,
    each: boolean,
    { named, language }: { named: Named[]; language: Language },
  ) => {
    const errors = new Map(hindered.map((one) => [one.id, hindranceError(one, clock.zoneMinutes)] as const))
    const [first] = errors.values()
    if (first && !each) throw first
    return each ? { results: resultsOf(named, errors, language) } : {}
  }

  const process = route(processAlarms, async ({ body }, context) => {
    const { caller } = context
    const asked = await namedIn(context, body)
    const seen = new Map(body.list.map((ref, place) => [place, seenBy(ref)] as const))
    const items = new Map(
      asked.named.flatMap(({ rows }, place) =>
        rows.map(({ id }) => [id, itemOf(id, seen.get(place))] as const),
      ),
    )
    const isAdministrator = caller.type === 0
    const actor = actorOf(context, nowMs())
    const outcome = await store.write('alarms.process', {
      items: [...items.values()],
      type: body.type,
      content: body.content,
      mayRepeat: isAdministrator || caller.firstProcess !== 1,
      anyTime: isAdministrator,
      each: body.each,
      undoable: true,
      actor,
      processingName: caller.name,
    })
    repository.changed(outcome.rows, alarmFlagAfter(body.type))
    const offersOrders = deps.workOrders && hasCapability(caller.systemFunction, 'workOrder')
    const wantsOrders = offersOrders && body.type === PROCESSING_TYPES.sure && outcome.rows.length > 0
    return {
      autoNewCross: wantsOrders,
      ...settle(outcome, body.each, asked),
      ...(outcome.rows.length > 0 && {
        undoUntil: Math.floor((processedAtMs(outcome.rows) + UNDO_PROCESSING_MS) / 1000),
      }),
    }
  })

  const undo = route(undoProcessing, async ({ body }, context) => {
    const asked = await namedIn(context, body)
    const outcome = await store.write('alarms.undoProcessing', {
      items: idsOf(asked.named).map((id) => ({ id })),
      each: body.each,
      actor: actorOf(context, nowMs()),
      name: context.caller.name,
    })
    for (const flag of [1, 2] as const) {
      const flagged = outcome.rows.filter((row) => alarmFlagAfter(row.processing_type) === flag)
      repository.changed(flagged, flag)
    }
    if (outcome.orders.length > 0) deps.orders.gone(outcome.orders)
    return settle(outcome, body.each, asked)
  })

  const audit = route(auditAlarms, async ({ body }, context) => {
    const { caller } = context
    const asked = await namedIn(context, body)
    const outcome = await store.write('alarms.audit', {
      items: idsOf(asked.named).map((id) => ({ id })),
      each: body.each,
      mayAuditOwn: caller.type === 0,
      actor: actorOf(context, nowMs()),
      auditedName: caller.name,
    })
    repository.changed(outcome.rows)
    return settle(outcome, body.each, asked)
  })

  const read = route(changeReadState, async ({ body }, context) => {
    const asked = await namedIn(context, body)
    const rows = await store.write('alarms.markRead', {
      ids: idsOf(asked.named),
      actor: actorOf(context, nowMs()),
      name: context.caller.name,
    })
    repository.changed(rows)
    return settle({ rows, hindered: [] }, body.each, asked)
  })

  const respond = route(respondToAlarm, async ({ body }, context) => {
    const { takeOver, ...ref } = body
    const asked = await namedIn(context, { list: [ref], each: false })
    const [id] = idsOf(asked.named)
    const outcome = await store.write('alarms.respond', {
      id: id!,
      takeOver,
      actor: actorOf(context, nowMs()),
      responderName: context.caller.name,
    })
    settle(outcome, false, asked)
    repository.changed(outcome.rows)
    return {}
  })

  const retype = route(changeAlarmType, async ({ body }, context) => {
    const row = deps.visibleRow(context, body.id)
    if (!row) throw await deps.names.faultOf(context, { id: body.id })
    if (row.sn !== body.sn) throw refusal('notFound', 'alarmNotFound', {}, 'sn')
    const { type, subType = '' } = body
    // An alarm cannot become a type that is no alarm or cannot be processed.
    if (!deps.types.has(type, subType) || !flagsDevice(type, subType))
      throw refusal('invalid', 'alarmTypeUnknown', {}, 'type')
    const write = store.write('alarms.changeType', {
      id: body.id,
      type,
      subType,
      actor: actorOf(context, nowMs()),
      name: context.caller.name,
    })
    repository.changed([await write])
    return {}
  })

  const history = route(alarmHistory, async ({ query }, context) => ({
    list: await deps.historyOf(context, query.id),
  }))

  return [process, undo, respond, audit, read, retype, history]
}

const idsOf = (named: readonly Named[]) => [...new Set(named.flatMap(({ rows }) => rows.map(({ id }) => id)))]

const itemOf = (id: number, seen: Seen | undefined) => (seen ? { id, seen } : { id })

/** When the first of them was processed: the call can no longer undo earlier processing. */
const processedAtMs = (rows: readonly AlarmRow[]) =>
  Math.min(...rows.map(({ processing_ms: atMs }) => atMs ?? Number.POSITIVE_INFINITY))

/** Processing as the sender of an alarm object knows it; undefined when the object has none. */
function seenBy(ref: {
  processingType?: number | null | undefined
  processingId?: number | null | undefined
  processingTime?: number | null | undefined
}): Seen | undefined {
  if (ref.processingType === undefined) return undefined
  return {
    type: ref.processingType,
    ...(ref.processingId === undefined ? {} : { userId: ref.processingId }),
    ...(ref.processingTime === undefined ? {} : { timeS: ref.processingTime }),
  }
}
