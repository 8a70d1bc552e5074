import { expect, it } from 'vitest'
import type { TreeEntry } from '../../features/device-tree/tree-entry.ts'
import { TreeIndex } from '../../features/device-tree/tree-index.ts'
import { device, group } from '../../features/device-tree/tree-rig.test-support.ts'
import { deviceMask } from './device-mask.ts'

const index = new TreeIndex(
  [
    group(1, 0, 'North'),
    device(11, 1, 'Gate'),
    group(2, 1, 'Depot'),
    device(21, 2, 'Bus 7', { ability: 17 }),
    group(3, 0, 'South'),
    device(31, 3, 'Depot gate'),
  ],
  0,
)
const SNS = ['SN31', 'SN21', 'SN11', 'not in the tree']
const passing = (wish: Partial<Parameters<typeof deviceMask>[2]>) => {
  const mask = deviceMask(index, SNS, { text: '', ability: 0, group: undefined, ...wish })
  return mask && SNS.filter((_sn, i) => mask[i] === 1)
}

it('filters nothing without a filter', () => {
  expect(passing({ text: '  ' })).toBeUndefined()
})

it('finds devices by their own text and by that of a group above them', () => {
  expect(passing({ text: 'GATE' })).toEqual(['SN31', 'SN11'])
  expect(passing({ text: 'sn2' })).toEqual(['SN21'])
  expect(passing({ text: 'depot' })).toEqual(['SN31', 'SN21'])
  expect(passing({ text: 'nothing' })).toEqual([])
})

it('keeps to abilities and to a group with what lies below it', () => {
  expect(passing({ ability: 16 })).toEqual(['SN21'])
  expect(passing({ group: 1 })).toEqual(['SN21', 'SN11'])
  expect(passing({ group: 2, text: 'north' })).toEqual(['SN21'])
  expect(passing({ group: 99 })).toEqual([])
})

it('finds devices by what is below them: channels, controllers and monitoring points', () => {
  const station: TreeEntry = {
    ...device(12, 1, 'Air', { ability: 2 }),
    senseList: [{ id: 1, nodeType: 6, name: 'Particle sensor', number: 'BL_101', chnId: 1 }],
  }
  const tree = new TreeIndex([group(1, 0, 'North'), device(11, 1, 'Gate'), station], 0)
  for (const text of ['particle', 'bl_101']) {
    const mask = deviceMask(tree, ['SN11', 'SN12'], { text, ability: 0, group: undefined })
    expect([...(mask ?? [])], text).toEqual([0, 1])
  }
})
