import { describe, expect, it } from 'vitest'
import { findStacks } from './stacks.ts'

describe('stacks of markers', () => {
  it('counts those of one place at the one drawn last, and leaves those alone that stand free', () => {
    const x = Float64Array.of(100, 100, 104, 300, 100.5, 320)
    const y = Float64Array.of(100, 100, 103, 300, 99, 300)
    const { top, count } = findStacks(x, y)
    expect([...top]).toEqual([4, 4, 4, 3, 4, 5])
    expect([...count]).toEqual([0, 0, 0, 1, 4, 1])
  })

  it('counts every marker once, however they lie', () => {
    const count = 500
    const x = Float64Array.from({ length: count }, (_, i) => ((i * 7919) % 601) / 2 - 150)
    const y = Float64Array.from({ length: count }, (_, i) => ((i * 104_729) % 409) / 2 - 100)
    const stacks = findStacks(x, y)
    expect(stacks.count.reduce((sum, n) => sum + n)).toBe(count)
    for (let place = 0; place < count; place++) {
      const top = stacks.top[place] as number
      expect(stacks.count[top]).toBeGreaterThan(0)
      expect(top).toBeGreaterThanOrEqual(place)
      expect(Math.hypot(x[top]! - x[place]!, y[top]! - y[place]!)).toBeLessThanOrEqual(9)
    }
  })
})
