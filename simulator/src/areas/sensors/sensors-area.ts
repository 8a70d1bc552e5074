import {
  agricultureRealtime,
  gasRealtime,
  sensorRealtime,
  solarRealtime,
} from '@backlot/contract/devices/calls'
import type { Route } from '../../http/route.ts'
import { route } from '../../http/route.ts'
import type { PlatformClock } from '../../timeline/clock.ts'
import { languageOf } from '../language.ts'
import { refusal } from '../refusal.ts'
import type { ReadingFamily, ReadingsPort, SensorScopePort } from './ports.ts'

const CALLS = [
  [sensorRealtime, 'hjt212'],
  [solarRealtime, 'solar'],
  [agricultureRealtime, 'agriculture'],
  [gasRealtime, 'gas'],
] as const satisfies readonly (readonly [typeof sensorRealtime, ReadingFamily])[]

/** Current readings of environment, solar, farm and gas stations: one call each, one rule for all. */
export function createSensorsArea(deps: {
  clock: PlatformClock
  readings: ReadingsPort
  scope: SensorScopePort
}): { routes: Route[] } {
  const routes = CALLS.map(([call, family]) =>
    route(call, ({ query: { sn } }, { caller, request }) => {
      const language = languageOf(request.headers)
      const readings = deps.scope.mayUse(sn, caller.scope)
        ? deps.readings.latest(sn, family, deps.clock.now())
        : undefined
      if (!readings) throw refusal('notFound', 'noReadings', language, {}, 'sn')
      return {
        list: readings.map(({ code, name, icon, atMs, value, unit }) => ({
          code,
          name: name[language],
          icon,
          D: Math.floor(atMs / 1000),
          V: value,
          F: unit,
        })),
      }
    }),
  )
  return { routes }
}
