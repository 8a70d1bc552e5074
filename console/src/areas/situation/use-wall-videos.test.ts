import { expect, it } from 'vitest'
import { spread } from './use-wall-videos.ts'

it('spreads a list so that neighbours part, and leaves nobody out', () => {
  for (const length of [0, 1, 2, 5, 12, 40, 97, 120]) {
    const list = Array.from({ length }, (_unused, i) => i)
    const spreaded = spread(list)
    expect([...spreaded].sort((a, b) => a - b)).toEqual(list)
    if (length >= 12) expect(Math.abs(spreaded[1]! - spreaded[0]!)).toBeGreaterThan(length / 4)
  }
})
