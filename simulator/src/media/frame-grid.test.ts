import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gridFrame, gridMoment } from './frame-grid.ts'

test('the moment of a frame is the last of the grid at or before its time, on every grid and for every camera', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 }),
      fc.constantFrom(5, 12, 15, 25),
      fc.integer({ min: 0, max: 100_000 }),
      (timeMs, rate, camera) => {
        const frame = gridFrame(timeMs, rate, camera)
        const moment = gridMoment(frame, rate, camera)
        expect(moment).toBeLessThanOrEqual(timeMs)
        expect(gridMoment(frame + 1, rate, camera)).toBeGreaterThan(timeMs)
        expect(gridFrame(moment, rate, camera)).toBe(frame)
      },
    ),
    { seed: 5 },
  )
})

test('twelve pictures make a second and cameras differ in phase', () => {
  expect([0, 1, 2, 12].map((frame) => gridMoment(frame, 12, 0))).toEqual([0, 83, 167, 1000])
  expect(gridMoment(0, 12, 1)).toBe(52)
})
