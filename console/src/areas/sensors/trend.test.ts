import { expect, it } from 'vitest'
import { trendOf } from './trend.ts'

const minutes = (value: (minute: number) => number) =>
  Array.from({ length: 31 }, (_, minute) => ({ atS: minute * 60, value: value(minute) }))

it('tells rising, falling and steady values of half an hour apart', () => {
  expect(
    trendOf(
      minutes((minute) => 20 + minute / 10),
      1,
    ),
  ).toBe('rising')
  expect(
    trendOf(
      minutes((minute) => 20 - minute / 10),
      1,
    ),
  ).toBe('falling')
  expect(
    trendOf(
      minutes((minute) => 20 + (minute % 2) / 10),
      1,
    ),
  ).toBe('steady')
  // Two steps of the last decimal are noise, whatever the share.
  expect(
    trendOf(
      minutes((minute) => (minute > 15 ? 0.1 : 0)),
      1,
    ),
  ).toBe('steady')
})

it('says nothing without values of half an hour ago', () => {
  expect(trendOf([], 1)).toBeUndefined()
  expect(
    trendOf(
      [
        { atS: 0, value: 1 },
        { atS: 60, value: 9 },
      ].slice(1),
      1,
    ),
  ).toBe(undefined)
})
