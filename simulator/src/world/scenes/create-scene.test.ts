import { decodeStrip } from '@backlot/contract/picture-strip'
import { beforeAll, expect, test } from 'vitest'
import { loadOsdFont } from '../../media/media-files.ts'
import type { PassingVehicle } from '../types.ts'
import { createScene, type Scene } from './create-scene.ts'
import type { OsdFont } from './osd-font.ts'
import { blankPicture, MIDNIGHT, NOON, sceneInput, TEST_TIME_MS } from './scene-input.test-support.ts'
import type { SceneInput, YuvPicture } from './scene-input.ts'
import { streetCity } from './street-city.test-support.ts'
import { depthOf, rowAt, viewOf } from './view.ts'

let font: OsdFont
let scene: Scene

beforeAll(async () => {
  font = await loadOsdFont()
  scene = createScene(streetCity(), font)
})

function drawn(change: Partial<SceneInput> = {}, by = scene): YuvPicture {
  const picture = blankPicture()
  by.draw(sceneInput(change), picture)
  return picture
}

/** Mean difference of luma over a part of the picture (the strip and the text left out by default). */
function difference(a: YuvPicture, b: YuvPicture, rows: [number, number] = [20, 140]): number {
  let sum = 0
  for (let i = rows[0] * a.width; i < rows[1] * a.width; i++) sum += Math.abs(a.y[i]! - b.y[i]!)
  return sum / ((rows[1] - rows[0]) * a.width)
}

function meanLuma(picture: YuvPicture): number {
  return picture.y.subarray(20 * 320, 140 * 320).reduce((sum, value) => sum + value, 0) / (120 * 320)
}

const car: PassingVehicle = {
  id: 4,
  kind: 'car',
  colour: 0xf0f0f0,
  x: 1.7,
  y: -18,
  directionDeg: 180,
  speedKmh: 30,
}

test('the same input gives the same bytes, in another scene and after other pictures', () => {
  const first = drawn({ vehicles: [car] })
  drawn({ sky: MIDNIGHT, skyTimeMs: TEST_TIME_MS + 1 })
  drawn({ pose: { panDeg: 200, tiltDeg: 0, zoom: 3 } })
  const again = drawn({ vehicles: [car] })
  const elsewhere = drawn({ vehicles: [car] }, createScene(streetCity(), font))
  for (const plane of ['y', 'u', 'v'] as const) {
    expect(Buffer.compare(first[plane], again[plane])).toBe(0)
    expect(Buffer.compare(first[plane], elsewhere[plane])).toBe(0)
  }
})

test('a backdrop prepared by one scene makes the picture of another the same as its own', () => {
  const other = createScene(streetCity(), font)
  const input = sceneInput({ quality: 'fine', pose: { panDeg: 40, tiltDeg: -8, zoom: 1.5 } })
  const prepared = other.prepare(input, 320, 180)
  const taking = createScene(streetCity(), font)
  taking.install(structuredClone(prepared))
  const [own, taken] = [blankPicture(), blankPicture()]
  scene.draw(input, own)
  taking.draw(input, taken)
  expect(Buffer.compare(own.y, taken.y)).toBe(0)
  expect(Buffer.compare(own.v, taken.v)).toBe(0)
})

test('the strip of a picture says which camera it is, when, and where it points', () => {
  const picture = drawn({ pose: { panDeg: 287.54, tiltDeg: -12.3, zoom: 4.2 } })
  expect(decodeStrip({ data: picture.y, width: 320, height: 180, channels: 1 })).toEqual({
    camera: 12,
    frame: 77,
    timeMs: TEST_TIME_MS,
    panDeg: 287.5,
    tiltDeg: -12.3,
    zoom: 4.2,
  })
  const without = drawn({ strip: false })
  expect(decodeStrip({ data: without.y, width: 320, height: 180, channels: 1 })).toBeUndefined()
})

test('pan, tilt and zoom move the picture', () => {
  const home = drawn()
  expect(difference(home, drawn({ pose: { panDeg: 23, tiltDeg: -9, zoom: 1 } }))).toBeGreaterThan(4)
  expect(difference(home, drawn({ pose: { panDeg: 18, tiltDeg: -3, zoom: 1 } }))).toBeGreaterThan(4)
  expect(difference(home, drawn({ pose: { panDeg: 18, tiltDeg: -9, zoom: 1.5 } }))).toBeGreaterThan(4)
})

test('a pan to the right shifts what is seen to the left by the angle', () => {
  const before = drawn()
  const after = drawn({ pose: { panDeg: 20, tiltDeg: -9, zoom: 1 } })
  // 2° at a focal length of 0.866 × 320 px are 9.7 px in the middle of the picture.
  const shifted = (by: number): number => {
    let sum = 0
    for (let y = 45; y < 60; y++) {
      for (let x = 120; x < 200; x++) sum += Math.abs(after.y[y * 320 + x - by]! - before.y[y * 320 + x]!)
    }
    return sum
  }
  const best = [...Array(25).keys()].map((by) => by - 4).sort((a, b) => shifted(a) - shifted(b))[0]
  expect(best).toBeGreaterThanOrEqual(8)
  expect(best).toBeLessThanOrEqual(12)
})

