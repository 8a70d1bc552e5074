import type { Logger } from 'pino'
import { createCommandLog } from '../fleet/command-log.ts'
import { createInterventionLog } from '../history/intervention-log.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Store } from '../store/store.ts'
import { createOverlayLog } from '../timeline/overlay-log.ts'
import { createPersistedClock, lastHostTime } from '../timeline/persisted-clock.ts'
import type { ClockPosition } from '../timeline/platform-clock.ts'
import { buildFleetWorld } from './build-fleet-world.ts'
import { createCityCache } from './city/city-cache.ts'

/** The environment of a platform, real or not. */
export type PlatformEnvironment = {
  store: Store
  host: HostClock
  log: Logger
}

export type OpenWorld = ReturnType<typeof openWorld>

/** Platform time, the orders that were given, and the world of a seed with the scenario's devices in it. */
export function openWorld({
  store,
  host,
  log,
  seed,
  scenario,
  zoneMinutes,
  start,
  afterEpoch,
}: PlatformEnvironment & {
  seed: number
  scenario: Scenario
  /** Minutes east of UTC. */
  zoneMinutes: number
  /** Where the clock goes on; left out: at host time. */
  start?: ClockPosition | undefined
  /** Its epoch comes after this one. */
  afterEpoch?: number | undefined
}) {
  const overlay = createOverlayLog(store)
  const lastRunMs = lastHostTime(store, overlay)
  const clock = createPersistedClock({ overlay, host, zoneMinutes, log, start, afterEpoch })
  const commands = createCommandLog(overlay)
  const interventionLog = createInterventionLog(overlay)
  const cities = createCityCache(log)
  const built = buildFleetWorld(seed, scenario, cities, interventionLog.interventions)
  return {
    ...built,
    seed,
    directory: built.fleet.directory,
    overlay,
    /** Host time at which the platform last ran; undefined: never. */
    lastRunMs,
    clock,
    commands,
    interventionLog,
  }
}
