import { controlFleetState, controlWeatherNow, type WeatherNow } from '@backlot/contract/control/state-calls'
import { type Route, route } from '../calls/route.ts'
import { countKinds } from '../fleet/count-kinds.ts'
import type { Directory } from '../fleet/directory.ts'
import type { PlatformClock } from '../kernel/clock.ts'
import type { Interventions } from '../world/interventions.ts'
import type { World } from '../world/types.ts'

export type StateRoutesDeps = {
  directory: Directory
  world: Pick<World, 'sky'>
  clock: PlatformClock
  interventions: Pick<Interventions, 'touching'>
}

/** How the fleet and the weather are now. */
export function stateRoutes(deps: StateRoutesDeps): Route[] {
  return [
    route(controlFleetState, () => ({ list: countKinds(deps.directory) })),
    route(controlWeatherNow, () => weatherNow(deps)),
  ]
}

export function weatherNow({ world, clock, interventions }: Omit<StateRoutesDeps, 'directory'>): WeatherNow {
  const nowMs = clock.now()
  const sky = world.sky.at(nowMs)
  const changes = interventions.touching('weather', nowMs, nowMs)
  const untilMs = changes.reduce((latest, { endMs }) => Math.max(latest, endMs), 0)
  return {
    cloud: sky.cloud,
    rainMmPerHour: sky.rainMmPerHour,
    windSpeedMs: sky.windSpeedMs,
    windFromDeg: sky.windFromDeg,
    dust: sky.dust,
    temperatureC: sky.temperatureC,
    humidityPercent: sky.humidityPercent,
    illuminationLux: sky.illuminationLux,
    sunElevationDeg: sky.sunElevationDeg,
    changes: changes.length,
    ...(changes.length > 0 ? { changedUntilMs: untilMs } : {}),
  }
}
