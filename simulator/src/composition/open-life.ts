import { DAY_MS } from '@backlot/contract/time'
import { type Areas, DEFAULT_SETTINGS } from '../areas/areas-deps.ts'
import { createAreas } from '../areas/create-areas.ts'
import { createDeviceBook } from '../areas/device-admin/device-book.ts'
import { rssiAt } from '../devices/radio-signal.ts'
import type { Disposal } from '../disposal.ts'
import { saidTimeOf } from '../faults/clock-faults.ts'
import { createFleetManager } from '../fleet/create-fleet-manager.ts'
import { createIncidentRunner } from '../history/incident-runner.ts'
import { ALL_QUANTITIES, createStationPast } from '../history/station-past.ts'
import { createStationReadings } from '../history/station-readings.ts'
import { createBodyCache } from '../http/body-cache.ts'
import type { Media } from '../media/create-media.ts'
import { watchMachineClock } from '../timeline/watch-machine-clock.ts'
import { createWorkSlices } from '../work-slices.ts'
import { alarmKindOf } from './alarm-kind-of.ts'
import type { Base } from './base.ts'
import { cameraPictures } from './camera-pictures.ts'
import { channelsFollowCommands } from './channels-follow-commands.ts'
import { createCityMap } from './city-map.ts'
import { createClockMoves } from './clock-moves.ts'
import { createDeviceMessenger } from './device-messenger.ts'
import { diskOf } from './disk-of.ts'
import { dropForeign } from './drop-foreign.ts'
import { keepLogs } from './keep-logs.ts'
import { keepRetention } from './keep-retention.ts'
import { keptSecret } from './kept-secret.ts'
import { createMediaDoors } from './media-doors.ts'
import { mediaFollowsDevices } from './media-follows-devices.ts'
import { createOnlineHistory } from './online-history.ts'
import { openDeviceYard } from './open-device-yard.ts'
import type { Gateways } from './open-gateways.ts'
import type { Ground } from './open-ground.ts'
import { openMedia } from './open-media.ts'
import { processState } from './process-state.ts'
import { createPushNet } from './push-net.ts'
import { recordedMedia } from './recorded-media.ts'
import { runFleet } from './run-fleet.ts'
import { runPushWorks } from './run-push-works.ts'
import { fillPast, refuseDefaultPasswords, seedPeople } from './seed-demo.ts'
import { createServerBoard } from './server-board.ts'
import { createStationWire } from './station-wire.ts'
import { createStreamTargets } from './stream-targets.ts'
import { createTileService } from './tile-service.ts'
import { withWireReadings } from './wire-readings.ts'

type Life = Awaited<ReturnType<typeof openLife>>

export type { Life }

/** Before the doors are open nobody is connected. */
const NO_GATEWAYS = { hj212: undefined, jt808: undefined }

/** Lets devices live, streams flow and areas decide; the past is being filled in when it answers (`filling`). */
export async function openLife(base: Base & Ground, disposal: Disposal) {
  const { config, host, log, version, trouble, troubles, door } = base
  const { data, store, seed, overlay, clock, commands, world, fleet, packedCity, directory } = base
  const { alarmReader, alarms, controlBook, events, history, intake, outbox, places, poses } = base
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
      left: (sns, atMs) => areas.alarms.book.endOf(sns, atMs),
    }),
  )
  const deviceBook = createDeviceBook(store)
  const yard = openDeviceYard({
    world,
    directory,
    book: deviceBook,
    log,
    removeForeign: (sn) => dropForeign(late.gateways ?? NO_GATEWAYS, intake, sn),
    left: (sns, atMs) => areas.alarms.book.endOf(sns, atMs),
  })
  const running = runFleet({ world, packedCity, directory, commands, outbox, clock, host, log }, disposal)
  intake.drivenBy({
    release: (device) => running.drive.remove([device]),
    takeBack: (device) => void running.drive.add([device]),
  })

  // Streams and pictures; meanwhile the accounts of a new platform.
  const settings = DEFAULT_SETTINGS
  const ffmpegPath = process.env['FFMPEG_PATH']
  const publishing = keptSecret(store, 'rtmp.publishSecret')
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
    harms: places.media,
    downloadFolder: folder.file('clips'),
  })
  const seeding = seedPeople(seed, store, fleet, config, settings.passwordDigest)
  await Promise.allSettled([opening, seeding, kept, publishing.kept, running.ready])
  const media: Media = disposal.use(await opening)
  await Promise.all([seeding, kept, publishing.kept])
  const mediaDoors = disposal.use(createMediaDoors({ host: config.host, door, media }))
  mediaFollowsDevices({ media, directory, commands }, disposal)
  channelsFollowCommands({ directory, commands, clock, host, outbox, hasPower: media.hasPower }, disposal)

  // What the platform knows and decides.
  const uploadFolder = folder.file('uploads')
  const messenger = createDeviceMessenger({ directory, commands, clock, host })
  const { rtmpPort, hj212Port, jt808Port } = config
  const firstPorts = [door.port, media.rtmpPort, rtmpPort, hj212Port, jt808Port]
  const pushNet = createPushNet(config.pushAllow, firstPorts, mediaDoors.ports)
  const targets = createStreamTargets(config.streamAllow, pushNet)
  const pushWorks = runPushWorks({ media, directory, commands, clock, host, targets }, disposal)
  const board = createServerBoard()
  const tiles = disposal.use(createTileService(packedCity))
  const stationWire = createStationWire({ directory, host })
  disposal.defer(() => stationWire.close())
  const ownReadings = createStationReadings(world, directory, (sn) => commands.commandsOf(sn))
  const areas: Areas = createAreas({
    store,
    log,
    platformClock: clock,
    hostClock: host,
    said: saidTimeOf(places.clock, host, clock),
    publisher: events.through(outbox),
    cache: createBodyCache(),
    directory,
    commands,
    media,
    mediaServer: { address: () => ({ host: config.host, port: door.port }) },
    mediaDoors,
    recordedMedia: recordedMedia(media),
    recordedPast: history,
    trackPast: history,
    ...cameraPictures(media),
    controlBook,
    alarmReader,
    deviceBook,
    deviceYard: yard,
    signal: {
      rssiDbm: (sn, atMs) =>
        rssiAt(seed, directory.deviceBySn(sn)?.entity ?? 0, atMs, commands.commandsOf(sn)),
    },
    readings: withWireReadings(ownReadings, directory, intake.latestReadings),
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
  const { book } = areas.alarms
  intake.alarmsTo({
    raise: (draft) => book.raise([draft]),
    openAlarm: (sn, seqPrefix) => book.newestOpen(sn, 0, seqPrefix),
  })
  const runner = createIncidentRunner(
    {
      world,
      directory,
      commands,
      alarms,
      store,
      book,
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
    { clock, host, store, overlay, book, log, ...runner, applyPlaces: areas.devices.applyPlaces },
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
  // Awaited below: the doors open when the past is there.
  filling.catch(() => {})

  keepRetention({ book, clock, host, log, days: config.alarmDays }, disposal)
  return {
    areas,
    board,
    book,
    filling,
    fleets,
    late,
    media,
    mediaDoors,
    messenger,
    moves,
    pushNet,
    stationWire,
    tiles,
  }
}
