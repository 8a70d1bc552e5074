import { expect, it } from 'vitest'
import { type Box, covered, freePlace } from './tip-place.ts'

const PAGE = { width: 1280, height: 800 }
const TOP = 54
const SIZE = { width: 320, height: 120 }
const place = (controls: readonly Box[]) => freePlace(SIZE, PAGE, controls, TOP)

it('stands at the upper right of a page that has no control there', () => {
  expect(place([])).toEqual({ left: 946, top: 54, ...SIZE })
  expect(place([{ left: 0, top: 0, width: 1280, height: 44 }])).toMatchObject({ left: 946, top: 54 })
})

it('covers no control while there is a place that does not, and stays as near as can be', () => {
  const buttons = { left: 1000, top: 60, width: 200, height: 32 }
  const below = place([buttons])
  expect(covered(below, [buttons])).toBe(0)
  expect(below.left).toBe(946)
  expect(below.top).toBeLessThan(60 + 32 + 20)
  const rightSide = { left: 900, top: 44, width: 380, height: 756 }
  const beside = place([buttons, rightSide])
  expect(covered(beside, [buttons, rightSide])).toBe(0)
  expect(beside.top).toBe(54)
})

it('covers least where every place covers something, and keeps inside a page that is too small', () => {
  const all = { left: 0, top: 0, width: 1280, height: 800 }
  const least = place([all, { left: 600, top: 0, width: 680, height: 800 }])
  expect(least.left + least.width).toBeLessThanOrEqual(600)
  expect(freePlace({ width: 362, height: 900 }, { width: 390, height: 700 }, [all], TOP)).toMatchObject({
    left: 14,
    top: 54,
  })
})
