import { createControlRepository } from '../areas/control-lists/control-repository.ts'
import { observableOutbox } from '../channel/observable-outbox.ts'
import { createOutbox } from '../channel/outbox.ts'
import { createDeviations } from '../deviations/create-deviations.ts'
import { createCommandLog } from '../fleet/command-log.ts'
import { createCameraPoses } from '../history/camera-poses.ts'
import { createHistory } from '../history/create-history.ts'
import { createDeviceAlarms } from '../history/device-alarms.ts'
import { createInterventionLog } from '../history/intervention-log.ts'
import { recogniseAmong } from '../history/recognition.ts'
import type { Disposal } from '../kernel/disposal.ts'
import { StoreFaults } from '../store/store-faults.ts'
import { createOverlayLog } from '../timeline/overlay-log.ts'
import { createPersistedClock, lastHostTime } from '../timeline/persisted-clock.ts'
import { absentBeforeAdded } from './absent-before-added.ts'
import type { Base } from './base.ts'
import { buildFleetWorld } from './build-fleet-world.ts'
import { createCityCache } from './city-cache.ts'
import { startMsOf } from './config.ts'
import { createIngest } from './create-ingest.ts'
import { holdFaults } from './hold-faults.ts'
import { keepEvents } from './keep-events.ts'
import { loadTelemetry } from './load-telemetry.ts'
import { openAlarmReader } from './open-alarm-reader.ts'
import { openPlatformData } from './open-platform-data.ts'
import { reportTroubles } from './report-troubles.ts'
import { switchOffSentinels } from './switch-off-sentinels.ts'

/** What everything stands on: what is stored, time, the world with its devices, and what goes wrong on purpose. */
export type PlatformCore = Awaited<ReturnType<typeof openPlatformCore>>

/** How often the files of the database are looked at: some microseconds each. */
const STORE_LOOK_MS = 1000

/** Opens the data folder and lets the world of its seed be. Rejects with a StartError when the folder does not allow it. */
export async function openPlatformCore(base: Base, disposal: Disposal) {
  const { config, host, log, metrics, scenario, version, deviationFile, fail, troubles } = base
  const storeFaults = new StoreFaults()
  const { seed: newSeed } = scenario
  const data = await openPlatformData(config, disposal, log, {
    host,
    onFatal: fail,
    onTrouble: reportTroubles(troubles, log),
    newSeed,
    faults: storeFaults,
  })
  const { store, seed } = data
  disposal.defer(host.every(STORE_LOOK_MS, () => store.look()))
  const tracer = await loadTelemetry(
    { env: process.env, version, registry: metrics.registry, store, host, log },
    disposal,
  )
  const alarmReader = openAlarmReader(store, disposal)
  const overlay = createOverlayLog(store)
  const lastRunMs = lastHostTime(store, overlay)
  const clock = createPersistedClock({
    overlay,
    host,
    zoneMinutes: config.zoneMinutes,
    log,
    startMs: startMsOf(config),
  })
  const commands = createCommandLog(overlay)
  const interventionLog = createInterventionLog(overlay)
  const {
    world,
    fleet,
    packed: packedCity,
    keepCity,
  } = buildFleetWorld(seed, scenario, createCityCache(log), interventionLog.interventions)
  const { directory } = fleet
  const events = keepEvents({ clock, host, directory, troubles }, disposal)
  absentBeforeAdded(directory, commands)
  await switchOffSentinels(directory, commands)
  const poses = disposal.use(createCameraPoses(world, directory, commands))
  const controlRepository = createControlRepository(store)
  const recognise = recogniseAmong(controlRepository.listed)
  const alarms = disposal.use(createDeviceAlarms({ world, directory, commands, recognise }))
  const outbox = observableOutbox(createOutbox(() => host.now()))
  const ingest = createIngest(
    { store, directory, publisher: outbox, clock, host, log, discover: config.discover },
    disposal,
  )
  const history = createHistory({ world, directory, commands, alarms, clock, foreign: ingest.history })

  // What goes wrong on purpose, and where it takes hold.
  const onFaultError = (error: unknown) => log.error({ err: error }, 'a fault could not be changed')
  const { points, faults } = holdFaults(
    {
      directory,
      commands,
      clock,
      host,
      seed,
      registry: metrics.registry,
      onError: onFaultError,
      storeFaults,
    },
    disposal,
  )
  const deviations = createDeviations(deviationFile, { host, media: points.media })
  disposal.defer(points.clock.onChange(() => outbox.clockChanged()))
  disposal.defer(troubles.onChange(() => outbox.troublesChanged()))
  return {
    data,
    lastRunMs,
    store,
    seed,
    tracer,
    alarmReader,
    overlay,
    clock,
    commands,
    interventionLog,
    world,
    fleet,
    packedCity,
    keepCity,
    directory,
    events,
    poses,
    controlRepository,
    alarms,
    outbox,
    ingest,
    history,
    points,
    faults,
    deviations,
  }
}
