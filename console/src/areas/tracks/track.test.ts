import { expect, test } from 'vitest'
import { indexAt, readTrack } from './track.ts'
import { every, START_S, trackOf } from './track-double.test-support.ts'
import { placeAt } from './track-place.ts'
import { stopsOf } from './track-stops.ts'
import { summaryOf } from './track-summary.ts'

const at = (second: number) => (START_S + second) * 1000
/** Ten metres a second to the north. */
const driving = (fromS: number, toS: number, startM = 0) =>
  every(fromS, toS, (s) => [s, 0, startM + (s - fromS) * 10, 36])
/** Stands still, while the receiver wanders a few metres. */
const standing = (fromS: number, toS: number, northM: number) =>
  every(fromS, toS, (s) => [s, 3 * Math.sin(s / 9), northM + 3 * Math.cos(s / 13), 0])

test('columns of differences are read as positions; zero places and steps back in time are ignored', () => {
  const track = readTrack({
    sn: 'A',
    startTime: 100,
    endTime: 200,
    interval: 1,
    time: [100, 1, 1, -1, 2],
    longitude: [116_400_000, 10, -116_400_010, 116_400_020, 10],
    latitude: [39_900_000, -5, -39_899_995, 39_900_000, 0],
    speed: [123, 0, 0, 0, 55],
    direction: [90, 0, 0, 0, 359],
    gaps: [{ startTime: 150, endTime: 200, reason: 'offline' }],
  })
  expect([...track.timeMs]).toEqual([100_000, 101_000, 103_000])
  expect(track.longitude[1]).toBeCloseTo(116.40001, 7)
  expect(track.latitude[1]).toBeCloseTo(39.899995, 7)
  expect([...track.speedKmh]).toEqual([expect.closeTo(12.3, 4), 0, 5.5])
  expect(track.gaps).toEqual([{ fromMs: 150_000, toMs: 200_000, reason: 'offline' }])
})

test('the number of a moment is that of the last position before it', () => {
  const times = Float64Array.from([10, 20, 30])
  expect([5, 10, 19, 20, 99].map((ms) => indexAt(times, ms))).toEqual([-1, 0, 0, 1, 2])
})

test('between two positions a device is on the straight way, and turns by the shorter one', () => {
  const track = trackOf([
    [0, 0, 0, 30, 350],
    [10, 0, 100, 50, 20],
  ])
  const place = placeAt(track, at(4))!
  expect(place).toMatchObject({ index: 0, lost: undefined })
  expect((place.latitude - 39.9) * 111_194.93).toBeCloseTo(40, 0)
  expect(place.speedKmh).toBeCloseTo(38, 3)
  expect(place.directionDeg).toBeCloseTo(2, 3)
  expect(place.drivenM).toBeCloseTo(40, 0)
})

test('in a gap a device stays where it was last, and the reason is told', () => {
  const track = trackOf([...driving(0, 10), ...driving(200, 210, 5000)], [[10, 200, 'offline']])
  expect(placeAt(track, at(100))).toMatchObject({ index: 10, lost: 'offline', speedKmh: 0 })
  expect(placeAt(track, at(100))!.latitude).toBeCloseTo(track.latitude[10]!, 9)
  expect(placeAt(track, at(200))).toMatchObject({ index: 11, lost: undefined, speedKmh: 36 })
  expect(placeAt(track, at(10))).toMatchObject({ index: 10, lost: undefined, speedKmh: 36 })
  expect(placeAt(trackOf([]), at(0))).toBeUndefined()
})

test('a stay of three minutes is a stop, with a silence in it too; a red light is none', () => {
  const track = trackOf(
    [
      ...driving(0, 60),
      ...standing(61, 150, 600),
      ...driving(151, 200, 600),
      ...standing(201, 300, 1100),
      ...standing(900, 1000, 1100),
      ...driving(1001, 1060, 1100),
    ],
    [[300, 900, 'offline']],
  )
  const stops = stopsOf(track)
  expect(stops).toHaveLength(1)
  expect(stops[0]!.fromMs).toBeGreaterThan(at(190))
  expect(stops[0]!.fromMs).toBeLessThanOrEqual(at(201))
  expect(stops[0]!.toMs).toBeGreaterThanOrEqual(at(1000))
  expect(stops[0]!.toMs).toBeLessThan(at(1006))
  expect((stops[0]!.latitude - 39.9) * 111_194.93).toBeCloseTo(1100, -1)
})

test('a stay in which the device is moved a little is one', () => {
  const track = trackOf([...standing(0, 300, 0), ...standing(301, 600, 60), ...driving(601, 700, 60)])
  expect(stopsOf(track).map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([[at(0), expect.any(Number)]])
  expect(stopsOf(track)[0]!.toMs).toBeGreaterThanOrEqual(at(600))
})

test('the mileage counts what was driven: not the wandering of a device that stands, and a gap as its straight line', () => {
  const track = trackOf(
    [...driving(0, 100), ...standing(101, 4000, 1000), ...driving(4300, 4400, 3000)],
    [[4000, 4300]],
  )
  const summary = summaryOf(track)
  expect(summary.drivenM).toBeGreaterThan(3980)
  expect(summary.drivenM).toBeLessThan(4020)
  expect(summary.movingMs / 1000).toBeCloseTo(201, 0)
  expect(summary.averageKmh).toBeCloseTo(36, 0)
  expect(summary.maxKmh).toBe(36)
  expect(summary.lostMs).toBe(300_000)
  expect(summary.stops).toHaveLength(1)
  expect(summary.stoppedMs / 1000).toBeGreaterThan(3895)
})

test('a stretch in which a device stands before and after a gap adds nothing to the mileage', () => {
  const track = trackOf([...standing(0, 300, 0), ...standing(900, 1200, 0)], [[300, 900, 'offline']])
  expect(summaryOf(track).drivenM).toBe(0)
})

test('a track without positions comes to nothing', () => {
  const summary = summaryOf(trackOf([], [[0, 3600, 'offline']]))
  expect(summary).toMatchObject({ positions: 0, drivenM: 0, maxKmh: 0, averageKmh: 0, stops: [] })
  expect(summary.lostMs).toBe(3_600_000)
})
