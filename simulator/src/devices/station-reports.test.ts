import { fromCivil } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { createAir } from '../world/air/create-air.ts'
import { createIncidents } from '../world/incidents/create-incidents.ts'
import { createSky } from '../world/sky/create-sky.ts'
import { createTraffic } from '../world/traffic/create-traffic.ts'
import { gridCity } from '../world/traffic/grid-city.test-support.ts'
import type { DeviceAction, DeviceCommand } from './commands.ts'
import { faultAt } from './fault-state.ts'
import { DEVICE_FAULTS } from './faults.ts'
import { clockDriftMs, copiesOf, lastReceivedMs, receivedMs, reportMoments } from './report-times.ts'
import { CONTROLLER_POINTS } from './sensor-controller/sensor-controller.ts'
import { settingAt } from './setting-at.ts'
import { quantitiesOf, readingsAt } from './station-models.ts'
import { stationReportAt } from './station-reports.ts'

const NOW = fromCivil(2026, 11, 20, 9)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const city = gridCity(11)
const sky = createSky(7, city.longitude, city.latitude)
const traffic = createTraffic(7, city)
const air = createAir(
  7,
  city,
  sky,
  traffic,
  createIncidents(7, city, traffic, { vehicles: 0, bodyCameras: 0, sites: {} }),
)

function commands(...actions: (DeviceAction & { atMs: number })[]): DeviceCommand[] {
  return actions.map((action, i) => ({ ...action, sn: 'S', seq: i + 1 }))
}
/** An entity that no fault comes to by itself around NOW. */
const HEALTHY = Array.from({ length: 4000 }, (_, entity) => entity).find((entity) =>
  DEVICE_FAULTS.every((fault) =>
    [-48, -12, -1, 0, 1, 12, 48].every((hours) => !faultAt(7, entity, fault, NOW + hours * HOUR)),
  ),
)!
const station = (
  list: DeviceCommand[] = [],
  kind: 'hj212Station' | 'solarStation' = 'hj212Station',
  model = 'full',
) => ({
  kind,
  model,
  x: 0,
  y: 0,
  entity: HEALTHY,
  seed: 7,
  commands: list,
})

test('a healthy station reports what a perfect one reads, at once and once', () => {
  const well = station()
  expect(stationReportAt(air, well, NOW)).toEqual({
    atMs: NOW,
    receivedMs: NOW,
    values: readingsAt(air, well, NOW).map(({ value }) => value),
  })
  expect(copiesOf(well, NOW)).toBe(1)
})

test('the models of stations and controllers together measure all 27 quantities of the dictionary', () => {
  const all = new Set(quantitiesOf('hj212Station', 'full'))
  expect(all.size).toBe(27)
  const demo = new Set(
    ['air', 'dust', 'noise', 'water']
      .flatMap((model) => quantitiesOf('hj212Station', model))
      .concat(
        Object.values(CONTROLLER_POINTS).flatMap((points) => points.flatMap((point) => point.quantities)),
      ),
  )
  expect(demo).toEqual(all)
})

test('a stuck sensor repeats one value until somebody mends it', () => {
  const list = commands(
    { kind: 'fault', fault: 'stuckSensor', on: true, amount: 0, atMs: NOW },
    { kind: 'fault', fault: 'stuckSensor', on: false, atMs: NOW + 5 * HOUR },
  )
  const [first] = stationReportAt(air, station(list), NOW).values
  for (let hour = 1; hour < 5; hour++) {
    const { values } = stationReportAt(air, station(list), NOW + hour * HOUR)
    expect(values[0]).toBe(first)
    expect(values[1]).toBe(readingsAt(air, station(), NOW + hour * HOUR)[1]!.value)
  }
  expect(stationReportAt(air, station(list), NOW + 6 * HOUR).values).toEqual(
    readingsAt(air, station(), NOW + 6 * HOUR).map(({ value }) => value),
  )
})

