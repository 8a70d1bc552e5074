import { fromCivil, PLATFORM_ZONE_MINUTES } from '@backlot/contract/time'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { openIncidents } from '../../composition/clock/open-moments.ts'
import { openDevices, openFleets } from '../../composition/open-devices.ts'
import { type OpenWorld, openWorld } from '../../composition/open-world.ts'
import { runFleet } from '../../composition/run-fleet.ts'
import { createInlineStore } from '../../composition/store/inline-store.ts'
import type { InterventionLog } from '../../history/intervention-log.ts'
import { createDisposal } from '../../kernel/disposal.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { SILENT_PUBLISHER } from '../../kernel/silent-publisher.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { createManualClock, type ManualClock } from '../../timeline/manual-clock.ts'
import type { OverlayLog } from '../../timeline/overlay-log.ts'
import { latestReadings } from '../latest-readings.ts'
import type { ScenarioParts } from '../scenario-parts.ts'
import { createStorms } from '../storms.ts'

export type VirtualPlatform = AsyncDisposable & {
  parts: ScenarioParts
  host: ManualClock
  overlay: OverlayLog
  interventions: InterventionLog['interventions']
  world: OpenWorld
  /** The first error of anything that went on by itself. */
  error(): unknown
  /** Lets everything that was begun come to its end; no time passes. */
  settle(): Promise<void>
}

/** Default start of a virtual run. */
export const VIRTUAL_START_MS = fromCivil(2026, 11, 20, 8)

/**
 * A platform without sockets, files, threads or a clock of its own: world, fleet, alarms, faults and storms as in a
 * real one, over a store in memory, on a host clock that is moved by hand. `notified` gets the notices for consoles.
 */
export async function createVirtualPlatform(deps: {
  scenario: Scenario
  seed: number
  startMs: number
  keepsCity?: boolean
  log: Logger
  notified: Partial<Publisher>
}): Promise<VirtualPlatform> {
  const { scenario, seed, startMs } = deps
  const disposal = createDisposal()
  let error: unknown
  const onError = (failure: unknown) => {
    error ??= failure
    deps.log.error({ err: failure }, 'the virtual platform failed')
  }
  const host = createManualClock(startMs)
  const store = disposal.use(await createInlineStore(host))
  // Nothing was before: incidents count from the beginning.
  await store.write('platform.setFacts', {
    incidentsReachedMs: String(startMs),
    incidentsFurthestMs: String(startMs),
  })
  const log = deps.log.child({}, { level: 'error' })
  const edges = { store, host, log }
  const world = openWorld({ ...edges, seed, scenario, zoneMinutes: PLATFORM_ZONE_MINUTES })
  const { clock, commands, interventionLog, directory } = world
  if (deps.keepsCity) disposal.defer(() => world.keepCity())
  const publisher: Publisher & { moved(): void } = { ...SILENT_PUBLISHER, ...deps.notified, moved: () => {} }
  const devices = openDevices(
    { ...edges, ...world, publisher, registry: new Registry(), onFaultError: onError },
    disposal,
  )
  const { poses, points, faults, records } = devices
  const platform = { ...edges, ...world, ...devices, publisher }
  const fleets = openFleets(platform, disposal)
  const { ready } = runFleet(
    { ...platform, fleets, outbox: publisher, threadAboveDevices: Number.POSITIVE_INFINITY },
    disposal,
  )
  const { moves } = openIncidents({ ...platform, fleets, applyPlaces: () => {} }, disposal)
  const repository = records.alarms
  const storms = disposal.use(
    createStorms({
      directory,
      world: world.world,
      repository,
      devices: points.devices,
      commands,
      publisher,
      clock,
      host,
      onError,
    }),
  )
  await ready
  return {
    host,
    overlay: world.overlay,
    interventions: interventionLog.interventions,
    world,
    parts: {
      world: world.world,
      directory,
      store,
      clock,
      host,
      moves,
      commands,
      interventionLog,
      poses,
      repository,
      storms,
      faults,
      fleets,
      readings: latestReadings(world.world, directory, commands, clock),
    },
    error: () => error,
    settle: async () => {
      await nextTurn()
      await moves.settled()
    },
    [Symbol.asyncDispose]: () => disposal.end(),
  }
}

/** All promises that need nothing but their turn have had it. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
