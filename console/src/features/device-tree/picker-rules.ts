import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES, NODE_TYPES } from '@backlot/contract/devices/constants'
import type { Channel, SenseEntry } from '@backlot/contract/devices/entities'
import { isDeviceType, isSenseType, type TreeEntry } from './tree-entry.ts'
import type { NodeFilter } from './tree-model.ts'
import type { TreePick } from './tree-pick.ts'

/** Kind of choice that a picker makes. */
export type PickerWish = {
  /**
   * device: a device, also by one of its controllers; channel: a channel; videoChannel: a video channel, found by itself where a device has one only;
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
  /** The channel, when one was wanted. */
  channel: Channel | undefined
  /** The wanted monitoring point, or the controller that the device was picked by. */
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

export type OfferedRows = PickerWish & {
  /** Ticks devices. */
  multiple?: boolean
  /** Shows the entries of solar energy and smart agriculture below their devices. */
  solar?: boolean
  agriculture?: boolean
  /** Which devices are offered; the same function each time. All without it. */
  filter?: NodeFilter
}

/** Rows of the tree that a picker shows: those that can be picked, and the way to them. */
export function offeredRows({ filter, multiple, want, solar, agriculture }: OfferedRows): NodeFilter {
  return (node, nodeType, channel) => {
    if (nodeType === NODE_TYPES.functionSolar) return solar === true
    if (nodeType === NODE_TYPES.functionAgriculture) return agriculture === true
    if (nodeType >= NODE_TYPES.functionAi) return false
    if (nodeType === NODE_TYPES.group) return true
    if (node.favouriteId !== undefined) return false
    if (isSenseType(nodeType)) {
      const isOffered = nodeType === NODE_TYPES.sensor ? want === 'point' : want === 'device' && !multiple
      return isOffered && (filter?.(node, nodeType, channel) ?? true)
    }
    if (!isDeviceType(nodeType) && (multiple === true || want === 'device' || want === 'point')) return false
    if (want === 'point' && !mayHavePoints(node)) return false
    const isVideo = want === 'videoChannel' || want === 'pollingChannel'
    if (isVideo && channel && channel.type !== CHANNEL_TYPES.video) return false
    return filter?.(node, nodeType, channel) ?? true
  }
}

const MEASURES = ABILITY_BITS.hjt212 | ABILITY_BITS.acquisition | ABILITY_BITS.sensor

/** Whether a device has monitoring points, or, of one that names nothing below it, measures and so may have some. */
function mayHavePoints({ senseList, ability = 0 }: TreeEntry): boolean {
  return senseList
    ? senseList.some(({ nodeType }) => nodeType === NODE_TYPES.sensor)
    : (ability & MEASURES) !== 0
}

/** Result of one pick in single mode, or the message that it gets (stated). */
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
    if (asDevice && pick.sense?.nodeType === NODE_TYPES.controller)
      return { picked: { ...named, name: node.name, channel: undefined, sense: pick.sense } }
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

/** Result of ticked rows: only devices proper (node type 0) count; without any, the message (stated). */
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
 * Result of ticked rows where polling channels are wanted: a device with one video channel represents that channel, for
 * the others (`unclear`) one must be chosen.
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
