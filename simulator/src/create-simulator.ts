import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DAY_MS } from '@backlot/contract/time'
import { type Areas, DEFAULT_SETTINGS } from './areas/areas-deps.ts'
import { createControlBook } from './areas/control-lists/control-book.ts'
import { createAreas } from './areas/create-areas.ts'
import { createDeviceBook } from './areas/device-admin/device-book.ts'
import { createChannelCall } from './channel/channel-call.ts'
import { createChannelMetrics } from './channel/channel-metrics.ts'
import { createHub } from './channel/create-hub.ts'
import { heardOutbox } from './channel/heard-outbox.ts'
import { createOutbox } from './channel/outbox.ts'
import { newBootId } from './channel/receive-frames.ts'
import { absentBeforeAdded } from './composition/absent-before-added.ts'
import { alarmKindOf } from './composition/alarm-kind-of.ts'
import { buildFleetWorld } from './composition/build-fleet-world.ts'
import { cameraPictures } from './composition/camera-pictures.ts'
import { createCityCache } from './composition/city-cache.ts'
import { createCityMap } from './composition/city-map.ts'
import { createClockMoves } from './composition/clock-moves.ts'
import { controlDoor } from './composition/control-door.ts'
import { createIntake } from './composition/create-intake.ts'
import { createDeviceMessenger } from './composition/device-messenger.ts'
import { diskOf } from './composition/disk-of.ts'
import { dropForeign } from './composition/drop-foreign.ts'
import { endOrphanedAlarms } from './composition/end-orphaned-alarms.ts'
import { holdFaults } from './composition/hold-faults.ts'
import { keepEvents } from './composition/keep-events.ts'
import { createTroubleLine, keepLogs } from './composition/keep-logs.ts'
import { keepRetention } from './composition/keep-retention.ts'
import { keptSecret } from './composition/kept-secret.ts'
import { loadTelemetry } from './composition/load-telemetry.ts'
import { loggedIntake } from './composition/logged-intake.ts'
import { createMediaDoors } from './composition/media-doors.ts'
import { mediaFollowsDevices } from './composition/media-follows-devices.ts'
import { createOnlineHistory } from './composition/online-history.ts'
import { openAlarmReader } from './composition/open-alarm-reader.ts'
import { openDeviceYard } from './composition/open-device-yard.ts'
import { openGateways } from './composition/open-gateways.ts'
import { openMedia } from './composition/open-media.ts'
import { openPlatformData } from './composition/open-platform-data.ts'
import { openTalk } from './composition/open-talk.ts'
import { platformGauges } from './composition/platform-gauges.ts'
import { platformStatus } from './composition/platform-status.ts'
import { processState } from './composition/process-state.ts'
import { createPushNet, portIn } from './composition/push-net.ts'
import { recordedMedia } from './composition/recorded-media.ts'
import { runFleet } from './composition/run-fleet.ts'
import { fillPast, refuseDefaultPasswords, seedPeople } from './composition/seed-demo.ts'
import { createServerBoard } from './composition/server-board.ts'
import { createStationWire } from './composition/station-wire.ts'
import { switchOffSentinels } from './composition/switch-off-sentinels.ts'
import { createTileService } from './composition/tile-service.ts'
import { withWireReadings } from './composition/wire-readings.ts'
import { type Config, parseConfig } from './config.ts'
import { createControlCaller } from './control/control-caller.ts'
import { keepControlFile } from './control/control-file.ts'
import { serveControlPage } from './control/control-page.ts'
import { createWireTap } from './control/live/wire-tap.ts'
import { createStorms } from './control/storms.ts'
import { rssiAt } from './devices/radio-signal.ts'
import { createDisposal, type Disposal } from './disposal.ts'
import { createDrift } from './drift/create-drift.ts'
import { readDrift } from './drift/read-drift.ts'
import { saidTimeOf } from './faults/clock-faults.ts'
import { StoreFaults } from './faults/store-faults.ts'
import { createFleetManager } from './fleet/create-fleet-manager.ts'
import { createCameraPoses } from './history/camera-poses.ts'
import { createHistory } from './history/create-history.ts'
import { createDeviceAlarms } from './history/device-alarms.ts'
import { createIncidentRunner } from './history/incident-runner.ts'
import { recogniseAmong } from './history/recognition.ts'
import { ALL_QUANTITIES, createStationPast } from './history/station-past.ts'
import { createStationReadings } from './history/station-readings.ts'
import { createBodyCache } from './http/body-cache.ts'
import { createCallRunner } from './http/call-runner.ts'
import { createDoor } from './http/create-door.ts'
import { createMetrics } from './http/metrics.ts'
import { openEdge } from './http/open-edge.ts'
import { hostInUrl } from './http/reachable-host.ts'
import { createLog } from './log.ts'
import type { Media } from './media/create-media.ts'
import { latestReadings } from './scenario/latest-readings.ts'
import { playTimeline } from './scenario/play-timeline.ts'
import { DEMO_SCENARIO, loadScenario } from './scenario/read-scenario.ts'
import type { CreateSimulator, Simulator } from './simulator.ts'
import { createCommandLog } from './timeline/command-log.ts'
import { createHostClock } from './timeline/host-clock.ts'
import { createInterventionLog } from './timeline/intervention-log.ts'
import { createKeptClock } from './timeline/kept-clock.ts'
import { createOverlayLog } from './timeline/overlay-log.ts'
import { createWorkSlices } from './work-slices.ts'

