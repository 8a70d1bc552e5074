import { expect, it } from 'vitest'
import { pathOf, searchDevices } from './search-devices.ts'
import { TreeIndex } from './tree-index.ts'
import { device, group, NOW } from './tree-rig.test-support.ts'

const index = new TreeIndex(
  [
    group(1, 0, '平安城市'),
    group(2, 1, '路口'),
    device(10, 2, '人民医院门口 枪机'),
    device(11, 2, '人民医院后门 球机', { videoOnlineStatus: 0 }),
    device(12, 1, 'Gate 7'),
    device(13, 1, 'North Gate'),
  ],
  NOW,
)
const found = (typed: string, most = 8) => searchDevices(index, typed, most).map((row) => index.name(row))

it('finds devices and groups by a part of the name, beginnings first', () => {
  expect(found('gate')).toEqual(['Gate 7', 'North Gate'])
  expect(found('路口')).toEqual(['路口'])
})

it('finds by serial number, and by pinyin, offline devices last', () => {
  expect(found('sn12')).toEqual(['Gate 7'])
  expect(found('rmyy')).toEqual(['人民医院门口 枪机', '人民医院后门 球机'])
  expect(found('pingan')).toEqual(['平安城市'])
})

it('answers no channels, no more than asked for, and nothing for nothing', () => {
  expect(found('eye')).toEqual([])
  expect(found('人民', 1)).toHaveLength(1)
  expect(found(' ')).toEqual([])
})

it('names the groups over a row', () => {
  const [row] = searchDevices(index, '后门', 1)
  expect(pathOf(index, row!)).toEqual(['平安城市', '路口'])
})
