import { expect, it } from 'vitest'
import { linePath, sparklinePoints } from './sparkline-path.ts'

const BOX = { width: 60, height: 20, leastSpan: 0.5 }

it('spreads times over the width and values over the height', () => {
  const samples = [
    { atS: 0, value: 10 },
    { atS: 30, value: 20 },
    { atS: 60, value: 15 },
  ]
  expect(linePath(sparklinePoints(samples, BOX))).toBe('M0.0 20.0L30.0 0.0L60.0 10.0')
})

it('puts one value at the end and a level line in the middle', () => {
  expect(sparklinePoints([{ atS: 5, value: 7 }], BOX)).toEqual([{ x: 60, y: 10 }])
  expect(sparklinePoints([], BOX)).toEqual([])
})

it('does not blow up the noise of the last decimal', () => {
  const samples = [
    { atS: 0, value: 102.6 },
    { atS: 60, value: 102.65 },
  ]
  const [first, second] = sparklinePoints(samples, BOX)
  expect(first?.y).toBeCloseTo(11)
  expect(second?.y).toBeCloseTo(9)
})
