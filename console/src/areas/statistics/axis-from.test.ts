import { expect, it } from 'vitest'
import { axisFrom } from './axis-from.ts'

it('begins the axis at a round number below the least share, with some room', () => {
  expect(axisFrom([])).toBe(0.95)
  expect(axisFrom([0.99, 0.97])).toBe(0.95)
  expect(axisFrom([0.93, 0.91])).toBe(0.8)
  expect(axisFrom([0.61])).toBe(0.5)
  expect(axisFrom([0.2, 1])).toBe(0)
})
