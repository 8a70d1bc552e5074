import { expect, it } from 'vitest'
import { linePath, sparklinePoints } from './sparkline-path.ts'

it('spreads times over the width and values over the height', () => {
  const samples = [
    { atS: 0, value: 10 },
    { atS: 30, value: 20 },
    { atS: 60, value: 15 },
  ]
  expect(linePath(sparklinePoints(samples, 60, 20))).toBe('M0.0 20.0L30.0 0.0L60.0 10.0')
})

it('puts one value at the end and a level line in the middle', () => {
  expect(sparklinePoints([{ atS: 5, value: 7 }], 60, 20)).toEqual([{ x: 60, y: 10 }])
  expect(sparklinePoints([], 60, 20)).toEqual([])
})
