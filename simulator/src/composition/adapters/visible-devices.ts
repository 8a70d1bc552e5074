import { isChannelOnline, isOnline } from '../../areas/devices/tree-node.ts'
import type { VisibleDevicesPort } from '../../areas/shared/visible-devices.ts'
import type { Directory } from '../../fleet/directory.ts'
import { isUnit } from '../../fleet/is-unit.ts'
import type { DirectoryView } from './directory-view.ts'

/** Devices as callers see them, from the directory. */
export function createVisibleDevices(view: DirectoryView, directory: Directory): VisibleDevicesPort {
  return {
    find(sn, scope) {
      const record = view.mayUse(sn, scope) ? view.device(sn) : undefined
      const device = directory.deviceBySn(sn)
      if (!record || !device) return undefined
      const state = view.state(sn)
      return {
        name: record.name,
        online: isOnline(state),
        isUnit: isUnit(device),
        ability: record.ability,
        channels: record.channels.map(({ chnId, name, type }) => ({
          chnId,
          name,
          type,
          online: isChannelOnline(state, chnId),
        })),
      }
    },
  }
}
