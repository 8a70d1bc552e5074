import type { DeviceRepository } from '../../areas/device-admin/device-repository.ts'
import type { LifecyclePort } from '../../areas/device-admin/ports.ts'
import { isChannelOnline } from '../../areas/devices/tree-node.ts'
import type {
  InstalledDevicesPort,
  InstallRecordsPort,
  LimitEvent,
  WatchedReadingsPort,
} from '../../areas/installation/ports.ts'
import type { DictionaryRepository } from '../../areas/sensors/dictionary-repository.ts'
import type { ReadingPointPort, ReadingsPort } from '../../areas/sensors/ports.ts'
import { quantityCodesOf } from '../../devices/sensor-bus.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { AlarmDraft } from '../../history/alarm-draft.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import type { Store } from '../../store/store.ts'
import type { DirectoryView } from './directory-view.ts'

/** Devices as needed for their setup. */
export function createInstalledDevices(view: DirectoryView, directory: Directory): InstalledDevicesPort {
  return {
    device: (sn) => view.device(sn),
    inScope: view.inScope,
    isChannelOnline: (sn, chnId) => isChannelOnline(view.state(sn), chnId),
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

const FAMILIES = ['hjt212', 'solar', 'agriculture', 'gas'] as const

/** Last readings of stations of all families, as the dictionary displays them. */
export function createWatchedReadings(
  readings: ReadingsPort,
  dictionary: Pick<DictionaryRepository, 'value'>,
): WatchedReadingsPort {
  return {
    latest(sn, nowMs) {
      for (const family of FAMILIES) {
        const list = readings.latest(sn, family, nowMs)
        if (list) return list.map((one) => ({ ...one, value: dictionary.value(one.code, one.value) }))
      }
      return undefined
    },
  }
}

/** Type of an alarm of a quantity. */
export type AlarmKindOf = (code: string) => { type: string; subType: string }

/** The alarm of a limit that a value crossed, with its pictures once some seconds have passed. */
export function limitAlarm({ kind, ...event }: LimitEvent, kindOf: AlarmKindOf): AlarmDraft {
  return {
    ...event,
    ...kindOf(event.code),
    alarmSource: 0,
    state: kind === 'over' ? 2 : 1,
    evidence: kind !== 'begun',
    // After the clock went back it is crossed again.
    again: kind === 'begun',
  }
}

/** Points at which stations measure their quantities, where there are several. */
export function createReadingPoints(view: DirectoryView): ReadingPointPort {
  const pointsOf = (sn: string) =>
    view.device(sn)?.channels.flatMap(({ monitoringPoints }) => monitoringPoints) ?? []
  return {
    limitsAt(sn, code) {
      for (const { limits = [] } of pointsOf(sn)) {
        const limit = limits.find((each) => each.code === code)
        if (!limit) continue
        const { low, high } = limit
        return { ...(low === null ? {} : { low }), ...(high === null ? {} : { high }) }
      }
      return undefined
    },
    pointOf(sn, code) {
      const points = pointsOf(sn)
      return points.length > 1 ? points.find(({ codes }) => codes.includes(code)) : undefined
    },
  }
}

/** Installer and address are changed in the list of devices, as its administrators do. */
export function createInstallRecords(deps: {
  store: Store
  repository: DeviceRepository
  lifecycle: Pick<LifecyclePort, 'edit'>
  view: DirectoryView
  publisher: Pick<Publisher, 'treeChanged'>
}): InstallRecordsPort {
  const { store, repository, lifecycle, view } = deps
  const both = (text: string) => ({ zh: text, en: text })
  return {
    async change(sn, set, actor) {
      const version = repository.record(sn)?.version ?? 0
      const action = 'installation.updateInfo'
      await store.write('deviceAdmin.change', { devices: [{ sn, version }], set, action, detail: set, actor })
      repository.refresh([sn])
      lifecycle.edit(sn, { installer: both(set.installer), installAddress: both(set.address) })
      const device = view.device(sn)
      if (device) deps.publisher.treeChanged([device.groupId])
    },
  }
}
