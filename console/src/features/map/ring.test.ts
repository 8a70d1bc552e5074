import { expect, it } from 'vitest'
import { boundsOf, isInside } from './ring.ts'

/** A U that opens upwards. */
const U = [0, 0, 4, 0, 4, 4, 3, 4, 3, 1, 1, 1, 1, 4, 0, 4]

it('tells what lies in a hollow ring from what lies in its hollow', () => {
  expect(isInside(U, 0.5, 3)).toBe(true)
  expect(isInside(U, 2, 0.5)).toBe(true)
  expect(isInside(U, 2, 3)).toBe(false)
  expect(isInside(U, 5, 0.5)).toBe(false)
})

it('knows the corners around a ring', () => {
  expect(boundsOf(U)).toEqual([0, 0, 4, 4])
})
