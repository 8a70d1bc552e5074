import { expect, test } from 'vitest'
import { WORLD_PX } from '../../features/map/mercator.ts'
import { displayAt, drawTrack, hitTrack, positionsNear } from './drawn-track.ts'
import { SPEED_CLASSES } from './speed-classes.ts'
import { every, START_S, trackOf } from './track-double.test-support.ts'
import { gapDashes, speedPaths } from './track-paths.ts'

/** Ten minutes north at 36 km/h, five without positions, ten minutes east at 72 km/h. */
const track = trackOf(
  [
    ...every(0, 600, (s) => [s, 0, s * 10, 36]),
    ...every(900, 1500, (s) => [s, (s - 900) * 20, 9000, 72, 90]),
  ],
  [[600, 900]],
)
const drawn = drawTrack(track, [1, 2, 3], 'WGS-84')
const at = (second: number) => (START_S + second) * 1000

test('a track is drawn as a path for each stretch, from its first position to its last', () => {
  const { length, startIndices, positions } = speedPaths(drawn, 14, 'dark')
  expect(length).toBe(2)
  const place = (vertex: number) => [...positions.subarray(vertex * 2, vertex * 2 + 2)]
  const vertexOf = (index: number) => [...drawn.display.subarray(index * 2, index * 2 + 2)]
  expect(place(0)).toEqual(vertexOf(0))
  expect(place(startIndices[1]! - 1)).toEqual(vertexOf(600))
  expect(place(startIndices[1]!)).toEqual(vertexOf(601))
  expect(place(startIndices[2]! - 1)).toEqual(vertexOf(1201))
})

test('straight ways need few vertices from afar and have the speed of each place from near', () => {
  const vertices = (zoom: number) => speedPaths(drawn, zoom, 'dark').positions.length / 2
  expect(vertices(8)).toBeLessThan(12)
  expect(vertices(14)).toBeGreaterThan(vertices(11))
  expect(vertices(17)).toBeLessThanOrEqual(1202)
})

test('a leg has the colour of its speed', () => {
  const { colours, startIndices } = speedPaths(drawn, 13, 'light')
  expect([...colours.subarray(0, 4)]).toEqual([...SPEED_CLASSES[2]!.light, 255])
  const second = startIndices[1]! * 4
  expect([...colours.subarray(second, second + 4)]).toEqual([...SPEED_CLASSES[4]!.light, 255])
})

test('a gap is dashed from the position before it to the one after, at any zoom', () => {
  for (const zoom of [10, 13, 18]) {
    const { length, positions } = gapDashes(drawn, zoom)
    expect(length).toBeGreaterThan(0)
    expect(length).toBeLessThanOrEqual(600)
    const latitudes = [...positions].filter((_, i) => i % 2 === 1)
    expect(Math.min(...latitudes)).toBeGreaterThan(drawn.display[600 * 2 + 1]!)
    expect(Math.max(...latitudes)).toBeLessThan(drawn.display[601 * 2 + 1]!)
  }
})

test('a point near the line hits the moment between two positions; a gap is no line', () => {
  const px = 1 / (WORLD_PX * 2 ** 16)
  const mid = (i: number) => [
    (drawn.plane[i * 2]! + drawn.plane[i * 2 + 2]!) / 2,
    (drawn.plane[i * 2 + 1]! + drawn.plane[i * 2 + 3]!) / 2,
  ]
  const [x, y] = mid(100) as [number, number]
  const hit = hitTrack(drawn, x + 5 * px, y, 16, 8)
  expect(hit?.atMs).toBeCloseTo(at(100.5), -1)
  expect(hit?.px).toBeCloseTo(5, 1)
  expect(hitTrack(drawn, x + 9 * px, y, 16, 8)).toBeUndefined()
  const [gapX, gapY] = mid(600) as [number, number]
  expect(hitTrack(drawn, gapX, gapY, 16, 8)).toBeUndefined()
})

test('where a device is drawn is where it was, and in a gap where it was last', () => {
  expect(displayAt(drawn, at(10.5))![1]).toBeCloseTo((track.latitude[10]! + track.latitude[11]!) / 2, 9)
  expect(displayAt(drawn, at(700))).toEqual([track.longitude[600], track.latitude[600]])
  expect(displayAt(drawn, at(-5))).toEqual([track.longitude[0], track.latitude[0]])
  expect(displayAt(drawTrack(trackOf([]), [0, 0, 0], 'GCJ-02'), at(0))).toBeUndefined()
})

test('another datum moves what is drawn, not what is known', () => {
  const shifted = drawTrack(track, [1, 2, 3], 'GCJ-02')
  const metres = (shifted.display[0]! - drawn.display[0]!) * 85_000
  expect(metres).toBeGreaterThan(300)
  expect(shifted.track.longitude[0]).toBe(track.longitude[0])
})

test('positions near a place are found by metres', () => {
  const same = (position: readonly [number, number]) => position
  const near = positionsNear(drawn, same, track.longitude[300]!, track.latitude[300]!, 50)
  expect(near).toContain(300)
  expect(near).toContain(304)
  expect(near).not.toContain(320)
})
