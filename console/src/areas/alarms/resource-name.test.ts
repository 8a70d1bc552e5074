import { expect, it } from 'vitest'
import { isClip, resourceName } from './resource-name.ts'

const alarm = {
  sn: '33010001',
  chnId: 1,
  chnName: '',
  devName: 'North gate / dome: 1',
  startTime: 1_795_140_000,
  resource: [
    { type: 1 as const, url: '/alarm/picture/7/0' },
    { type: 2 as const, url: '/alarm/clip/7/1' },
    { type: 1 as const, url: '/upload/a.png?v=2' },
  ],
}

it('names files after device, moment and place, with no sign that a file system refuses', () => {
  expect(resourceName(alarm, 0)).toBe('North-gate-dome-1-2026-11-20-10-00-00-1.jpg')
  expect(resourceName(alarm, 1)).toBe('North-gate-dome-1-2026-11-20-10-00-00-2.mp4')
  expect(resourceName(alarm, 2)).toMatch(/-3\.png$/)
  expect(alarm.resource.map(isClip)).toEqual([false, true, false])
})

it('names files as the tree calls the device, in the language of the page', () => {
  const names = { device: 'West gate dome', channel: '' }
  expect(resourceName({ ...alarm, devName: '西门球机' }, 0, names)).toMatch(/^West-gate-dome-2026/)
})
