import { DAY_MS, dayStart, fromCivil, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createInterventions } from '../create-interventions.ts'
import { createIncidents } from '../incidents/create-incidents.ts'
import { createSky } from '../sky/create-sky.ts'
import { createTraffic } from '../traffic/create-traffic.ts'
import { gridCity } from '../traffic/grid-city.test-support.ts'
import type { Incident, Incidents, Quantity } from '../types.ts'
import { createWorld } from '../world.ts'
import { batteryVolts, CUT_OFF_VOLTS, FEEDS_FROM, LEAST_HOURS } from './battery-volts.ts'
import { createAir } from './create-air.ts'
import { type DayFold, foldAt } from './day-fold.ts'
import { QUANTITIES, QUANTITY_NAMES } from './quantity-table.ts'
import type { PlantState } from './solar-plant.ts'

const city = gridCity(11)
const sky = createSky(7, city.longitude, city.latitude)
const traffic = createTraffic(7, city)
const roster = { vehicles: 0, bodyCameras: 0, sites: { hj212Station: Float64Array.from([0, 10]) } }
const air = createAir(7, city, sky, traffic, createIncidents(7, city, traffic, roster))
const NOW = fromCivil(2026, 11, 20)
const NOTHING_HAPPENS: Incidents = {
  startingIn: () => [],
  ofKind: () => [],
  activeAt: () => [],
  feltAt: () => [],
}

test('every quantity is finite and inside its range all over the year', () => {
  for (const quantity of QUANTITY_NAMES) {
    for (let i = 0; i < 120; i++) {
      const at = NOW - i * 2.97 * DAY_MS
      const value = air.valueAt(quantity, 120, -340, at, 5)
      expect(Number.isFinite(value), quantity).toBe(true)
      expect(value).toBeGreaterThanOrEqual(QUANTITIES[quantity].min)
      expect(value).toBeLessThanOrEqual(QUANTITIES[quantity].max)
    }
  }
})

test('ordinary days read as a healthy city does', () => {
  const calm = createAir(7, city, sky, traffic, NOTHING_HAPPENS)
  const typical: [Quantity, number, number][] = [
    ['pm25', 3, 180],
    ['o3', 0, 220],
    ['no2', 4, 110],
    ['co', 0.15, 2.6],
    ['noise', 30, 85],
    ['co2', 400, 600],
    ['o2', 20.5, 21.2],
    ['radiation', 0.05, 0.2],
    ['gasCombustible', 0, 4],
    ['solarBatteryVoltage', 11, 15],
    ['soilPh', 6, 8.2],
  ]
  for (const [quantity, low, high] of typical) {
    for (let i = 0; i < 300; i++) {
      const value = calm.valueAt(quantity, 0, 10, NOW - i * 1.13 * DAY_MS, 9)
      expect(value, quantity).toBeGreaterThanOrEqual(low)
      expect(value, quantity).toBeLessThanOrEqual(high)
    }
  }
})

test('traffic is in the air: beside a road the rush hour has more NO2 and noise than the night', () => {
  let more = 0
  for (let day = 0; day < 20; day++) {
    const midnight = NOW - day * DAY_MS
    const rise = (quantity: Quantity) =>
      air.valueAt(quantity, 0, 5, midnight + 18 * HOUR_MS, 3) -
      air.valueAt(quantity, 0, 5, midnight + 3 * HOUR_MS, 3)
    if (rise('no2') > 0 && rise('noise') > 0) more++
  }
  expect(more).toBeGreaterThanOrEqual(16)
})

test('the panel charges by day only and its energy starts anew at midnight', () => {
  for (let day = 0; day < 30; day++) {
    const midnight = NOW - day * DAY_MS
    expect(air.valueAt('solarChargingCurrent', 0, 0, midnight, 4)).toBe(0)
    expect(air.valueAt('solarDayEnergy', 0, 0, midnight, 4)).toBe(0)
    expect(air.valueAt('solarChargingCurrent', 0, 0, midnight + 12 * HOUR_MS, 4)).toBeGreaterThan(0)
    const evening = air.valueAt('solarTotalEnergy', 0, 0, midnight + 23.9 * HOUR_MS, 4)
    const next = air.valueAt('solarTotalEnergy', 0, 0, midnight + DAY_MS, 4)
    expect(next).toBeCloseTo(evening, 4)
  }
})