test('a vehicle shows where it is and nowhere else, and moves with its position', () => {
  const empty = drawn()
  const with1 = drawn({ vehicles: [car] })
  const with2 = drawn({ vehicles: [{ ...car, y: -8 }] })
  const changed = (a: YuvPicture): number[] => {
    const at: number[] = []
    for (let i = 0; i < 150 * 320; i++) if (Math.abs(a.y[i]! - empty.y[i]!) > 12) at.push(i)
    return at
  }
  const [one, two] = [changed(with1), changed(with2)]
  expect(one.length).toBeGreaterThan(100)
  expect(one.length).toBeLessThan(6000)
  const row = (pixels: number[]): number =>
    pixels.reduce((sum, i) => sum + Math.floor(i / 320), 0) / pixels.length
  expect(row(two)).toBeLessThan(row(one))
})

test('a vehicle behind the camera or behind a building is not seen', () => {
  const empty = drawn()
  expect(difference(empty, drawn({ vehicles: [{ ...car, x: -20, y: -90 }] }))).toBe(0)
  expect(difference(empty, drawn({ vehicles: [{ ...car, x: -60, y: 190 }] }))).toBeLessThan(0.2)
})

test('night is darker than noon and rain greyer than sun', () => {
  const noon = drawn()
  const night = drawn({ sky: MIDNIGHT })
  const rain = drawn({ sky: { ...NOON, cloud: 1, rainMmPerHour: 6, visibilityM: 5000 } })
  expect(meanLuma(night)).toBeLessThan(meanLuma(noon) * 0.62)
  expect(difference(noon, rain)).toBeGreaterThan(6)
})

test('incidents show: fire, gas, dust, an intruder, an SOS', () => {
  const empty = drawn()
  for (const kind of ['fire', 'gasLeak', 'dust', 'intruder', 'sos'] as const) {
    const incident = {
      kind,
      startMs: TEST_TIME_MS - 60_000,
      endMs: TEST_TIME_MS + 1000,
      x: 2,
      y: -14,
      severity: 0.8,
    }
    expect(difference(empty, drawn({ incidents: [incident] })), kind).toBeGreaterThan(0.045)
    expect(difference(empty, drawn({ incidents: [{ ...incident, endMs: TEST_TIME_MS }] })), kind).toBe(0)
  }
})

test('a camera without a signal says so, with its strip still readable', () => {
  const lost = { kind: 'videoLoss' as const, startMs: 0, endMs: TEST_TIME_MS + 1, x: 0, y: 0, severity: 1 }
  const picture = drawn({ incidents: [lost] })
  expect(meanLuma(picture)).toBeLessThan(40)
  expect(decodeStrip({ data: picture.y, width: 320, height: 180, channels: 1 })?.camera).toBe(12)
})

test('a covered lens lets hardly any light in, and nothing to be seen; the time and the strip are there', () => {
  const cover = { kind: 'videoCover' as const, startMs: 0, endMs: TEST_TIME_MS + 1, x: 0, y: 0, severity: 1 }
  const picture = drawn({ incidents: [cover] })
  expect(meanLuma(picture)).toBeLessThan(40)
  expect(difference(picture, drawn({ incidents: [cover], vehicles: [car] }))).toBe(0)
  expect(decodeStrip({ data: picture.y, width: 320, height: 180, channels: 1 })?.camera).toBe(12)
})

test('the font has all letters of GB 2312 and the names of the city', () => {
  for (const letter of '中城区和安大街球机消防栓0Az:-')
    expect(font.glyphs.has(letter.codePointAt(0)!), letter).toBe(true)
  expect(font.glyphs.size).toBeGreaterThan(6800)
})

test('the time and the name are written above and below, each only when it is wanted', () => {
  const { camera } = sceneInput({})
  const both = drawn()
  const noTime = drawn({ showTime: false })
  const noName = drawn({ camera: { ...camera, name: '' } })
  const above: [number, number] = [4, 30]
  const below: [number, number] = [140, 172]
  expect(difference(both, noTime, above)).toBeGreaterThan(3)
  expect(difference(both, noTime, below)).toBe(0)
  expect(difference(both, noName, above)).toBe(0)
  expect(difference(both, noName, below)).toBeGreaterThan(1)
})

