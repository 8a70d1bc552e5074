import { hasAbility } from '@backlot/contract/capabilities'
import type { AnalysedDevicesPort } from '../ai-view/ports.ts'
import { isChannelOnline } from '../devices/tree-node.ts'
import type { DirectoryView } from './directory-view.ts'

const VIDEO = 0

/** Which devices analyse what they see. */
export function createAnalysedDevices(view: DirectoryView): AnalysedDevicesPort {
  return {
    find(sn, chnId, scope) {
      const device = view.device(sn)
      if (!device || !view.inScope(device.groupId, scope)) return undefined
      const sees = device.channels.some((channel) => channel.chnId === chnId && channel.type === VIDEO)
      return {
        online: isChannelOnline(view.state(sn), chnId),
        analyses: sees && hasAbility(device.ability, 'ai'),
      }
    },
  }
}
