import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { TreeNode } from '@backlot/contract/devices/entities'

/** The channel to look through for an alarm: its own when it is a video channel, else the device's first one. */
export function videoChannelOf(
  device: Pick<TreeNode, 'chnList'> | undefined,
  chnId: number,
): number | undefined {
  const videos = (device?.chnList ?? []).filter((channel) => channel.type === CHANNEL_TYPES.video)
  return (videos.find((channel) => channel.chnId === chnId) ?? videos[0])?.chnId
}
