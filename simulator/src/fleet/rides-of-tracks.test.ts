import type { FleetTracks } from '@backlot/contract/control/fleet-tracks'
import { encodePolyline } from '@backlot/contract/polyline'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projectionAt } from '../world/city/projection.ts'
import { nearestEdge } from '../world/city/route.ts'
import { gridCity } from '../world/traffic/grid-city.test-support.ts'
import { noPlace } from '../world/traffic/no-place.ts'
import type { TrackRide } from '../world/traffic/track-line.ts'
import { rideInto, rideIsUnderWay, rideState } from '../world/traffic/track-ride.ts'
import { vehicleTraits } from '../world/traffic/vehicle-traits.ts'
import { ridesOfTracks } from './rides-of-tracks.ts'

const CITY = gridCity(11)
const { toLngLat, toLocal } = projectionAt(CITY.longitude, CITY.latitude)
const START_MS = Date.parse('2026-05-14T23:52:00Z')

/** A track through places in local metres, ten seconds from each to the next. */
function track(places: readonly [x: number, y: number][], stepS = 10): FleetTracks['list'][number] {
  const degrees = places.map(([x, y]) => toLngLat(x, y))
  return {
    startMs: START_MS,
    steps: places.slice(1).map(() => stepS),
    path: encodePolyline(
      degrees.map(({ longitude }) => longitude),
      degrees.map(({ latitude }) => latitude),
    ),
  }
}
/** East for 100 m, a stop, north for 200 m: 30 s. */
const LINE = track([
  [0, 0],
  [100, 0],
  [100, 0],
  [100, 200],
])
const ride = (options: Omit<FleetTracks, 'list'> = {}, count = 1, i = 0) =>
  ridesOfTracks(CITY, { list: [LINE], ...options }, count)(i)

function at(on: TrackRide, seconds: number) {
  const place = noPlace()
  rideInto(on, toLngLat, START_MS + seconds * 1000, place)
  const { x, y, speedKmh, directionDeg } = place
  return [x, y, speedKmh, directionDeg].map(Math.round)
}

test('a device is where its track has it, with the speed and heading of the piece', () => {
  expect(at(ride(), 0)).toEqual([0, 0, 36, 90])
  expect(at(ride(), 5)).toEqual([50, 0, 36, 90])
  expect(at(ride(), 15)).toEqual([100, 0, 0, 90])
  expect(at(ride(), 25)).toEqual([100, 100, 72, 0])
})

test('at the end it begins again, drives back, or stays', () => {
  expect(at(ride(), 30 * 7 + 5)).toEqual([50, 0, 36, 90])
  expect(at(ride(), -5)).toEqual([100, 100, 72, 0])
  const back = ride({ atEnd: 'backAndForth' })
  expect(at(back, 35)).toEqual([100, 100, 72, 180])
  expect(at(back, 55)).toEqual([50, 0, 36, 270])
  expect(at(back, 60 * 9 + 5)).toEqual([50, 0, 36, 90])
  const stays = ride({ atEnd: 'stay' })
  expect(at(stays, -100)).toEqual([0, 0, 0, 90])
  expect(at(stays, 1e6)).toEqual([100, 200, 0, 0])
})

test('with a time from round to round it stands at the end until the next one', () => {
  const daily = ride({ every: '24h' })
  expect(at(daily, 3600)).toEqual([100, 200, 0, 0])
  expect(rideIsUnderWay(daily, START_MS + 3_600_000)).toBe(false)
  expect(at(daily, 86_400 + 5)).toEqual([50, 0, 36, 90])
  expect(rideIsUnderWay(daily, START_MS + 86_405_000)).toBe(true)
})

