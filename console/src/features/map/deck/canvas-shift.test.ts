import { describe, expect, it } from 'vitest'
import { canvasShift, type DrawnView, isSameView } from './canvas-shift.ts'

const VIEW: DrawnView = { left: 0.25, top: 0.5, scale: 1024, width: 200, height: 100, ratio: 2 }

/** Where a transform puts a point of the canvas, CSS pixels. */
function put(transform: string, [x, y]: readonly [number, number]): number[] {
  const [dx, dy, by] = (transform.match(/-?[\d.e-]+(?=px|\))/g) ?? []).map(Number) as [number, number, number]
  return [x * by + dx, y * by + dy]
}

/** Where a view has a place of the Mercator square, CSS pixels. */
const at = (view: DrawnView, [x, y]: readonly [number, number]) =>
  [(x - view.left) * view.scale, (y - view.top) * view.scale] as const

describe('a drawn canvas under a map that has moved on', () => {
  it('is where the map has what is drawn on it, also after a zoom', () => {
    const place = [0.3, 0.53] as const
    for (const now of [
      VIEW,
      { ...VIEW, left: 0.26, top: 0.48 },
      { ...VIEW, scale: 2048 },
      { ...VIEW, left: 0.2, top: 0.51, scale: 300 },
    ]) {
      const [x, y] = put(canvasShift(VIEW, now), at(VIEW, place))
      expect(x).toBeCloseTo(at(now, place)[0], 6)
      expect(y).toBeCloseTo(at(now, place)[1], 6)
    }
  })

  it('is another view when anything of it differs', () => {
    expect(isSameView(VIEW, { ...VIEW })).toBe(true)
    for (const name of Object.keys(VIEW) as (keyof DrawnView)[]) {
      expect(isSameView(VIEW, { ...VIEW, [name]: VIEW[name] + 1 }), name).toBe(false)
    }
  })
})
