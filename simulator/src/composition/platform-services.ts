import { randomBytes } from 'node:crypto'
import { WIRE_NAMES } from '@backlot/contract/wires/wires'
import { createDeviceRepository } from '../areas/device-admin/device-repository.ts'
import { createBodyCache } from '../calls/body-cache.ts'
import { rssiAt } from '../devices/radio-signal.ts'
import { reportedTimeOf } from '../faults/clock-faults.ts'
import type { CameraGateway } from '../gateways/onvif/create-camera-gateway.ts'
import { allQuantities, createStationPast } from '../history/station-past.ts'
import { createStationReadings } from '../history/station-readings.ts'
import type { Disposal } from '../kernel/disposal.ts'
import { hostInUrl } from '../kernel/reachable-host.ts'
import { seldomLog } from '../kernel/seldom-log.ts'
import type { Media } from '../media/create-media.ts'
import { readFact } from '../store/facts.ts'
import type { Store } from '../store/store.ts'
import { createRemoteVoices } from '../talk/remote-voice.ts'
import { alarmKindOf } from './alarm-kind-of.ts'
import { type Areas, DEFAULT_SETTINGS } from './areas/areas-deps.ts'
import { createAreas } from './areas/create-areas.ts'
import type { Base } from './base.ts'
import { createCameraSnapshots } from './camera-gateway/camera-snapshots.ts'
import { createCameraTargets } from './camera-gateway/camera-targets.ts'
import { openCameraGateway } from './camera-gateway/open-camera-gateway.ts'
import { createRealCameras } from './camera-gateway/real-cameras.ts'
import { createCityMap } from './city/city-map.ts'
import { createTileService } from './city/tile-service.ts'
import { openMoments } from './clock/open-moments.ts'
import { jt1078PortOf, wirePortOf } from './config.ts'
import { fillPast, refuseDefaultPasswords, seedPeople } from './demo/seed-demo.ts'
import { keepLogs } from './keep-logs.ts'
import { keepRetention } from './keep-retention.ts'
import { cameraPictures } from './media/camera-pictures.ts'
import { channelsFollowCommands } from './media/channels-follow-commands.ts'
import { createExternalRecordings } from './media/external-recordings.ts'
import { createExternalStreams } from './media/external-streams.ts'
import { mediaFollowsDevices } from './media/media-follows-devices.ts'
import { openMedia } from './media/open-media.ts'
import { runPushWorks } from './media/run-push-works.ts'
import { createStreamTargets } from './media/stream-targets.ts'
import { createOnlineHistory } from './online-history.ts'
import { openOnvif } from './onvif/open-onvif.ts'
import { openDeviceLifecycle } from './open-device-lifecycle.ts'
import { createTalkDevices } from './open-talk.ts'
import type { PlatformCore } from './platform-core.ts'
import { processState } from './process-state.ts'
import { createPushNet } from './push-net.ts'
import { runFleet } from './run-fleet.ts'
import { addMediaServers, addStoreServers } from './server-probes.ts'
import { createIngest } from './wires/create-ingest.ts'
import { createDeviceMessenger } from './wires/device-messenger.ts'
import { dropForeign } from './wires/drop-foreign.ts'
import { createGb28181Slot } from './wires/gb28181/open-gb28181.ts'
import { createStationWire } from './wires/hj212/station-wire.ts'
import { createGatewayRegistry } from './wires/open-gateways.ts'
import { withWireReadings } from './wires/wire-readings.ts'

export type PlatformServices = Awaited<ReturnType<typeof openPlatformServices>>

