import { controlClock, controlDevices, controlSetClock } from '@backlot/contract/control/calls'
import { trackExport, trackHistory } from '@backlot/contract/tracks/calls'
import type { TrackPart } from '@backlot/contract/tracks/entities'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

let simulator: LaunchedSimulator
let operator: Operator
let nowS: number
let vehicles: string[]

beforeAll(async () => {
  simulator = await launchSimulator(['--check-replies'])
  operator = await Operator.signIn(simulator.url)
  await control(simulator.url, controlSetClock, { body: { action: 'pause' } })
  nowS = Math.floor((await control(simulator.url, controlClock)).nowMs / 1000)
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'vehicle' } })
  vehicles = list.map(({ sn }) => sn)
})
afterAll(() => simulator?.[Symbol.asyncDispose]())

const ask = (sn: string, startTime: number, endTime: number, interval = 1) =>
  operator.call(trackHistory, { body: { sn, startTime, endTime, interval } })

function placesOf({ time, longitude, latitude }: TrackPart) {
  let [second, lng, lat] = [0, 0, 0]
  return time.map((step, i) => {
    second += step
    lng += longitude[i]!
    lat += latitude[i]!
    return { second, lng: lng / 1e6, lat: lat / 1e6 }
  })
}
const METRES_PER_DEGREE = 111_320
const metres = (a: { lng: number; lat: number }, b: { lng: number; lat: number }) =>
  Math.hypot((a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180), a.lat - b.lat) * METRES_PER_DEGREE

it('a day of every vehicle ascends, holds no jump but over a gap, and positions and gaps fill the day', async () => {
  let positions = 0
  for (const sn of vehicles.slice(0, 12)) {
    const track = await ask(sn, nowS - 86_400, nowS, 10)
    const places = placesOf(track)
    positions += places.length
    const gapEnds = new Set(track.gaps.map(({ endTime }) => endTime))
    for (let i = 1; i < places.length; i++) {
      const [a, b] = [places[i - 1]!, places[i]!]
      expect(b.second).toBeGreaterThan(a.second)
      if (gapEnds.has(b.second)) continue
      // Nobody drives faster than 160 km/h; some metres are the receiver's.
      expect(metres(a, b)).toBeLessThan((b.second - a.second) * 45 + 20)
    }
    const covered =
      places.length * 10 + track.gaps.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0)
    expect(covered).toBeGreaterThan(86_400 * 0.97)
  }
  expect(positions).toBeGreaterThan(12 * 1000)
})

/** A vehicle that reported on this day, and its day at ten seconds: some are offline for a day or more. */
async function onDuty(): Promise<[string, TrackPart]> {
  for (const sn of vehicles) {
    const day = await ask(sn, nowS - 86_400, nowS, 10)
    if (day.time.length > 1000) return [sn, day]
  }
  throw new Error('No vehicle reported on this day')
}

it('a day at one second comes at once, and is the same as at ten seconds where both tell', async () => {
  const [sn, coarse] = await onDuty()
  const fine = await ask(sn, nowS - 86_400, nowS)
  const bySecond = new Map(placesOf(fine).map((place) => [place.second, place]))
  expect(fine.time.length).toBeGreaterThan(coarse.time.length * 9)
  for (const place of placesOf(coarse)) expect(bySecond.get(place.second)).toEqual(place)
})

it('the counter of a vehicle agrees with the way between its positions', async () => {
  let compared = 0
  for (const sn of vehicles) {
    if (compared === 6) break
    const track = await ask(sn, nowS - 7200, nowS, 5)
    const places = placesOf(track)
    if (!track.odometer || track.gaps.length > 0 || track.odometer.end - track.odometer.start < 5) continue
    let way = 0
    for (let i = 1; i < places.length; i++) {
      if (Math.max(track.speed[i]!, track.speed[i - 1]!) > 20) way += metres(places[i - 1]!, places[i]!)
    }
    expect(Math.abs(way / 1000 / (track.odometer.end - track.odometer.start) - 1)).toBeLessThan(0.06)
    compared++
  }
  expect(compared).toBeGreaterThan(0)
})

it('an export of a week in parts holds each moment of its days once', async () => {
  const [sn] = await onDuty()
  const span = { sn, startTime: nowS - 7 * 86_400, endTime: nowS, interval: 60 }
  const seconds: number[] = []
  for (let part = 0, parts = 1; part < parts; part++) {
    const answer = await operator.call(trackExport, { body: { ...span, part } })
    parts = answer.parts
    seconds.push(...placesOf(answer).map(({ second }) => second))
  }
  expect(seconds.length).toBeGreaterThan(2000)
  expect(seconds.every((second, i) => i === 0 || second > seconds[i - 1]!)).toBe(true)
})

it('tracks of vehicles of other groups are as if these were not there', async () => {
  const driver = await Operator.signIn(simulator.url, 'dispatch3')
  const codes = new Map<string, number>()
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'bodyCamera' } })
  for (const sn of [...vehicles, ...list.map((device) => device.sn)]) {
    const { code } = await driver.ask(trackHistory, { body: { sn, startTime: nowS - 60, endTime: nowS } })
    codes.set(sn, code)
  }
  expect(new Set(codes.values())).toEqual(new Set([0, 404]))
})
