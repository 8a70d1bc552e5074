import { MANUAL_SNAPSHOT } from '@backlot/contract/alarms/entities'
import type { Logger } from 'pino'
import type { Publisher } from '../channel/publisher.ts'
import type { DeviceCommand } from '../devices/commands.ts'
import type { Directory } from '../fleet/directory.ts'
import type { BodyCache } from '../http/body-cache.ts'
import type { Route } from '../http/route.ts'
import type { Store } from '../store/store.ts'
import type { HostClock, PlatformClock } from '../timeline/clock.ts'
import { createAiViewArea } from './ai-view/ai-view-area.ts'
import type { SightingsPort } from './ai-view/ports.ts'
import { createAlarmAdmin } from './alarm-admin.ts'
import { alarmOrderRoutes } from './alarm-orders.ts'
import { type AlarmPorts, createAlarmPorts } from './alarm-ports.ts'
import type { PushNetPort } from './alarm-push/ports.ts'
import type { TypeBook } from './alarm-types/type-book.ts'
import { type AlarmsArea, createAlarmsArea } from './alarms/alarms-area.ts'
import { createAnalysedDevices } from './analysed-devices.ts'
import type { ControlBook } from './control-lists/control-book.ts'
import { createControlListsArea } from './control-lists/control-lists-area.ts'
import { createDeviceConfigArea } from './device-config/device-config-area.ts'
import { createDeviceConfigPort } from './device-config-ports.ts'
import { createDeviceMessagesArea } from './device-messages/device-messages-area.ts'
import type { MessengerPort } from './device-messages/ports.ts'
import { createStatesPort } from './device-state-ports.ts'
import { createDevicesArea, type DevicesArea } from './devices/devices-area.ts'
import type { SignalPort } from './devices/ports.ts'
import { createDirectoryView, type DirectoryView } from './directory-view.ts'
import { createFavouritesArea } from './favourites/favourites-area.ts'
import type { Named } from './language.ts'
import { createLiveVideoArea } from './live-video/live-video-area.ts'
import type { MediaPort, MediaServerPort } from './live-video/ports.ts'
import { createLoggedDevices, visibleUsers } from './log-ports.ts'
import { createLogsArea, type LogsArea } from './logs/logs-area.ts'
import { createMapArea, type GeocodePort } from './map/map-area.ts'
import type { TilesPort } from './map/tiles-port.ts'
import { createMapDispatchArea, type RoadsPort } from './map-dispatch/map-dispatch-area.ts'
import { createFenceWatch } from './map-drawings/fence-watch.ts'
import { createMapDrawingsArea } from './map-drawings/map-drawings-area.ts'
import { createMapHeatArea } from './map-heat/map-heat-area.ts'
import { createFencePorts, createNearPort, fenceAlarm } from './map-ports.ts'
import { createMapTrafficArea, type RoadTrafficPort } from './map-traffic/map-traffic-area.ts'
import { createMediaConfigArea } from './media-config/media-config-area.ts'
import { createMessageDevices } from './message-ports.ts'
import { createOrderPorts } from './order-ports.ts'
import { createPlanChannels } from './plan-channels.ts'
import { createPreplansArea } from './preplans/preplans-area.ts'
import { type CommandLogPort, createPtzArea } from './ptz/ptz-area.ts'
import { createRecordingPorts, createStreamAddress, type RecordedPastPort } from './recording-ports.ts'
import type { CapturePort, RecordedMediaPort } from './recordings/ports.ts'
import { createRecordingsArea } from './recordings/recordings-area.ts'
import type { ReadingsPort } from './sensors/ports.ts'
import { createSensorsArea } from './sensors/sensors-area.ts'
import type { StatesPort } from './servers/device-states.ts'
import type { ProcessPort, ServersPort } from './servers/ports.ts'
import { createServersArea } from './servers/servers-area.ts'
import { createSessionArea, type SessionArea } from './session/session-area.ts'
import { createAccountsPort } from './session-accounts.ts'
import type { SkyPort } from './situation/ports.ts'
import { createSituationArea } from './situation/situation-area.ts'
import { createSituationPorts, type SituationSources } from './situation-ports.ts'
import type { OnlineHistoryPort } from './statistics/ports.ts'
import { createStatisticsArea } from './statistics/statistics-area.ts'
import { createStatisticsDevices } from './statistics-devices.ts'
import type { TrackPastPort } from './tracks/ports.ts'
import { createTracksArea } from './tracks/tracks-area.ts'
import { createUploadsArea } from './uploads/uploads-area.ts'
import type { PasswordDigest } from './users/password.ts'
import { createUsersArea, type UsersArea } from './users/users-area.ts'
import { createVideoPorts } from './video-ports.ts'
import { createWorkOrdersArea } from './work-orders/work-orders-area.ts'

