import { DAY_MS, fromCivil, HOUR_MS, MINUTE_MS, toCivil } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { GASES } from './air/gas-table.ts'
import { buildCity } from './city/build-city.ts'
import type { City } from './city/types.ts'
import { createInterventions } from './create-interventions.ts'
import type { WorldAction } from './interventions.ts'
import { gridCity } from './traffic/grid-city.test-support.ts'
import type { Quantity } from './types.ts'
import { createWorld } from './world.ts'

const NOW = fromCivil(2026, 6, 17, 12)
const grid = gridCity(13)
const city: City = {
  ...grid,
  places: [
    ...grid.places,
    {
      id: 9001,
      kind: 'worksite',
      name: { zh: '工地', en: 'Worksite' },
      x: 640,
      y: 640,
      rank: 1,
    } as City['places'][number],
  ],
}
const roster = {
  vehicles: 60,
  bodyCameras: 0,
  sites: { gasDetector: Float64Array.from([0, 0, 150, 0]), hj212Station: Float64Array.from([700, 0]) },
}
const world = createWorld(7, { city, roster })

/** A world in which one thing was done at NOW. */
function after(action: WorldAction) {
  return createWorld(7, {
    city,
    roster,
    interventions: createInterventions([{ ...action, atMs: NOW, seq: 1 }]),
  })
}

function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (which: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[which], 0) / pairs.length
  const [a, b] = [mean(0), mean(1)]
  let [ab, aa, bb] = [0, 0, 0]
  for (const [x, y] of pairs) {
    ab += (x - a) * (y - b)
    aa += (x - a) * (x - a)
    bb += (y - b) * (y - b)
  }
  return ab / Math.sqrt(aa * bb)
}

/** Readings of two things at many moments of the half year. */
function sampled(first: (atMs: number) => number, second: (atMs: number) => number, count = 400) {
  return Array.from({ length: count }, (_, i) => {
    const atMs = NOW - i * 10.7 * HOUR_MS
    return [first(atMs), second(atMs)] as const
  })
}
const read =
  (quantity: Quantity, x = 0, y = 0, entity = 5) =>
  (atMs: number) =>
    world.air.valueAt(quantity, x, y, atMs, entity)

test('sun through cloud makes light, and light makes the current of a panel', () => {
  const light = (atMs: number) => world.sky.at(atMs).illuminationLux
  expect(correlation(sampled(light, read('illumination')))).toBeGreaterThan(0.98)
  expect(correlation(sampled(light, read('solarChargingCurrent')))).toBeGreaterThan(0.65)
  const noons = Array.from({ length: 120 }, (_, day) => NOW - day * DAY_MS)
  const cloudy = noons.map((atMs) => [world.sky.at(atMs).cloud, read('illumination')(atMs)] as const)
  expect(correlation(cloudy)).toBeLessThan(-0.5)
})

test('clouds keep the day cool and the battery low, and take the light from cameras', () => {
  const covered = after({ kind: 'weather', cloud: 1, rainMmPerHour: 6, forMs: DAY_MS })
  const clear = after({ kind: 'weather', cloud: 0, rainMmPerHour: 0, forMs: DAY_MS })
  const later = NOW + 3 * HOUR_MS
  expect(clear.sky.at(later).illuminationLux).toBeGreaterThan(3 * covered.sky.at(later).illuminationLux)
  expect(clear.sky.at(later).temperatureC).toBeGreaterThan(covered.sky.at(later).temperatureC)
  expect(clear.sky.at(later).visibilityM).toBeGreaterThan(covered.sky.at(later).visibilityM)
  const charge = (which: typeof world) => which.air.solar.at(5, NOW + 18 * HOUR_MS).stateOfCharge
  expect(charge(clear)).toBeGreaterThan(charge(covered) + 0.02)
})

test('the charge of a battery falls through the night and is there in the morning', () => {
  for (let day = 0; day < 20; day++) {
    const evening = fromCivil(2026, 6, 17, 20) - day * DAY_MS
    let before = world.air.solar.at(5, evening).stateOfCharge
    for (let hour = 1; hour <= 8; hour++) {
      const { stateOfCharge, chargingCurrentA } = world.air.solar.at(5, evening + hour * HOUR_MS)
      expect(stateOfCharge).toBeLessThan(before)
      expect(stateOfCharge).toBeGreaterThan(before - 0.05)
      expect(chargingCurrentA).toBe(0)
      before = stateOfCharge
    }
  }
})

