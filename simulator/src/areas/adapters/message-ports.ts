import type { Directory } from '../../fleet/directory.ts'
import { isUnit } from '../../fleet/is-unit.ts'
import type { MessageDevicesPort } from '../device-messages/ports.ts'
import { isOnline } from '../devices/tree-node.ts'
import type { DirectoryView } from './directory-view.ts'

/** What texts to units need of the device directory. */
export function createMessageDevices(view: DirectoryView, directory: Directory): MessageDevicesPort {
  return {
    find(sn, scope) {
      const record = view.device(sn)
      const device = directory.deviceBySn(sn)
      if (!record || !device || !view.inScope(record.groupId, scope)) return undefined
      return { name: device.name, online: isOnline(view.state(sn)), isUnit: isUnit(device) }
    },
  }
}
