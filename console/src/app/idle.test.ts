import { expect, it } from 'vitest'
import { isIdle } from './idle.ts'

it('is idle after the minutes without a touch, and never when switched off', () => {
  expect(isIdle(0, 599_999, 10)).toBe(false)
  expect(isIdle(0, 600_000, 10)).toBe(true)
  expect(isIdle(0, 86_400_000, 0)).toBe(false)
})
