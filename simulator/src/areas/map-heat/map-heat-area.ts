import { alarmHeat } from '@backlot/contract/map-heat/calls'
import type { BodyCache } from '../../calls/body-cache.ts'
import type { Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { scopeKey } from '../../calls/scope-key.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { refuseArchived } from '../shared/refuse-archived.ts'

/** Aggregates may look back longer than lists. */
const LONGEST_S = 7 * 86_400
/** Three decimals of a degree: cells of about 100 m. */
const CELLS = `
  SELECT round(start_lon, 3) AS longitude, round(start_lat, 3) AS latitude, count(*) AS count
  FROM alarms
  WHERE start_ms >= @fromMs AND start_ms < @toMs AND start_lon IS NOT NULL
    AND (@type IS NULL OR type = @type)
    AND (@groups IS NULL OR group_id IN (SELECT value FROM json_each(@groups)))
  GROUP BY 1, 2 ORDER BY count DESC LIMIT 20000`

export type HeatScopePort = {
  /** Ids of all groups in a scope; undefined when the scope is everything. */
  groupIdsIn(scope: ScopeIntervals): readonly number[] | undefined
  /** Changes with any alarm and any group. */
  version(): string
}

/** Places of alarms: counts by place, within the caller's scope. */
export function createMapHeatArea(deps: {
  store: Store
  clock: PlatformClock
  cache: BodyCache
  scope: HeatScopePort
}): { routes: Route[] } {
  const { store, clock, cache, scope } = deps
  const cells = store.read.prepare(CELLS)

  const heat = route(alarmHeat, ({ query }, { caller, request }) => {
    const { startTime, endTime, type } = query
    if (endTime <= startTime || endTime - startTime > LONGEST_S) {
      throw refusal('invalid', 'heatSpan', {}, 'endTime')
    }
    refuseArchived(store.read, clock, startTime * 1000)
    const nowS = Math.floor(clock.now() / 1000)
    const until = Math.min(endTime, nowS + 1)
    const key = `heat|${scopeKey(caller.scope)}|${startTime}|${until}|${type ?? ''}`
    return cache.reply(request, key, scope.version(), () => {
      const groups = scope.groupIdsIn(caller.scope)
      const rows = cells.all({
        fromMs: startTime * 1000,
        toMs: until * 1000,
        type: type ?? null,
        groups: groups ? JSON.stringify(groups) : null,
      }) as { longitude: number; latitude: number; count: number }[]
      return {
        longitude: rows.map(({ longitude }) => longitude),
        latitude: rows.map(({ latitude }) => latitude),
        count: rows.map(({ count }) => count),
        total: rows.reduce((sum, { count }) => sum + count, 0),
      }
    })
  })

  return { routes: [heat] }
}
