import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Times } from './times.ts'

const durations = fc.array(fc.double({ min: 0, max: 5_000_000, noNaN: true }), { maxLength: 200 })

test('times of several machines, added, are the times of all of them', () => {
  fc.assert(
    fc.property(fc.array(durations, { maxLength: 5 }), (machines) => {
      const all = new Times()
      const sum = new Times()
      for (const list of machines) {
        const own = new Times()
        for (const ms of list) {
          own.record(ms)
          all.record(ms)
        }
        sum.add(own.encoded())
      }
      expect(sum.count).toBe(all.count)
      // Encoded, a time has three figures.
      const read = (times: Times) => [
        times.min,
        times.max,
        times.mean,
        ...[50, 90, 99, 99.9].map((p) => times.percentile(p)),
      ]
      const other = read(all)
      for (const [i, ms] of read(sum).entries())
        expect(Math.abs(ms - other[i]!)).toBeLessThanOrEqual(other[i]! / 500)
    }),
  )
})

test('percentiles are right to three figures; nothing recorded is 0', () => {
  const times = new Times()
  expect([times.count, times.percentile(99), times.min, times.max, times.mean]).toEqual([0, 0, 0, 0, 0])
  expect(times.distribution()).toEqual([])
  for (let ms = 1; ms <= 1000; ms++) times.record(ms)
  for (const [p, ms] of [
    [50, 500],
    [90, 900],
    [99, 990],
  ] as const)
    expect(Math.abs(times.percentile(p) - ms)).toBeLessThanOrEqual(ms / 1000)
  const distribution = times.distribution()
  expect(distribution[0]).toEqual([0, times.min])
  expect(distribution.at(-1)).toEqual([100, times.max])
})
