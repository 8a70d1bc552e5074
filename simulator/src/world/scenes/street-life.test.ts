import { beforeAll, expect, test } from 'vitest'
import { loadOsdFont } from '../../media/media-files.ts'
import type { PassingVehicle, SkyState } from '../types.ts'
import { createScene, type Scene } from './create-scene.ts'
import { lightOf } from './light.ts'
import { peopleNear } from './people-near.ts'
import { blankPicture, MIDNIGHT, NOON, sceneInput, TEST_TIME_MS } from './scene-input.test-support.ts'
import type { SceneInput, YuvPicture } from './scene-input.ts'
import { streetCity } from './street-city.test-support.ts'
import { indexCity } from './surroundings.ts'
import { columnAt, depthOf, rightOf, rowAt, viewOf } from './view.ts'

const [WIDTH, HEIGHT] = [640, 360]
const VIEW = viewOf(sceneInput().camera, sceneInput().pose, WIDTH, HEIGHT)
let scene: Scene

beforeAll(async () => {
  scene = createScene(streetCity(), await loadOsdFont())
})

function drawn(change: Partial<SceneInput>): YuvPicture {
  const picture = blankPicture(WIDTH, HEIGHT)
  scene.draw(sceneInput({ strip: false, showTime: false, ...change }), picture)
  return picture
}

/** Mean luma of a small square around a point of the ground. */
function lumaAt(picture: YuvPicture, x: number, y: number): number {
  const deep = depthOf(VIEW, x, y)
  const column = Math.round(columnAt(VIEW, rightOf(VIEW, x, y), deep))
  const row = Math.round(rowAt(VIEW, 0, deep))
  let sum = 0
  for (let dy = -2; dy <= 2; dy++)
    for (let dx = -2; dx <= 2; dx++) sum += picture.y[(row + dy) * WIDTH + column + dx]!
  return sum / 25
}

const car: PassingVehicle = {
  id: 4,
  kind: 'car',
  colour: 0x2050c0,
  x: 1.7,
  y: -8,
  directionDeg: 180,
  speedKmh: 30,
}
const AHEAD = [1.7, -16] as const
const BESIDE = [9, -16] as const

test('headlights light the road before a vehicle at night, not beside it and not by day', () => {
  const gain = (sky: SkyState, [x, y]: readonly [number, number]): number =>
    lumaAt(drawn({ sky, vehicles: [car] }), x, y) - lumaAt(drawn({ sky }), x, y)
  expect(gain(MIDNIGHT, AHEAD)).toBeGreaterThan(20)
  expect(Math.abs(gain(MIDNIGHT, BESIDE))).toBeLessThan(3)
  expect(Math.abs(gain(NOON, AHEAD))).toBeLessThan(1)
})

test('a wet road mirrors the vehicle that drives on it, a dry one does not', () => {
  const rain: SkyState = { ...NOON, cloud: 1, rainMmPerHour: 10 }
  const below = (sky: SkyState): number => {
    const [withIt, without] = [drawn({ sky, vehicles: [{ ...car, colour: 0x101010 }] }), drawn({ sky })]
    const deep = depthOf(VIEW, car.x, car.y - 2.2)
    const column = Math.round(columnAt(VIEW, rightOf(VIEW, car.x, car.y - 2.2), deep))
    // Past its shadow, where the upper part of a mirrored car would be.
    const rows = [0.75, 0.95].map((up) => Math.round(rowAt(VIEW, -up, deep)))
    return Math.max(
      ...rows.map((row) => Math.abs(withIt.y[row * WIDTH + column]! - without.y[row * WIDTH + column]!)),
    )
  }
  expect(below(rain)).toBeGreaterThan(4)
  expect(below(NOON)).toBeLessThan(2)
})

test('who walks puts one foot before the other as far as it gets on, and looks where it goes', () => {
  const light = lightOf(NOON, TEST_TIME_MS, 480)
  const near = indexCity(streetCity()).near(VIEW.x, VIEW.y)
  const at = (timeMs: number) =>
    new Map(peopleNear(VIEW, light, near, timeMs, 480).map((one) => [one.id, one]))
  const [before, after] = [at(TEST_TIME_MS), at(TEST_TIME_MS + 500)]
  let compared = 0
  for (const [id, one] of before) {
    const next = after.get(id)
    if (!next) continue
    const [dx, dy] = [next.x - one.x, next.y - one.y]
    const metres = Math.hypot(dx, dy)
    if (metres < 0.3 || next.ahead[0] !== one.ahead[0]) continue
    compared++
    expect((dx * one.ahead[0] + dy * one.ahead[1]) / metres).toBeCloseTo(1, 5)
    const strideM = (2 * Math.PI * metres) / (next.step - one.step)
    expect(strideM).toBeGreaterThan(1.1)
    expect(strideM).toBeLessThan(1.6)
  }
  expect(compared).toBeGreaterThan(3)
})

test('birds cross the sky by day, and neither at night, in the rain nor in a storm', () => {
  const up = { panDeg: 18, tiltDeg: 14, zoom: 1 }
  /** Moments of a day at which two pictures, a second apart, differ above the roofs. */
  const seen = (sky: SkyState): number => {
    let count = 0
    for (let i = 0; i < 24; i++) {
      const timeMs = TEST_TIME_MS + i * 240_000 + 100_000
      const [a, b] = [0, 1000].map((plus) =>
        drawn({ sky, pose: up, timeMs: timeMs + plus, skyTimeMs: TEST_TIME_MS }),
      )
      const above = WIDTH * 120
      if (a!.y.subarray(0, above).some((value, at) => Math.abs(value - b!.y[at]!) > 15)) count++
    }
    return count
  }
  const clear = seen(NOON)
  expect(clear).toBeGreaterThan(0)
  expect(clear).toBeLessThan(18)
  expect(seen(MIDNIGHT)).toBe(0)
  expect(seen({ ...NOON, windSpeedMs: 20 })).toBe(0)
})
