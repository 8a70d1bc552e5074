import type { Logger } from 'pino'
import type { Publisher } from '../channel/publisher.ts'
import type { Directory } from '../fleet/directory.ts'
import type { BodyCache } from '../http/body-cache.ts'
import type { Route } from '../http/route.ts'
import type { Store } from '../store/store.ts'
import type { HostClock, PlatformClock } from '../timeline/clock.ts'
import { alarmOrdersRoute } from './alarm-orders.ts'
import { type AlarmPorts, createAlarmPorts } from './alarm-ports.ts'
import { type AlarmsArea, createAlarmsArea } from './alarms/alarms-area.ts'
import { createDevicesArea, type DevicesArea } from './devices/devices-area.ts'
import type { SignalPort } from './devices/ports.ts'
import { createDirectoryView, type DirectoryView } from './directory-view.ts'
import type { Named } from './language.ts'
import type { ReadingsPort } from './sensors/ports.ts'
import { createSensorsArea } from './sensors/sensors-area.ts'
import { createSessionArea, type SessionArea } from './session/session-area.ts'
import { createAccountsPort } from './session-accounts.ts'
import type { PasswordDigest } from './users/password.ts'
import { createUsersArea, type UsersArea } from './users/users-area.ts'

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
  pictures: AlarmPorts['pictures']
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
      permissionChanged: (userId) => publisher.account(userId, 'permissionChanged'),
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
  const sensors = createSensorsArea({ clock: platformClock, readings: deps.readings, scope: view })
  const alarms = createAlarmsArea({
    store,
    clock: platformClock,
    publisher,
    cache,
    pictures: deps.pictures,
    workOrders: settings.workOrders,
    ...createAlarmPorts(view, deps.directory),
  })

  for (const [sn, position] of devices.placesAt(platformClock.now())) {
    if (view.device(sn)) view.place(sn, position)
  }
  alarms.restoreFlags()

  return {
    routes: [
      ...session.routes,
      ...users.routes,
      ...devices.routes,
      ...sensors.routes,
      ...alarms.routes,
      alarmOrdersRoute(store, platformClock, alarms),
    ],
    view,
    session,
    users,
    devices,
    alarms,
    close: () => session.close(),
  }
}
