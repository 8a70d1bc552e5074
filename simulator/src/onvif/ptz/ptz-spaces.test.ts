import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OnvifPose } from '../ports.ts'
import { fromGeneric, toGeneric } from './ptz-spaces.ts'

const pose: OnvifPose = {
  panDeg: 0,
  tiltDeg: 0,
  zoom: 1,
  focus: 0,
  iris: 0.5,
  isMoving: false,
  aheadDeg: 350,
  limits: { tiltDeg: { min: -90, max: 20 }, zoom: { min: 1, max: 32 } },
}

it.each([
  [{ panDeg: 350 }, { pan: 0 }],
  [{ panDeg: 80 }, { pan: 0.5 }],
  [{ panDeg: 170 }, { pan: -1 }],
  [{ panDeg: 260 }, { pan: -0.5 }],
  [{ tiltDeg: -90 }, { tilt: -1 }],
  [{ tiltDeg: 20 }, { tilt: 1 }],
  [{ zoom: 32 }, { zoom: 1 }],
  [{ zoom: 1 }, { zoom: 0 }],
])('shows %j as %j', (at, generic) => {
  expect(toGeneric({ ...pose, ...at })).toMatchObject(generic)
})

it('comes back to where it was', () => {
  const within = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  fc.assert(
    fc.property(
      within(0, 359.999),
      within(-90, 20),
      within(1, 32),
      within(0, 359),
      (panDeg, tiltDeg, zoom, aheadDeg) => {
        const at = { ...pose, panDeg, tiltDeg, zoom, aheadDeg }
        const back = fromGeneric(toGeneric(at), at)
        expect(back.tiltDeg).toBeCloseTo(tiltDeg)
        expect(back.zoom).toBeCloseTo(zoom)
        const turn = Math.abs(back.panDeg! - panDeg)
        expect(Math.min(turn, 360 - turn)).toBeLessThan(1e-6)
      },
    ),
  )
})

it('turns round and ends at its limits', () => {
  expect(fromGeneric({ pan: 1.5, tilt: 3, zoom: -2 }, pose)).toEqual({ panDeg: 260, tiltDeg: 20, zoom: 1 })
})
