import { expect, test } from 'vitest'
import { followHeld } from './follow-held.ts'

const before = { name: 'Gate', rate: 25, days: [1, 2], ports: { web: 80, media: 1935 } }

test('what was entered stays, everything else follows the platform', () => {
  const entered = { ...before, name: 'Gate north', ports: { web: 80, media: 1936 } }
  const now = { name: 'Gate 1', rate: 15, days: [1, 2, 3], ports: { web: 8080, media: 1935 } }
  expect(followHeld(entered, before, now)).toEqual({
    name: 'Gate north',
    rate: 15,
    days: [1, 2, 3],
    ports: { web: 8080, media: 1936 },
  })
})

test('a field that was emptied stays empty, one that the form has not shown yet is filled', () => {
  expect(followHeld({ name: '', rate: null }, before, { ...before, rate: 15 })).toMatchObject({
    name: '',
    rate: null,
    days: [1, 2],
  })
  expect(followHeld({ name: undefined }, {}, before)).toEqual(before)
})
