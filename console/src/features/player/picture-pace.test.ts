import { describe, expect, it } from 'vitest'
import { HOLD_MOST_MS, PicturePace } from './picture-pace.ts'

const EVERY_MS = 40
/** Pictures of a stream whose clock runs beside the host's. Answers how late after its own time each is shown. */
function latenesses(pace: PicturePace, delaysMs: readonly number[], from = 0): number[] {
  return delaysMs.map((delayMs, at) => {
    const streamMs = (from + at) * EVERY_MS
    return pace.dueAt(streamMs, 5000 + streamMs + delayMs) - 5000 - streamMs
  })
}
const steady = (count: number, delayMs = 0) => Array.from({ length: count }, () => delayMs)

describe('the pace of a live stream', () => {
  it('shows pictures that come evenly at once', () => {
    expect(latenesses(new PicturePace(), steady(200, 12)).every((lateMs) => lateMs === 12)).toBe(true)
  })

  it('evens out pictures that come unevenly, by no more than they differ', () => {
    const pace = new PicturePace()
    latenesses(
      pace,
      Array.from({ length: 150 }, (_, at) => (at % 3) * 10),
    )
    const late = latenesses(
      pace,
      Array.from({ length: 50 }, (_, at) => ((at + 150) % 3) * 10),
      150,
    )
    expect(new Set(late)).toEqual(new Set([20]))
  })

  it('does not wait for the slowest of ten', () => {
    const pace = new PicturePace()
    const every20th = Array.from({ length: 200 }, (_, at) => (at % 20 === 0 ? 200 : 0))
    latenesses(pace, every20th)
    expect(latenesses(pace, steady(5), 201)).toEqual([0, 0, 0, 0, 0])
  })

  it('is back at the live edge some seconds after the network was slow, and never waits longer than it may', () => {
    const pace = new PicturePace()
    latenesses(pace, steady(50))
    const slow = latenesses(
      pace,
      Array.from({ length: 100 }, (_, at) => (at % 2) * 900),
      50,
    )
    expect(Math.max(...slow.filter((_, at) => at % 2 === 0))).toBeLessThanOrEqual(HOLD_MOST_MS)
    latenesses(pace, steady(110), 150)
    expect(latenesses(pace, steady(5), 260)).toEqual([0, 0, 0, 0, 0])
  })

  it('shows what a newcomer gets at once as it comes', () => {
    const pace = new PicturePace()
    for (let at = 0; at < 24; at++) expect(pace.dueAt(at * 2, 7000 + at)).toBe(7000 + at)
  })

  it('follows a stream whose clock jumps', () => {
    const pace = new PicturePace()
    latenesses(pace, steady(100))
    expect(pace.dueAt(3_600_000, 10_000)).toBe(10_000)
    expect(pace.dueAt(3_600_040, 10_040)).toBe(10_040)
    expect(pace.dueAt(80, 10_080)).toBe(10_080)
  })
})
