/** A small tree of devices for tests. */
import type { Channel } from '@backlot/contract/devices/entities'
import type { favouriteEntries, TreeEntry } from './tree-entry.ts'
import { TreeIndex } from './tree-index.ts'
import { TreeModel } from './tree-model.ts'

export const NOW = Date.UTC(2026, 10, 20)

export function group(id: number, parentId: number, name: string): TreeEntry {
  return { _id: `g_${id}`, id, parentId, name, nodeType: 1 }
}
export function channel(deviceId: number, chnId: number, name: string, onlineStatus = 1): Channel {
  return {
    id: deviceId * 100 + chnId,
    deviceId,
    sn: `SN${deviceId}`,
    chnId,
    name,
    type: 0,
    lineId: 1,
    onlineStatus,
    isChnl: true,
  }
}
export function device(id: number, parentId: number, name: string, more: Partial<TreeEntry> = {}): TreeEntry {
  return {
    _id: `d_${id}`,
    id,
    deviceId: id,
    parentId,
    name,
    sn: `SN${id}`,
    nodeType: 0,
    ability: 1,
    videoOnlineStatus: 1,
    chnList: [channel(id, 1, `${name} eye`)],
    ...more,
  }
}

export function favourite(more: Partial<Parameters<typeof favouriteEntries>[0][number]>) {
  return { id: 1, parentId: 0, type: 4, name: 'Eye', sn: '', chnId: 1, autoPlay: 0, ...more }
}

export const NODES = [
  group(1, 0, 'North'),
  device(11, 1, 'Gate'),
  device(12, 1, 'Yard', { videoOnlineStatus: 0 }),
  group(2, 1, 'Depot'),
  device(21, 2, 'Bus 7', { ability: 16, longitude: 116.4, latitude: 39.9, locationTime: NOW / 1000 - 60 }),
  group(3, 0, 'Empty'),
]
/** The same nodes under other numbers. */
export const again = (node: TreeEntry, at: number): TreeEntry => {
  const by = 100 * Math.floor(at / NODES.length)
  const id = node.id + by
  return {
    ...node,
    id,
    _id: node._id.replace(/\d+/, String(id)),
    parentId: node.parentId && node.parentId + by,
  }
}
export const all = () => true
export const treeOf = (nodes: TreeEntry[] = NODES) =>
  new TreeModel(new TreeIndex(nodes, NOW), { filter: all, treeKey: '_id' })
export const keys = (model: TreeModel) => [...model.rows()].map((row) => model.index.key(row))
export const open = (model: TreeModel, ...list: string[]) => {
  for (const key of list) model.setExpanded(model.rowOfKey(key)!, true)
}