test('rain is read as rainfall, wets the soil and washes dust out of the air', () => {
  const wet = after({ kind: 'weather', rainMmPerHour: 12, forMs: 6 * HOUR_MS })
  const dry = after({ kind: 'weather', rainMmPerHour: 0, forMs: 6 * HOUR_MS })
  const later = NOW + 5 * HOUR_MS
  const difference = (quantity: Quantity) =>
    wet.air.valueAt(quantity, 0, 0, later, 5) - dry.air.valueAt(quantity, 0, 0, later, 5)
  expect(difference('rainfall')).toBeGreaterThan(6)
  expect(difference('soilMoisture')).toBeGreaterThan(5)
  expect(difference('leafWetness')).toBeGreaterThan(20)
  expect(difference('pm10')).toBeLessThan(0)
  expect(difference('liquidLevel')).toBeGreaterThan(0.5)
  expect(difference('humidity')).toBeGreaterThan(0)
})

test('traffic is heard and smelt beside roads, busiest in the rush hours and on weekdays', () => {
  const flow = (atMs: number) => world.traffic.flowPerHour(0, atMs)
  expect(correlation(sampled(flow, read('noise', 0, 5)))).toBeGreaterThan(0.6)
  expect(correlation(sampled(flow, read('no2', 0, 5)))).toBeGreaterThan(0.3)
  const workday = fromCivil(2026, 6, 17, 8)
  const sunday = fromCivil(2026, 6, 21, 8)
  expect(flow(workday)).toBeGreaterThan(1.5 * flow(sunday))
})

test('wind carries away what the city emits', () => {
  let weaker = 0
  for (let i = 0; i < 40; i++) {
    const rush = fromCivil(2026, 6, 17, 8) - i * DAY_MS
    const windy = createInterventions([
      { kind: 'weather', windSpeedMs: 12, forMs: HOUR_MS, atMs: rush - HOUR_MS / 2, seq: 1 },
    ])
    const blown = createWorld(7, { city, roster, interventions: windy })
    if (blown.air.valueAt('no2', 0, 5, rush, 5) < world.air.valueAt('no2', 0, 5, rush, 5)) weaker++
  }
  expect(weaker).toBe(40)
}, 60_000)

test('a worksite is dusty and loud when people work, hardly so on Sundays', () => {
  const at = (hour: number, day: number) => fromCivil(2026, 6, day, hour)
  const mean = (quantity: Quantity, hour: number, weekday: boolean) => {
    let [sum, count] = [0, 0]
    for (let day = 1; day <= 28; day++) {
      if ((toCivil(at(hour, day)).weekday !== 0) !== weekday) continue
      sum += world.air.valueAt(quantity, 640, 640, at(hour, day), 8)
      count++
    }
    return sum / count
  }
  expect(mean('tsp', 10, true)).toBeGreaterThan(mean('tsp', 2, true) + 30)
  expect(mean('noise', 10, true)).toBeGreaterThan(mean('noise', 2, true) + 6)
  expect(mean('noise', 10, true)).toBeGreaterThan(mean('noise', 10, false) + 3)
})

