import type { DeviceCommand } from '../devices/commands.ts'
import { configAt } from '../devices/device-config.ts'
import { disksAt } from '../devices/device-disks.ts'
import { upgradeAt, VERSIONS } from '../devices/upgrade.ts'
import type { Directory } from '../fleet/directory.ts'
import type { DeviceConfigPort } from './device-config/ports.ts'
import { isOnline } from './devices/tree-node.ts'
import type { DirectoryView } from './directory-view.ts'

const VIDEO = 0

/** What devices hold of their configuration. `commandsOf` answers in log order. */
export function createDeviceConfigPort(
  view: DirectoryView,
  directory: Directory,
  commandsOf: (sn: string) => readonly DeviceCommand[],
  /** Versions that were uploaded. */
  uploaded: () => readonly string[],
): DeviceConfigPort {
  const entityOf = (sn: string) => directory.deviceBySn(sn)?.entity ?? 0
  const videoOf = (sn: string) =>
    (view.device(sn)?.channels ?? []).filter(({ type }) => type === VIDEO).map(({ chnId }) => chnId)
  return {
    find(sn, scope) {
      const device = view.device(sn)
      if (!device || !view.inScope(device.groupId, scope)) return undefined
      return { online: isOnline(view.state(sn)), videoChannels: videoOf(sn) }
    },
    isOnline: (sn) => view.device(sn) !== undefined && isOnline(view.state(sn)),
    config: (sn, section, atMs, chnId) => configAt(commandsOf(sn), section, atMs, chnId),
    disks: (sn, atMs) => disksAt(directory.seed, entityOf(sn), videoOf(sn).length, commandsOf(sn), atMs),
    upgrade: (sn, atMs) => upgradeAt(directory.seed, entityOf(sn), commandsOf(sn), atMs),
    versions: () => [...VERSIONS, ...uploaded()],
  }
}
