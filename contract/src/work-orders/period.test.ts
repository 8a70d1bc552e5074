import { expect, test } from 'vitest'
import { formatDateTime, parseDateTime } from '../time.ts'
import { periodAt } from './period.ts'

const UTC8 = 480
const ends = (unit: 'day' | 'month' | 'year', at: string) => {
  const { fromMs, toMs, bounds } = periodAt(unit, parseDateTime(at) ?? 0, UTC8)
  return [formatDateTime(fromMs), formatDateTime(toMs), bounds.length, formatDateTime(bounds.at(-1) ?? 0)]
}

test("a day has its hours, a month its days, a year its months, in the platform's zone", () => {
  expect(ends('day', '2026-11-20 00:00:00')).toEqual([
    '2026-11-20 00:00:00',
    '2026-11-21 00:00:00',
    24,
    '2026-11-20 23:00:00',
  ])
  expect(ends('month', '2026-12-31 23:59:59')).toEqual([
    '2026-12-01 00:00:00',
    '2027-01-01 00:00:00',
    31,
    '2026-12-31 00:00:00',
  ])
  expect(ends('month', '2028-02-10 12:00:00')[2]).toBe(29)
  expect(ends('year', '2026-06-01 12:00:00')).toEqual([
    '2026-01-01 00:00:00',
    '2027-01-01 00:00:00',
    12,
    '2026-12-01 00:00:00',
  ])
})
