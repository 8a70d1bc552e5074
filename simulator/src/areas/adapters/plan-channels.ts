import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { isChannelOnline } from '../devices/tree-node.ts'
import type { PlanChannelsPort } from '../preplans/ports.ts'
import type { DirectoryView } from './directory-view.ts'

/** What video plans need of the device directory. */
export function createPlanChannels(view: DirectoryView): PlanChannelsPort {
  return {
    videoChannel(sn, chnId, scope) {
      const device = view.mayUse(sn, scope) ? view.device(sn) : undefined
      const channel = device?.channels.find((one) => one.chnId === chnId)
      if (!device || channel?.type !== CHANNEL_TYPES.video) return undefined
      return { device: device.name, channel: channel.name, online: isChannelOnline(view.state(sn), chnId) }
    },
  }
}
