import { periodAt } from '@backlot/contract/work-orders/period'
import { type RectificationSums, rectification } from '@backlot/contract/work-orders/rectification'
import type { Caller, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import type { Store } from '../../store/store.ts'
import type { OrderAlarmsPort, OrderScopePort } from './ports.ts'
import { NO_SUMS, readParts, readSums, readSumsBy } from './rectification-sums.ts'

/** The report of problems found and rectified in a day, a month or a year. */
export function rectificationRoute(deps: {
  store: Store
  clock: PlatformClock
  scope: OrderScopePort
  alarms: OrderAlarmsPort
  nowMs: () => number
  groupsFor: (caller: Caller, nodeId: number | undefined) => readonly number[] | undefined
}): Route {
  const { store, scope } = deps
  const { zoneMinutes } = deps.clock
  return route(rectification, async ({ query }, { caller, request }) => {
    const language = languageOf(request.headers)
    const nowMs = deps.nowMs()
    const { unit } = query
    const { fromMs, toMs, bounds } = periodAt(
      unit,
      query.time === undefined ? nowMs : query.time * 1000,
      zoneMinutes,
    )
    const earlier = periodAt(unit, fromMs - 1, zoneMinutes)
    const groupIds = deps.groupsFor(caller, query.nodeId)
    const within = { nowMs, groupIds, fromMs, beforeMs: toMs }
    const alarms = await deps.alarms.sums({ fromMs, toMs: Math.min(toMs, nowMs + 1), groupIds, bounds })
    const parts = readParts(store.read, within, bounds)
    const byGroup = new Map(
      readSumsBy(store.read, within, 'groups').map(({ groupId, ...sums }) => [groupId, sums]),
    )
    const groups = [...new Set([...byGroup.keys(), ...alarms.groups.keys()])].map((nodeId) => ({
      nodeId,
      name: scope.groupName(nodeId)?.[language] ?? '',
      alarms: alarms.groups.get(nodeId) ?? 0,
      ...(byGroup.get(nodeId) ?? NO_SUMS),
    }))
    return {
      unit,
      startTime: fromMs / 1000,
      endTime: toMs / 1000 - 1,
      alarms: alarms.total,
      alarmsWithOrder: alarms.withOrder,
      sums: readSums(store.read, within),
      before: readSums(store.read, {
        ...within,
        fromMs: earlier.fromMs,
        beforeMs: earlier.toMs,
      }),
      buckets: bounds.map((startMs, part) => ({
        startTime: startMs / 1000,
        endTime: (bounds[part + 1] ?? toMs) / 1000 - 1,
        alarms: alarms.parts[part] ?? 0,
        ...(parts[part] ?? NO_SUMS),
      })),
      groups: groups.sort((a, b) => b.orders - a.orders || b.alarms - a.alarms || a.nodeId - b.nodeId),
      types: kindsOf(readSumsBy(store.read, within, 'types'), alarms.kinds),
      persons: readSumsBy(store.read, within, 'persons'),
    }
  })
}

type Kind = { type: string; subType: string }

/** Kinds with orders and kinds with alarms, together; most orders first. */
function kindsOf(
  orders: readonly (Kind & RectificationSums)[],
  alarms: readonly (Kind & { alarms: number })[],
): (Kind & RectificationSums & { alarms: number })[] {
  const keyOf = ({ type, subType }: Kind) => `${type}~${subType}`
  const kinds = new Map(orders.map((kind) => [keyOf(kind), { ...kind, alarms: 0 }]))
  for (const kind of alarms) {
    kinds.set(keyOf(kind), { ...NO_SUMS, ...kinds.get(keyOf(kind)), ...kind })
  }
  return [...kinds.values()].sort(
    (a, b) => b.orders - a.orders || b.alarms - a.alarms || (keyOf(a) < keyOf(b) ? -1 : 1),
  )
}
