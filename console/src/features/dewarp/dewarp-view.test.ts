import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type DewarpMode,
  type DewarpView,
  dragged,
  FIRST_VIEW,
  keyed,
  magnified,
  rayOfSpot,
} from './dewarp-view.ts'
import { type Aim, circlePoint, HEIGHT_RANGE, inRange, type Ray, rayAt, rayTo } from './lens.ts'

const aims = fc
  .record({
    panDeg: fc.double({ min: 0, max: 360, noNaN: true }),
    tiltDeg: fc.double({ min: 5, max: 90, noNaN: true }),
    heightDeg: fc.double({ min: HEIGHT_RANGE.least, max: HEIGHT_RANGE.most, noNaN: true }),
  })
  .map(inRange)
const parts = fc.double({ min: 0.05, max: 0.95, noNaN: true })
const spots = fc.record({ x: parts, y: parts })
const aspects = fc.constantFrom(4 / 3, 16 / 9, 1.963)

/** Degrees between two rays. */
function apart(a: Ray, b: Ray): number {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
  return (Math.acos(Math.min(1, dot / Math.hypot(...a) / Math.hypot(...b))) * 180) / Math.PI
}

/** Whether a camera can show a ray at a spot: one that leads straight down is in the middle of no row but its own. */
function canShow(ray: Ray, { heightDeg }: Aim, aspect: number, spot: { x: number; y: number }): boolean {
  const half = Math.tan((heightDeg / 2) * (Math.PI / 180))
  const [aside, above] = [(2 * spot.x - 1) * half * aspect, (1 - 2 * spot.y) * half]
  return (-ray[2] / Math.hypot(...ray)) * Math.hypot(aside, above, 1) <= Math.hypot(above, 1)
}

test('the circle shows the floor below in its middle, the horizon at its edge, and 45° half way', () => {
  expect(circlePoint([0, 0, -1])).toEqual({ x: 0, y: 0 })
  const at = (panDeg: number, tiltDeg: number) => {
    const { x, y } = circlePoint(rayTo(panDeg, tiltDeg))
    return [Number(x.toFixed(6)) + 0, Number(y.toFixed(6)) + 0]
  }
  expect(at(0, 0)).toEqual([0, 1])
  expect(at(90, 0)).toEqual([1, 0])
  expect(at(180, 45)).toEqual([0, -0.5])
  expect(at(270, 60)).toEqual([-0.333333, 0])
})

test('a camera shows in its middle where it looks, and at its edges half its angle beside', () => {
  fc.assert(
    fc.property(aims, aspects, (aim, aspect) => {
      const middle = rayTo(aim.panDeg, aim.tiltDeg)
      expect(apart(rayAt(aim, aspect, { x: 0, y: 0 }), middle)).toBeLessThan(1e-4)
      expect(apart(rayAt(aim, aspect, { x: 0, y: 1 }), middle)).toBeCloseTo(aim.heightDeg / 2, 4)
    }),
  )
})

test('an edge of the floor is bent in the circle and straight in a camera', () => {
  // Eight metres ahead of a lens four metres above the floor, from ten metres left to ten metres right.
  const edge: Ray[] = [-10, 0, 10].map((right) => [right, 8, -4])
  const [left, middle, right] = edge.map(circlePoint)
  expect(middle!.y - (left!.y + right!.y) / 2).toBeGreaterThan(0.15)
  const aim = FIRST_VIEW.one[0]!
  // Where the camera shows the points of the edge: found by search, the inverse of what it draws.
  const rows = [-3, 0, 3].map((x): number => {
    const row = (from: number, to: number): number => {
      const y = (from + to) / 2
      if (to - from < 1e-9) return y
      const ray = rayAt(aim, 16 / 9, { x: x / 6, y })
      return (ray[1] / -ray[2]) * 4 > 8 ? row(from, y) : row(y, to)
    }
    return row(-1, 1)
  })
  expect(rows[0]).toBeCloseTo(rows[1]!, 6)
  expect(rows[2]).toBeCloseTo(rows[1]!, 6)
})

