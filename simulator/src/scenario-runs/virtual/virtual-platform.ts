import { fromCivil, PLATFORM_ZONE_MINUTES } from '@backlot/contract/time'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { AlarmRepository } from '../../areas/alarms/alarm-repository.ts'
import { createAlarmPorts } from '../../composition/adapters/alarm-ports.ts'
import { createDirectoryView } from '../../composition/adapters/directory-view.ts'
import { buildFleetWorld, type FleetWorld } from '../../composition/build-fleet-world.ts'
import { createCityCache } from '../../composition/city-cache.ts'
import { createClockMoves } from '../../composition/clock-moves.ts'
import { holdFaults } from '../../composition/hold-faults.ts'
import { createInlineStore } from '../../composition/inline-store.ts'
import { runFleet } from '../../composition/run-fleet.ts'
import { createCommandLog } from '../../fleet/command-log.ts'
import { createFleetManager } from '../../fleet/create-fleet-manager.ts'
import { createCameraPoses } from '../../history/camera-poses.ts'
import { createDeviceAlarms } from '../../history/device-alarms.ts'
import { createIncidentRunner } from '../../history/incident-runner.ts'
import { createInterventionLog, type InterventionLog } from '../../history/intervention-log.ts'
import { createDisposal } from '../../kernel/disposal.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { SILENT_PUBLISHER } from '../../kernel/silent-publisher.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { createManualClock, type ManualClock } from '../../timeline/manual-clock.ts'
import { createOverlayLog, type OverlayLog } from '../../timeline/overlay-log.ts'
import { createPersistedClock } from '../../timeline/persisted-clock.ts'
import { latestReadings } from '../latest-readings.ts'
import type { ScenarioParts } from '../scenario-parts.ts'
import { createStorms } from '../storms.ts'

export type VirtualPlatform = AsyncDisposable & {
  parts: ScenarioParts
  host: ManualClock
  overlay: OverlayLog
  interventions: InterventionLog['interventions']
  fleetWorld: FleetWorld
  /** The first error of anything that went on by itself. */
  error(): unknown
  /** Lets everything that was begun come to its end; no time passes. */
  settle(): Promise<void>
}

/** A virtual run begins here unless its scenario, or who runs it, says otherwise. */
export const VIRTUAL_START_MS = fromCivil(2026, 11, 20, 8)

/**
 * A platform without sockets, files, threads or a clock of its own: world, fleet, alarms, faults and storms as in a
 * real one, over a store in memory, on a host clock that is moved by hand. `told` hears what consoles would.
 */
export async function createVirtualPlatform(deps: {
  scenario: Scenario
  seed: number
  startMs: number
  keepsCity?: boolean
  log: Logger
  told: Partial<Publisher>
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
  const overlay = createOverlayLog(store)
  const clock = createPersistedClock({ overlay, host, zoneMinutes: PLATFORM_ZONE_MINUTES, log })
  const commands = createCommandLog(overlay)
  const interventionLog = createInterventionLog(overlay)
  const fleetWorld = buildFleetWorld(seed, scenario, createCityCache(log), interventionLog.interventions)
  if (deps.keepsCity) disposal.defer(() => fleetWorld.keepCity())
  const { world, fleet } = fleetWorld
  const { directory } = fleet
  const poses = disposal.use(createCameraPoses(world, directory, commands))
  const publisher: Publisher & { moved(): void } = { ...SILENT_PUBLISHER, ...deps.told, moved: () => {} }
  const fleets = disposal.use(
    createFleetManager({
      seed,
      city: world.city,
      newcomers: world.newcomers,
      directory,
      counters: fleet.counters,
      overlay,
      clock,
      host,
      publisher,
      log,
      left: (sns, atMs) => repository.endOf(sns, atMs),
    }),
  )
  const { points, faults } = holdFaults(
    { directory, commands, clock, host, seed, registry: new Registry(), onError },
    disposal,
  )
  const { ready } = runFleet(
    {
      world,
      packedCity: fleetWorld.packed,
      directory,
      commands,
      outbox: publisher,
      clock,
      host,
      log,
      threadAboveDevices: Number.POSITIVE_INFINITY,
    },
    disposal,
  )
  const view = createDirectoryView(directory, () => clock.now())
  const repository = new AlarmRepository(store, createAlarmPorts(view, directory).devices, publisher)
  const alarms = disposal.use(createDeviceAlarms({ world, directory, commands }))
  const runner = createIncidentRunner(
    { world, directory, commands, alarms, store, repository, clock, host, log, fleets },
    disposal,
  )
  const moves = createClockMoves(
    { clock, host, store, overlay, repository, log, ...runner, applyPlaces: () => {} },
    disposal,
  )
  const storms = disposal.use(
    createStorms({
      directory,
      world,
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
    overlay,
    interventions: interventionLog.interventions,
    fleetWorld,
    parts: {
      world,
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
      readings: latestReadings(world, directory, commands, clock),
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
