import { expect, test } from 'vitest'
import { WHOLE_PICTURE } from '../player/zoom-box.ts'
import { pointOfBox, VISIBLE_HEIGHT } from './point-box.ts'

const whole = { zoom: WHOLE_PICTURE, cropped: false }
const at = (x: number, y: number) => ({ x, y })

test('a click turns the camera there and stays as close as it is', () => {
  expect(pointOfBox({ from: at(0.75, 0.25), to: at(0.75, 0.25) }, whole)).toEqual({
    x: 0.5,
    y: 0.5,
    zoomFactor: 1,
  })
})

test('a box drawn to the right comes close, the same to the left moves away', () => {
  const right = pointOfBox({ from: at(0.5, 0.5), to: at(0.75, 0.7) }, whole)
  expect(right).toMatchObject({ x: 0.25, zoomFactor: 4 })
  expect(right.y).toBeCloseTo(-0.2, 9)
  expect(pointOfBox({ from: at(0.75, 0.7), to: at(0.5, 0.5) }, whole).zoomFactor).toBe(0.25)
  expect(pointOfBox({ from: at(0.5, 0.5), to: at(0.54, 0.54) }, whole).zoomFactor).toBe(10)
})

test('without the strip a window shows the upper part of the picture', () => {
  const low = pointOfBox({ from: at(0.5, 1), to: at(0.5, 1) }, { zoom: WHOLE_PICTURE, cropped: true })
  expect(low.y).toBeCloseTo(1 - 2 * VISIBLE_HEIGHT, 9)
})

test('a magnified window points into the part that it shows', () => {
  const view = { zoom: { x: 0.25, y: 0.75, scale: 2 }, cropped: false }
  expect(pointOfBox({ from: at(0.5, 0.5), to: at(0.5, 0.5) }, view)).toEqual({
    x: -0.5,
    y: -0.5,
    zoomFactor: 1,
  })
  expect(pointOfBox({ from: at(0, 0), to: at(1, 1) }, view).zoomFactor).toBe(2)
})
