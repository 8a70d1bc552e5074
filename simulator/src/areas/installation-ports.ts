import type { Publisher } from '../channel/publisher.ts'
import { quantityCodesOf } from '../devices/sensor-bus.ts'
import type { Directory } from '../fleet/directory.ts'
import type { Store } from '../store/store.ts'
import type { DeviceBook } from './device-admin/device-book.ts'
import type { YardPort } from './device-admin/ports.ts'
import { isOnline } from './devices/tree-node.ts'
import type { DirectoryView } from './directory-view.ts'
import type { InstalledDevicesPort, InstallRecordsPort } from './installation/ports.ts'
import type { ReadingPointPort } from './sensors/ports.ts'

/** Devices as their set-up is asked for. */
export function createInstalledDevices(view: DirectoryView, directory: Directory): InstalledDevicesPort {
  return {
    device: (sn) => view.device(sn),
    inScope: view.inScope,
    isOnline: (sn) => isOnline(view.state(sn)),
    position(sn) {
      const { longitude = 0, latitude = 0 } = view.state(sn)
      return { longitude, latitude }
    },
    codesOf(sn) {
      const device = directory.deviceBySn(sn)
      return device ? quantityCodesOf(device.kind, device.model) : []
    },
  }
}

/** Where stations measure what they report, where that is at several points. */
export function createReadingPoints(view: DirectoryView): ReadingPointPort {
  return {
    pointOf(sn, code) {
      const points = view.device(sn)?.channels.flatMap(({ monitoringPoints }) => monitoringPoints) ?? []
      return points.length > 1 ? points.find(({ codes }) => codes.includes(code)) : undefined
    },
  }
}

/** Installer and address are changed in the list of devices, as its administrators do. */
export function createInstallRecords(deps: {
  store: Store
  book: DeviceBook
  yard: Pick<YardPort, 'edit'>
  view: DirectoryView
  publisher: Pick<Publisher, 'treeChanged'>
}): InstallRecordsPort {
  const { store, book, yard, view } = deps
  const both = (text: string) => ({ zh: text, en: text })
  return {
    async change(sn, set, actor) {
      const version = book.record(sn)?.version ?? 0
      const action = 'installation.updateInfo'
      await store.write('deviceAdmin.change', { devices: [{ sn, version }], set, action, detail: set, actor })
      book.refresh([sn])
      yard.edit(sn, { installer: both(set.installer), installAddress: both(set.address) })
      const device = view.device(sn)
      if (device) deps.publisher.treeChanged([device.groupId])
    },
  }
}