test("a battery's charge from the panel grows with the panel's energy, over any span", () => {
  const energy = (atMs: number) => air.solar.at(12, atMs).totalEnergyKwh
  const spans = [
    [NOW - 40 * DAY_MS + 7 * HOUR_MS, NOW - 12 * HOUR_MS],
    [NOW - DAY_MS + 9 * HOUR_MS, NOW - DAY_MS + 15 * HOUR_MS],
    [NOW - 3 * DAY_MS, NOW],
  ] as const
  const [first, ...others] = spans.map(
    ([fromMs, toMs]) => air.solarYieldBetween(12, fromMs, toMs) / (energy(toMs) - energy(fromMs)),
  )
  expect(first).toBeGreaterThan(0)
  for (const one of others) expect(one).toBeCloseTo(first!, 9)
  expect(air.solarYieldBetween(12, NOW - DAY_MS, NOW - 19 * HOUR_MS)).toBe(0)
})

test('an incident is read where it happens and not far away', () => {
  const dust: Incident = {
    id: 'd',
    kind: 'dust',
    startMs: NOW,
    endMs: NOW + HOUR_MS,
    x: 0,
    y: 0,
    severity: 1,
  }
  const dusty = createAir(7, city, sky, traffic, {
    startingIn: () => [dust],
    ofKind: () => [],
    activeAt: () => [dust],
    feltAt: () => [dust],
  })
  const calm = createAir(7, city, sky, traffic, NOTHING_HAPPENS)
  const at = NOW + HOUR_MS / 2
  expect(dusty.valueAt('pm10', 0, 0, at, 1) - calm.valueAt('pm10', 0, 0, at, 1)).toBeGreaterThan(200)
  expect(dusty.valueAt('pm10', 5000, 0, at, 1)).toBe(calm.valueAt('pm10', 5000, 0, at, 1))
})

/** Steps a fold by hand: opening days one by one from the start of the window, then the day itself. */
function stepped<State>(fold: DayFold<State>, at: number): State {
  const anchor = dayStart(at)
  let value = fold.initial
  let now = anchor - fold.windowDays * DAY_MS
  while (now < at) {
    const ms = Math.min(fold.stepMs, at - now)
    value = fold.step(value, now, ms)
    now += ms
  }
  return value
}

test('a battery that fails loses its charge over hours, its volts follow, and the sun alone brings it back', () => {
  const site = { x: 40, y: -60 }
  const plants = {
    vehicles: 0,
    bodyCameras: 0,
    sites: { solarStation: Float64Array.from([40, -60, 41, -60]) },
  }
  const { air: failing, incidents } = createWorld(7, { city, roster: plants })
  const at = (ms: number) => failing.solar.at(12, ms, site)
  const own = incidents
    .ofKind('lowBattery', NOW - 60 * DAY_MS, NOW)
    .filter(({ x, y }) => x === site.x && y === site.y)
  expect(own.length).toBeGreaterThan(5)
  expect(incidents.ofKind('lowBattery', NOW - 60 * DAY_MS, NOW)).toEqual(
    incidents.startingIn(NOW - 60 * DAY_MS, NOW).filter(({ kind }) => kind === 'lowBattery'),
  )
  for (const { startMs, endMs, severity } of own.slice(0, 6)) {
    let last = at(startMs - 6 * HOUR_MS)
    for (let ms = startMs - 6 * HOUR_MS; ms < endMs + 24 * HOUR_MS; ms += MINUTE_MS) {
      const next = at(ms)
      expect(Math.abs(next.stateOfCharge - last.stateOfCharge)).toBeLessThan(0.012)
      last = next
    }
    const atAlarm = at(startMs)
    expect(atAlarm.stateOfCharge).toBeLessThan(0.45)
    expect(atAlarm.stateOfCharge).toBeLessThan(failing.solar.at(12, startMs).stateOfCharge - 0.2)
    if (atAlarm.sunWm2 === 0) expect(atAlarm.batteryVoltage).toBeLessThan(12)
    expect(at(endMs).stateOfCharge).toBeGreaterThan(Math.min(0.06, 0.19 - 0.12 * severity))
    expect(at(endMs + DAY_MS).stateOfCharge).not.toBe(at(endMs).stateOfCharge)
  }
  // Its neighbour a metre away has a battery of its own.
  const alone = own.find(({ startMs }) =>
    incidents
      .ofKind('lowBattery', startMs - 24 * DAY_MS, startMs + HOUR_MS)
      .every(({ x, startMs: other }) => x === site.x || other < startMs - 9 * DAY_MS),
  )
  if (alone) {
    const beside = failing.solar.at(12, alone.startMs, { x: 41, y: -60 }).stateOfCharge
    expect(beside).toBeGreaterThan(at(alone.startMs).stateOfCharge)
  }
})

