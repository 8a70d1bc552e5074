import { expect, test } from 'vitest'
import { DAY_MS, fromCivil, HOUR_MS } from '../time.ts'
import { querySpanFault } from './query-span.ts'

const NOW = fromCivil(2026, 11, 20, 15)
const TODAY = fromCivil(2026, 11, 20)

test('a start may equal the end and not follow it', () => {
  expect(querySpanFault(NOW, NOW, NOW)).toBeUndefined()
  expect(querySpanFault(NOW, NOW - 1, NOW)).toBe('startAfterEnd')
})

test('24 hours are asked for at most', () => {
  expect(querySpanFault(TODAY - DAY_MS, TODAY, NOW)).toBeUndefined()
  expect(querySpanFault(TODAY - DAY_MS, TODAY + 1, NOW)).toBe('only24Hours')
})

test('the whole of today can be asked for, and nothing of tomorrow', () => {
  expect(querySpanFault(TODAY, TODAY + DAY_MS, NOW)).toBeUndefined()
  expect(querySpanFault(TODAY + HOUR_MS, TODAY + DAY_MS + 1, NOW)).toBe('future')
})

test('the day 180 days ago is the first that can be asked for', () => {
  const first = TODAY - 180 * DAY_MS
  expect(querySpanFault(first, first + HOUR_MS, NOW)).toBeUndefined()
  expect(querySpanFault(first - 1, first + HOUR_MS, NOW)).toBe('tooOld')
})

test("days begin at midnight of the platform's zone", () => {
  const utcMidnight = Date.UTC(2026, 10, 21)
  expect(querySpanFault(utcMidnight - HOUR_MS, utcMidnight, NOW, 0)).toBeUndefined()
  expect(querySpanFault(utcMidnight - HOUR_MS, utcMidnight, NOW, 480)).toBe('future')
})