test('a drifting clock runs away by so much a day and is right again afterwards', () => {
  const list = commands({
    kind: 'fault',
    fault: 'clockDrift',
    on: true,
    amount: -86.4,
    forMs: 20 * HOUR,
    atMs: NOW,
  })
  expect(stationReportAt(air, station(list), NOW + 10 * HOUR).atMs).toBe(NOW + 10 * HOUR - 36_000)
  expect(clockDriftMs(station(list), NOW - 1)).toBe(0)
  expect(clockDriftMs(station(list), NOW + 20 * HOUR)).toBe(0)
})

test('late reports come in batches, and the newest received one is the newest of the last batch', () => {
  const list = commands({
    kind: 'fault',
    fault: 'lateReports',
    on: true,
    amount: 600,
    forMs: 35 * MINUTE,
    atMs: NOW,
  })
  const late = station(list)
  expect(receivedMs(late, NOW + MINUTE)).toBe(NOW + 10 * MINUTE)
  expect(receivedMs(late, NOW + 34 * MINUTE)).toBe(NOW + 35 * MINUTE)
  const ticks = [...reportMoments(late, NOW, NOW + HOUR, MINUTE)]
  for (const [atMs, batchMs] of [
    [NOW + 9 * MINUTE, NOW],
    [NOW + 15 * MINUTE, NOW + 10 * MINUTE],
    [NOW + 50 * MINUTE, NOW + 50 * MINUTE],
  ] as const) {
    const last = ticks.findLast((tick) => tick < batchMs || (batchMs === atMs && tick <= atMs))
    expect(lastReceivedMs(late, atMs, MINUTE)).toBe(last ?? lastReceivedMs(station(), NOW - 1, MINUTE))
  }
})

test('duplicate reports are about as many as were asked for', () => {
  const list = commands({ kind: 'fault', fault: 'duplicateReports', on: true, amount: 0.4, atMs: NOW })
  let copied = 0
  for (let i = 0; i < 1000; i++) if (copiesOf(station(list), NOW + i * MINUTE) > 1) copied++
  expect(copied).toBeGreaterThan(330)
  expect(copied).toBeLessThan(470)
})

test('a failing battery loses charge by the hour and its volts follow; a weak radio loses bars', () => {
  const low = commands({ kind: 'fault', fault: 'lowBattery', on: true, amount: 20, atMs: NOW })
  const weak = commands({ kind: 'fault', fault: 'weakSignal', on: true, amount: 30, atMs: NOW })
  const reading = (list: DeviceCommand[], quantity: string, atMs: number) => {
    const solar = station(list, 'solarStation', 'solar12')
    const place = quantitiesOf('solarStation').indexOf(quantity as never)
    return stationReportAt(air, solar, atMs).values[place]!
  }
  const later = NOW + 2 * HOUR
  expect(reading(low, 'solarRemainingPower', later)).toBeCloseTo(
    reading([], 'solarRemainingPower', later) - 40,
    0,
  )
  expect(reading(low, 'solarBatteryVoltage', later)).toBeLessThan(reading([], 'solarBatteryVoltage', later))
  expect(reading(low, 'solarBatteryVoltage', NOW + 20 * HOUR)).toBeGreaterThan(10)
  expect(reading(weak, 'solarSignal', later)).toBe(Math.max(0, reading([], 'solarSignal', later) - 15))
})

