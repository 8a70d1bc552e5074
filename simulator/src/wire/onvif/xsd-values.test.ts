import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  readDateTime,
  readDuration,
  readMoment,
  readNumber,
  writeDateTime,
  writeDuration,
} from './xsd-values.ts'

it.each([
  ['2026-11-26T01:02:03Z', Date.UTC(2026, 10, 26, 1, 2, 3)],
  ['2026-11-26T01:02:03.25Z', Date.UTC(2026, 10, 26, 1, 2, 3, 250)],
  ['2026-11-26T01:02:03', Date.UTC(2026, 10, 26, 1, 2, 3)],
  ['2026-11-26T09:02:03+08:00', Date.UTC(2026, 10, 26, 1, 2, 3)],
  ['2026-11-25T20:32:03-04:30', Date.UTC(2026, 10, 26, 1, 2, 3)],
  ['2026-13-26T01:02:03Z', undefined],
  ['2026-11-26 01:02:03', undefined],
  ['tomorrow', undefined],
])('reads the moment %s', (text, ms) => {
  expect(readDateTime(text)).toBe(ms)
})

it.each([
  ['PT1M', 60_000],
  ['PT0.5S', 500],
  ['P1DT2H3M4S', 93_784_000],
  ['P1Y', 31_536_000_000],
  ['-PT5S', -5000],
  ['P', undefined],
  ['PT', undefined],
  ['60', undefined],
  ['PT1M1H', undefined],
])('reads the duration %s', (text, ms) => {
  expect(readDuration(text)).toBe(ms)
})

it('reads numbers as XML Schema writes them', () => {
  expect([' 1.5 ', '-1', '+.5', '1e-3', '', '1,5', '0x1', 'NaN', 'INF', undefined].map(readNumber)).toEqual([
    1.5,
    -1,
    0.5,
    0.001,
    ...Array(6).fill(undefined),
  ])
})

it('reads back the moments and durations that it writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (ms) => {
      expect(readDateTime(writeDateTime(ms))).toBe(ms)
      expect(readDateTime(new Date(ms).toISOString())).toBe(ms)
      expect(readMoment(writeDuration(ms % 1e9), 5)).toBe(5 + (ms % 1e9))
    }),
  )
})
