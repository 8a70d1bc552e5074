import { RESPONSE_CLASSES } from '@backlot/contract/alarms/response-classes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { responseClass, responseTimes } from './response-times.ts'

const tenths = (seconds: number) => Math.round(seconds * 10) / 10

test('median and p90 are those of the sorted times', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 }), (times) => {
      const sorted = [...times].sort((a, b) => a - b)
      const { length } = sorted
      expect(responseTimes(Float64Array.from(times))).toEqual({
        count: length,
        mean: tenths(sorted.reduce((sum, one) => sum + one, 0) / length),
        median: (sorted[(length - 1) >> 1]! + sorted[length >> 1]!) / 2,
        p90: sorted[Math.ceil(length * 0.9) - 1],
      })
    }),
  )
})

test('where nothing was processed there is no time', () => {
  expect(responseTimes(new Float64Array(0))).toEqual({ count: 0, mean: null, median: null, p90: null })
})

test('a time belongs to the first class that ends after it', () => {
  expect([0, 59.9, 60, 899, 3600, 86_400].map(responseClass)).toEqual([
    0,
    0,
    1,
    2,
    4,
    RESPONSE_CLASSES.length,
  ])
})
