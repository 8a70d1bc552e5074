import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AutoClose } from './auto-close.ts'
import { watchMovement } from './watch-movement.ts'

function closeWithClock(minutes: number) {
  const clock = { ms: 5_000_000 }
  return { clock, close: new AutoClose(minutes, () => clock.ms) }
}

describe('auto-close', () => {
  it('closes at 60 times the minutes, by the clock', () => {
    const { clock, close } = closeWithClock(2)
    clock.ms += 119_999
    expect([close.isDue(), close.seconds]).toEqual([false, 119])
    clock.ms += 1
    expect(close.isDue()).toBe(true)
    expect(close.seconds).toBe(0)
  })
  it('begins anew with every movement', () => {
    const { clock, close } = closeWithClock(1)
    clock.ms += 59_000
    close.moved()
    clock.ms += 59_000
    expect(close.isDue()).toBe(false)
  })
  it('stays at -1 when it is off', () => {
    const { clock, close } = closeWithClock(0)
    clock.ms += 24 * 3_600_000
    expect([close.isDue(), close.seconds]).toEqual([false, -1])
  })
  it('waits the whole time after a clock that was set back', () => {
    const { clock, close } = closeWithClock(1)
    clock.ms -= 3_600_000
    expect(close.seconds).toBe(0)
    clock.ms += 59_000
    expect(close.isDue()).toBe(false)
    clock.ms += 1000
    expect(close.isDue()).toBe(true)
  })
})

describe('a page that nobody operates', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is closed after the minutes, which every movement of mouse, keys and wheel begins anew', () => {
    const page = new EventTarget()
    const due = vi.fn()
    const stop = watchMovement(new AutoClose(2), page, due)
    for (const type of ['mousemove', 'keydown', 'pointerdown', 'wheel']) {
      vi.advanceTimersByTime(119_000)
      page.dispatchEvent(new Event(type))
    }
    vi.advanceTimersByTime(119_000)
    expect(due).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(due).toHaveBeenCalledOnce()
    stop()
    vi.advanceTimersByTime(1_000_000)
    expect(due).toHaveBeenCalledOnce()
  })

  it('is closed on time although a hidden page has its timers throttled to one a minute', () => {
    const due = vi.fn()
    const stop = watchMovement(new AutoClose(2), new EventTarget(), due)
    // The clock continues; of a minute's timers one comes.
    vi.setSystemTime(Date.now() + 60_000)
    vi.advanceTimersByTime(1000)
    expect(due).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() + 60_000)
    vi.advanceTimersByTime(1000)
    expect(due).toHaveBeenCalledOnce()
    stop()
  })

  it('is closed by the first movement after a sleep in which no timer came', () => {
    const page = new EventTarget()
    const due = vi.fn()
    const stop = watchMovement(new AutoClose(2), page, due)
    vi.setSystemTime(Date.now() + 8 * 3_600_000)
    page.dispatchEvent(new Event('mousemove'))
    expect(due).toHaveBeenCalledOnce()
    stop()
  })

  it('is told of each second and each movement', () => {
    const page = new EventTarget()
    const close = new AutoClose(1)
    const counts: number[] = []
    const stop = watchMovement(
      close,
      page,
      () => {},
      () => counts.push(close.seconds),
    )
    vi.advanceTimersByTime(2000)
    page.dispatchEvent(new Event('wheel'))
    vi.advanceTimersByTime(1000)
    expect(counts).toEqual([1, 2, 2, 0, 1])
    stop()
  })

  it('stays open for ever with 0 minutes', () => {
    const due = vi.fn()
    const close = new AutoClose(0)
    const stop = watchMovement(close, new EventTarget(), due)
    vi.advanceTimersByTime(24 * 3_600_000)
    expect([due.mock.calls.length, close.seconds]).toEqual([0, -1])
    stop()
  })
})
