import type { Channel, SenseEntry } from '@backlot/contract/devices/entities'
import type { TreeEntry } from './tree-entry.ts'
import type { TreeIndex } from './tree-index.ts'

/** Row of the tree that was clicked, opened or dragged. */
export type TreePick = {
  key: string
  nodeType: number
  node: TreeEntry
  /** The channel, on channel rows and favourites. */
  channel: Channel | undefined
  /** The controller or monitoring point, on their rows. */
  sense: SenseEntry | undefined
  name: string
  online: boolean
}

export function pickOf(index: TreeIndex, row: number): TreePick {
  return {
    key: index.key(row),
    nodeType: index.nodeType(row),
    node: index.entry[row]!,
    channel: index.channel(row),
    sense: index.sense(row),
    name: index.name(row),
    online: index.isOnline(row),
  }
}

/** Format of items dragged out of the tree. */
export const DRAG_TYPE = 'application/x-backlot-device'
/** Format of a group, by its key: of devices, or of favourites. */
export const GROUP_DRAG_TYPE = 'application/x-backlot-group'
export type DraggedDevice = { sn: string; chnId?: number }

/** Dragged item of a pick: a device, or one channel of it. Undefined without video. */
export function draggedOf(pick: TreePick): DraggedDevice | undefined {
  const { sn } = pick.node
  if (!sn) return undefined
  if (pick.channel) return pick.channel.type === 0 ? { sn, chnId: pick.channel.chnId } : undefined
  if (pick.sense) return undefined
  return pick.node.chnList?.some((channel) => channel.type === 0) ? { sn } : undefined
}

/** Reads a dropped item; undefined when it is something else. */
export function readDragged(transfer: Pick<DataTransfer, 'getData'>): DraggedDevice | undefined {
  const text = transfer.getData(DRAG_TYPE)
  if (text === '') return undefined
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || !('sn' in value) || typeof value.sn !== 'string')
    return undefined
  const chnId = 'chnId' in value && typeof value.chnId === 'number' ? value.chnId : undefined
  return chnId === undefined ? { sn: value.sn } : { sn: value.sn, chnId }
}
