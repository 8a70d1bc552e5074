import { describe, expect, it } from 'vitest'
import { createWheelClock } from './wheel-clock.ts'

/** A host whose time a test moves. */
function manualHost() {
  let nowMs = 1_000_000
  let beat = () => {}
  return {
    host: {
      now: () => nowMs,
      after: () => () => {},
      every(_ms: number, callback: () => void) {
        beat = callback
        return () => {}
      },
    },
    pass(ms: number) {
      for (let left = ms; left > 0; left -= 20) {
        nowMs += Math.min(20, left)
        beat()
      }
    },
    leap(ms: number) {
      nowMs += ms
      beat()
    },
  }
}

describe('a wheel of timers', () => {
  it('fires each timer once, not early and at most a slot late', () => {
    const { host, pass } = manualHost()
    const clock = createWheelClock(host)
    const fired: number[] = []
    const started = host.now()
    const delays = [0, 1, 19, 20, 21, 500, 81_919, 81_921, 200_000]
    for (const delay of delays) clock.after(delay, () => fired.push(host.now() - started - delay))
    pass(201_000)
    expect(fired).toHaveLength(delays.length)
    for (const lateMs of fired) {
      expect(lateMs).toBeGreaterThanOrEqual(0)
      expect(lateMs).toBeLessThanOrEqual(40)
    }
    expect(clock.waiting()).toBe(0)
  })
  it('forgets what was cancelled, and repeats until it is', () => {
    const { host, pass } = manualHost()
    const clock = createWheelClock(host)
    let count = 0
    const cancel = clock.after(100, () => count++)
    cancel()
    const stop = clock.every(100, () => count++)
    pass(1020)
    stop()
    const reached = count
    pass(1000)
    expect(reached).toBeGreaterThanOrEqual(8)
    expect(count).toBe(reached)
    expect(clock.waiting()).toBe(0)
  })
  it('fires everything that fell due while the process slept', () => {
    const { host, leap } = manualHost()
    const clock = createWheelClock(host)
    let count = 0
    for (let i = 0; i < 300; i++) clock.after(i * 1000, () => count++)
    leap(1_000_000)
    expect(count).toBe(300)
  })
})
