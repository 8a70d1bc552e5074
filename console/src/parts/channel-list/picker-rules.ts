import { CHANNEL_TYPES, type Channel, NODE_TYPES } from '@backlot/contract/devices/entities'
import type { PollChannel } from '@backlot/contract/preplans/entities'
import { isDeviceType } from '../device-tree/tree-entry.ts'

/** A row that was picked, as far as the rules look at it. */
export type PickedRow = {
  nodeType: number
  node: { sn?: string | undefined; chnId?: number | undefined; chnList?: readonly Channel[] | undefined }
  channel: Channel | undefined
}
/** What a picker wants. A polling channel is a device's only video channel, or the one that was picked. */
export type PickWant = 'device' | 'channel' | 'pollingChannel'
/** Who opened it: `log` and `mapReplay` take the device itself (stated). */
export type PickSource = 'log' | 'mapReplay'

/** Why a pick is refused (stated): please select device, device channel, polling dev channel. */
export type PickFault = 'selectDevice' | 'selectDeviceChannel' | 'selectPollingDevChannel'
export type Picked = { sn: string; chnId?: number }

/** Judges one picked row (single mode). */
export function judgePick(
  { nodeType, node, channel }: PickedRow,
  want: PickWant,
  source?: PickSource,
): { picked: Picked } | { fault: PickFault } {
  const { sn } = node
  const isDevice = sn !== undefined && isDeviceType(nodeType)
  if (isDevice && source === 'mapReplay') return { picked: { sn } }
  if (want === 'device') return isDevice ? { picked: { sn } } : { fault: 'selectDevice' }
  if (sn !== undefined && nodeType === NODE_TYPES.channel) {
    const chnId = channel?.chnId ?? node.chnId
    const fits = chnId !== undefined && (channel === undefined || channel.type === CHANNEL_TYPES.video)
    if (fits) return { picked: { sn, chnId } }
  }
  if (want === 'channel') return { fault: 'selectDeviceChannel' }
  if (isDevice && source === 'log') return { picked: { sn } }
  const only = isDevice ? onlyVideoChannel(node.chnList) : undefined
  return only && sn !== undefined
    ? { picked: { sn, chnId: only.chnId } }
    : { fault: 'selectPollingDevChannel' }
}

/**
 * Judges ticked devices (multi-select: only devices count): the channels of those with one video channel, and the
 * serial numbers of those of which one must be chosen.
 */
export function judgeTicked(
  devices: readonly { sn?: string | undefined; chnList?: readonly Channel[] | undefined }[],
): { channels: PollChannel[]; unclear: string[] } | { fault: PickFault } {
  if (devices.length === 0) return { fault: 'selectDevice' }
  const channels: PollChannel[] = []
  const unclear: string[] = []
  for (const { sn, chnList } of devices) {
    if (sn === undefined) continue
    const only = onlyVideoChannel(chnList)
    if (only) channels.push({ sn, chnId: only.chnId })
    else unclear.push(sn)
  }
  return { channels, unclear }
}

function onlyVideoChannel(chnList: readonly Channel[] | undefined): Channel | undefined {
  const videos = chnList?.filter(({ type }) => type === CHANNEL_TYPES.video) ?? []
  return videos.length === 1 ? videos[0] : undefined
}
