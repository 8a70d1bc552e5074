import { AlarmRepository } from '../areas/alarms/alarm-repository.ts'
import type { AlarmDevicesPort, AlarmScopePort } from '../areas/alarms/ports.ts'
import {
  bothOf,
  createInstallationRepository,
  type InstallationRepository,
} from '../areas/installation/installation-repository.ts'
import type { Directory } from '../fleet/directory.ts'
import type { PlatformClock } from '../kernel/clock.ts'
import type { Publisher } from '../kernel/publisher.ts'
import type { Store } from '../store/store.ts'
import { createAlarmPorts } from './adapters/alarm-ports.ts'
import { createDirectoryView, type DirectoryView } from './adapters/directory-view.ts'

/** The devices as the areas read them, and their alarms. */
export type DeviceRecords = {
  view: DirectoryView
  /** Installation details of devices. */
  installed: InstallationRepository
  alarms: AlarmRepository
  alarmDevices: AlarmDevicesPort
  alarmScope: AlarmScopePort
}

export function openRecords(deps: {
  store: Store
  directory: Directory
  clock: PlatformClock
  publisher: Publisher
}): DeviceRecords {
  const { store, directory, clock, publisher } = deps
  const installed = createInstallationRepository(store)
  const view = createDirectoryView(directory, () => clock.now(), {
    pointsOf: (sn) => installed.part(sn, 'points')?.map((point) => ({ ...point, name: bothOf(point.name) })),
    version: () => installed.version(),
  })
  const { devices, scope } = createAlarmPorts(view, directory, (sn) => installed.part(sn, 'bindings') ?? [])
  const alarms = new AlarmRepository(store, devices, publisher)
  return { view, installed, alarms, alarmDevices: devices, alarmScope: scope }
}
