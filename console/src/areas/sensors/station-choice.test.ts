import { expect, it } from 'vitest'
import { TreeIndex } from '../../features/device-tree/tree-index.ts'
import { rowOf, searchFor } from './station-choice.ts'

const before = new URLSearchParams('sn=A&view=history&range=7d&point=4&ctrl=2')
const station = {
  _id: 'd_1',
  id: 1,
  parentId: 0,
  name: 'Air',
  sn: 'A',
  nodeType: 0,
  senseList: [
    { id: 4, nodeType: 6 as const, name: 'Weather', chnId: 1 },
    { id: 4, nodeType: 7 as const, name: 'Fence', chnId: 1 },
  ],
}

it('another station keeps how its data are shown, a point shows readings, a controller the line', () => {
  expect(`${searchFor(before, 'B', undefined)}`).toBe('sn=B&view=history&range=7d')
  expect(`${searchFor(before, 'B', { id: 9, nodeType: 7 })}`).toBe('sn=B&range=7d&point=9')
  expect(`${searchFor(before, 'B', { id: 3, nodeType: 6 })}`).toBe('sn=B&view=bus&range=7d&ctrl=3')
})

it('the address names a row of the tree: the point, the controller while its line is shown, or the station', () => {
  const index = new TreeIndex([station], 0)
  const keyOf = (search: string) => {
    const row = rowOf(index, new URLSearchParams(search))
    return row === undefined ? undefined : index.key(row)
  }
  expect(keyOf('sn=A')).toBe('d_1')
  expect(keyOf('sn=A&point=4')).toBe('d_1/s7.4')
  expect(keyOf('sn=A&view=bus&ctrl=4')).toBe('d_1/s6.4')
  expect(keyOf('sn=A&ctrl=4')).toBe('d_1')
  expect(keyOf('sn=A&point=77')).toBe('d_1')
  expect(keyOf('sn=Z&point=4')).toBeUndefined()
})