test('what is dragged stays below the pointer, unless the camera turns no further', () => {
  fc.assert(
    fc.property(aims, spots, spots, aspects, (aim, from, to, aspect) => {
      const view: DewarpView = { ...FIRST_VIEW, one: [aim] }
      const after = dragged(view, aspect, from, to)
      const { tiltDeg, heightDeg } = after.one[0]!
      const ray = rayOfSpot(view, aspect, from)
      fc.pre(tiltDeg > heightDeg / 2 + 1e-6 && tiltDeg < 90 - 1e-6 && canShow(ray, aim, aspect, to))
      expect(apart(ray, rayOfSpot(after, aspect, to))).toBeLessThan(0.01)
    }),
  )
})

test('magnifying keeps what is below the pointer', () => {
  fc.assert(
    fc.property(aims, spots, fc.double({ min: 0.7, max: 1.5, noNaN: true }), (aim, spot, factor) => {
      const view: DewarpView = { ...FIRST_VIEW, one: [aim] }
      const after = magnified(view, 16 / 9, spot, factor)
      const { tiltDeg, heightDeg } = after.one[0]!
      const ray = rayOfSpot(view, 16 / 9, spot)
      const isInReach = tiltDeg > heightDeg / 2 + 1e-6 && tiltDeg < 90 - 1e-6
      fc.pre(isInReach && canShow(ray, after.one[0]!, 16 / 9, spot))
      expect(apart(ray, rayOfSpot(after, 16 / 9, spot))).toBeLessThan(0.01)
    }),
  )
})

test('no key, drag or wheel shows what is above the horizon', () => {
  const moves = fc.array(
    fc.oneof(
      fc
        .constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', '+', '-')
        .map((key) => (view: DewarpView) => keyed(view, key) ?? view),
      fc.tuple(spots, spots).map(
        ([from, to]) =>
          (view: DewarpView) =>
            dragged(view, 16 / 9, from, to),
      ),
      spots.map((spot) => (view: DewarpView) => magnified(view, 16 / 9, spot, 0.8)),
    ),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(fc.constantFrom<DewarpMode>('one', 'four'), moves, spots, (mode, all, spot) => {
      const view = all.reduce((before, move) => move(before), { ...FIRST_VIEW, mode })
      const { x, y } = circlePoint(rayOfSpot(view, 16 / 9, spot))
      expect(Math.hypot(x, y)).toBeLessThan(1 + 1e-9)
    }),
  )
})

test('the two strips of a panorama show all around once, from the horizon down', () => {
  const view: DewarpView = { ...FIRST_VIEW, mode: 'panorama', panoramaDeg: 30 }
  const at = (x: number, y: number) => rayOfSpot(view, 16 / 9, { x, y })
  expect(apart(at(0.5, 0), rayTo(30, 0))).toBeLessThan(1e-4)
  expect(apart(at(0.5, 0.5), rayTo(210, 0))).toBeLessThan(1e-4)
  expect(apart(at(1, 0), at(0, 0.5))).toBeLessThan(1e-4)
  expect(apart(at(0.25, 0.25), at(0.25, 0))).toBeCloseTo(180 / (32 / 9) / 2, 4)
  const turned = dragged(view, 16 / 9, { x: 0.2, y: 0.1 }, { x: 0.4, y: 0.1 })
  expect(apart(rayOfSpot(turned, 16 / 9, { x: 0.4, y: 0.1 }), at(0.2, 0.1))).toBeLessThan(1e-4)
})

test('keys turn one of four cameras, 0 takes all back, and other keys are none', () => {
  const view: DewarpView = { ...FIRST_VIEW, mode: 'four', active: 2 }
  const turned = keyed(view, 'ArrowRight')!
  expect(turned.four.map(({ panDeg }, nth) => panDeg - view.four[nth]!.panDeg > 0)).toEqual([
    false,
    false,
    true,
    false,
  ])
  expect(keyed(turned, '0')).toEqual(view)
  expect(keyed(view, 'x')).toBeUndefined()
})
