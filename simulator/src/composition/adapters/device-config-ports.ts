import type { ConfigOf } from '@backlot/contract/device-config/entities'
import type { DeviceConfigPort } from '../../areas/device-config/ports.ts'
import { isOnline } from '../../areas/devices/tree-node.ts'
import type { DeviceCommand } from '../../devices/commands.ts'
import { conditionAt } from '../../devices/device-condition.ts'
import { configAt } from '../../devices/device-config.ts'
import { disksAt } from '../../devices/device-disks.ts'
import { hardwareOf } from '../../devices/hardware.ts'
import { isSilentAt } from '../../devices/silence.ts'
import { upgradeAt, VERSIONS } from '../../devices/upgrade.ts'
import { videoEncodeParamAt } from '../../fleet/camera-encoding.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { DirectoryView } from './directory-view.ts'

const VIDEO = 0

/** Configuration of devices. `commandsOf` answers in log order. */
export function createDeviceConfigPort(
  view: DirectoryView,
  directory: Directory,
  commandsOf: (sn: string) => readonly DeviceCommand[],
  /** Versions that were uploaded. */
  uploaded: () => readonly string[],
  /** Live streams that there are. */
  streams: () => readonly { sn: string; chnId?: number; source?: string }[],
): DeviceConfigPort {
  const entityOf = (sn: string) => directory.deviceBySn(sn)?.entity ?? 0
  const videoOf = (sn: string) =>
    (view.device(sn)?.channels ?? []).filter(({ type }) => type === VIDEO).map(({ chnId }) => chnId)
  return {
    find(sn, scope, atMs) {
      const device = view.device(sn)
      if (!device || !view.inScope(device.groupId, scope)) return undefined
      return {
        online: isOnline(view.state(sn)),
        foreign: directory.deviceBySn(sn)?.foreign === true,
        condition: conditionAt(directory.seed, entityOf(sn), commandsOf(sn), atMs),
        protocolType: directory.deviceBySn(sn)?.protocolType ?? 0,
        videoChannels: videoOf(sn),
      }
    },
    answers(sn, atMs) {
      if (view.device(sn) === undefined || !isOnline(view.state(sn))) return 'offline'
      return isSilentAt(commandsOf(sn), atMs) ? 'silent' : 'yes'
    },
    wasSet: (sn, section, atMs) =>
      commandsOf(sn).some(
        (command) => command.kind === 'configSet' && command.section === section && command.atMs <= atMs,
      ),
    hardware(sn) {
      const device = directory.deviceBySn(sn)
      return device && !device.foreign ? hardwareOf(directory.seed, device) : ''
    },
    isPublished: (sn, chnId) =>
      streams().some((one) => one.sn === sn && one.chnId === chnId && one.source === 'published'),
    config(sn, section, atMs, chnId) {
      const device = section === 'videoEncodeParam' ? directory.deviceBySn(sn) : undefined
      const asked = device
        ? videoEncodeParamAt(device, commandsOf(sn), atMs, chnId ?? 0)
        : configAt(commandsOf(sn), section, atMs, chnId)
      // That of the section: the first is made for one of them alone.
      return asked as ConfigOf<typeof section>
    },
    disks: (sn, atMs) => disksAt(directory.seed, entityOf(sn), videoOf(sn).length, commandsOf(sn), atMs),
    upgrade: (sn, atMs) => upgradeAt(directory.seed, entityOf(sn), commandsOf(sn), atMs),
    versions: () => [...VERSIONS, ...uploaded()],
  }
}
