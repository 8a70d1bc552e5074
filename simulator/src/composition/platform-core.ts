import { createControlRepository } from '../areas/control-lists/control-repository.ts'
import { observableOutbox } from '../channel/observable-outbox.ts'
import { createOutbox } from '../channel/outbox.ts'
import { createDeviations } from '../deviations/create-deviations.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Directory } from '../fleet/directory.ts'
import { createHistory } from '../history/create-history.ts'
import { recogniseAmong } from '../history/recognition.ts'
import type { Disposal } from '../kernel/disposal.ts'
import { StoreFaults } from '../store/store-faults.ts'
import type { ClockPosition } from '../timeline/platform-clock.ts'
import { absentBeforeAdded } from './absent-before-added.ts'
import {
  createAlarmPast,
  createCompleteFrom,
  createForeignArchive,
  withArchive,
} from './archive/archived-past.ts'
import { openPlatformArchive } from './archive/open-platform-archive.ts'
import type { Base } from './base.ts'
import { type Config, startMsOf } from './config.ts'
import { keepEvents } from './keep-events.ts'
import { loadTelemetry } from './load-telemetry.ts'
import { openDevices, openFleets } from './open-devices.ts'
import { openWorld } from './open-world.ts'
import { reportTroubles } from './report-troubles.ts'
import { createServerRegistry } from './server-registry.ts'
import { openAlarmReader } from './store/open-alarm-reader.ts'
import { openPlatformData } from './store/open-platform-data.ts'
import { refuseUnknownKinds } from './store/refuse-unknown-kinds.ts'
import { openForeignDevices } from './wires/open-foreign-devices.ts'

/** The model of cameras that are offline on purpose, permanently. */
const SWITCHED_OFF = 'cameraOffline'

/** Base of everything else: stored data, time, the world with its devices, and faults. */
export type PlatformCore = Awaited<ReturnType<typeof openPlatformCore>>

/** How often the files of the database are looked at: some microseconds each. */
const STORE_LOOK_MS = 1000

/** Opens the data folder and lets the world of its seed be. Rejects with a StartError when the folder does not allow it. */
export async function openPlatformCore(base: Base, disposal: Disposal) {
  const { config, host, log, metrics, scenario, version, fail, troubles } = base
  const storeFaults = new StoreFaults()
  const data = await openPlatformData(config, disposal, log, {
    folder: base.folder,
    reused: base.reused,
    host,
    onFatal: fail,
    onTrouble: reportTroubles(troubles, log),
    newSeed: scenario.seed,
    faults: storeFaults,
  })
  const { store, seed } = data
  refuseUnknownKinds(store, data.folder.path)
  disposal.defer(host.every(STORE_LOOK_MS, () => store.look()))
  const tracer = await loadTelemetry(
    { env: process.env, version, registry: metrics.registry, store, host, log },
    disposal,
  )
  const archive =
    config.archive &&
    (await openPlatformArchive(
      { ...base, store, seed, target: config.archive, dataFolder: data.folder.path },
      disposal,
    ))
  const completeFrom = createCompleteFrom(store)
  const alarmPast = archive && createAlarmPast(archive, completeFrom)
  const ownReader = openAlarmReader(store, disposal)
  const alarmReader = archive && alarmPast ? withArchive(ownReader, archive, alarmPast) : ownReader
  const environment = { store, host, log }
  const world = openWorld({
    ...environment,
    seed,
    scenario,
    zoneMinutes: config.zoneMinutes,
    start: base.resume?.clock ?? startOf(config),
    afterEpoch: base.resume?.afterEpoch,
  })
  const { clock, directory, commands } = world
  const events = keepEvents({ clock, host, directory, troubles }, disposal)
  absentBeforeAdded(directory, commands)
  await switchOffSentinels(directory, commands)
  const controlRepository = createControlRepository(store)
  const outbox = observableOutbox(createOutbox(() => host.now()))
  const publisher = events.through(outbox)
  const devices = openDevices(
    {
      ...environment,
      ...world,
      publisher,
      registry: metrics.registry,
      storeFaults,
      recognise: recogniseAmong(controlRepository.listed),
      onFaultError: (error) => log.error({ err: error }, 'a fault could not be changed'),
    },
    disposal,
  )
  const foreign = openForeignDevices(
    {
      ...environment,
      directory,
      publisher: outbox,
      clock,
      days: config.reportDays,
      archive: archive && { ...archive, ...createForeignArchive(archive, completeFrom) },
    },
    disposal,
  )
  const history = createHistory({
    world: world.world,
    directory,
    commands,
    alarms: devices.alarms,
    clock,
    foreign: foreign.history,
  })
  const fleets = openFleets({ ...environment, ...world, ...devices, publisher: outbox }, disposal)
  const { points } = devices
  disposal.defer(points.clock.onChange(() => outbox.clockChanged()))
  disposal.defer(troubles.onChange(() => outbox.troublesChanged()))
  return {
    ...world,
    ...devices,
    data,
    store,
    tracer,
    alarmReader,
    archive,
    alarmPast,
    events,
    controlRepository,
    outbox,
    publisher,
    foreign,
    history,
    fleets,
    serverRegistry: createServerRegistry(),
    deviations: createDeviations(base.deviationFile, { host, media: points.media }),
  }
}

/** Position of the clock of a platform that begins at a time of its own. */
function startOf(config: Config): ClockPosition | undefined {
  const platformMs = startMsOf(config)
  return platformMs === undefined ? undefined : { platformMs, rate: 1, resumeRate: 1 }
}

/** Switches off, since their installation, the cameras that are meant to be so and were never touched. */
async function switchOffSentinels(
  directory: Directory,
  commands: Pick<CommandLog, 'append' | 'commandsOf'>,
): Promise<void> {
  const appended: Promise<unknown>[] = []
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device?.model !== SWITCHED_OFF || commands.commandsOf(device.sn).length > 0) continue
    appended.push(
      commands.append(device.sn, device.installedAtMs, { kind: 'connectivity', forced: 'offline' }),
    )
  }
  await Promise.all(appended)
}
