import { expect, test } from 'vitest'
import { DAY_MS, dayStart, HOUR_MS } from '../time.ts'
import { exportSpanFault } from './track-span.ts'

/** 2026-11-20 10:00 UTC+8. */
const NOW = 1_795_140_000_000
const TODAY = dayStart(NOW)

test('an export takes seven days up to the end of today, and not a millisecond more', () => {
  expect(exportSpanFault(TODAY - 6 * DAY_MS, TODAY + DAY_MS, NOW)).toBeUndefined()
  expect(exportSpanFault(TODAY - 6 * DAY_MS - 1, TODAY + DAY_MS, NOW)).toBe('only7Days')
  expect(exportSpanFault(TODAY, TODAY + DAY_MS + 1, NOW)).toBe('future')
})

test('an export does not begin after its end, nor more than 180 days ago', () => {
  expect(exportSpanFault(NOW, NOW - 1, NOW)).toBe('startAfterEnd')
  expect(exportSpanFault(NOW, NOW, NOW)).toBeUndefined()
  expect(exportSpanFault(TODAY - 180 * DAY_MS, TODAY - 180 * DAY_MS + HOUR_MS, NOW)).toBeUndefined()
  expect(exportSpanFault(TODAY - 180 * DAY_MS - 1, TODAY - 180 * DAY_MS + HOUR_MS, NOW)).toBe('tooOld')
})
