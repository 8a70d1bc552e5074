import { expect, test } from 'vitest'
import { freePadding } from './free-padding.ts'

const AREA = { width: 1000, height: 700 }

test('an uncovered map is used whole, with some room at its edges', () => {
  expect(freePadding(AREA, [])).toEqual({ top: 48, right: 48, bottom: 48, left: 48 })
})

test('a panel, a card and a dock are passed by, each on its side', () => {
  const panel = { left: 680, top: 0, width: 320, height: 700 }
  const card = { left: 10, top: 10, width: 300, height: 420 }
  const dock = { left: 200, top: 600, width: 260, height: 100 }
  expect(freePadding(AREA, [panel])).toMatchObject({ right: 368, left: 48 })
  const { top, right, bottom, left } = freePadding(AREA, [dock, panel, card])
  for (const { left: x, top: y, width, height } of [panel, card, dock]) {
    const isBeside = x + width <= left || x >= 1000 - right || y + height <= top || y >= 700 - bottom
    expect(isBeside).toBe(true)
  }
})

test('what stands beside the map covers nothing, and a map that is covered whole is used as it is', () => {
  expect(freePadding(AREA, [{ left: -300, top: 0, width: 290, height: 700 }]).left).toBe(48)
  expect(freePadding(AREA, [{ left: 0, top: 0, width: 1000, height: 700 }])).toEqual(freePadding(AREA, []))
})

test('on a small screen there is always a part left to show something in', () => {
  const small = { width: 390, height: 500 }
  const covers = [
    { left: 0, top: 200, width: 390, height: 300 },
    { left: 0, top: 0, width: 390, height: 60 },
    { left: 300, top: 0, width: 90, height: 500 },
  ]
  const { top, right, bottom, left } = freePadding(small, covers)
  expect(small.width - left - right).toBeGreaterThan(60)
  expect(small.height - top - bottom).toBeGreaterThan(40)
})
