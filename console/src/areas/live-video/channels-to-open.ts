import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { type Channel, isDeviceOnline, type TreeNode } from '@backlot/contract/devices/entities'
import { LIMITS } from '@backlot/contract/limits'
import type { Place } from './window-grid.ts'

export type OpenRefusal = 'noChannel' | 'noVideoChannel' | 'noOnlineChannel' | 'notVideo'

/** Channels to open for a device or one of its channels: the online ones, or why there is none (stated messages). */
export function channelsToOpen(
  device: TreeNode | undefined,
  chnId?: number,
): { places: Place[] } | { refusal: OpenRefusal } {
  const channels = device?.chnList ?? []
  if (!device?.sn || channels.length === 0) return { refusal: 'noChannel' }
  if (chnId !== undefined) {
    const channel = channels.find((candidate) => candidate.chnId === chnId)
    if (!channel) return { refusal: 'noVideoChannel' }
    if (channel.type !== CHANNEL_TYPES.video) return { refusal: 'notVideo' }
    return isUp(device, channel) ? { places: [placeOf(device.sn, channel)] } : { refusal: 'noOnlineChannel' }
  }
  const videos = channels.filter((channel) => channel.type === CHANNEL_TYPES.video)
  if (videos.length === 0) return { refusal: 'noVideoChannel' }
  const online = videos.filter((channel) => isUp(device, channel)).slice(0, LIMITS.videoWindows)
  const { sn } = device
  return online.length === 0
    ? { refusal: 'noOnlineChannel' }
    : { places: online.map((channel) => placeOf(sn, channel)) }
}

/** The online ones of some channels, each once, at most as many as there are windows (stated for the video popup). */
export function onlinePlaces(
  wanted: readonly { sn: string; chnId: number }[],
  deviceOf: (sn: string) => TreeNode | undefined,
  most: number = LIMITS.videoWindows,
): Place[] {
  const places: Place[] = []
  const seen = new Set<string>()
  for (const { sn, chnId } of wanted) {
    if (seen.has(`${sn}/${chnId}`)) continue
    seen.add(`${sn}/${chnId}`)
    const device = deviceOf(sn)
    const channel = device?.chnList?.find((one) => one.chnId === chnId && one.type === CHANNEL_TYPES.video)
    if (device && channel && isUp(device, channel)) places.push(placeOf(sn, channel))
    if (places.length === most) break
  }
  return places
}

function isUp(device: TreeNode, channel: Channel): boolean {
  return channel.onlineStatus === undefined ? isDeviceOnline(device) : channel.onlineStatus !== 0
}

function placeOf(sn: string, channel: Channel): Place {
  return { sn, chnId: channel.chnId, name: channel.name }
}
