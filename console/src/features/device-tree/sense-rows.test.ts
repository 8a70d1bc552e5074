import { expect, it } from 'vitest'
import { rowView } from './row-view.ts'
import type { TreeEntry } from './tree-entry.ts'
import { TreeIndex } from './tree-index.ts'
import { TreeModel } from './tree-model.ts'
import { draggedOf, pickOf } from './tree-pick.ts'

const line = { id: 1, deviceId: 11, sn: 'AIR', chnId: 1, name: 'Line', type: 3, lineId: 1, isChnl: true }
const station: TreeEntry = {
  _id: 'd_11',
  id: 11,
  deviceId: 11,
  parentId: 1,
  name: 'Air station',
  sn: 'AIR',
  nodeType: 0,
  ability: 2,
  sensorOnlineStatus: 1,
  chnList: [{ ...line, onlineStatus: 1 }],
  senseList: [
    { id: 3, nodeType: 6, name: 'Weather sensor', number: 'BL_104', chnId: 1 },
    { id: 40, nodeType: 7, name: 'North fence', chnId: 1 },
  ],
}
const group: TreeEntry = { _id: 'g_1', id: 1, parentId: 0, name: 'North', nodeType: 1 }
const setUp = (node = station) => {
  const index = new TreeIndex([group, node], 0)
  const model = new TreeModel(index, { filter: () => true, treeKey: '_id' })
  const rows = Array.from({ length: index.length }, (_none, row) => row)
  return { index, model, rows }
}

it('controllers and monitoring points stand below their device, after its channels and before its functions', () => {
  const { index, rows } = setUp()
  expect(rows.map((row) => [index.nodeType(row), index.name(row), index.key(row)])).toEqual([
    [1, 'North', 'g_1'],
    [0, 'Air station', 'd_11'],
    [4, 'Line', 'd_11/c1'],
    [6, 'Weather sensor', 'd_11/s6.3'],
    [7, 'North fence', 'd_11/s7.40'],
    [1002, '', 'd_11/f1002'],
  ])
  expect(rows.map((row) => index.rowOfKey(index.key(row)))).toEqual(rows)
})

it('they are found by name and by number, and shown once the search has opened its matches', () => {
  const { index, model } = setUp()
  for (const query of ['weather', 'bl_104']) {
    model.setQuery(query)
    model.expandMatches()
    expect(
      Array.from(model.rows(), (row) => index.name(row)),
      query,
    ).toEqual(['North', 'Air station', 'Weather sensor'])
  }
})

it('a pick says which they are, and drags no video', () => {
  const { index } = setUp()
  const pick = pickOf(index, 3)
  expect(pick).toMatchObject({ nodeType: 6, name: 'Weather sensor', online: true, channel: undefined })
  expect(pick.sense).toMatchObject({ id: 3, number: 'BL_104' })
  const withVideo = { ...station, chnList: [{ ...line, type: 0, onlineStatus: 1 }] }
  expect(draggedOf(pickOf(setUp(withVideo).index, 3))).toBeUndefined()
})

it('they are offline with the channel that they are on, and say their number', () => {
  const { model, index } = setUp({ ...station, chnList: [{ ...line, onlineStatus: 0 }] })
  // Keys in place of their texts.
  const t = ((key: string) => key) as unknown as Parameters<typeof rowView>[2]
  expect(index.isOnline(1)).toBe(true)
  expect(rowView(model, 3, t, undefined)).toMatchObject({
    glyph: 'controller',
    dim: true,
    stateText: 'states.offline',
    title: 'Weather sensor\nBL_104',
  })
  expect(rowView(model, 4, t, undefined)).toMatchObject({ glyph: 'sensor', title: 'North fence' })
})

it('platforms may send them as nodes of their own, with a state of their own', () => {
  const own = (id: number, nodeType: number, onlineStatus: number): TreeEntry => ({
    _id: `s_${id}`,
    id,
    parentId: 11,
    name: `Sensor ${id}`,
    nodeType,
    onlineStatus,
  })
  const { senseList: _none, ...bare } = station
  const index = new TreeIndex([group, bare, own(1, 6, 1), own(2, 7, 0)], 0)
  const rows = [1, 2].map((id) => index.rowOfKey(`s_${id}`)!)
  expect(rows.map((row) => [index.parent[row], index.isOnline(row)])).toEqual([
    [1, true],
    [1, false],
  ])
})