test('a leak is read downwind of it, less across and upwind, weaker with distance and over when it ends', () => {
  const windFromDeg = 270
  const leak = {
    kind: 'leak',
    longitude: city.longitude,
    latitude: city.latitude,
    gas: 'combustible',
  } as const
  const interventions = createInterventions([
    { kind: 'weather', windSpeedMs: 3, windFromDeg, forMs: DAY_MS, atMs: NOW - HOUR_MS, seq: 1 },
    { ...leak, severity: 1, forMs: 30 * MINUTE_MS, atMs: NOW, seq: 2 },
  ])
  const leaking = createWorld(7, { city, roster, interventions })
  const lel = (x: number, y: number, minutes: number) =>
    leaking.air.valueAt('gasCombustible', x, y, NOW + minutes * MINUTE_MS, 5)
  const { low, high } = GASES.combustible
  expect(lel(0, 0, -1)).toBeLessThan(5)
  expect(lel(0, 0, 10)).toBeGreaterThan(high)
  expect(lel(60, 0, 10)).toBeGreaterThan(low)
  expect(lel(60, 0, 10)).toBeGreaterThan(lel(200, 0, 10))
  expect(lel(200, 0, 10)).toBeGreaterThan(lel(200, 200, 10) + 5)
  expect(lel(-120, 0, 10)).toBeLessThan(5)
  expect(lel(0, 0, 40)).toBeLessThan(5)
  // It takes a moment to arrive.
  expect(lel(300, 0, 1)).toBeLessThan(5)
  expect(lel(300, 0, 10)).toBeGreaterThan(10)
  const [seen] = leaking.incidents
    .activeAt(NOW + MINUTE_MS, { x: 0, y: 0, radiusM: 100 })
    .filter((it) => it.commanded)
  expect(seen).toMatchObject({ kind: 'gasLeak', gas: 'combustible', endMs: NOW + 30 * MINUTE_MS })
})

test('a detector passes its level as its own alarm is raised', () => {
  let checked = 0
  for (const incident of world.incidents.startingIn(NOW - 60 * DAY_MS, NOW)) {
    if (incident.kind !== 'gasLeak' || !incident.gas) continue
    // Another leak at the same time would be read too.
    if (world.incidents.feltAt(incident.startMs).some((it) => it.kind === 'gasLeak' && it.id !== incident.id))
      continue
    const { quantity, low } = GASES[incident.gas]
    const value = (ms: number) =>
      world.air.valueAt(quantity, incident.x, incident.y, incident.startMs + ms, 5)
    const isPast = (reading: number) => (incident.gas === 'o2' ? reading < low : reading > low)
    expect(isPast(value(-95_000)), incident.id).toBe(false)
    expect(isPast(value(60_000)), incident.id).toBe(true)
    checked++
  }
  expect(checked).toBeGreaterThan(20)
})

test('an overspeed alarm begins where the vehicle passes the limit and ends when it is slow again', () => {
  const { incidents, traffic } = createWorld(7, { city: buildCity(7), roster })
  const found = incidents.startingIn(NOW - 3 * DAY_MS, NOW).filter(({ kind }) => kind === 'overspeed')
  for (const { subject, startMs, endMs, x, y } of found) {
    const state = traffic.vehicleAt(subject!.index, startMs)
    expect([state.x, state.y]).toEqual([x, y])
    expect(state.speedKmh).toBeGreaterThan(55)
    expect(traffic.vehicleAt(subject!.index, endMs).speedKmh).toBeGreaterThan(55)
    // Half a second either way it is no faster than the limit, unless the alarm was cut at an hour or at its longest.
    if (startMs % HOUR_MS > 500)
      expect(traffic.vehicleAt(subject!.index, startMs - 500).speedKmh).toBeLessThanOrEqual(55)
    if (endMs - startMs < 3 * MINUTE_MS - 500)
      expect(traffic.vehicleAt(subject!.index, endMs + 500).speedKmh).toBeLessThanOrEqual(55)
  }
  expect(found.length).toBeGreaterThan(10)
})

test('what people make happen to nobody named happens to the nearest device of a kind that it happens to', () => {
  const there = after({
    kind: 'incident',
    incident: 'dust',
    longitude: city.longitude + 0.0005,
    latitude: city.latitude,
    severity: 1,
    forMs: HOUR_MS,
  })
  const [dust] = there.incidents.startingIn(NOW, NOW + 1).filter((it) => it.commanded)
  expect(dust).toMatchObject({ id: 'dust-c1', kind: 'dust', subject: { kind: 'hj212Station', index: 0 } })
  const at = NOW + 20 * MINUTE_MS
  expect(there.air.valueAt('pm10', dust!.x, dust!.y, at, 3)).toBeGreaterThan(
    world.air.valueAt('pm10', dust!.x, dust!.y, at, 3) + 150,
  )
})