test('a start moves all tracks alike, and devices that share one are spread, or follow by the given time', () => {
  const list = [LINE, { ...LINE, startMs: START_MS + 60_000 }]
  const moved = ridesOfTracks(CITY, { list, start: '2026-11-20T08:00:00+08:00' }, 2)
  expect(moved(0).startMs).toBe(Date.parse('2026-11-20T00:00:00Z'))
  expect(moved(1).startMs - moved(0).startMs).toBe(60_000)
  expect([0, 1, 2].map((i) => ride({}, 3, i).startMs - START_MS)).toEqual([0, 10_000, 20_000])
  expect([0, 1, 2].map((i) => ride({ shift: '7s' }, 3, i).startMs - START_MS)).toEqual([0, 7000, 14_000])
  // Five devices on two tracks: three on the first one.
  const five = ridesOfTracks(CITY, { list, shift: '7s' }, 5)
  expect([0, 1, 2, 3, 4].map((i) => five(i).startMs - START_MS)).toEqual([0, 60_000, 7000, 67_000, 14_000])
})

test('tracks of anywhere keep their metres when they are moved', () => {
  // A kilometre east and one north in Berlin (52.5 N): a degree has 67.9 and 111.3 km there.
  const path = encodePolyline([13.4, 13.4 + 1 / 67.909, 13.4 + 1 / 67.909], [52.5, 52.5, 52.5 + 1 / 111.266])
  const tracks = {
    list: [{ startMs: START_MS, steps: [100, 100], path }],
    moveTo: [CITY.longitude, CITY.latitude],
  }
  const on = ridesOfTracks(CITY, tracks as FleetTracks, 1)(0)
  const place = noPlace()
  rideInto(on, toLngLat, START_MS + 99_999, place)
  expect(Math.abs(place.x - 1000)).toBeLessThan(3)
  rideInto(on, toLngLat, START_MS + 199_999, place)
  expect(Math.abs(place.y - 1000)).toBeLessThan(3)
  expect(place.speedKmh).toBeCloseTo(36, 0)
})

test('the odometer grows by what is driven, over rounds and back again', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('loop', 'backAndForth') as fc.Arbitrary<'loop' | 'backAndForth'>,
      fc.integer({ min: 0, max: 4000 }),
      fc.integer({ min: 1, max: 200 }),
      (atEnd, fromS, forS) => {
        const on = ride({ atEnd })
        const traits = vehicleTraits(7, 3)
        const state = (seconds: number) => rideState(on, toLngLat, 3, traits, START_MS + seconds * 1000)
        const driven = (state(fromS + forS).mileageKm - state(fromS).mileageKm) * 1000
        let metres = 0
        for (let s = fromS; s < fromS + forS; s++) metres += state(s + 0.5).speedKmh / 3.6
        expect(Math.abs(driven - metres)).toBeLessThan(0.5)
        expect(state(fromS).fuelL).toBeGreaterThan(0)
      },
    ),
    { numRuns: 40 },
  )
})

test('on the roads every point lies on one, at its time, and stops stay stops', () => {
  const noise = (i: number) => Math.sin(i * 12.9898) * 8
  const places = Array.from({ length: 120 }, (_, i): [number, number] => {
    const along = i < 50 ? i * 12 : i < 70 ? 600 : 600 + (i - 70) * 12
    return [along - 700 + noise(i) * 0.2, noise(i + 1000)]
  })
  const list = [track(places, 1)]
  const raw = ridesOfTracks(CITY, { list }, 1)(0)
  const snapped = ridesOfTracks(CITY, { list, snap: true }, 1)(0)
  const { x, y, atMs } = snapped.line
  expect(atMs.at(-1)).toBe(119_000)
  let offRoadM = 0
  for (let i = 0; i < x.length; i++) offRoadM = Math.max(offRoadM, nearestEdge(CITY, x[i]!, y[i]!).distanceM)
  expect(offRoadM).toBeLessThan(0.5)
  const place = noPlace()
  const before = noPlace()
  for (let second = 0; second < 119; second += 3) {
    rideInto(raw, toLngLat, START_MS + second * 1000, before)
    rideInto(snapped, toLngLat, START_MS + second * 1000, place)
    const away = toLocal(place.longitude, place.latitude)
    expect(Math.hypot(away.x - before.x, away.y - before.y)).toBeLessThan(40)
  }
  rideInto(snapped, toLngLat, START_MS + 60_500, place)
  expect(place.speedKmh).toBeLessThan(12)
})
