import { beforeAll, expect, test } from 'vitest'
import { loadOsdFont } from '../../media/media-files.ts'
import type { PassingVehicle } from '../types.ts'
import { createScene, type Scene } from './create-scene.ts'
import { blankPicture, MIDNIGHT, sceneInput, TEST_TIME_MS } from './scene-input.test-support.ts'
import type { SceneIncident, SceneInput } from './scene-input.ts'
import type { Sighting } from './sightings.ts'
import { streetCity } from './street-city.test-support.ts'

let scene: Scene

beforeAll(async () => {
  scene = createScene(streetCity(), await loadOsdFont())
})

const WIDTH = 640
const HEIGHT = 360

/** Where two pictures differ: how many pixels in all, and how many of them within a box. */
function changed(withIt: Partial<SceneInput>, without: Partial<SceneInput>, box: Sighting) {
  const [a, b] = [blankPicture(WIDTH, HEIGHT), blankPicture(WIDTH, HEIGHT)]
  scene.draw(sceneInput({ strip: false, ...withIt }), a)
  scene.draw(sceneInput({ strip: false, ...without }), b)
  let [all, inside] = [0, 0]
  const margin = 2
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      if (Math.abs(a.y[y * WIDTH + x]! - b.y[y * WIDTH + x]!) < 12) continue
      all++
      const across = x >= box.left * WIDTH - margin && x <= (box.left + box.width) * WIDTH + margin
      const down = y >= box.top * HEIGHT - margin && y <= (box.top + box.height) * HEIGHT + margin
      if (across && down) inside++
    }
  }
  return { all, inside, filled: inside / (box.width * WIDTH * box.height * HEIGHT) }
}

const car: PassingVehicle = {
  id: 4,
  kind: 'truck',
  colour: 0xf0f0f0,
  x: 1.7,
  y: -18,
  directionDeg: 180,
  speedKmh: 30,
}
const incident = (kind: SceneIncident['kind'], x: number, y: number): SceneIncident => ({
  kind,
  startMs: TEST_TIME_MS - 5000,
  endMs: TEST_TIME_MS + 60_000,
  x,
  y,
  severity: 0.4,
})
const found = (change: Partial<SceneInput>, label: string) =>
  scene.sightings(sceneInput(change)).filter((one) => one.label === label)

test('the box of a vehicle holds what the vehicle changes in the picture, and little else', () => {
  const [box] = found({ vehicles: [car] }, 'truck')
  const { all, inside, filled } = changed({ vehicles: [car] }, {}, box!)
  expect(box!.id).toBe(4)
  expect(box!.score).toBeGreaterThan(0.7)
  expect(inside / all).toBeGreaterThan(0.85)
  expect(filled).toBeGreaterThan(0.4)
})

test.each(['intruder', 'face', 'fire'] as const)(
  'the box of an incident (%s) holds what it looks like',
  (kind) => {
    const happening = { incidents: [incident(kind, -6, -34)] }
    const [box] = found(happening, kind)
    const { all, inside, filled } = changed(happening, {}, box!)
    expect(inside).toBeGreaterThan(40)
    // Smoke drifts out of the box of the flames.
    if (kind !== 'fire') expect(inside / all).toBeGreaterThan(0.85)
    expect(filled).toBeGreaterThan(0.3)
  },
)

test.each([
  ['noHelmet', 1],
  ['loitering', 1],
  ['stranger', 1],
  ['crowd', 5],
] as const)('who an incident (%s) is about is found among the people, in the picture', (kind, least) => {
  const happening = { incidents: [incident(kind, -6, -34)] }
  const others = new Set(found({}, 'person').map(({ id }) => id))
  const boxes = found(happening, 'person').filter(({ id }) => !others.has(id))
  expect(boxes.length).toBeGreaterThanOrEqual(least)
  for (const box of boxes) expect(changed(happening, {}, box).inside).toBeGreaterThan(20)
})

test('people on the pavements are found where they walk', () => {
  const people = found({}, 'person')
  expect(people.length).toBeGreaterThan(0)
  for (const { left, top, width, height } of people) {
    expect(height / width).toBeGreaterThan(0.8)
    expect(left + width).toBeLessThanOrEqual(1)
    expect(top + height).toBeLessThanOrEqual(1)
  }
})

test('what is hidden, outside of the picture or over is not found', () => {
  const behindBuildings = { ...car, x: 60, y: 60 }
  const behindCamera = { ...car, x: -13, y: -80 }
  const behindTruck = { ...car, id: 5, kind: 'car' as const, x: 1.7, y: -10 }
  expect(found({ vehicles: [behindBuildings] }, 'truck')).toEqual([])
  expect(found({ vehicles: [behindCamera] }, 'truck')).toEqual([])
  expect(found({ vehicles: [behindTruck] }, 'car')).toHaveLength(1)
  const nearer = { ...car, x: -1.6, y: -22 }
  const hidden = { ...behindTruck, x: 1.2, y: -14.5 }
  expect(found({ vehicles: [nearer, hidden] }, 'car')).toEqual([])
  const over = { ...incident('fire', -6, -34), endMs: TEST_TIME_MS }
  expect(found({ incidents: [over] }, 'fire')).toEqual([])
  expect(scene.sightings(sceneInput({ incidents: [incident('videoLoss', 0, 0)] }))).toEqual([])
  expect(scene.sightings(sceneInput({ incidents: [incident('videoCover', 0, 0)] }))).toEqual([])
})

test('the same thing is less sure at night and farther off', () => {
  const at = (change: Partial<SceneInput>) => found({ vehicles: [car], ...change }, 'truck')[0]!.score
  const day = at({})
  expect(at({ sky: MIDNIGHT })).toBeLessThan(day)
  expect(at({ vehicles: [{ ...car, y: 40 }] })).toBeLessThan(day)
})
