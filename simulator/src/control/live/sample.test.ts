import { expect, it } from 'vitest'
import { Sample } from './sample.ts'

it('keeps the first of each kind, counts the others, and makes nothing of what it does not keep', () => {
  const sample = new Sample<'alarm' | 'clock', number>(3)
  let made = 0
  const flood = Array.from({ length: 20_000 }, (_, i) => i)
  sample.offerAll('alarm', flood, (n) => {
    made++
    return n
  })
  sample.offer('clock', () => -1)
  sample.offer('alarm', () => {
    made++
    return -2
  })
  expect(made).toBe(3)
  expect(sample.take()).toEqual({ list: [0, 1, 2, -1], seen: { alarm: 20_001, clock: 1 }, left: 19_998 })
  expect(sample.take()).toBeUndefined()
  sample.offer('alarm', () => 7)
  expect(sample.take()).toEqual({ list: [7], seen: { alarm: 1 }, left: 0 })
})