test('the charge of a battery that fails never jumps: it comes back by the sun once the fault is over', () => {
  const list = commands(
    { kind: 'fault', fault: 'lowBattery', on: true, amount: 20, atMs: NOW },
    { kind: 'fault', fault: 'lowBattery', on: true, amount: 8, forMs: 4 * HOUR, atMs: NOW + 3 * HOUR },
    { kind: 'fault', fault: 'lowBattery', on: true, atMs: NOW + 20 * HOUR },
    { kind: 'fault', fault: 'lowBattery', on: false, atMs: NOW + 22 * HOUR },
  )
  const [chargeAt, voltsAt] = ['solarRemainingPower', 'solarBatteryVoltage'].map((quantity) =>
    quantitiesOf('solarStation').indexOf(quantity as never),
  )
  const read = (orders: DeviceCommand[], atMs: number) => {
    const { values } = stationReportAt(air, station(orders, 'solarStation', 'solar12'), atMs)
    return { charge: values[chargeAt!]!, volts: values[voltsAt!]! }
  }
  const lacks = (atMs: number) => read([], atMs).charge - read(list, atMs).charge
  let last = read(list, NOW - MINUTE)
  for (let minute = 0; minute <= 30 * 60; minute++) {
    const next = read(list, NOW + minute * MINUTE)
    // Whole points: charge and loss may both cross one.
    expect(Math.abs(next.charge - last.charge), `${minute}`).toBeLessThanOrEqual(2)
    expect(Math.abs(next.volts - last.volts), `${minute}`).toBeLessThan(0.3)
    last = next
  }
  expect(lacks(NOW - MINUTE)).toBe(0)
  expect(lacks(NOW + 7 * HOUR)).toBeCloseTo(92, -1)
  // Nothing comes back at night; some of it by the next evening, all of it within weeks.
  expect(read(list, NOW + 18 * HOUR).charge).toBeLessThanOrEqual(read(list, NOW + 10 * HOUR).charge)
  expect(lacks(NOW + 34 * HOUR)).toBeLessThan(lacks(NOW + 22 * HOUR))
  expect(lacks(NOW + 25 * 24 * HOUR)).toBeLessThan(1)
  // Asked alone, it is the same as asked in order, and later commands do not show.
  for (const hours of [2, 9, 21]) {
    const known = list.filter(({ atMs }) => atMs <= NOW + hours * HOUR)
    expect(read(known, NOW + hours * HOUR)).toEqual(read(list, NOW + hours * HOUR))
  }
})

test('a 24 V station has twice the volts, half the amperes and the same energy of a 12 V one', () => {
  const at = NOW + 3 * HOUR
  const values = (model: string) => {
    const read = readingsAt(air, station([], 'solarStation', model), at)
    return Object.fromEntries(read.map(({ quantity, value }) => [quantity, value]))
  }
  const [small, large] = [values('solar12'), values('solar24')]
  expect(large['solarBatteryVoltage']! / small['solarBatteryVoltage']!).toBeCloseTo(2, 2)
  expect(large['solarChargingCurrent']! / small['solarChargingCurrent']!).toBeCloseTo(0.5, 1)
  expect(large['solarDayEnergy']).toBe(small['solarDayEnergy'])
  expect(small['solarBatteryVoltage']).toBeGreaterThan(11)
  expect(small['solarBatteryVoltage']).toBeLessThanOrEqual(14.95)
})

test('a reporting interval holds from when it was set', () => {
  const list = commands({ kind: 'setting', setting: 'realtimeSeconds', value: 300, atMs: NOW })
  const moments = [...reportMoments(station(list), NOW - 30 * MINUTE, NOW + 30 * MINUTE, MINUTE)]
  expect(moments.filter((moment) => moment < NOW)).toHaveLength(30)
  expect(moments.filter((moment) => moment >= NOW)).toHaveLength(6)
  expect(settingAt(list, 'realtimeSeconds', NOW - 1, 60)).toBe(60)
})

test('faults come by themselves at believable rates, and mending ends the one in progress', () => {
  const shares = {
    stuckSensor: 0,
    clockDrift: 0,
    lowBattery: 0,
    weakSignal: 0,
    duplicateReports: 0,
    lateReports: 0,
  }
  const names = Object.keys(shares) as (keyof typeof shares)[]
  for (let entity = 0; entity < 3000; entity++) {
    for (const name of names) {
      const fault = faultAt(7, entity, name, NOW)
      if (!fault) continue
      shares[name]++
      const mended = commands({ kind: 'fault', fault: name, on: false, atMs: NOW })
      expect(faultAt(7, entity, name, NOW - 1, mended)).toEqual(faultAt(7, entity, name, NOW - 1))
      expect(faultAt(7, entity, name, NOW, mended)).toBeUndefined()
      expect(faultAt(7, entity, name, fault.toMs - 1, mended)).toBeUndefined()
    }
  }
  for (const name of names) {
    expect(shares[name], name).toBeGreaterThan(3)
    expect(shares[name], name).toBeLessThan(3000 * 0.08)
  }
})
