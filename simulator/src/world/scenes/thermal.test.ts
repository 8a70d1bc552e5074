import { beforeAll, expect, test } from 'vitest'
import { loadOsdFont } from '../../media/media-files.ts'
import type { PassingVehicle } from '../types.ts'
import { createScene, type Scene } from './create-scene.ts'
import { blankPicture, MIDNIGHT, NOON, sceneInput, TEST_TIME_MS } from './scene-input.test-support.ts'
import type { SceneInput, ThermalPalette, YuvPicture } from './scene-input.ts'
import type { Sighting } from './sightings.ts'
import { streetCity } from './street-city.test-support.ts'

const [WIDTH, HEIGHT] = [640, 360]
let scene: Scene

beforeAll(async () => {
  scene = createScene(streetCity(), await loadOsdFont())
})

const thermal = (palette: ThermalPalette, change: Partial<SceneInput> = {}): SceneInput => {
  const input = sceneInput({ strip: false, showTime: false, ...change })
  return { ...input, camera: { ...input.camera, name: '', thermal: palette } }
}

function drawn(input: SceneInput): YuvPicture {
  const picture = blankPicture(WIDTH, HEIGHT)
  scene.draw(input, picture)
  return picture
}

const van: PassingVehicle = {
  id: 4,
  kind: 'truck',
  colour: 0x101010,
  x: 1.7,
  y: -18,
  directionDeg: 180,
  speedKmh: 30,
}
const intruder = {
  kind: 'intruder' as const,
  startMs: TEST_TIME_MS - 5000,
  endMs: TEST_TIME_MS + 60_000,
  x: -8,
  y: -30,
  severity: 0.4,
}

/** Brightest luma within a box, and mean luma of the whole picture. */
function brightest({ y }: YuvPicture, box: Sighting): number {
  let most = 0
  for (let row = Math.ceil(box.top * HEIGHT); row < (box.top + box.height) * HEIGHT; row++)
    for (let column = Math.ceil(box.left * WIDTH); column < (box.left + box.width) * WIDTH; column++)
      most = Math.max(most, y[row * WIDTH + column]!)
  return most
}
const mean = ({ y }: YuvPicture): number => y.reduce((sum, value) => sum + value, 0) / y.length

test.each([
  ['noon', NOON],
  ['midnight', MIDNIGHT],
] as const)('a thermal camera shows people and engines brighter than all else, at %s', (_, sky) => {
  const input = thermal('whiteHot', { sky, vehicles: [van], incidents: [intruder] })
  const picture = drawn(input)
  for (const label of ['truck', 'intruder'] as const) {
    const box = scene.sightings(input).find((one) => one.label === label)
    expect(box, label).toBeDefined()
    expect(brightest(picture, box!), label).toBeGreaterThan(190)
  }
  expect(mean(drawn(thermal('whiteHot', { sky })))).toBeLessThan(90)
})

test('one palette has no colours, the other those of iron', () => {
  const spread = ({ u, v }: YuvPicture): number =>
    Math.max(...u.map((value) => Math.abs(value - 128)), ...v.map((value) => Math.abs(value - 128)))
  const change = { vehicles: [van], incidents: [intruder] }
  expect(spread(drawn(thermal('whiteHot', change)))).toBe(0)
  expect(spread(drawn(thermal('iron', change)))).toBeGreaterThan(60)
})

test('lamps of the night change nothing in it, and the same camera by light is another picture', () => {
  const [noon, midnight] = [NOON, MIDNIGHT].map((sky) => drawn(thermal('whiteHot', { sky })))
  expect(Math.abs(mean(noon!) - mean(midnight!))).toBeLessThan(25)
  const visible = sceneInput({ strip: false, showTime: false })
  expect(mean(drawn(visible))).toBeGreaterThan(mean(noon!) + 15)
})
