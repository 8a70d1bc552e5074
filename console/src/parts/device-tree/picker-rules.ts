import { CHANNEL_TYPES, type Channel, NODE_TYPES, type SenseEntry } from '@backlot/contract/devices/entities'
import { isDeviceType, type TreeEntry } from './tree-entry.ts'
import type { TreePick } from './tree-pick.ts'

/** What a picker asks for. */
export type PickerWish = {
  /**
   * device: a device; channel: a channel; videoChannel: a video channel, found by itself where a device has one only;
   * pollingChannel: the same for polling, with words of its own; point: a monitoring point.
   */
  want: 'device' | 'channel' | 'videoChannel' | 'pollingChannel' | 'point'
  /** Who asks: 'log' and 'mapReplay' take the device itself where others want a channel (stated). */
  source?: 'log' | 'mapReplay'
}

export type PickedDevice = {
  sn: string
  name: string
  node: TreeEntry
  /** The channel, when one was asked for. */
  channel: Channel | undefined
  /** The monitoring point, when one was asked for. */
  sense?: SenseEntry
}

/** Which message a pick gets: please select device, device channel, polling dev channel (stated), monitoring point. */
export type PickRefusal = 'selectDevice' | 'selectChannel' | 'selectPollingChannel' | 'selectPoint'

const REFUSALS: Readonly<Record<PickerWish['want'], PickRefusal>> = {
  device: 'selectDevice',
  channel: 'selectChannel',
  videoChannel: 'selectChannel',
  pollingChannel: 'selectPollingChannel',
  point: 'selectPoint',
}

/** What one pick means in single mode, or which message it gets (stated). */
export function judgePick(
  pick:
    | (Pick<TreePick, 'node' | 'nodeType' | 'channel' | 'name'> & Partial<Pick<TreePick, 'sense'>>)
    | undefined,
  wish: PickerWish,
): { picked: PickedDevice } | { refusal: PickRefusal } {
  const { node } = pick ?? {}
  const isDevice = pick !== undefined && isDeviceType(pick.nodeType)
  if (pick && node?.sn) {
    const named = { sn: node.sn, name: pick.name, node }
    const asDevice = wish.want === 'device' || wish.source === 'mapReplay'
    if (isDevice && asDevice) return { picked: { ...named, channel: undefined } }
    if (wish.want === 'point' && pick.sense?.nodeType === NODE_TYPES.sensor)
      return { picked: { ...named, channel: undefined, sense: pick.sense } }
    if (wish.want === 'channel' && pick.nodeType === NODE_TYPES.channel && pick.channel)
      return { picked: { ...named, channel: pick.channel } }
    if (wish.want === 'videoChannel' || wish.want === 'pollingChannel') {
      if (pick.channel?.type === CHANNEL_TYPES.video) return { picked: { ...named, channel: pick.channel } }
      const only = isDevice ? onlyVideoChannel(node) : undefined
      if (only) return { picked: { ...named, channel: only } }
      if (isDevice && wish.source === 'log') return { picked: { ...named, channel: undefined } }
    }
  }
  return { refusal: REFUSALS[wish.want] }
}

/** What ticked rows mean: only devices proper (node type 0) count, and none gets the message (stated). */
export function judgeTicks(
  nodes: readonly (TreeEntry | undefined)[],
): { picked: PickedDevice[] } | { refusal: PickRefusal } {
  const picked = nodes.flatMap((node) =>
    node?.sn && node.nodeType === NODE_TYPES.device
      ? [{ sn: node.sn, name: node.name, node, channel: undefined }]
      : [],
  )
  return picked.length === 0 ? { refusal: 'selectDevice' } : { picked }
}

/**
 * What ticked rows mean where polling channels are wanted: devices with one video channel stand for it, of the others
 * (`unclear`) one must be chosen.
 */
export function judgePollingTicks(
  nodes: readonly (TreeEntry | undefined)[],
): { channels: { sn: string; chnId: number }[]; unclear: PickedDevice[] } | { refusal: PickRefusal } {
  const ticked = judgeTicks(nodes)
  if ('refusal' in ticked) return ticked
  const channels = ticked.picked.flatMap(({ sn, node }) => {
    const only = onlyVideoChannel(node)
    return only ? [{ sn, chnId: only.chnId }] : []
  })
  return { channels, unclear: ticked.picked.filter(({ node }) => !onlyVideoChannel(node)) }
}

/** The video channel of a device that has no other. */
export function onlyVideoChannel({ chnList = [] }: Pick<TreeEntry, 'chnList'>): Channel | undefined {
  const videos = chnList.filter(({ type }) => type === CHANNEL_TYPES.video)
  return videos.length === 1 ? videos[0] : undefined
}
