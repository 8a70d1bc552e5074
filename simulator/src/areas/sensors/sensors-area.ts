import {
  agricultureRealtime,
  gasRealtime,
  sensorRealtime,
  solarRealtime,
} from '@backlot/contract/devices/calls'
import { DEFAULT_LIMITS } from '@backlot/contract/sensors/default-limits'
import type { Route } from '../../http/route.ts'
import { route } from '../../http/route.ts'
import { languageOf } from '../language.ts'
import { refusal } from '../refusal.ts'
import { type HistoryDeps, historyRoutes } from './history-routes.ts'
import type { ReadingFamily, ReadingsPort } from './ports.ts'

const CALLS = [
  [sensorRealtime, 'hjt212'],
  [solarRealtime, 'solar'],
  [agricultureRealtime, 'agriculture'],
  [gasRealtime, 'gas'],
] as const satisfies readonly (readonly [typeof sensorRealtime, ReadingFamily])[]

/** Readings of environment, solar, farm and gas stations, present and past: one call each, one rule for all. */
export function createSensorsArea(deps: HistoryDeps & { readings: ReadingsPort }): { routes: Route[] } {
  const routes = CALLS.map(([call, family]) =>
    route(call, ({ query: { sn } }, { caller, request }) => {
      const language = languageOf(request.headers)
      const readings = deps.scope.mayUse(sn, caller.scope)
        ? deps.readings.latest(sn, family, deps.clock.now())
        : undefined
      if (!readings) throw refusal('notFound', 'noReadings', language, {}, 'sn')
      return {
        list: readings.map(({ code, name, icon, atMs, value, unit, flag, decimals }) => ({
          code,
          name: name[language],
          icon,
          D: Math.floor(atMs / 1000),
          V: value,
          F: unit,
          ...(flag === undefined ? {} : { flag }),
          ...(decimals === undefined ? {} : { decimals }),
          ...DEFAULT_LIMITS[code],
        })),
      }
    }),
  )
  return { routes: [...routes, ...historyRoutes(deps)] }
}
