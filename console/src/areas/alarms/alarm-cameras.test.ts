import { expect, it } from 'vitest'
import { type AlarmCamera, inOrder } from './alarm-cameras.ts'

const own: AlarmCamera = { sn: 'A', chnId: 1, name: 'Gate', own: true, bound: false, online: true }
const near = (sn: string) => ({ sn, chnId: 1, name: sn, online: true, straightM: 80, roadM: 120 })
const bound = (sn: string, onlineStatus = 1) => ({ sn, chnId: 1, name: sn, devName: sn, onlineStatus })

it('puts the cameras that look at a device that measures before its own and those near, none of them twice', () => {
  const list = inOrder({ bound: [bound('C', 0), bound('X')], own, near: [near('B'), near('C')] }, true)
  expect(list.map(({ sn }) => sn)).toEqual(['C', 'X', 'A', 'B'])
  expect(list[0]).toMatchObject({ bound: true, own: false, online: false, roadM: 120 })
  expect(list[1]).not.toHaveProperty('roadM')
  expect(list.slice(2).every((camera) => !camera.bound)).toBe(true)
})

it('knows a device that looks at itself as its own, and says device and channel of the others', () => {
  expect(inOrder({ bound: [bound('A')], own, near: [] }, false)).toMatchObject([
    { sn: 'A', own: true, bound: true },
  ])
  const pair = { ...bound('D'), name: 'Lens 2', devName: 'Pair' }
  expect(inOrder({ bound: [pair], own: undefined, near: [] }, true)).toMatchObject([
    { name: 'Pair – Lens 2' },
  ])
})

it('keeps to six that are only near', () => {
  const many = ['B', 'C', 'D', 'E', 'F', 'G', 'H'].map(near)
  expect(
    inOrder({ bound: [bound('B')], own, near: many }, false)
      .map(({ sn }) => sn)
      .join(''),
  ).toBe('ABCDEFGH')
  expect(inOrder({ bound: [], own, near: many }, false)).toHaveLength(7)
})