test('each kind of vehicle has its own looks, and a near one shows its plate', () => {
  const kinds = ['car', 'taxi', 'bus', 'truck', 'patrol', 'sanitation'] as const
  const pictures = kinds.map((kind) => drawn({ vehicles: [{ ...car, kind }] }))
  for (const [i, one] of pictures.entries()) {
    for (const other of pictures.slice(i + 1)) expect(difference(one, other)).toBeGreaterThan(0.02)
  }
  const near = { pose: { panDeg: 24.9, tiltDeg: -11.4, zoom: 8 } }
  const plate = (text: string | undefined) =>
    drawn({ ...near, vehicles: [{ ...car, ...(text === undefined ? {} : { plate: text }) }] })
  expect(difference(plate('京A·123XY'), plate(undefined))).toBeGreaterThan(0.02)
  expect(difference(plate('京A·123XY'), plate('京B·777KK'))).toBeGreaterThan(0.005)
})

test('a long vehicle that drives towards the camera is whole: the road under it hides nothing of it', () => {
  const bus = { ...car, kind: 'bus' as const, y: -26, x: -5 }
  const [empty, with1] = [drawn(), drawn({ vehicles: [bus] })]
  const rows = new Set<number>()
  for (let i = 0; i < 150 * 320; i++)
    if (Math.abs(with1.y[i]! - empty.y[i]!) > 12) rows.add(Math.floor(i / 320))
  // Its front bumper, 5.5 m nearer than its middle, 0.3 m above the road.
  const view = viewOf(sceneInput().camera, sceneInput().pose, 320, 180)
  const bumper = rowAt(view, 0.35, depthOf(view, bus.x, bus.y - 5.5))
  expect(Math.max(...rows)).toBeGreaterThanOrEqual(Math.min(148, Math.floor(bumper) - 1))
})

test('a camera in a cabin sees driver and dashboard before the road, one in a load space no road at all', () => {
  const inside = (room: 'cabin' | 'cargo', hasDriver = true) => ({
    camera: { ...sceneInput().camera, mountHeightM: 1.4, inside: { room, kind: 'taxi' as const, hasDriver } },
  })
  const ahead = { pose: { panDeg: 18, tiltDeg: -6, zoom: 1 } }
  const windscreen: [number, number] = [34, 90]
  const dashboard: [number, number] = [112, 140]
  const road = drawn({ ...ahead, camera: { ...sceneInput().camera, mountHeightM: 1.4 } })
  const cabin = drawn({ ...ahead, ...inside('cabin') })
  expect(difference(cabin, road, dashboard)).toBeGreaterThan(20)
  expect(difference(cabin, drawn({ ...ahead, ...inside('cabin', false) }))).toBeGreaterThan(2)
  // Passing things outside are seen through the windscreen, and nowhere else.
  const passing = drawn({ ...ahead, ...inside('cabin'), vehicles: [{ ...car, x: -4, y: -34 }] })
  expect(difference(cabin, passing, windscreen)).toBeGreaterThan(0.05)
  expect(difference(cabin, passing, dashboard)).toBe(0)
  expect(meanLuma(drawn({ ...ahead, ...inside('cabin'), sky: MIDNIGHT }))).toBeLessThan(
    meanLuma(cabin) * 0.75,
  )
  const cargo = drawn({ ...ahead, ...inside('cargo') })
  expect(difference(cargo, drawn({ ...ahead, ...inside('cargo'), sky: MIDNIGHT }))).toBe(0)
  expect(scene.sightings(sceneInput({ ...ahead, ...inside('cabin'), vehicles: [car] }))).toEqual([])
})

test('a closed iris darkens, a lens out of focus blurs, and a filter takes the colours', () => {
  const look = { gain: 1, lift: 0, contrast: 1, saturation: 1, blur: 0 }
  const [plain, neutral] = [drawn({ vehicles: [car] }), drawn({ vehicles: [car], look })]
  expect(Buffer.compare(plain.y, neutral.y)).toBe(0)
  expect(meanLuma(drawn({ look: { ...look, gain: 0.25 } }))).toBeLessThan(meanLuma(plain) - 20)
  expect(meanLuma(drawn({ look: { ...look, lift: 0.2 } }))).toBeGreaterThan(meanLuma(plain) + 20)
  const grey = drawn({ look: { ...look, saturation: 0 } })
  expect(grey.u.subarray(0, 160 * 60).every((value) => value === 128)).toBe(true)
  /** Differences between neighbours in a row: what is sharp. */
  const detail = ({ y }: YuvPicture) =>
    y
      .subarray(20 * 320, 140 * 320)
      .reduce((sum, value, at, all) => sum + Math.abs(value - (all[at + 1] ?? value)), 0)
  const blurred = drawn({ vehicles: [car], look: { ...look, blur: 0.03 } })
  expect(detail(blurred)).toBeLessThan(detail(plain) * 0.6)
  expect(meanLuma(blurred)).toBeCloseTo(meanLuma(plain), -0.5)
})
