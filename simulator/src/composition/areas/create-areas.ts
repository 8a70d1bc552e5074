import { MANUAL_SNAPSHOT } from '@backlot/contract/alarms/constants'
import { createAiViewArea } from '../../areas/ai-view/ai-view-area.ts'
import { createAlarmsArea } from '../../areas/alarms/alarms-area.ts'
import { createControlListsArea } from '../../areas/control-lists/control-lists-area.ts'
import { createDeviceAdminArea } from '../../areas/device-admin/device-admin-area.ts'
import { createDeviceConfigArea } from '../../areas/device-config/device-config-area.ts'
import { createDeviceMessagesArea } from '../../areas/device-messages/device-messages-area.ts'
import { createDevicesArea } from '../../areas/devices/devices-area.ts'
import { createFavouritesArea } from '../../areas/favourites/favourites-area.ts'
import { createInstallationArea } from '../../areas/installation/installation-area.ts'
import { bothOf, createInstallationRepository } from '../../areas/installation/installation-repository.ts'
import { createLiveVideoArea } from '../../areas/live-video/live-video-area.ts'
import { createLogsArea } from '../../areas/logs/logs-area.ts'
import { createMapArea } from '../../areas/map/map-area.ts'
import { createMapDispatchArea } from '../../areas/map-dispatch/map-dispatch-area.ts'
import { createFenceWatch } from '../../areas/map-drawings/fence-watch.ts'
import { createMapDrawingsArea } from '../../areas/map-drawings/map-drawings-area.ts'
import { createMapHeatArea } from '../../areas/map-heat/map-heat-area.ts'
import { createMapTrafficArea } from '../../areas/map-traffic/map-traffic-area.ts'
import { createPreplansArea } from '../../areas/preplans/preplans-area.ts'
import { createPtzArea } from '../../areas/ptz/ptz-area.ts'
import { createRecordingsArea } from '../../areas/recordings/recordings-area.ts'
import { createSenseControllersArea } from '../../areas/sense-controllers/sense-controllers-area.ts'
import { createSensorsArea } from '../../areas/sensors/sensors-area.ts'
import { createSessionArea, type SessionArea } from '../../areas/session/session-area.ts'
import { createSituationArea } from '../../areas/situation/situation-area.ts'
import { createStatisticsArea } from '../../areas/statistics/statistics-area.ts'
import { createTracksArea } from '../../areas/tracks/tracks-area.ts'
import { createUploadsArea } from '../../areas/uploads/uploads-area.ts'
import { createUsersArea } from '../../areas/users/users-area.ts'
import { createWorkOrdersArea } from '../../areas/work-orders/work-orders-area.ts'
import { createRetryingWrites } from '../../store/retrying-writes.ts'
import { createAlarmPorts } from '../adapters/alarm-ports.ts'
import { createBelowDevices } from '../adapters/below-devices.ts'
import { createBoundAccounts, createRegister } from '../adapters/device-admin-ports.ts'
import { createDeviceConfigPort } from '../adapters/device-config-ports.ts'
import { createDirectoryView } from '../adapters/directory-view.ts'
import { createHomePort } from '../adapters/home-address.ts'
import {
  createInstalledDevices,
  createInstallRecords,
  createReadingPoints,
  createWatchedReadings,
  limitAlarm,
} from '../adapters/installation-ports.ts'
import { createLoggedDevices, visibleUsers } from '../adapters/log-ports.ts'
import { createFencePorts, createNearPort, fenceAlarm } from '../adapters/map-ports.ts'
import { createOrderPorts } from '../adapters/order-ports.ts'
import { createPictureUses } from '../adapters/picture-uses.ts'
import { createRecordingPorts } from '../adapters/recording-ports.ts'
import { createBusPort, FACTORY_CONTROLLERS } from '../adapters/sense-bus-ports.ts'
import { createStationParams, createWiredStations } from '../adapters/sensor-ports.ts'
import { createAccountsPort } from '../adapters/session-accounts.ts'
import { createSituationPorts } from '../adapters/situation-ports.ts'
import { createStatisticsDevices } from '../adapters/statistics-devices.ts'
import { createVideoPorts, withMediaServers, withTemplates } from '../adapters/video-ports.ts'
import { createVisibleDevices } from '../adapters/visible-devices.ts'
import { createAlarmAdmin } from './alarm-admin.ts'
import { alarmOrderRoutes } from './alarm-orders.ts'
import type { Areas, AreasDeps } from './areas-deps.ts'
import { createServerAdmin } from './server-admin.ts'