/** Lets devices live, streams flow and areas decide; the past is being filled in when it answers (`filling`). */
export async function openPlatformServices(base: Base & PlatformCore, disposal: Disposal) {
  const { config, host, log, version, trouble, network } = base
  const { data, store, seed, clock, commands, world, fleet, packedCity, directory } = base
  const {
    alarmReader,
    alarmPast,
    archive,
    foreign,
    history,
    outbox,
    points,
    publisher,
    records,
    serverRegistry,
  } = base
  const { folder, kept } = data
  const gateways = createGatewayRegistry()
  const gb28181 = createGb28181Slot(host)
  const real: { gateway: CameraGateway | undefined } = { gateway: undefined }

  // Administrators' changes to the device list; then all devices live.
  const repository = createDeviceRepository(store)
  const lifecycle = openDeviceLifecycle({
    city: world.city,
    newcomers: world.newcomers,
    directory,
    repository,
    log,
    async removeForeign(sn) {
      await real.gateway?.remove(sn)
      return dropForeign({ gateways, gb28181 }, foreign, sn)
    },
    left: (sns, atMs) => records.alarms.endOf(sns, atMs),
  })
  const running = runFleet(base, disposal)
  const ingest = createIngest(
    {
      ...base,
      publisher: outbox,
      discover: config.discover,
      drive: {
        release: (device) => running.drive.remove([device]),
        takeBack: (device) => void running.drive.add([device]),
      },
      alarms: {
        raise: (draft) => records.alarms.raise([draft]),
        openAlarm: (sn, seqPrefix, chnId = 0) => records.alarms.newestOpen(sn, chnId, seqPrefix),
      },
    },
    disposal,
  )

  // Streams and pictures; meanwhile the accounts of a new platform.
  const settings = DEFAULT_SETTINGS
  const publishing = persistedSecret(store, 'rtmp.publishSecret')
  const remoteVoices = createRemoteVoices()
  remoteVoices.add(gb28181.voice)
  const talkDevices = createTalkDevices({ ...base, remoteVoices })
  const external = createExternalStreams()
  external.add(gb28181.external)
  external.add((name) => real.gateway?.external(name))
  const externalRecordings = createExternalRecordings(host)
  externalRecordings.add(gb28181.recorder)
  const opening = openMedia({
    ...base,
    talkDevices,
    external: external.of,
    externalRecording: externalRecordings.playbackOf,
    ffmpegPath: process.env['FFMPEG_PATH'],
    publishSecret: publishing.secret,
    effects: points.media,
    downloadFolder: folder.file('clips'),
  })
  const seeding = seedPeople(seed, store, fleet, config, settings.passwordDigest)
  await Promise.allSettled([opening, seeding, kept, publishing.kept, running.ready])
  const media: Media = disposal.use(await opening)
  await Promise.all([seeding, kept, publishing.kept])
  const mediaListeners = disposal.use(network.mediaListeners(media))
  mediaFollowsDevices({ media, directory, commands }, disposal)
  channelsFollowCommands({ directory, commands, clock, host, outbox, hasPower: media.hasPower }, disposal)
  const address = `${hostInUrl(config.host)}:${network.port}`
  const rtmp = media.rtmpPort === null ? null : `rtmp://${hostInUrl(config.host)}:${media.rtmpPort}`
  const rtsp = media.rtspPort === null ? null : `rtsp://${hostInUrl(config.host)}:${media.rtspPort}`
  const onvif = await openOnvif({ ...base, media, faults: points.http }, disposal)
  addStoreServers(serverRegistry, store, address)
  addMediaServers(serverRegistry, { media, listeners: mediaListeners, address, rtmp })

  // Services of the platform.
  const pushNet = createPushNet(config.pushAllow, () => [
    network.port,
    media.rtmpPort,
    config.rtmpPort,
    media.rtspPort,
    config.rtspPort,
    ...(onvif?.ports() ?? []),
    config.onvifPort,
    gb28181.open?.port ?? null,
    config.gb28181Port,
    ...WIRE_NAMES.map((wire) => wirePortOf(config, wire)),
    jt1078PortOf(config),
    gateways.of('jt808')?.jt1078?.port ?? null,
    ...gateways.all().map(({ port }) => port),
    ...mediaListeners.ports(),
  ])
  const snapshots = createCameraSnapshots(folder.file('camera-pictures'))
  const cameraGateway = openCameraGateway(
    {
      ...base,
      ingest,
      keyFile: folder.file('secret.key'),
      ffmpeg: media.ffmpeg?.path,
      resolve: createCameraTargets(config.cameraAllow, pushNet),
      isOwn: (found) => onvif?.isOwn(found) ?? false,
    },
    disposal,
  )
  real.gateway = cameraGateway
  const realCameras = createRealCameras({
    gateway: cameraGateway,
    snapshots,
    registry: foreign.registry,
    log,
  })
  const targets = createStreamTargets(config.streamAllow, pushNet)
  const pushWorks = runPushWorks({ media, directory, commands, clock, host, targets }, disposal)
  const cameras = {
    live: { open: media.openLive },
    recorded: {
      replays: media.replays,
      clips: media.downloads,
      log: seldomLog(log, () => host.now()),
      files: (sn: string, chnId: number, fromMs: number, toMs: number) =>
        history.recordingsOf(sn, chnId, fromMs, toMs, { source: 'device' }) ?? [],
    },
    voiceOf: (sn: string) => talkDevices.get(sn),
    targetOf: targets.server,
  }
  const tiles = disposal.use(createTileService(packedCity))
  const machine = processState(folder.path)
  const ownReadings = createStationReadings(world, directory, (sn) => commands.commandsOf(sn))
  const areas: Areas = createAreas({
    store,
    log,
    clocks: { platform: clock, host, reported: reportedTimeOf(points.clock, host, clock) },
    publisher,
    cache: createBodyCache(),
    records,
    alarmReader,
    alarmPast,
    fleet: {
      directory,
      commands,
      repository,
      lifecycle,
      cameras: realCameras,
      persons: base.controlRepository,
      signal: {
        rssiDbm: (sn, atMs) =>
          rssiAt(seed, directory.deviceBySn(sn)?.entity ?? 0, atMs, commands.commandsOf(sn)),
      },
      messenger: createDeviceMessenger({ directory, commands, clock, host, gateways }),
      pushing: { judge: targets.judge, progress: pushWorks.progress },
    },
    past: {
      recordings: history,
      externalRecordings,
      tracks: history,
      online: createOnlineHistory(history, directory, commands),
      stations: createStationPast(history, directory),
    },
    sensing: {
      readings: withWireReadings(ownReadings, directory, ingest.latestReadings),
      bus: ownReadings,
      quantities: allQuantities(),
      alarmKindOf,
      wire: disposal.use(createStationWire({ directory, host, gateways, storedOf: foreign.packetsOf })),
    },
    city: createCityMap(world, tiles),
    media: {
      live: media,
      recorded: {
        canEncode: media.ffmpeg !== undefined,
        startReplay: (wish) => media.startReplay(wish),
        replays: media.replays,
        downloads: media.downloads,
        render: async (wish) => (await media.renderPicture(wish)) ?? realCameras.pictureOf(wish),
      },
      ...cameraPictures(media, realCameras.pictureOf),
      address: { address: () => ({ host: config.host, port: network.port }) },
      listeners: mediaListeners,
    },
    servers: { registry: serverRegistry, process: machine, push: pushNet },
    files: {
      uploads: folder.file('uploads'),
      uploadLimits: { bytesEach: config.uploadMegabytes * 1_000_000, countEach: config.uploadCount },
      versions: folder.file('versions'),
      disk: machine.disk,
    },
    version,
    settings,
  })
  disposal.defer(() => areas.close())
  keepLogs({ logs: areas.logs, directory, trouble, version, seed }, disposal)
  await refuseDefaultPasswords(config, areas, settings.passwordDigest)
  const { moves, runner } = openMoments(
    { ...base, pastDays: config.pastDays, applyPlaces: areas.devices.applyPlaces },
    disposal,
  )
  const filling = fillPast({ seed, store, areas, directory, runner, zoneMinutes: clock.zoneMinutes })
  // Awaited below: the listeners open when the past is there.
  filling.catch(() => {})
  keepRetention(
    { repository: records.alarms, clock, host, log, days: config.alarmDays, archive, filled: filling },
    disposal,
  )
  await archive?.begun()
  return {
    address,
    areas,
    cameraGateway,
    cameras,
    external,
    externalRecordings,
    remoteVoices,
    filling,
    gateways,
    gb28181,
    ingest,
    media,
    moves,
    onvif,
    rtmp,
    rtsp,
    talkDevices,
    tiles,
  }
}

/** A secret of this data folder: made once, the same after every restart. `kept` resolves when it is stored. */
function persistedSecret(store: Store, name: string): { secret: string; kept: Promise<void> } {
  const earlier = readFact(store.read, name)
  if (earlier) return { secret: earlier, kept: Promise.resolve() }
  const secret = randomBytes(24).toString('hex')
  return { secret, kept: store.write('platform.setFacts', { [name]: secret }) }
}
