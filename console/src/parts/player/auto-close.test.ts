import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AutoClose } from './auto-close.ts'
import { watchMovement } from './watch-movement.ts'

const ticks = (close: AutoClose, count: number) =>
  Array.from({ length: count }, () => close.tick()).indexOf(true)

describe('auto-close', () => {
  it('closes at 60 times the minutes', () => {
    expect(ticks(new AutoClose(2), 1000)).toBe(119)
  })
  it('begins anew with every movement', () => {
    const close = new AutoClose(1)
    expect(ticks(close, 59)).toBe(-1)
    close.moved()
    expect(ticks(close, 59)).toBe(-1)
    expect(close.tick()).toBe(true)
  })
  it('stays at -1 when it is off', () => {
    const close = new AutoClose(0)
    expect(ticks(close, 10_000)).toBe(-1)
    expect(close.seconds).toBe(-1)
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
    expect(counts).toEqual([1, 2, 0, 1])
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
