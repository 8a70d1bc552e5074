import { FISHEYE_CIRCLE } from '@backlot/contract/devices/constants'
import { beforeAll, expect, test } from 'vitest'
import { loadOsdFont } from '../../media/media-files.ts'
import { createScene, type Scene } from './create-scene.ts'
import { blankPicture, sceneInput, TEST_TIME_MS } from './scene-input.test-support.ts'
import type { HallInside, SceneInput, YuvPicture } from './scene-input.ts'
import { streetCity } from './street-city.test-support.ts'

const [WIDTH, HEIGHT] = [640, 360]
let scene: Scene

beforeAll(async () => {
  scene = createScene(streetCity(), await loadOsdFont())
})

const inHall = (lens: HallInside['lens'], timeMs = TEST_TIME_MS): SceneInput => {
  const input = sceneInput({ strip: false, showTime: false, timeMs })
  return { ...input, camera: { ...input.camera, name: '', inside: { room: 'hall', lens } } }
}

function drawn(input: SceneInput): YuvPicture {
  const picture = blankPicture(WIDTH, HEIGHT)
  scene.draw(input, picture)
  return picture
}

test('a fish-eye shows a circle, black all around', () => {
  const { y } = drawn(inHall('fisheye'))
  for (let row = 0; row < HEIGHT; row += 3) {
    for (let column = 0; column < WIDTH; column += 3) {
      const away = Math.hypot(column + 0.5 - WIDTH / 2, row + 0.5 - FISHEYE_CIRCLE.middle * HEIGHT)
      if (away > FISHEYE_CIRCLE.radius * HEIGHT + 1) expect(y[row * WIDTH + column]).toBe(16)
      else if (away < 0.36 * HEIGHT) expect(y[row * WIDTH + column]).toBeGreaterThan(20)
    }
  }
})

test.each([
  ['wall', 'intruder', 'intruder'],
  ['fisheye', 'intruder', 'intruder'],
  ['wall', 'face', 'face'],
  ['fisheye', 'loitering', 'person'],
] as const)('whom a camera in a hall (%s) reports (%s) is in its picture, in a box', (lens, kind, label) => {
  const calm = inHall(lens)
  const span = { startMs: TEST_TIME_MS, endMs: TEST_TIME_MS + 60_000 }
  const input = { ...calm, incidents: [{ kind, ...span, x: 0, y: 0, severity: 0.5 }] }
  const known = new Set(scene.sightings(calm).map(({ id }) => id))
  const [box, ...more] = scene.sightings(input).filter(({ id }) => !known.has(id))
  expect([box?.label, more]).toEqual([label, []])
  const [before, after] = [drawn(calm), drawn(input)]
  let [changed, within] = [0, 0]
  for (let row = 0; row < HEIGHT; row++) {
    for (let column = 0; column < WIDTH; column++) {
      if (before.y[row * WIDTH + column] === after.y[row * WIDTH + column]) continue
      changed++
      const [x, y] = [column / WIDTH - box!.left, row / HEIGHT - box!.top]
      if (x > -0.01 && x < box!.width + 0.01 && y > -0.01 && y < box!.height + 0.01) within++
    }
  }
  expect(changed).toBeGreaterThan(60)
  expect(within / changed).toBeGreaterThan(0.9)
})

test.each(['wall', 'fisheye'] as const)(
  'what moves in a hall (%s) lies in the boxes of its people',
  (lens) => {
    const boxes = [0, 1000].flatMap((plus) => scene.sightings(inHall(lens, TEST_TIME_MS + plus)))
    expect(boxes.length).toBeGreaterThan(5)
    const [before, after] = [0, 1000].map((plus) => drawn(inHall(lens, TEST_TIME_MS + plus)))
    const margin = 0.012
    let [changed, within] = [0, 0]
    for (let row = 0; row < HEIGHT; row++) {
      for (let column = 0; column < WIDTH; column++) {
        const i = row * WIDTH + column
        if (Math.abs(before!.y[i]! - after!.y[i]!) < 12) continue
        changed++
        const [x, y] = [column / WIDTH, row / HEIGHT]
        const isIn = boxes.some(
          ({ left, top, width, height }) =>
            x > left - margin && x < left + width + margin && y > top - margin && y < top + height + margin,
        )
        if (isIn) within++
      }
    }
    expect(changed).toBeGreaterThan(100)
    expect(within / changed).toBeGreaterThan(0.85)
  },
)
