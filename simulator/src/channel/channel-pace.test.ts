import { expect, test } from 'vitest'
import { AlarmAllowance } from './alarm-allowance.ts'
import { ChannelPace } from './channel-pace.ts'

/** A pace after ticks with these delays. */
function paceAfter(pace: ChannelPace, lateMs: readonly number[], given = { consoles: 1, isBacked: false }) {
  let last = pace.tick(atMs, given)
  for (const late of lateMs) {
    atMs += 100 + late
    last = pace.tick(atMs, given)
  }
  return last
}
let atMs = 0

test('late ticks and frames that wait halve what is sent in full, down to a sixteenth, and it grows again', () => {
  const pace = new ChannelPace()
  expect(paceAfter(pace, [0, 20, 5])).toEqual({ share: 1, most: 500, isDue: true })
  atMs += 100
  expect(paceAfter(pace, [80, 300]).share).toBeCloseTo(1 / 4)
  atMs += 100
  expect(paceAfter(pace, [0, 0, 0], { consoles: 1, isBacked: true }).share).toBe(1 / 16)
  atMs += 100
  expect(paceAfter(pace, Array(20).fill(0)).share).toBe(1)
})

test('past a sixteenth batches come further apart, up to eight ticks, and closer again once they are written in time', () => {
  const pace = new ChannelPace()
  paceAfter(pace, Array(4).fill(0), { consoles: 1, isBacked: true })
  const ticksApart = (isBacked: boolean) => {
    for (let ticks = 1; ; ticks++) {
      atMs += 100
      // Between batches frames may wait: they are being written.
      if (pace.tick(atMs, { consoles: 1, isBacked: isBacked || ticks < 2 }).isDue) return ticks
    }
  }
  expect(Array.from({ length: 5 }, () => ticksApart(true))).toEqual([2, 4, 8, 8, 8])
  expect(Array.from({ length: 8 }, () => ticksApart(false))).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
})

test('many consoles are sent fewer alarms in one tick, so that what is sent is read within it', () => {
  expect(paceAfter(new ChannelPace(), [0], { consoles: 100, isBacked: false }).most).toBe(120)
  expect(paceAfter(new ChannelPace(), [0], { consoles: 5000, isBacked: false }).most).toBe(10)
  expect(paceAfter(new ChannelPace(), Array(5).fill(0), { consoles: 5000, isBacked: true }).most).toBe(1)
})

test('an audience is granted 500 alarms a second, and its share of them at a slower pace', () => {
  const granted = (share: number) => {
    const allowance = new AlarmAllowance(0)
    let sum = 0
    for (let ms = 100; ms <= 10_000; ms += 100) sum += allowance.take(1000, ms, { share, most: 500 })
    return sum
  }
  expect(granted(1)).toBe(500 + 10 * 500 - 50)
  expect(granted(1 / 4) / granted(1)).toBeCloseTo(1 / 4, 1)
})