export type AreasDeps = {
  store: Store
  log: Logger
  platformClock: PlatformClock
  hostClock: HostClock
  publisher: Publisher
  cache: BodyCache
  directory: Directory
  signal: SignalPort
  readings: ReadingsPort
  onlineHistory: OnlineHistoryPort
  sky: SkyPort
  /** The disk that holds the data folder. */
  disk: SituationSources['disk']
  /** Draws what a camera saw. */
  pictures: AlarmPorts['pictures']
  /** What is found in the pictures of cameras. */
  sightings: SightingsPort
  /** Whom cameras look for. */
  controlBook: ControlBook
  media: MediaPort & {
    /** From now on nothing opens for a session: its viewers are closed and its tokens are stale. */
    revokeSession(sessionId: string): void
    stats: SituationSources['streams']
  }
  mediaServer: MediaServerPort
  /** What plays recorded moments, and draws single ones. */
  recordedMedia: RecordedMediaPort & { render: CapturePort['render'] }
  recordedPast: RecordedPastPort
  trackPast: TrackPastPort
  commands: CommandLogPort & { commandsOf(sn: string): readonly DeviceCommand[] }
  geocode: GeocodePort
  tiles: TilesPort
  roads: RoadsPort
  roadTraffic: RoadTrafficPort
  /** Brings texts to units. */
  messenger: MessengerPort
  /** Folder of uploaded pictures. */
  uploadFolder: string
  /** Where alarms may be pushed to. */
  push: PushNetPort
  /** The platform's parts as servers, and the program that they run in. */
  servers: ServersPort & { connection: StatesPort['connection'] }
  process: ProcessPort
  /** Of the program. */
  version: string
  settings: AreaSettings
}

export type AreaSettings = {
  systemName: Named
  /** Function mask of the platform. */
  systemFunction: number
  passwordDigest: PasswordDigest
  /** Idle sign-out in minutes of host time, 0 is off. */
  idleMinutes: number
  passwordValidDays: number
  /** A work order server is configured. */
  workOrders: boolean
}

export type Areas = {
  routes: Route[]
  view: DirectoryView
  session: SessionArea
  users: UsersArea
  devices: DevicesArea
  alarms: AlarmsArea
  alarmTypes: TypeBook
  logs: LogsArea
  /** Ends what the areas started. */
  close(): Promise<void>
}

export const DEFAULT_SETTINGS: AreaSettings = {
  systemName: { zh: '现场设备监控平台', en: 'Field Device Monitoring' },
  systemFunction: 32_767,
  passwordDigest: 'sha256',
  idleMinutes: 120,
  passwordValidDays: 180,
  workOrders: true,
}

