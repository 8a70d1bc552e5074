import { createDeviceAdminArea } from '../../areas/device-admin/device-admin-area.ts'
import { createDeviceConfigArea } from '../../areas/device-config/device-config-area.ts'
import { createDeviceMessagesArea } from '../../areas/device-messages/device-messages-area.ts'
import { createDevicesArea, type DevicesArea } from '../../areas/devices/devices-area.ts'
import { createInstallationArea } from '../../areas/installation/installation-area.ts'
import { createSenseControllersArea } from '../../areas/sense-controllers/sense-controllers-area.ts'
import { createSensorsArea } from '../../areas/sensors/sensors-area.ts'
import { createStatisticsArea } from '../../areas/statistics/statistics-area.ts'
import type { UploadsArea } from '../../areas/uploads/uploads-area.ts'
import type { Route } from '../../calls/route.ts'
import { createBelowDevices } from '../adapters/below-devices.ts'
import { createBoundAccounts, createRegister } from '../adapters/device-admin-ports.ts'
import { createDeviceConfigPort } from '../adapters/device-config-ports.ts'
import { createHomePort } from '../adapters/home-address.ts'
import {
  createInstalledDevices,
  createInstallRecords,
  createReadingPoints,
  createWatchedReadings,
  limitAlarm,
} from '../adapters/installation-ports.ts'
import { createBusPort, FACTORY_CONTROLLERS } from '../adapters/sense-bus-ports.ts'
import { createStationParams, createWiredStations } from '../adapters/sensor-ports.ts'
import { createStatisticsDevices } from '../adapters/statistics-devices.ts'
import { createVisibleDevices } from '../adapters/visible-devices.ts'
import type { AreasDeps } from './areas-deps.ts'
import type { AccountAreas } from './create-accounts.ts'
import type { ServerAdmin } from './server-admin.ts'

/** The devices: their tree and administration, readings, settings, messages and installation. */
export function createDeviceAreas(
  deps: AreasDeps,
  given: Pick<AccountAreas, 'accounts' | 'logs'> & {
    serverAdmin: ServerAdmin
    uploads: UploadsArea
    /** Raises alarms of limits, again until they are stored. */
    raise(drafts: Parameters<AreasDeps['records']['alarms']['raise']>[0]): void
  },
): { routes: Route[]; devices: DevicesArea; close(): void } {
  const { store, publisher, records, fleet, past, sensing } = deps
  const { view, installed } = records
  const { directory, commands } = fleet
  const { platform: clock, host } = deps.clocks
  const nowMs = () => Math.floor(clock.now())

  const admin = createDeviceAdminArea({
    store,
    clock,
    publisher,
    repository: fleet.repository,
    lifecycle: fleet.lifecycle,
    register: createRegister(view, directory),
    cameras: fleet.cameras,
    accounts: createBoundAccounts(() => given.accounts.accounts()),
  })
  const statistics = createStatisticsArea({
    clock,
    history: past.online,
    devices: createStatisticsDevices(view),
  })
  const sensors = createSensorsArea({
    clock,
    readings: sensing.readings,
    points: createReadingPoints(view),
    past: past.stations,
    scope: view,
    names: view,
    host,
    wire: sensing.wire,
    stations: createWiredStations(view, directory),
    store,
    quantities: sensing.quantities,
    params: createStationParams(view, directory, commands),
    publisher,
  })
  const measured = new Map(sensing.quantities.map((quantity) => [quantity.code, quantity]))
  const bus = createBusPort(view, directory, commands, sensing.bus, (groupId) =>
    publisher.treeChanged([groupId]),
  )
  const senseControllers = createSenseControllersArea({
    store,
    clock,
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
    clock,
    directory: view,
    below: createBelowDevices({ bus, catalogue: senseControllers.catalogue, installed, nowMs }),
    signal: fleet.signal,
    publisher,
    cache: deps.cache,
  })
  const config = createDeviceConfigArea({
    clock,
    host,
    devices: createDeviceConfigPort(
      view,
      directory,
      (sn) => commands.commandsOf(sn),
      given.serverAdmin.versions,
      () => deps.media.live.stats(),
    ),
    home: createHomePort({
      servers: deps.servers.registry,
      process: deps.servers.process,
      addresses: given.serverAdmin.addresses,
    }),
    orders: commands,
    pushing: fleet.pushing,
    publisher: {
      ...publisher,
      setting(sn, setting, result, requestId) {
        const groupId = view.device(sn)?.groupId ?? 0
        const level = result === 0 ? 0 : 1
        given.logs.device('setting', { sn, groupId }, { level, detail: { setting, result } })
        publisher.setting(sn, setting, result, requestId)
      },
    },
  })
  const messages = createDeviceMessagesArea({
    store,
    log: deps.log,
    clock,
    devices: createVisibleDevices(view, directory),
    messenger: fleet.messenger,
    publisher,
  })
  const installation = createInstallationArea({
    store,
    clock,
    repository: installed,
    devices: createInstalledDevices(view, directory),
    records: createInstallRecords({
      store,
      repository: fleet.repository,
      lifecycle: fleet.lifecycle,
      view,
      publisher,
    }),
    quantities: {
      shown(code) {
        const known = sensors.dictionary.all().get(code)
        return known && { name: { zh: known.nameZh, en: known.nameEn }, unit: known.unit }
      },
    },
    photos: given.uploads,
    publisher,
    host,
    readings: createWatchedReadings(sensing.readings, sensors.dictionary),
    openAlarm: (sn, chnId, seqPrefix) => records.alarms.newestOpen(sn, chnId, seqPrefix),
    onLimits: (events) => given.raise(events.map((event) => limitAlarm(event, sensing.alarmKindOf))),
  })

  devices.applyPlaces(clock.now())
  const stops = [
    clock.onChange(({ kind, toMs }) => {
      if (kind === 'jump') devices.applyPlaces(toMs)
    }),
    directory.onChange((change) => {
      // When everybody has heard of the device.
      if (change.kind !== 'deviceAdded') return
      const { sn } = change.device
      queueMicrotask(() => {
        admin.entered(sn)
        if (directory.slotOf(sn) !== undefined) devices.entered(sn)
      })
    }),
  ]
  return {
    routes: [
      ...devices.routes,
      ...admin.routes,
      ...installation.routes,
      ...sensors.routes,
      ...senseControllers.routes,
      ...statistics.routes,
      ...config.routes,
      ...messages.routes,
    ],
    devices,
    close() {
      for (const stop of stops) stop()
      installation.watch.stop()
      config.close()
      sensors.close()
      messages.close()
    },
  }
}
