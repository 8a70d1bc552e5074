import { DAY_MS } from '@backlot/contract/time'
import { createDeviceRepository } from '../areas/device-admin/device-repository.ts'
import { createBodyCache } from '../calls/body-cache.ts'
import { rssiAt } from '../devices/radio-signal.ts'
import { saidTimeOf } from '../faults/clock-faults.ts'
import { createFleetManager } from '../fleet/create-fleet-manager.ts'
import { createIncidentRunner } from '../history/incident-runner.ts'
import { ALL_QUANTITIES, createStationPast } from '../history/station-past.ts'
import { createStationReadings } from '../history/station-readings.ts'
import type { Disposal } from '../kernel/disposal.ts'
import { createWorkSlices } from '../kernel/work-slices.ts'
import type { Media } from '../media/create-media.ts'
import { watchMachineClock } from '../timeline/watch-machine-clock.ts'
import { alarmKindOf } from './alarm-kind-of.ts'
import { type Areas, DEFAULT_SETTINGS } from './areas/areas-deps.ts'
import { createAreas } from './areas/create-areas.ts'
import type { Base } from './base.ts'
import { cameraPictures } from './camera-pictures.ts'
import { channelsFollowCommands } from './channels-follow-commands.ts'
import { createCityMap } from './city-map.ts'
import { createClockMoves } from './clock-moves.ts'
import { fillPast, refuseDefaultPasswords, seedPeople } from './demo/seed-demo.ts'
import { createDeviceMessenger } from './device-messenger.ts'
import { diskOf } from './disk-of.ts'
import { dropForeign } from './drop-foreign.ts'
import { keepLogs } from './keep-logs.ts'
import { keepRetention } from './keep-retention.ts'
import { mediaFollowsDevices } from './media-follows-devices.ts'
import { createMediaListeners } from './media-listeners.ts'
import { createOnlineHistory } from './online-history.ts'
import { openDeviceLifecycle } from './open-device-lifecycle.ts'
import type { Gateways } from './open-gateways.ts'
import { openMedia } from './open-media.ts'
import { persistedSecret } from './persisted-secret.ts'
import type { PlatformCore } from './platform-core.ts'
import { processState } from './process-state.ts'
import { createPushNet } from './push-net.ts'
import { recordedMedia } from './recorded-media.ts'
import { runFleet } from './run-fleet.ts'
import { runPushWorks } from './run-push-works.ts'
import { createServerStatus } from './server-status.ts'
import { createStationWire } from './station-wire.ts'
import { createStreamTargets } from './stream-targets.ts'
import { createTileService } from './tile-service.ts'
import { withWireReadings } from './wire-readings.ts'

type PlatformServices = Awaited<ReturnType<typeof openPlatformServices>>

export type { PlatformServices }

/** Before the listeners are open nobody is connected. */
const NO_GATEWAYS = { hj212: undefined, jt808: undefined }

