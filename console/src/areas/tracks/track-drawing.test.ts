import { expect, test } from 'vitest'
import { camerasPassed } from './cameras-passed.ts'
import { momentAt, scaleTop, timeTicks, xOf } from './chart-scale.ts'
import { SPEED_CLASSES, speedClass, speedColour } from './speed-classes.ts'
import { speedColumns } from './speed-columns.ts'
import { weightsOf } from './track-detail.ts'
import { every, START_S, trackOf } from './track-double.test-support.ts'
import { nearMetres } from './track-mileage.ts'

test('a speed belongs to the class that begins at or below it', () => {
  expect([0, 9.9, 10, 29, 30, 50, 69.9, 70, 180].map(speedClass)).toEqual([0, 0, 1, 1, 2, 3, 3, 4, 4])
  expect(speedColour(55, 'dark')).toEqual(SPEED_CLASSES[3]!.dark)
  expect(speedColour(55, 'light')).toEqual(SPEED_CLASSES[3]!.light)
})

test('a weight is how far the line goes astray without a place', () => {
  const places = Float64Array.from([0, 0, 1, 0, 2, 3, 3, 0, 4, 0])
  const weights = weightsOf(places, () => false)
  expect(weights[0]).toBe(Number.POSITIVE_INFINITY)
  expect(weights[4]).toBe(Number.POSITIVE_INFINITY)
  expect(weights[2]).toBe(3)
  expect(weights[1]).toBeCloseTo(Math.hypot(1, 0) * Math.sin(Math.atan2(3, 2)), 6)
})

test('places above a tolerance draw the line within it, and fixed ones stay', () => {
  const count = 2000
  const places = new Float64Array(count * 2)
  for (let i = 0; i < count; i++) {
    places[i * 2] = i
    places[i * 2 + 1] = 40 * Math.sin(i / 50) + 2 * Math.sin(i / 3)
  }
  const weights = weightsOf(places, (i) => i === 777)
  expect(weights[777]).toBe(Number.POSITIVE_INFINITY)
  for (const tolerance of [0.5, 3, 20]) {
    const kept = Array.from({ length: count }, (_, i) => i).filter((i) => weights[i]! >= tolerance)
    expect(kept.length).toBeLessThan(count / 2)
    for (let k = 1; k < kept.length; k++) {
      const [a, b] = [kept[k - 1]!, kept[k]!]
      for (let i = a + 1; i < b; i++) {
        const share = (i - a) / (b - a)
        const onLine = places[a * 2 + 1]! + share * (places[b * 2 + 1]! - places[a * 2 + 1]!)
        // Upright distance is at least that from the line; the slopes here are below 1.5.
        expect(Math.abs(places[i * 2 + 1]! - onLine)).toBeLessThan(tolerance * 1.9)
      }
    }
  }
})

test('a track that stands in one place is two positions', () => {
  const weights = weightsOf(new Float64Array(20), () => false)
  expect([...weights].filter((weight) => weight > 0)).toHaveLength(2)
})

test('a camera is passed when the device comes within fifty metres, and again when it comes back later', () => {
  const there = every(0, 60, (s) => [s, 0, s * 10, 36])
  const back = every(200, 260, (s) => [s, 30, (260 - s) * 10, 36])
  const track = trackOf([...there, ...back])
  const camera = { sn: 'C', chnId: 1, name: 'Corner', longitude: 116.4, latitude: 39.9 + 303 / 111_194.93 }
  const far = { ...camera, sn: 'F', longitude: 116.41 }
  const near = (longitude: number, latitude: number, metres: number) =>
    [...track.timeMs.keys()].filter(
      (i) => nearMetres(longitude, latitude, track.longitude[i]!, track.latitude[i]!) <= metres * 1.4,
    )
  const passes = camerasPassed(track, [far, camera], near)
  expect(passes.map(({ sn, fromMs, toMs }) => [sn, fromMs / 1000 - START_S, toMs / 1000 - START_S])).toEqual([
    ['C', 26, 35],
    ['C', 226, 233],
  ])
  expect(passes[0]!.metres).toBeCloseTo(3, 0)
  expect(passes[0]!.nearestMs / 1000 - START_S).toBe(30)
  expect(passes[1]!.metres).toBeCloseTo(30, 0)
})

test('a chart column holds the least and the greatest speed of its time', () => {
  const track = trackOf(every(0, 999, (s) => [s, 0, s * 10, s % 10]))
  const view = { fromMs: START_S * 1000, toMs: (START_S + 1000) * 1000 }
  const columns = speedColumns(track, view, 100)
  expect(columns).toHaveLength(100)
  expect(columns.every((column) => column?.min === 0 && column.max === 9)).toBe(true)
})

test('columns between two positions are filled, those of a gap are not', () => {
  const rows = [
    [0, 0, 0, 10],
    [10, 0, 0, 20],
    [90, 0, 0, 50],
    [100, 0, 0, 50],
  ] as const
  const columns = speedColumns(
    trackOf(rows, [[10, 90]]),
    { fromMs: START_S * 1000, toMs: (START_S + 100) * 1000 },
    100,
  )
  expect(columns[5]?.max).toBeCloseTo(15, 5)
  expect(columns[50]).toBeUndefined()
  expect(columns[95]?.max).toBe(50)
  expect(columns[99]?.max).toBe(50)
})

test('the time axis has round moments, and a place on it is the moment that it stands for', () => {
  const view = { fromMs: (START_S + 61) * 1000, toMs: (START_S + 7000) * 1000 }
  const ticks = timeTicks(view, 800, 480)
  expect(ticks.length).toBeGreaterThan(3)
  expect(ticks.every((at) => at % 900_000 === 0 && at >= view.fromMs && at <= view.toMs)).toBe(true)
  const size = { width: 1000, height: 130 }
  expect(momentAt(xOf(view.fromMs + 12_345, view, size), view, size)).toBeCloseTo(view.fromMs + 12_345, 3)
  expect(momentAt(-50, view, size)).toBe(view.fromMs)
  expect([0, 36, 55, 90].map(scaleTop)).toEqual([40, 40, 60, 100])
})
