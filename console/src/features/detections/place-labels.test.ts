import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LabelledBox, placeLabels } from './place-labels.ts'

const AREA = { width: 400, height: 200 }
const box = (x: number, y: number, more: Partial<LabelledBox> = {}): LabelledBox => ({
  ...{ x, y, width: 40, height: 30, labelWidth: 60, labelHeight: 15, weight: 1 },
  ...more,
})

it('puts a label above its box, and below or inside where there is no room above', () => {
  expect(placeLabels([box(100, 100)], AREA)).toEqual([{ x: 100, y: 85 }])
  expect(placeLabels([box(100, 5)], AREA)).toEqual([{ x: 100, y: 35 }])
  expect(placeLabels([box(100, 5, { height: 195 })], AREA)).toEqual([{ x: 100, y: 5 }])
  expect(placeLabels([box(380, 100)], AREA)).toEqual([{ x: 340, y: 85 }])
})

it('places what weighs more first, and leaves out what has no room', () => {
  const crowd = Array.from({ length: 9 }, (_, n) => box(100, 100, { weight: n }))
  const places = placeLabels(crowd, AREA)
  expect(places[8]).toEqual({ x: 100, y: 85 })
  expect(places[0]).toBeUndefined()
})

it('lets no two labels overlap, and keeps all in the picture', () => {
  const boxes = fc.array(
    fc.record({
      x: fc.integer({ min: -20, max: 400 }),
      y: fc.integer({ min: -20, max: 200 }),
      width: fc.integer({ min: 1, max: 200 }),
      height: fc.integer({ min: 1, max: 200 }),
      labelWidth: fc.integer({ min: 20, max: 120 }),
      labelHeight: fc.constant(15),
      weight: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(boxes, (list) => {
      const rects = placeLabels(list, AREA).flatMap((place, at) =>
        place ? [{ ...place, w: list[at]!.labelWidth, h: list[at]!.labelHeight }] : [],
      )
      for (const [n, a] of rects.entries()) {
        expect(a.x >= 0 && a.y >= 0 && a.x + a.w <= AREA.width && a.y + a.h <= AREA.height).toBe(true)
        for (const b of rects.slice(n + 1))
          expect(a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h).toBe(false)
      }
    }),
  )
})
