import { alarmHeat } from '@backlot/contract/map-heat/calls'
import type { BodyCache } from '../../calls/body-cache.ts'
import type { Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { scopeKey } from '../../calls/scope-key.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { type HeatCell, type HeatQuestion, readHeat } from './heat-cells.ts'

/** Aggregates may look back longer than lists. */
const LONGEST_S = 7 * 86_400
export type HeatScopePort = {
  /** Ids of all groups in a scope; undefined when the scope is everything. */
  groupIdsIn(scope: ScopeIntervals): readonly number[] | undefined
  /** Changes with any alarm and any group. */
  version(): string
}

/** Alarms that are not on the core any more. */
export type HeatPastPort = {
  /** Whether some alarms that start at a moment or later are not on the core. */
  holds(fromMs: number): boolean
  /** Counts by cell, alarms on the core too. */
  heat(question: HeatQuestion): Promise<HeatCell[]>
}

/** Places of alarms: counts by place, within the caller's scope. */
export function createMapHeatArea(deps: {
  store: Store
  clock: PlatformClock
  cache: BodyCache
  scope: HeatScopePort
  /** Undefined without an archive. */
  past: HeatPastPort | undefined
}): { routes: Route[] } {
  const { store, clock, cache, scope, past } = deps

  const heat = route(alarmHeat, async ({ query }, { caller, request }) => {
    const { startTime, endTime, type } = query
    if (endTime <= startTime || endTime - startTime > LONGEST_S) {
      throw refusal('invalid', 'heatSpan', {}, 'endTime')
    }
    const nowS = Math.floor(clock.now() / 1000)
    const until = Math.min(endTime, nowS + 1)
    const question: HeatQuestion = {
      fromMs: startTime * 1000,
      toMs: until * 1000,
      type,
      groupIds: scope.groupIdsIn(caller.scope),
    }
    if (past?.holds(question.fromMs)) return columnsOf(await past.heat(question))
    const key = `heat|${scopeKey(caller.scope)}|${startTime}|${until}|${type ?? ''}`
    return cache.reply(request, key, scope.version(), () => columnsOf(readHeat(store.read, question)))
  })

  return { routes: [heat] }
}

const columnsOf = (cells: readonly HeatCell[]) => ({
  longitude: cells.map(({ longitude }) => longitude),
  latitude: cells.map(({ latitude }) => latitude),
  count: cells.map(({ count }) => count),
  total: cells.reduce((sum, { count }) => sum + count, 0),
})