/** All areas, joined: what one area needs of another goes through here. Accounts must have been seeded before. */
export function createAreas(deps: AreasDeps): Areas {
  const { store, platformClock, hostClock, publisher, cache, settings } = deps
  const view = createDirectoryView(deps.directory, () => platformClock.now())

  const users = createUsersArea({
    store,
    clock: platformClock,
    passwordDigest: settings.passwordDigest,
    nodes: {
      groupName: (groupId) => view.group(groupId)?.name,
      groupWithin: (inner, outer) => outer === 0 || view.inScope(inner, { rootGroupIds: [outer] }),
    },
    sessions: {
      endAll: (userId, notice) => session.endAll(userId, notice),
      permissionChanged(userId) {
        // Streams that are open were opened with what the account could do before.
        for (const sessionId of session.book.openIds(userId)) deps.media.revokeSession(sessionId)
        publisher.account(userId, 'permissionChanged')
      },
      openCount: (userId) => session.book.count(userId),
      isLocked: (loginName) => session.lockouts.remainingMs(loginName) > 0,
      unlock: (loginName) => session.lockouts.clear(loginName),
    },
  })
  const session: SessionArea = createSessionArea({
    store,
    log: deps.log,
    platformClock,
    hostClock,
    publisher,
    ...createAccountsPort(store, users.book, settings),
    systemName: settings.systemName,
    idleMinutes: settings.idleMinutes,
    passwordValidDays: settings.passwordValidDays,
  })
  const devices = createDevicesArea({
    store,
    clock: platformClock,
    directory: view,
    signal: deps.signal,
    publisher,
    cache,
  })
  const logs = createLogsArea({
    store,
    log: deps.log,
    clock: platformClock,
    host: hostClock,
    readers: visibleUsers(users.book),
    devices: createLoggedDevices(view),
  })
  const statistics = createStatisticsArea({
    clock: platformClock,
    history: deps.onlineHistory,
    devices: createStatisticsDevices(view),
  })
  const sensors = createSensorsArea({ clock: platformClock, readings: deps.readings, scope: view })
  const alarmAdmin = createAlarmAdmin({
    store,
    log: deps.log,
    clock: platformClock,
    hostClock,
    publisher,
    view,
    accounts: users.book,
    sessions: session.book,
    net: deps.push,
    version: deps.version,
  })
  const alarms = createAlarmsArea({
    store,
    clock: platformClock,
    publisher,
    cache,
    pictures: deps.pictures,
    workOrders: settings.workOrders,
    types: alarmAdmin.types,
    told: alarmAdmin.told,
    ...createAlarmPorts(view, deps.directory),
  })

  const aiView = createAiViewArea({
    clock: platformClock,
    sightings: deps.sightings,
    devices: createAnalysedDevices(view),
    evidence: alarms.evidence,
  })
  const controlLists = createControlListsArea({ store, clock: platformClock, book: deps.controlBook })
  const video = createVideoPorts(view, deps.directory, (sn) => deps.commands.commandsOf(sn))
  const mediaConfig = createMediaConfigArea({ store, clock: platformClock })
  const addressOf = createStreamAddress({
    config: mediaConfig.book,
    clock: platformClock,
    server: deps.mediaServer,
  })
  const recordings = createRecordingsArea({
    clock: platformClock,
    ...createRecordingPorts({
      view,
      mediaServerOf: video.devices.mediaServerOf,
      past: deps.recordedPast,
      store,
      clock: platformClock,
      config: mediaConfig.book,
      render: deps.recordedMedia.render,
      commandsOf: (sn) => deps.commands.commandsOf(sn),
    }),
    media: deps.recordedMedia,
    addressOf,
    publisher,
  })
  const liveVideo = createLiveVideoArea({
    clock: platformClock,
    devices: video.devices,
    media: deps.media,
    server: deps.mediaServer,
    record: { record: () => mediaConfig.book.configAt(platformClock.now()), addressOf },
    publisher,
    snapshots: {
      async raise({ sn, chnId, seq, atMs }) {
        const [alarm] = await alarms.book.raise([
          {
            sn,
            chnId,
            alarmSeq: seq,
            type: 'Snapshot',
            subType: MANUAL_SNAPSHOT,
            alarmSource: 1,
            startMs: atMs,
            endMs: atMs,
            resources: [{ type: 1, recipe: { sn, chnId, atMs } }],
          },
        ])
        return alarm?.resource ?? []
      },
    },
  })
  const deviceConfig = createDeviceConfigArea({
    clock: platformClock,
    host: hostClock,
    devices: createDeviceConfigPort(view, deps.directory, (sn) => deps.commands.commandsOf(sn)),
    orders: deps.commands,
    publisher: {
      ...publisher,
      setting(sn, setting, result, requestId) {
        const groupId = view.device(sn)?.groupId ?? 0
        logs.device('setting', { sn, groupId }, { level: result === 0 ? 0 : 1, detail: { setting, result } })
        publisher.setting(sn, setting, result, requestId)
      },
    },
  })
  const deviceMessages = createDeviceMessagesArea({
    store,
    log: deps.log,
    clock: platformClock,
    devices: createMessageDevices(view, deps.directory),
    messenger: deps.messenger,
    publisher,
  })
  const ptz = createPtzArea({ clock: platformClock, cameras: video.cameras, commandLog: deps.commands })
  const favourites = createFavouritesArea({
    store,
    channels: {
      hasChannel: (sn, chnId, scope) =>
        view.mayUse(sn, scope) &&
        view.device(sn)?.channels.some((channel) => channel.chnId === chnId) === true,
    },
  })
  const preplans = createPreplansArea({
    store,
    clock: platformClock,
    channels: createPlanChannels(view),
  })
  const tracks = createTracksArea({ clock: platformClock, past: deps.trackPast, devices: view })
  const situation = createSituationArea({
    clock: platformClock,
    host: hostClock,
    sky: deps.sky,
    ...createSituationPorts({
      view,
      store,
      readings: deps.readings,
      config: mediaConfig.book,
      tracks: deps.trackPast,
      streams: () => deps.media.stats(),
      disk: deps.disk,
    }),
  })
  const uploads = createUploadsArea({ folder: deps.uploadFolder })
  const orderPorts = createOrderPorts({
    db: store.read,
    view,
    accounts: users.book,
    systemFunction: settings.systemFunction,
    nowMs: () => Math.floor(platformClock.now()),
  })
  const workOrders = createWorkOrdersArea({
    store,
    clock: platformClock,
    publisher,
    ...orderPorts,
    pictures: uploads,
  })
  const map = createMapArea({ geocode: deps.geocode, tiles: deps.tiles })
  const fencePorts = createFencePorts(view, deps.directory, (userId) => users.book.byId(userId)?.nodeId)
  const fences = createFenceWatch({
    positions: fencePorts.positions,
    platformClock,
    hostClock,
    onCrossings: (events) => {
      alarms.book
        .raise(events.map(fenceAlarm))
        .catch((error: unknown) => deps.log.error({ err: error }, 'alarms of fences could not be stored'))
    },
  })
  const mapDrawings = createMapDrawingsArea({ store, targets: fencePorts.targets, onFences: fences.set })
  const mapDispatch = createMapDispatchArea({
    near: createNearPort(view, deps.directory),
    roads: deps.roads,
  })
  const mapTraffic = createMapTrafficArea({ clock: platformClock, traffic: deps.roadTraffic })
  const mapHeat = createMapHeatArea({
    store,
    clock: platformClock,
    cache,
    scope: {
      groupIdsIn: (scope) => (scope.rootGroupIds.includes(0) ? undefined : view.groupIdsIn(scope)),
      version: () => `${alarms.book.version()}.${view.structureVersion()}`,
    },
  })

  const servers = createServersArea({
    store,
    log: deps.log,
    host: hostClock,
    process: deps.process,
    servers: deps.servers,
    devicesOnline: () => view.counts(0).online,
    states: createStatesPort(
      view,
      () => platformClock.now(),
      (sn) => deps.servers.connection(sn),
    ),
    version: deps.version,
  })

  session.book.onEnd(({ sessionId }) => {
    if (sessionId !== undefined) deps.media.revokeSession(sessionId)
  })
  devices.applyPlaces(platformClock.now())
  const stopJumps = platformClock.onChange(({ kind, toMs }) => {
    if (kind === 'jump') devices.applyPlaces(toMs)
  })
  const stopEntering = deps.directory.onChange((change) => {
    // When everybody has heard of the device.
    if (change.kind === 'deviceAdded') queueMicrotask(() => devices.entered(change.device.sn))
  })
  alarms.restoreFlags()

  return {
    routes: [
      ...session.routes,
      ...users.routes,
      ...devices.routes,
      ...sensors.routes,
      ...statistics.routes,
      ...situation.routes,
      ...favourites.routes,
      ...liveVideo.routes,
      ...recordings.routes,
      ...mediaConfig.routes,
      ...ptz.routes,
      ...deviceConfig.routes,
      ...deviceMessages.routes,
      ...preplans.routes,
      ...map.routes,
      ...mapDrawings.routes,
      ...mapDispatch.routes,
      ...mapHeat.routes,
      ...mapTraffic.routes,
      ...tracks.routes,
      ...uploads.routes,
      ...alarms.routes,
      ...alarmAdmin.routes,
      ...aiView.routes,
      ...controlLists.routes,
      ...workOrders.routes,
      ...logs.routes,
      ...servers.routes,
      ...alarmOrderRoutes({
        store,
        clock: platformClock,
        alarms,
        orders: workOrders,
        scope: orderPorts.scope,
      }),
    ],
    view,
    session,
    users,
    devices,
    alarms,
    alarmTypes: alarmAdmin.types,
    logs,
    async close() {
      stopJumps()
      stopEntering()
      fences.stop()
      servers.close()
      deviceConfig.close()
      deviceMessages.close()
      await alarmAdmin.close()
      await alarms.close()
      await session.close()
      await logs.close()
    },
  }
}