/** All areas, joined: what one area needs of another goes through here. Accounts must have been seeded before. */
export function createAreas(deps: AreasDeps): Areas {
  const { store, platformClock, hostClock, publisher, cache, settings } = deps
  const installed = createInstallationRepository(store)
  const noticed = createRetryingWrites(hostClock, (error) =>
    deps.log.error({ err: error }, 'alarms of limits or fences could not be stored'),
  )
  const view = createDirectoryView(deps.directory, () => platformClock.now(), {
    pointsOf: (sn) => installed.part(sn, 'points')?.map((point) => ({ ...point, name: bothOf(point.name) })),
    version: () => installed.version(),
  })

  const visibleDevices = createVisibleDevices(view, deps.directory)

  const nodes = {
    groupName: (groupId: number) => view.group(groupId)?.name,
    groupWithin: (inner: number, outer: number) =>
      outer === 0 || view.inScope(inner, { rootGroupIds: [outer] }),
  }
  const users = createUsersArea({
    hostClock,
    store,
    clock: platformClock,
    passwordDigest: settings.passwordDigest,
    nodes,
    sessions: {
      endAll: (userId, notice) => session.endAll(userId, notice),
      permissionChanged(userId) {
        // Streams that are open were opened with what the account could do before.
        for (const sessionId of session.repository.openIds(userId)) deps.media.revokeSession(sessionId)
        publisher.account(userId, 'permissionChanged')
      },
      openCount: (userId) => session.repository.count(userId),
      isLocked: (loginName) => session.lockouts.remainingMs(loginName) > 0,
      unlock: (loginName) => session.lockouts.clear(loginName),
    },
  })
  const session: SessionArea = createSessionArea({
    store,
    log: deps.log,
    platformClock,
    hostClock: deps.said.host,
    platformNow: deps.said.platformNow,
    publisher,
    ...createAccountsPort(store, users.repository, settings),
    systemName: settings.systemName,
    idleMinutes: settings.idleMinutes,
    passwordValidDays: settings.passwordValidDays,
  })
  const deviceAdmin = createDeviceAdminArea({
    store,
    clock: platformClock,
    publisher,
    repository: deps.deviceRepository,
    lifecycle: deps.deviceLifecycle,
    register: createRegister(view, deps.directory),
    accounts: createBoundAccounts(() => users.repository.accounts()),
  })
  const logs = createLogsArea({
    store,
    log: deps.log,
    clock: platformClock,
    host: hostClock,
    readers: visibleUsers(users.repository),
    devices: createLoggedDevices(view),
  })
  const statistics = createStatisticsArea({
    clock: platformClock,
    history: deps.onlineHistory,
    devices: createStatisticsDevices(view),
  })
  const sensors = createSensorsArea({
    clock: platformClock,
    readings: deps.readings,
    points: createReadingPoints(view),
    past: deps.stationPast,
    scope: view,
    names: view,
    host: hostClock,
    wire: deps.stationWire,
    stations: createWiredStations(view, deps.directory),
    store,
    quantities: deps.quantities,
    params: createStationParams(view, deps.directory, deps.commands),
    publisher,
  })
  const measured = new Map(deps.quantities.map((quantity) => [quantity.code, quantity]))
  const bus = createBusPort(view, deps.directory, deps.commands, deps.busReadings, (groupId) =>
    publisher.treeChanged([groupId]),
  )
  const senseControllers = createSenseControllersArea({
    store,
    clock: platformClock,
    factory: FACTORY_CONTROLLERS,
    bus,
    quantities: {
      find: (code) => sensors.dictionary.all().get(code),
      reportedUnit: (code) => measured.get(code)?.unit,
      reportedDecimals: (code) => measured.get(code)?.decimals,
    },
  })
  const devices = createDevicesArea({
    store,
    clock: platformClock,
    directory: view,
    below: createBelowDevices({
      bus,
      catalogue: senseControllers.catalogue,
      installed,
      nowMs: () => Math.floor(platformClock.now()),
    }),
    signal: deps.signal,
    publisher,
    cache,
  })
  const alarmAdmin = createAlarmAdmin({
    store,
    log: deps.log,
    clock: platformClock,
    hostClock,
    publisher,
    view,
    accounts: users.repository,
    nodes,
    sessions: session.repository,
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
    reader: deps.alarmReader,
    types: alarmAdmin.types,
    told: alarmAdmin.told,
    orders: { gone: (orders) => workOrders.changed(orders) },
    ...createAlarmPorts(view, deps.directory, (sn) => installed.part(sn, 'bindings') ?? []),
  })

  const aiView = createAiViewArea({
    clock: platformClock,
    sightings: deps.sightings,
    devices: visibleDevices,
    evidence: alarms.evidence,
  })
  const controlLists = createControlListsArea({
    store,
    clock: platformClock,
    repository: deps.controlRepository,
  })
  const commandsOf = (sn: string) => deps.commands.commandsOf(sn)
  const video = createVideoPorts(view, deps.directory, commandsOf, deps.media.hasPower)
  const serverAdmin = createServerAdmin({ ...deps, view })
  const { config, templates, mediaServers } = serverAdmin
  const videoDevices = withMediaServers(withTemplates(video.devices, mediaServers), mediaServers)
  const { addressOf } = mediaServers
  const recordings = createRecordingsArea({
    clock: platformClock,
    ...createRecordingPorts({
      view,
      mediaServerOf: videoDevices.mediaServerOf,
      past: deps.recordedPast,
      store,
      clock: platformClock,
      config,
      templates,
      render: deps.recordedMedia.render,
      commandsOf,
    }),
    media: deps.recordedMedia,
    addressOf,
    publisher,
  })
  const liveVideo = createLiveVideoArea({
    clock: platformClock,
    devices: videoDevices,
    media: deps.media,
    record: mediaServers,
    publisher,
    snapshots: {
      async raise({ sn, chnId, seq, atMs }) {
        const [alarm] = await alarms.repository.raise([
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
    devices: createDeviceConfigPort(view, deps.directory, commandsOf, serverAdmin.versions, () =>
      deps.media.stats(),
    ),
    home: createHomePort({ servers: deps.servers, process: deps.process, addresses: serverAdmin.addresses }),
    orders: deps.commands,
    pushing: deps.pushing,
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
    devices: visibleDevices,
    messenger: deps.messenger,
    publisher,
  })
  const ptz = createPtzArea({ clock: platformClock, cameras: video.cameras, commandLog: deps.commands })
  const favourites = createFavouritesArea({
    store,
    devices: visibleDevices,
  })
  const preplans = createPreplansArea({
    store,
    clock: platformClock,
    devices: visibleDevices,
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
      config,
      tracks: deps.trackPast,
      streams: () => deps.media.stats(),
      disk: deps.disk,
    }),
  })
  const uploads = createUploadsArea({
    folder: deps.uploadFolder,
    limits: deps.uploadLimits,
    uses: createPictureUses(store),
    host: hostClock,
    log: deps.log,
  })
  const installation = createInstallationArea({
    store,
    clock: platformClock,
    repository: installed,
    devices: createInstalledDevices(view, deps.directory),
    records: createInstallRecords({
      store,
      repository: deps.deviceRepository,
      lifecycle: deps.deviceLifecycle,
      view,
      publisher,
    }),
    quantities: {
      shown(code) {
        const known = sensors.dictionary.all().get(code)
        return known && { name: { zh: known.nameZh, en: known.nameEn }, unit: known.unit }
      },
    },
    photos: uploads,
    publisher,
    host: hostClock,
    readings: createWatchedReadings(deps.readings, sensors.dictionary),
    openAlarm: (sn, chnId, seqPrefix) => alarms.repository.newestOpen(sn, chnId, seqPrefix),
    onLimits: (events) => {
      noticed.add(() => alarms.repository.raise(events.map((event) => limitAlarm(event, deps.alarmKindOf))))
    },
  })
  const orderPorts = createOrderPorts({
    db: store.read,
    view,
    accounts: users.repository,
    systemFunction: settings.systemFunction,
    tally: alarms.tally,
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
  const fencePorts = createFencePorts(view, deps.directory, (userId) => users.repository.byId(userId)?.nodeId)
  const fences = createFenceWatch({
    positions: fencePorts.positions,
    platformClock,
    hostClock,
    onCrossings: (events) => {
      noticed.add(() => alarms.repository.raise(events.map(fenceAlarm)))
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
      version: () => `${alarms.repository.version()}.${view.structureVersion()}`,
    },
  })

  session.repository.onEnd(({ sessionId }) => {
    if (sessionId !== undefined) deps.media.revokeSession(sessionId)
  })
  devices.applyPlaces(platformClock.now())
  const stopJumps = platformClock.onChange(({ kind, toMs }) => {
    if (kind === 'jump') devices.applyPlaces(toMs)
  })
  const stopEntering = deps.directory.onChange((change) => {
    // When everybody has heard of the device.
    if (change.kind !== 'deviceAdded') return
    const { sn } = change.device
    queueMicrotask(() => {
      deviceAdmin.entered(sn)
      if (deps.directory.slotOf(sn) !== undefined) devices.entered(sn)
    })
  })
  alarms.restoreFlags()

  return {
    routes: [
      ...session.routes,
      ...users.routes,
      ...devices.routes,
      ...deviceAdmin.routes,
      ...installation.routes,
      ...sensors.routes,
      ...senseControllers.routes,
      ...statistics.routes,
      ...situation.routes,
      ...favourites.routes,
      ...liveVideo.routes,
      ...recordings.routes,
      ...serverAdmin.routes,
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
    uploads,
    openMediaServers: serverAdmin.openMediaServers,
    stopCamerasOf: ptz.stopCamerasOf,
    meetingTemplate: (id) => templates.meeting(id, platformClock.now()),
    async close() {
      stopJumps()
      stopEntering()
      uploads.close()
      fences.stop()
      installation.watch.stop()
      serverAdmin.close()
      deviceConfig.close()
      sensors.close()
      deviceMessages.close()
      await alarmAdmin.close()
      await alarms.close()
      await session.close()
      await logs.close()
    },
  }
}