/** Lets devices live, streams flow and areas decide; the past is being filled in when it answers (`filling`). */
export async function openPlatformServices(base: Base & PlatformCore, disposal: Disposal) {
  const { config, host, log, version, trouble, troubles, listener } = base
  const { data, store, seed, overlay, clock, commands, world, fleet, packedCity, directory } = base
  const { alarmReader, alarms, controlRepository, events, history, ingest, outbox, points, poses } = base
  const { folder, kept } = data
  /** Opened last, and asked by what was opened before. */
  const late: { gateways?: Pick<Gateways, 'hj212' | 'jt808'> } = {}

  // Fleets that were added join the scenario's, and all of them live.
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
      publisher: outbox,
      log,
      settled: () => running.drive.settled(),
      left: (sns, atMs) => areas.alarms.repository.endOf(sns, atMs),
    }),
  )
  const deviceRepository = createDeviceRepository(store)
  const lifecycle = openDeviceLifecycle({
    world,
    directory,
    repository: deviceRepository,
    log,
    removeForeign: (sn) => dropForeign(late.gateways ?? NO_GATEWAYS, ingest, sn),
    left: (sns, atMs) => areas.alarms.repository.endOf(sns, atMs),
  })
  const running = runFleet({ world, packedCity, directory, commands, outbox, clock, host, log }, disposal)
  ingest.drivenBy({
    release: (device) => running.drive.remove([device]),
    takeBack: (device) => void running.drive.add([device]),
  })

  // Streams and pictures; meanwhile the accounts of a new platform.
  const settings = DEFAULT_SETTINGS
  const ffmpegPath = process.env['FFMPEG_PATH']
  const publishing = persistedSecret(store, 'rtmp.publishSecret')
  const publishSecret = publishing.secret
  const opening = openMedia({
    config,
    log,
    world,
    packedCity,
    directory,
    poses,
    commands,
    clock,
    host,
    ffmpegPath,
    publishSecret,
    effects: points.media,
    downloadFolder: folder.file('clips'),
  })
  const seeding = seedPeople(seed, store, fleet, config, settings.passwordDigest)
  await Promise.allSettled([opening, seeding, kept, publishing.kept, running.ready])
  const media: Media = disposal.use(await opening)
  await Promise.all([seeding, kept, publishing.kept])
  const mediaListeners = disposal.use(createMediaListeners({ host: config.host, listener, media }))
  mediaFollowsDevices({ media, directory, commands }, disposal)
  channelsFollowCommands({ directory, commands, clock, host, outbox, hasPower: media.hasPower }, disposal)

  // What the platform knows and decides.
  const uploadFolder = folder.file('uploads')
  const messenger = createDeviceMessenger({ directory, commands, clock, host })
  const { rtmpPort, hj212Port, jt808Port } = config
  const firstPorts = [listener.port, media.rtmpPort, rtmpPort, hj212Port, jt808Port]
  const pushNet = createPushNet(config.pushAllow, firstPorts, mediaListeners.ports)
  const targets = createStreamTargets(config.streamAllow, pushNet)
  const pushWorks = runPushWorks({ media, directory, commands, clock, host, targets }, disposal)
  const board = createServerStatus()
  const tiles = disposal.use(createTileService(packedCity))
  const stationWire = createStationWire({ directory, host })
  disposal.defer(() => stationWire.close())
  const ownReadings = createStationReadings(world, directory, (sn) => commands.commandsOf(sn))
  const areas: Areas = createAreas({
    store,
    log,
    platformClock: clock,
    hostClock: host,
    said: saidTimeOf(points.clock, host, clock),
    publisher: events.through(outbox),
    cache: createBodyCache(),
    directory,
    commands,
    media,
    mediaServer: { address: () => ({ host: config.host, port: listener.port }) },
    mediaListeners,
    recordedMedia: recordedMedia(media),
    recordedPast: history,
    trackPast: history,
    ...cameraPictures(media),
    controlRepository,
    alarmReader,
    deviceRepository,
    deviceLifecycle: lifecycle,
    signal: {
      rssiDbm: (sn, atMs) =>
        rssiAt(seed, directory.deviceBySn(sn)?.entity ?? 0, atMs, commands.commandsOf(sn)),
    },
    readings: withWireReadings(ownReadings, directory, ingest.latestReadings),
    busReadings: ownReadings,
    stationPast: createStationPast(history, directory),
    stationWire,
    quantities: ALL_QUANTITIES,
    alarmKindOf,
    sky: world.sky,
    disk: () => diskOf(folder.path),
    onlineHistory: createOnlineHistory(history, directory, commands),
    ...createCityMap(world, tiles),
    messenger,
    uploadFolder,
    uploadLimits: {
      bytesEach: config.uploadMegabytes * 1_000_000,
      countEach: config.uploadCount,
    },
    versionFolder: folder.file('versions'),
    push: pushNet,
    pushing: { judge: targets.judge, progress: pushWorks.progress },
    servers: board,
    process: processState(folder.path),
    version,
    settings,
  })
  disposal.defer(() => areas.close())
  keepLogs({ logs: areas.logs, directory, trouble, version, seed }, disposal)
  await refuseDefaultPasswords(config, areas, settings.passwordDigest)
  const { repository } = areas.alarms
  ingest.alarmsTo({
    raise: (draft) => repository.raise([draft]),
    openAlarm: (sn, seqPrefix) => repository.newestOpen(sn, 0, seqPrefix),
  })
  const runner = createIncidentRunner(
    {
      world,
      directory,
      commands,
      alarms,
      store,
      repository,
      clock,
      host,
      log,
      fleets,
      slices: createWorkSlices(),
      pastMs: config.pastDays * DAY_MS,
    },
    disposal,
  )
  const moves = createClockMoves(
    { clock, host, store, overlay, repository, log, ...runner, applyPlaces: areas.devices.applyPlaces },
    disposal,
  )
  disposal.defer(
    watchMachineClock({
      host,
      clock,
      board: troubles,
      lastRunMs: base.lastRunMs,
      jump: (toMs) =>
        void moves.jump(toMs).catch((error: unknown) => {
          log.error({ err: error }, 'a sleep of the machine was not followed')
        }),
    }),
  )
  const filling = fillPast({
    seed,
    store,
    areas,
    directory,
    runner,
    zoneMinutes: clock.zoneMinutes,
  })
  // Awaited below: the listeners open when the past is there.
  filling.catch(() => {})

  keepRetention({ repository, clock, host, log, days: config.alarmDays }, disposal)
  return {
    areas,
    board,
    repository,
    filling,
    fleets,
    late,
    media,
    mediaListeners,
    messenger,
    moves,
    pushNet,
    stationWire,
    tiles,
  }
}