test('battery and soil: any moment asked for alone equals stepping there by hand, in any order', () => {
  const solar = { fold: air.solar.stateFold(12), openings: new Map<number, PlantState>() }
  const soil = { fold: air.soil.moistureFold(12), openings: new Map<number, number>() }
  // Anywhere in the past, and again within hours of one day.
  const moments = fc.oneof(
    fc.integer({ min: NOW - 170 * DAY_MS, max: NOW }),
    fc.integer({ min: NOW - 9 * HOUR_MS, max: NOW }),
  )
  fc.assert(
    fc.property(moments, fc.boolean(), (at, isSolar) => {
      if (isSolar) expect(foldAt(solar.fold, at, solar.openings)).toEqual(stepped(solar.fold, at))
      else expect(foldAt(soil.fold, at, soil.openings)).toBe(stepped(soil.fold, at))
    }),
    { numRuns: 60, seed: 3 },
  )
})

test('with a tenth of its charge no battery is cut off, and with less one may be', () => {
  const leastVolts = (charge: number) => batteryVolts(charge, -1 / LEAST_HOURS, 0, 14.4)
  for (let charge = FEEDS_FROM; charge <= 1; charge += 0.01) {
    expect(leastVolts(charge)).toBeGreaterThan(CUT_OFF_VOLTS)
  }
  expect(leastVolts(FEEDS_FROM - 0.05)).toBeLessThan(CUT_OFF_VOLTS)
})

test('moments in order cost the steps between them', () => {
  let steps = 0
  const fold: DayFold<number> = {
    stepMs: 10 * MINUTE_MS,
    windowDays: 2,
    initial: 0,
    step: (state) => {
      steps++
      return state + 1
    },
  }
  const openings = new Map<number, number>()
  const lateMs = dayStart(NOW) + 23 * HOUR_MS
  foldAt(fold, lateMs, openings)
  expect(steps).toBe((2 * 24 + 23) * 6)
  for (let minute = 10; minute < 60; minute += 10) foldAt(fold, lateMs + minute * MINUTE_MS, openings)
  expect(steps - (2 * 24 + 23) * 6).toBe(1 + 2 + 3 + 4 + 5)
})

test('who asks for volts alone has neither energy summed nor incidents looked for', () => {
  let skies = 0
  let felt = 0
  const counted = {
    ...sky,
    at: (ms: number) => {
      skies++
      return sky.at(ms)
    },
  }
  const feltAt = () => {
    felt++
    return []
  }
  const asked = createAir(7, city, counted, traffic, { ...NOTHING_HAPPENS, feltAt })
  asked.valueAt('solarBatteryVoltage', 0, 10, NOW, 12)
  // A step of ten minutes for each of the days that its charge depends on; energy counts from two years ago.
  expect(skies).toBeLessThan(26 * 144)
  expect(felt).toBe(0)
  asked.valueAt('solarTotalEnergy', 0, 10, NOW, 12)
  expect(skies).toBeGreaterThan(26 * 144)
  asked.valueAt('pm10', 0, 10, NOW, 12)
  expect(felt).toBe(1)
})

test('the remembered past of a battery fades before the window ends: midnights join', () => {
  let jumps = 0
  for (let day = 0; day < 100; day++) {
    const midnight = dayStart(NOW) - day * DAY_MS
    const before = air.solar.at(12, midnight - 1).stateOfCharge
    const after = air.solar.at(12, midnight).stateOfCharge
    if (Math.abs(after - before) > 0.02) jumps++
  }
  expect(jumps).toBeLessThanOrEqual(3)
})

test('an empty battery lets go of its load and has it back only when it has come up again', () => {
  const darkMs = dayStart(NOW) - 20 * DAY_MS
  const interventions = createInterventions([
    { kind: 'weather', atMs: darkMs, seq: 1, forMs: 7 * DAY_MS, cloud: 1, dust: 1, rainMmPerHour: 8 },
  ])
  const dark = createWorld(7, { city, roster, interventions }).air
  const entity = 12
  let last: { on: boolean; volts: number } | undefined
  const cuts: number[] = []
  const returns: number[] = []
  let offAbove = 0
  for (let atMs = darkMs; atMs < darkMs + 14 * DAY_MS; atMs += 10 * 60_000) {
    const { outputCurrentA, batteryVoltage } = dark.solar.at(entity, atMs)
    const on = outputCurrentA > 0
    if (last?.on && !on) cuts.push(last.volts)
    if (last && !last.on && on) returns.push(batteryVoltage)
    if (!on && batteryVoltage > 11.5) offAbove++
    last = { on, volts: batteryVoltage }
  }
  expect(cuts.length).toBeGreaterThan(0)
  expect(returns.length).toBe(cuts.length)
  for (const volts of cuts) expect(Math.abs(volts - 11.1)).toBeLessThan(0.06)
  for (const volts of returns) expect(volts).toBeGreaterThan(12.45)
  // Between the two it stays off while the sun already fills it.
  expect(offAbove).toBeGreaterThan(3)
})
