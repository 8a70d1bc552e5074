import { expect, test } from 'vitest'
import { trafficWindow } from './traffic-window.ts'

test('a window is widened to whole cells, so that a small move asks for the same', () => {
  const before = trafficWindow({ west: 116.391, south: 39.903, east: 116.431, north: 39.927 })
  expect(before).toEqual({ west: 116.38, south: 39.9, east: 116.44, north: 39.94 })
  expect(trafficWindow({ west: 116.393, south: 39.904, east: 116.433, north: 39.928 })).toEqual(before)
})

test('a wide window has wide cells and stays on earth', () => {
  expect(trafficWindow({ west: -200, south: -95, east: 200, north: 95 })).toMatchObject({
    west: -180,
    east: 180,
    south: -90,
    north: 90,
  })
})
