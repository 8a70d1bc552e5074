import { describe, expect, it } from 'vitest'
import { panBy, WHOLE_PICTURE, ZOOM_MAX, zoomAt, zoomInto, zoomTransform } from './zoom-box.ts'

describe('zoom by a dragged rectangle', () => {
  it('shows the quarter that was framed', () => {
    const view = zoomInto(WHOLE_PICTURE, { left: 0, top: 0, width: 0.5, height: 0.5 })
    expect(view).toEqual({ x: 0.25, y: 0.25, scale: 2 })
    expect(zoomTransform(view)).toBe('scale(2.0000) translate(25.000%, 25.000%)')
  })
  it('goes further in from where it is', () => {
    const once = zoomInto(WHOLE_PICTURE, { left: 0.5, top: 0.5, width: 0.5, height: 0.5 })
    expect(zoomInto(once, { left: 0, top: 0, width: 0.5, height: 0.5 })).toEqual({
      x: 0.625,
      y: 0.625,
      scale: 4,
    })
  })
  it('stops at ten times and at the edges of the picture', () => {
    const view = zoomInto(WHOLE_PICTURE, { left: 0.96, top: 0.96, width: 0.04, height: 0.03 })
    expect(view.scale).toBe(ZOOM_MAX)
    expect(view.x).toBeCloseTo(0.95)
  })
  it('takes a slipped click for nothing', () => {
    expect(zoomInto(WHOLE_PICTURE, { left: 0.5, top: 0.5, width: 0.01, height: 0 })).toBe(WHOLE_PICTURE)
  })
  it('comes back to the whole picture', () => {
    expect(zoomAt({ x: 0.9, y: 0.9, scale: 4 }, { x: 0.2, y: 0.9 }, 1 / 8)).toEqual(WHOLE_PICTURE)
  })
})

describe('zoom by wheel and drag', () => {
  it('leaves the part under the pointer where it is', () => {
    const point = { x: 0.75, y: 0.25 }
    const partAt = ({ x, y, scale }: typeof WHOLE_PICTURE) => [
      x + (point.x - 0.5) / scale,
      y + (point.y - 0.5) / scale,
    ]
    const once = zoomAt(WHOLE_PICTURE, point, 2)
    expect(partAt(once)).toEqual([0.75, 0.25])
    const twice = zoomAt(once, point, 1.5)
    expect(twice.scale).toBe(3)
    expect(partAt(twice)[0]).toBeCloseTo(0.75)
  })
  it('moves the picture along with the pointer, as far as its edge', () => {
    const view = { x: 0.5, y: 0.5, scale: 4 }
    expect(panBy(view, 0.4, -0.2)).toEqual({ x: 0.4, y: 0.55, scale: 4 })
    expect(panBy(view, 9, 9)).toEqual({ x: 0.125, y: 0.125, scale: 4 })
    expect(panBy(WHOLE_PICTURE, 0.4, 0.4)).toEqual(WHOLE_PICTURE)
  })
})
