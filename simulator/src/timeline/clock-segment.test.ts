import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CLOCK_END_MS,
  CLOCK_START_MS,
  jumped,
  paused,
  platformTimeAt,
  realTime,
  resumed,
  withRate,
} from './clock-segment.ts'

const START = 1_795_000_000_000

test('a clock at real time shows the host time', () => {
  expect(platformTimeAt(realTime(START, 1), START + 1234)).toBe(START + 1234)
})

test('a clock at sixty passes a minute in a second, and a paused one stands', () => {
  const fast = withRate(realTime(START, 1), START, 60)
  expect(platformTimeAt(fast, START + 1000)).toBe(START + 60_000)
  const still = paused(fast, START + 1000)
  expect(platformTimeAt(still, START + 999_000)).toBe(START + 60_000)
  expect(platformTimeAt(resumed(still, START + 2000), START + 3000)).toBe(START + 120_000)
})

test('a jump starts an epoch and keeps the pace', () => {
  const there = jumped(withRate(realTime(START, 4), START, 2), START + 10, START + 86_400_000)
  expect(there.epoch).toBe(5)
  expect(platformTimeAt(there, START + 1010)).toBe(START + 86_400_000 + 2000)
})

test('a clock jumps to moments of 2020 to 2050 and stands at the end', () => {
  const now = realTime(START, 1)
  for (const toMs of [0, CLOCK_START_MS - 1, CLOCK_END_MS + 1, 1e300, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => jumped(now, START, toMs)).toThrow(RangeError)
  }
  expect(platformTimeAt(jumped(now, START, CLOCK_END_MS), START + 5000)).toBe(CLOCK_END_MS)
})

const step = fc.oneof(
  fc.record({ kind: fc.constant('pause' as const), waitMs: fc.integer({ min: 0, max: 5000 }) }),
  fc.record({ kind: fc.constant('resume' as const), waitMs: fc.integer({ min: 0, max: 5000 }) }),
  fc.record({
    kind: fc.constant('speed' as const),
    waitMs: fc.integer({ min: 0, max: 5000 }),
    rate: fc.constantFrom(0.1, 0.5, 1, 2, 60, 3600),
  }),
)

test('without jumps platform time never runs back and a change of pace loses under a millisecond', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let segment = realTime(START, 1)
      let host = START
      let exact = START
      for (const { waitMs, ...change } of steps) {
        const before = platformTimeAt(segment, host)
        host += waitMs
        exact += waitMs * segment.rate
        const now = platformTimeAt(segment, host)
        expect(now).toBeGreaterThanOrEqual(before)
        if (change.kind === 'pause') segment = paused(segment, host)
        else if (change.kind === 'resume') segment = resumed(segment, host)
        else segment = withRate(segment, host, change.rate)
        expect(platformTimeAt(segment, host)).toBe(now)
      }
      expect(exact - platformTimeAt(segment, host)).toBeLessThan(steps.length + 1)
      expect(segment.epoch).toBe(1)
    }),
  )
})