export type { SimulatorOptions } from './config.ts'
export type { CreateSimulator, Simulator } from './simulator.ts'

const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist', import.meta.url))
/** When the first rush is over. */
const KEEP_CITY_AFTER_MS = 5000
const PACKAGE_FILE = new URL('../../package.json', import.meta.url)

/**
 * Starts a platform with its world, fleet, streams and console. Many can live in one process. Throws a StartError when
 * the user's options, folder or ports do not allow it; what had started by then has ended.
 */
export const createSimulator: CreateSimulator = async (options = {}) => {
  const config = parseConfig(options)
  const disposal = createDisposal()
  try {
    return await start(config, disposal)
  } catch (error) {
    await disposal.end()
    throw error
  }
}

async function start(config: Config, disposal: Disposal): Promise<Simulator> {
  const { version } = JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')) as { version: string }
  const trouble = createTroubleLine()
  const log = createLog(config.logLevel, trouble.hear)
  const metrics = disposal.use(createMetrics())
  const host = createHostClock()
  const startedMs = host.now()
  let fail: (error: Error) => void = () => {}
  const failed = new Promise<Error>((resolve) => {
    fail = resolve
  })
  const drifts = readDrift(config.drift)

  const scenario = loadScenario(config.scenario ?? DEMO_SCENARIO)
  // The port first: a taken one is said before anything is built. It closes last and opens at the end.
  const door = disposal.use(await createDoor({ ...config, log }))

  // Data, time, world.
  const storeFaults = new StoreFaults()
  const { seed: newSeed } = scenario
  const data = await openPlatformData(config, disposal, log, fail, newSeed, storeFaults)
  const { folder, store, seed, kept } = data
  const tracer = await loadTelemetry(
    { env: process.env, version, registry: metrics.registry, store, host, log },
    disposal,
  )
  const alarmReader = openAlarmReader(store, disposal)
  const overlay = createOverlayLog(store)
  const clock = createKeptClock({ overlay, host, zoneMinutes: config.zoneMinutes, log })
  const commands = createCommandLog(overlay)
  const deeds = createInterventionLog(overlay)
  const {
    world,
    fleet,
    packed: packedCity,
    keepCity,
  } = buildFleetWorld(seed, scenario, createCityCache(log), deeds.interventions)
  const { directory } = fleet
  const events = keepEvents({ clock, host, directory }, disposal)
  absentBeforeAdded(directory, commands)
  await switchOffSentinels(directory, commands)
  const poses = disposal.use(createCameraPoses(world, directory, commands))
  const controlBook = createControlBook(store)
  const recognise = recogniseAmong(controlBook.listed)
  const alarms = disposal.use(createDeviceAlarms({ world, directory, commands, recognise }))
  const outbox = heardOutbox(createOutbox(() => host.now()))
  const intake = createIntake(
    { store, directory, publisher: outbox, clock, host, log, discover: config.discover },
    disposal,
  )
  const history = createHistory({ world, directory, commands, alarms, clock, foreign: intake.history })

  // What goes wrong on purpose, and where it takes hold.
  const onFaultError = (error: unknown) => log.error({ err: error }, 'a fault could not be changed')
  const { places, faults } = holdFaults(
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
  const drift = createDrift(drifts, { host, media: places.media })
  disposal.defer(places.clock.onChange(() => outbox.clockChanged()))

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
    removeForeign: (sn) => dropForeign(gateways, intake, sn),
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

  // What the platform knows and decides.
  const uploadFolder = folder.file('uploads')
  mkdirSync(uploadFolder, { recursive: true })
  const messenger = createDeviceMessenger({ directory, commands, clock, host })
  const { rtmpPort, hj212Port, jt808Port } = config
  const firstPorts = [door.port, media.rtmpPort, rtmpPort, hj212Port, jt808Port]
  const pushNet = createPushNet(config.pushAllow, firstPorts, mediaDoors.ports)
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
    versionFolder: folder.file('versions'),
    push: pushNet,
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
    openAlarm: (sn, seqPrefix) => book.newestOpen(sn, seqPrefix),
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

  // The doors: calls over HTTP and over the channel, streams, the console.
  const boot = newBootId()
  const run = drift.runner(
    createCallRunner({
      log,
      checkReplies: config.checkReplies,
      deeds: { now: () => clock.now(), answered: events.answered(areas.logs.answered) },
    }),
  )
  const hub = disposal.use(
    createHub({
      boot,
      log,
      directory,
      sessions: areas.session.book,
      alarms: areas.alarms.feed,
      outbox,
      platformClock: clock,
      hostClock: host,
      metrics: createChannelMetrics(metrics.registry),
      tracer,
      call: createChannelCall(drift.routes(areas.routes), run),
      faults: places.channel,
      reform: drift.frame,
      timeOffMs: () => places.clock.offMs(),
    }),
  )
  const { talk, control: talkControl } = openTalk(
    {
      boot,
      seed,
      directory,
      view: areas.view,
      commands,
      sessions: areas.session.book,
      host,
      registry: metrics.registry,
      meetingTemplate: areas.meetingTemplate,
    },
    disposal,
  )
  const onError = (error: unknown) => log.error({ err: error }, 'a storm could not be stored')
  const storms = disposal.use(
    createStorms({
      directory,
      world,
      book,
      devices: places.devices,
      commands,
      publisher: outbox,
      clock,
      host,
      onError,
    }),
  )
  const address = `${hostInUrl(config.host)}:${door.port}`
  const controlToken = keepControlFile(folder.file('control.json'), `http://${address}`, config.controlToken)
  const parts = { world, directory, store, areas, media, outbox, hub, clock, host }
  platformGauges(metrics, { ...parts, door, version, databaseFile: folder.databaseFile })
  await filling
  await endOrphanedAlarms({ seed, city: world.city, store, directory, fleets, book, clock })
  const wireTap = createWireTap()
  const gateways = await openGateways(
    {
      wireTap,
      config,
      world,
      directory,
      commands,
      intake: loggedIntake(intake, areas.logs, directory, host),
      store,
      faults: places.wire,
      clock,
      host,
      log,
      metrics,
    },
    disposal,
  )
  messenger.through(gateways.jt808)
  stationWire.through(gateways.hj212, gateways.stationLineOf, intake.packetsOf)
  await areas.openMediaServers()
  pushNet.listensOn([portIn(gateways.hj212Address), portIn(gateways.jt808Address)])
  const rtmp = media.rtmpPort === null ? null : `rtmp://${hostInUrl(config.host)}:${media.rtmpPort}`
  board.opened({
    store,
    door,
    address,
    media,
    mediaDoors,
    hub,
    talk,
    gateways,
    rtmp,
    sessions: () => areas.session.book.count(),
  })
  const scenarioParts = {
    ...parts,
    moves,
    commands,
    deeds,
    poses,
    book,
    storms,
    faults,
    fleets,
    readings: latestReadings(world, directory, commands, clock),
  }
  const plays = config.scenario !== undefined && config.timeline && scenario.timeline.length > 0
  const timeline = plays ? disposal.use(await playTimeline({ scenario, parts: scenarioParts, log })) : null
  if (timeline) events.follow(timeline)
  const control = controlDoor(
    {
      ...scenarioParts,
      gateways,
      intake,
      rtmp,
      wireTap,
      log,
      alarmTypes: areas.alarmTypes,
      verifyCodeOf: (key) => areas.session.verifyCodeOf(key),
      status: () => platformStatus({ ...parts, boot, startedMs, port: door.port, timeline }),
    },
    disposal,
  )
  const consoleFolder = config.consoleFolder ?? (existsSync(CONSOLE_FOLDER) ? CONSOLE_FOLDER : undefined)
  openEdge(door, {
    version,
    controlToken,
    consoleFolder,
    run,
    hostClock: host,
    metrics,
    tracer,
    health: () => ({ store: store.read.open, writer: store.isAlive(), channel: true }),
    sessions: areas.session.book,
    routes: [...drift.routes(areas.routes), ...control, ...talkControl],
    faults: places.http,
    middlewares: [
      serveControlPage(),
      (request, response, next) => {
        // The console's page: somebody may look at a map soon.
        if (request.url === '/') tiles.prepare()
        if (!media.handleHttp(request, response)) next()
      },
    ],
    upgrades: [
      (request, socket, head) => {
        const taken = hub.takeUpgrade(request, socket, head)
        // A console has come: live video may be asked for soon.
        if (taken) media.expectViewers()
        return taken
      },
      talk.takeUpgrade,
      (request, socket, head) => media.handleUpgrade(request, socket, head),
    ],
  })

  let keeping: Promise<void> | undefined
  const keep = () => {
    keeping ??= keepCity()
    return keeping
  }
  disposal.defer(host.after(KEEP_CITY_AFTER_MS, () => void keep()))
  // One that ends sooner leaves it to the next, too.
  disposal.defer(keep)
  return {
    url: `http://${address}`,
    control: `http://${address}/control`,
    controlToken,
    media: `ws://${address}/live`,
    rtmp,
    hj212: gateways.hj212Address,
    jt808: gateways.jt808Address,
    seed,
    signIn: { loginName: 'admin', password: config.password },
    dataFolder: folder.path,
    ffmpeg: media.ffmpeg?.path ?? null,
    deviceCount: directory.deviceCount(),
    clock,
    timeline,
    call: createControlCaller([...control, ...talkControl], run),
    events: events.list,
    failed,
    [Symbol.asyncDispose]: () => disposal.end(),
  }
}
