import type { SensorReading } from '@backlot/contract/devices/calls'
import { expect, it } from 'vitest'
import { appendReadings, joinCourses, type ReadingHistory, rangeOf, unwrapped } from './reading-history.ts'

const reading = (D: number, V: number): SensorReading => ({
  code: 'a01001',
  name: 'Temperature',
  icon: 'temperature',
  D,
  V,
  F: '℃',
})
const after = (...values: [number, number][]): ReadingHistory =>
  values.reduce<ReadingHistory>((history, [D, V]) => appendReadings(history, [reading(D, V)]), new Map())
const samples = (...values: number[]) => values.map((value, atS) => ({ atS, value }))

it('keeps a value once, however often it is fetched', () => {
  expect(after([60, 21.5], [60, 21.5], [120, 22]).get('a01001')).toEqual([
    { atS: 60, value: 21.5 },
    { atS: 120, value: 22 },
  ])
})

it('forgets what lies ahead when the clock went back', () => {
  expect(after([60, 1], [120, 2], [90, 3]).get('a01001')).toEqual([
    { atS: 60, value: 1 },
    { atS: 90, value: 3 },
  ])
})

it('keeps the newest values only', () => {
  const many = after(...Array.from({ length: 500 }, (_unused, i): [number, number] => [i, i]))
  expect(many.get('a01001')).toHaveLength(480)
  expect(many.get('a01001')?.at(-1)).toEqual({ atS: 499, value: 499 })
})

it('tells the lowest and the highest value', () => {
  expect(rangeOf(samples(3, -1, 2))).toEqual({ low: -1, high: 3 })
  expect(rangeOf([])).toBeUndefined()
})

it('follows a direction through north', () => {
  expect(unwrapped(samples(350, 10, 20, 355)).map(({ value }) => value)).toEqual([350, 370, 380, 355])
})

it('joins what was measured before with what came since', () => {
  const before = new Map([['a', [1, 2, 3].map((atS) => ({ atS, value: atS }))]])
  const since = new Map([
    ['a', [{ atS: 3, value: 30 }]],
    ['b', [{ atS: 3, value: 5 }]],
  ])
  const joined = joinCourses(before, since)
  expect(joined.get('a')).toEqual([
    { atS: 1, value: 1 },
    { atS: 2, value: 2 },
    { atS: 3, value: 30 },
  ])
  expect(joined.get('b')).toEqual([{ atS: 3, value: 5 }])
})
