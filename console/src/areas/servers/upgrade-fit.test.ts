import { expect, it } from 'vitest'
import { misfit, upgradeSum } from './upgrade-fit.ts'

it('a version of a kind fits no other, and one of any kind fits all', () => {
  expect(misfit({ kind: 'camera' }, 'camera')).toBeUndefined()
  expect(misfit({ kind: 'camera' }, 'vehicle')).toBe('kind')
  expect(misfit({ kind: 'camera' }, '')).toBe('kind')
  expect(misfit({ kind: '' }, 'vehicle')).toBeUndefined()
})

it('says what is chosen: kinds, the most first, and who is offline', () => {
  const device = (kind: string, online = true) => ({ kind, online })
  expect(upgradeSum([device('camera'), device('vehicle', false), device('vehicle')])).toEqual({
    kinds: [
      { kind: 'vehicle', count: 2 },
      { kind: 'camera', count: 1 },
    ],
    offline: 1,
  })
  expect(upgradeSum([])).toEqual({ kinds: [], offline: 0 })
})
