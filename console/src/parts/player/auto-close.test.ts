import { describe, expect, it } from 'vitest'
import { AutoClose } from './auto-close.ts'

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
