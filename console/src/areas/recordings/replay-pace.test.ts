import { expect, test } from 'vitest'
import { BEHIND_MS, replayPace } from './replay-pace.ts'

const CLOCK = 1_790_000_000_000

/** A player whose picture is `lateMs` of played time later than it should be. */
const off = (lateMs: number, speed = 1, aheadSeconds = 0.4) =>
  replayPace({ clockMs: CLOCK, shownMs: CLOCK - (BEHIND_MS + lateMs) * speed, speed, aheadSeconds })

test('a player in step keeps its pace', () => {
  expect(off(0)).toEqual({ rate: 1 })
  expect(off(20)).toEqual({ rate: 1 })
})

test('one that is late plays faster, one that is early slower, both by their error', () => {
  expect(off(100).rate).toBeCloseTo(1.1)
  expect(off(-100).rate).toBeCloseTo(0.9)
  expect(off(900).rate).toBe(1.25)
})

test('the same error in played time is put right alike at every speed', () => {
  expect(off(100, 4).rate).toBeCloseTo(off(100, 1).rate)
})

test('one that is far behind jumps when the pictures are there', () => {
  expect(off(2000, 1, 3)).toEqual({ rate: 1, jumpSeconds: 2 })
  expect(off(2000, 1, 0.5).rate).toBe(1.25)
})

test('pictures of another place are played on', () => {
  expect(off(3_600_000)).toEqual({ rate: 1 })
})

test('players that start apart meet', () => {
  let early = -250
  let late = 300
  for (let tick = 0; tick < 20; tick++) {
    early -= (off(early).rate - 1) * 250
    late -= (off(late).rate - 1) * 250
  }
  expect(Math.abs(early - late)).toBeLessThan(60)
})
