import { expect, it } from 'vitest'
import { placeName } from './place-name.ts'

const alarm = { sn: 'D1', chnId: 1, devName: '北门', chnName: '主镜头' }

it('uses the names of the tree, which are in the language of the operator', () => {
  const chnList = [
    {
      id: 1,
      deviceId: 1,
      sn: 'D1',
      chnId: 1,
      name: 'Main',
      type: 0,
      lineId: 0,
      onlineStatus: 1,
      isChnl: true,
    },
  ]
  expect(placeName(alarm, { name: 'North gate', chnList })).toBe('North gate · Main')
  expect(placeName(alarm, { name: 'North gate' })).toBe('North gate · 主镜头')
})

it('falls back to the names of the alarm and does not say one twice', () => {
  expect(placeName(alarm, { name: '' })).toBe('北门 · 主镜头')
  expect(placeName({ ...alarm, chnName: '北门' }, { name: '' })).toBe('北门')
  expect(placeName({ ...alarm, chnName: '' }, { name: '' })).toBe('北门')
})
