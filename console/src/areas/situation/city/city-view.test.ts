import { expect, it } from 'vitest'
import { CityPlane, extentOf, fitView, onStage, tilesFor } from './city-view.ts'

const plane = new CityPlane(116.4, 39.9)
const stage = { width: 1920, height: 1080 }
const free = { left: 440, top: 100, width: 1040, height: 700 }

it('puts an extent into the middle of the free area, as large as it goes', () => {
  const view = fitView(plane, [116.2, 39.75, 116.6, 40.05], stage, free)
  const [nw, se] = [onStage(view, plane.point(116.2, 40.05)), onStage(view, plane.point(116.6, 39.75))]
  expect((nw.x + se.x) / 2).toBeCloseTo(440 + 520)
  expect((nw.y + se.y) / 2).toBeCloseTo(100 + 350)
  expect(Math.max((se.x - nw.x) / 1040, (se.y - nw.y) / 700)).toBeCloseTo(1)
})

it('does not zoom without end into one place', () => {
  const view = fitView(plane, [116.4, 39.9, 116.4, 39.9], stage, free)
  expect(4000 * view.scale).toBeCloseTo(700)
})

it('leaves strays out of the extent, and knows when there is nothing', () => {
  const crowd = Array.from({ length: 100 }, (_unused, i) => ({ longitude: 116 + i / 1000, latitude: 40 }))
  expect(extentOf([...crowd, { longitude: 2, latitude: 48 }])?.[0]).toBeGreaterThan(115.9)
  expect(extentOf([])).toBeUndefined()
})

it('covers the stage with tiles, within the number that is allowed', () => {
  const view = fitView(plane, [116.2, 39.75, 116.6, 40.05], stage, free)
  const tiles = tilesFor(plane, view, 60, 16)
  expect(tiles.length).toBeGreaterThan(4)
  expect(tiles.length).toBeLessThanOrEqual(60)
  const boxes = tiles.map(({ z, x, y }) => plane.tileBox(z, x, y))
  const left = Math.min(...boxes.map((box) => onStage(view, box).x))
  const right = Math.max(...boxes.map((box) => onStage(view, { x: box.x + box.side, y: box.y }).x))
  expect(left).toBeLessThanOrEqual(0)
  expect(right).toBeGreaterThanOrEqual(1920)
  expect(tilesFor(plane, view, 4, 16).length).toBeLessThanOrEqual(4)
})
