import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { expect, it } from 'vitest'
import type { TreeEntry } from '../device-tree/tree-entry.ts'
import { TreeIndex } from '../device-tree/tree-index.ts'
import { countDevices, shownGroups } from './fleet-now.ts'

const NOW_MS = 1_795_140_000_000

const group = (id: number, parentId: number): TreeEntry => ({
  _id: `g_${id}`,
  id,
  parentId,
  name: `Group ${id}`,
  nodeType: NODE_TYPES.group,
})
const device = (id: number, parentId: number, more: Partial<TreeEntry>): TreeEntry => ({
  _id: `d_${id}`,
  id,
  parentId,
  name: `Device ${id}`,
  sn: `D${id}`,
  nodeType: NODE_TYPES.device,
  ability: ABILITY_BITS.video,
  type: 'camera',
  videoOnlineStatus: 1,
  ...more,
})
const car = { type: 'vehicle', ability: ABILITY_BITS.gps, longitude: 116, latitude: 40 }

it('counts devices by kind, those in alarm, and those on line without a fresh position', () => {
  const index = new TreeIndex(
    [
      group(1, 0),
      device(11, 1, {}),
      device(12, 1, { videoOnlineStatus: 0 }),
      device(13, 1, { alarmFlg: 1 }),
      device(14, 1, { alarmFlg: 2, type: 'ptzCamera' }),
      device(15, 1, { ...car, locationTime: NOW_MS / 1000 - 10 }),
      device(16, 1, { ...car, locationTime: NOW_MS / 1000 - 3600 }),
      device(17, 1, { ...car, longitude: 0, locationTime: NOW_MS / 1000 }),
      device(18, 1, { ...car, videoOnlineStatus: 0, locationTime: 0 }),
    ],
    NOW_MS,
  )
  expect(countDevices(index)).toEqual({
    flagged: 1,
    gpsLost: 2,
    kinds: [
      { kind: 'camera', devices: 3, online: 2 },
      { kind: 'dome', devices: 1, online: 1 },
      { kind: 'vehicle', devices: 4, online: 3 },
    ],
  })
})

it('shows the groups below the only top one that have devices, or the top ones', () => {
  const rowsOf = (nodes: TreeEntry[]) => {
    const index = new TreeIndex(nodes, NOW_MS)
    return shownGroups(index).map((row) => index.entry[row]!.id)
  }
  const below = [group(1, 0), group(2, 1), group(3, 1), group(4, 1)]
  expect(rowsOf([...below, device(11, 2, {}), device(12, 4, {})])).toEqual([2, 4])
  expect(rowsOf([group(1, 0), device(11, 1, {})])).toEqual([1])
  expect(rowsOf([group(1, 0), group(2, 0), device(11, 1, {}), device(12, 2, {})])).toEqual([1, 2])
  expect(rowsOf([])).toEqual([])
})
