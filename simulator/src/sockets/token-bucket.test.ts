import { expect, test } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

test('a burst passes at once, what comes after it waits for its share of time', () => {
  const bucket = new TokenBucket(10, 100, 0)
  expect(bucket.take(10, 0)).toBe(0)
  expect(bucket.take(5, 0)).toBe(50)
  expect(bucket.take(0, 49)).toBe(1)
  expect(bucket.take(0, 50)).toBe(0)
  expect(bucket.take(10, 10_000)).toBe(0)
  expect(bucket.take(1, 10_000)).toBe(10)
})

test('a clock that goes back gives nothing', () => {
  const bucket = new TokenBucket(1, 1000, 1000)
  expect(bucket.take(1, 1000)).toBe(0)
  expect(bucket.take(1, 0)).toBe(1)
})

test('without a rate nothing waits', () => {
  const bucket = new TokenBucket(1, Number.POSITIVE_INFINITY, 0)
  expect(bucket.take(1_000_000, 0)).toBe(0)
})

test('what is not allowed costs nothing', () => {
  const bucket = new TokenBucket(10, 100, 0)
  expect([bucket.allows(8, 0), bucket.allows(3, 0), bucket.allows(2, 0), bucket.allows(1, 0)]).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect(bucket.allows(1, 10)).toBe(true)
  expect(new TokenBucket(1, Number.POSITIVE_INFINITY, 0).allows(1_000_000, 0)).toBe(true)
})
