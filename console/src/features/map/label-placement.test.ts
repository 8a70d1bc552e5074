import { describe, expect, it } from 'vitest'
import { labelWidthPx, placeLabels } from './label-placement.ts'

/** A small repeatable sequence of numbers in 0 … 1. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const request = (at: number, x: number, y: number, more: { rank?: number; badge?: boolean } = {}) => ({
  at,
  x,
  y,
  widthPx: labelWidthPx(`车辆 ${at}`),
  rank: 1,
  named: true,
  badge: false,
  ...more,
})

describe('placing names', () => {
  it('names no two markers over each other, over a third or over a badge', () => {
    const next = sequence(3)
    const requests = Array.from({ length: 400 }, (_x, at) =>
      request(at, next() * 1280, next() * 800, { rank: at % 3, badge: at % 5 === 0 }),
    )
    const chosen = placeLabels(requests, 100)
    expect(chosen.length).toBeGreaterThan(20)
    const name = (at: number) => {
      const { x, y, widthPx } = requests[at] as (typeof requests)[number]
      return { left: x - widthPx / 2, right: x + widthPx / 2, top: y + 16, bottom: y + 33 }
    }
    type Box = ReturnType<typeof name>
    const apart = (p: Box, q: Box) =>
      p.left >= q.right || q.left >= p.right || p.top >= q.bottom || q.top >= p.bottom
    for (const [i, a] of chosen.entries()) {
      for (const b of chosen.slice(i + 1)) expect(apart(name(a), name(b))).toBe(true)
      for (const { at, x, y, badge } of requests) {
        if (at === a) continue
        expect(apart(name(a), { left: x - 13, right: x + 13, top: y - 13, bottom: y + 13 })).toBe(true)
        if (!badge) continue
        expect(apart(name(a), { left: x + 4, right: x + 24, top: y - 21, bottom: y - 5 })).toBe(true)
      }
    }
  })

  it('gives room to the lower rank, and keeps to the number that it is allowed', () => {
    const requests = [request(0, 100, 100, { rank: 3 }), request(1, 130, 104, { rank: 1 })]
    expect(placeLabels([requests[0]!, { ...requests[1]!, y: 130 }], 9)).toEqual([1])
    expect(placeLabels([request(0, 0, 0), request(1, 500, 0), request(2, 900, 0)], 2)).toEqual([0, 1])
  })

  it('takes wide letters for wide', () => {
    expect(labelWidthPx('北京西站')).toBe(5 + 48)
    expect(labelWidthPx('WWW')).toBeGreaterThan(labelWidthPx('www'))
    expect(labelWidthPx('iii')).toBeLessThan(labelWidthPx('aaa'))
  })
})
