import { fromCivil } from '@backlot/contract/time'
import { expect, it } from 'vitest'
import { ALL_QUICK_RANGES, moreRanges, quickRange, rangeFault } from './time-range.ts'

const ZONE = 480
const at = (month: number, day: number, hour = 0, minute = 0, second = 0) =>
  fromCivil(2026, month, day, hour, minute, second, 0, ZONE) / 1000
/** A Saturday. */
const NOW_MS = at(11, 21, 14, 30, 5) * 1000

it('counts hours and minutes back from now', () => {
  expect(quickRange('30m', NOW_MS, ZONE)).toEqual({
    startTime: at(11, 21, 14, 0, 5),
    endTime: at(11, 21, 14, 30, 5),
  })
  expect(quickRange('24h', NOW_MS, ZONE).startTime).toBe(at(11, 20, 14, 30, 5))
})

it('takes days, weeks and months of the calendar, those that have passed to their last second', () => {
  expect(quickRange('today', NOW_MS, ZONE)).toEqual({ startTime: at(11, 21), endTime: at(11, 21, 14, 30, 5) })
  expect(quickRange('yesterday', NOW_MS, ZONE)).toEqual({ startTime: at(11, 20), endTime: at(11, 21) - 1 })
  expect(quickRange('lastWeek', NOW_MS, ZONE)).toEqual({ startTime: at(11, 9), endTime: at(11, 16) - 1 })
  expect(quickRange('lastMonth', NOW_MS, ZONE)).toEqual({ startTime: at(10, 1), endTime: at(11, 1) - 1 })
  expect(quickRange('last3Months', NOW_MS, ZONE)).toEqual({ startTime: at(8, 1), endTime: at(11, 1) - 1 })
  expect(quickRange('7d', NOW_MS, ZONE).startTime).toBe(at(11, 15))
  const january = fromCivil(2027, 1, 5, 8, 0, 0, 0, ZONE)
  expect(quickRange('lastMonth', january, ZONE)).toEqual({
    startTime: at(12, 1),
    endTime: at(12, 31, 23, 59, 59),
  })
})

it('offers the stated lists: 5 s to 50 min, 1 h to 24 h, days, weeks and months', () => {
  const seconds = (range: (typeof ALL_QUICK_RANGES)[number]) => {
    const { startTime, endTime } = quickRange(range, NOW_MS, ZONE)
    return endTime - startTime
  }
  const back = ALL_QUICK_RANGES.filter((range) => /^\d+[smh]$/.test(range))
  expect([back[0], back.at(-1)]).toEqual(['5s', '24h'])
  expect(back).toContain('50m')
  // Each is as long as its name says.
  const UNITS = { s: 1, m: 60, h: 3600 }
  for (const range of back) {
    const unit = UNITS[range.at(-1) as keyof typeof UNITS]
    expect(seconds(range), range).toBe(Number.parseInt(range, 10) * unit)
  }
  expect(ALL_QUICK_RANGES).toEqual(
    expect.arrayContaining([
      'today',
      'yesterday',
      'lastWeek',
      'lastMonth',
      'last3Months',
      '7d',
      '30d',
      '90d',
    ]),
  )
  expect([...moreRanges(['24h', 'today']), '24h', 'today'].sort()).toEqual([...ALL_QUICK_RANGES].sort())
})

it('has no quick range that its own rules refuse', () => {
  for (const range of ALL_QUICK_RANGES) expect(rangeFault(quickRange(range, NOW_MS, ZONE))).toBeUndefined()
})

it('wants both ends in order and at most so far apart', () => {
  expect(rangeFault({ startTime: 1 })).toBe('missing')
  expect(rangeFault({ startTime: 2, endTime: 1 })).toBe('order')
  expect(rangeFault({ startTime: 0, endTime: 86_401 }, 86_400_000)).toBe('tooLong')
  expect(rangeFault({ startTime: 0, endTime: 86_400 }, 86_400_000)).toBeUndefined()
})
