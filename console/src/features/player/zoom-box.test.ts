import { describe, expect, it } from 'vitest'
import { WHOLE_PICTURE, ZOOM_MAX, zoomBy, zoomInto, zoomTransform } from './zoom-box.ts'

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
    expect(zoomBy({ x: 0.9, y: 0.9, scale: 4 }, 1 / 8)).toEqual(WHOLE_PICTURE)
  })
})
