import { expect, test } from 'vitest'
import { projectionAt } from '../world/city/projection.ts'
import { bodyCameraReportAt } from './body-camera/body-camera-report.ts'
import type { DeviceAction, DeviceCommand } from './commands.ts'
import { gpsLossAt, gpsReportAt } from './gps-fix.ts'
import { keepsReportsBack, lastHeardMs } from './last-heard.ts'
import { vehicleReportAt } from './vehicle/vehicle-report.ts'

const NOW = 1_795_000_000_000
const MINUTE = 60_000
const { toLngLat } = projectionAt(116.4, 39.9)
/** Drives east at 36 km/h, mileage and tank with it. */
const trueAt = (epochMs: number) => {
  const x = (epochMs - NOW) / 100
  return {
    index: 1,
    x,
    y: 0,
    ...toLngLat(x, 0),
    speedKmh: 36,
    directionDeg: 90,
    accOn: true,
    mileageKm: 1000 + x / 1000,
    fuelL: 40,
    edge: 0,
  }
}
const commands = (...actions: (DeviceAction & { atMs: number })[]): DeviceCommand[] =>
  actions.map((action, i) => ({ ...action, sn: 'S', seq: i + 1 }))
/** A receiver that loses nothing by itself for a day. */
const GOOD = Array.from({ length: 999 }, (_, entity) => entity).find((entity) => {
  for (let minute = -60; minute < 1440; minute++)
    if (gpsLossAt(7, entity, NOW + minute * MINUTE)) return false
  return true
})!

test('satellites lost on command for over half an hour: the last fix stands with its own time, the odometer goes on', () => {
  const lost = commands({ kind: 'fault', fault: 'gpsLost', on: true, forMs: 40 * MINUTE, atMs: NOW })
  const at35 = vehicleReportAt(7, GOOD, NOW + 35 * MINUTE, trueAt, lost)
  expect(at35).toMatchObject({ atMs: NOW, gpsLost: true, satellites: 0, speedKmh: 0, mileageKm: 1021 })
  expect(at35.longitude).toBe(gpsReportAt(7, GOOD, NOW, trueAt).longitude)
  const back = vehicleReportAt(7, GOOD, NOW + 40 * MINUTE, trueAt, lost)
  expect(back).toMatchObject({ atMs: NOW + 40 * MINUTE, gpsLost: false, speedKmh: 36 })
})

test('mending ends a loss that came by itself', () => {
  const found = Array.from({ length: 999 }, (_, entity) => ({
    entity,
    loss: gpsLossAt(7, entity, NOW),
  })).find(({ loss }) => loss && loss.toMs > NOW + 20 * MINUTE)!
  const mended = commands({ kind: 'fault', fault: 'gpsLost', on: false, atMs: NOW + MINUTE })
  expect(gpsLossAt(7, found.entity, NOW, mended)).toEqual(found.loss)
  expect(gpsLossAt(7, found.entity, NOW + 10 * MINUTE, mended)).toBeUndefined()
})

test('a terminal whose clock drifts stamps its fixes with its own time', () => {
  const drifting = commands({ kind: 'fault', fault: 'clockDrift', on: true, amount: 864, atMs: NOW })
  expect(gpsReportAt(7, GOOD, NOW + 100 * MINUTE, trueAt, drifting).fixedAtMs).toBe(
    NOW + 100 * MINUTE + 60_000,
  )
})

test('reports that are kept back: the newest heard is from before the last batch', () => {
  const late = commands({
    kind: 'fault',
    fault: 'lateReports',
    on: true,
    amount: 600,
    forMs: 25 * MINUTE,
    atMs: NOW,
  })
  const online = {
    ...{ kind: 'connectivity', forced: 'online' },
    atMs: NOW - MINUTE,
    sn: 'S',
    seq: 0,
  } as DeviceCommand
  const heard = (minutes: number) => lastHeardMs(7, GOOD, NOW + minutes * MINUTE, [online, ...late])
  expect(heard(-0.5)).toBe(NOW - 0.5 * MINUTE)
  expect(heard(5)).toBe(NOW - 1)
  expect(heard(15)).toBe(NOW + 10 * MINUTE - 1)
  expect(heard(26)).toBe(NOW + 26 * MINUTE)
  expect(keepsReportsBack(7, GOOD, NOW + 5 * MINUTE, late)).toBe(true)
})

test('reports are kept back by themselves too: of one moving device in two hundred or so', () => {
  const late = Array.from({ length: 20_000 }, (_, entity) => entity).filter((entity) =>
    keepsReportsBack(7, entity, NOW),
  )
  expect(late.length).toBeGreaterThan(40)
  expect(late.length).toBeLessThan(200)
  const heardMs = late.map((entity) => lastHeardMs(7, entity, NOW)).filter((ms) => ms !== undefined)
  expect(Math.max(...heardMs)).toBeLessThan(NOW)
  const mended = commands({ kind: 'fault', fault: 'lateReports', on: false, atMs: NOW - 1000 })
  expect(late.some((entity) => keepsReportsBack(7, entity, NOW, mended))).toBe(false)
})

test('a terminal says overspeed above its set speed, and calls for help while its button was pressed', () => {
  const set = commands(
    { kind: 'setting', setting: 'topSpeedKmh', value: 30, atMs: NOW },
    { kind: 'sosPressed', forMs: MINUTE, atMs: NOW + MINUTE },
  )
  const at = (minutes: number) => vehicleReportAt(7, GOOD, NOW + minutes * MINUTE, trueAt, set)
  expect(vehicleReportAt(7, GOOD, NOW - MINUTE, trueAt, set).overspeed).toBe(false)
  expect(at(0.5)).toMatchObject({ overspeed: true, sos: false })
  expect(at(1.5).sos).toBe(true)
  expect(at(2).sos).toBe(false)
})

test('a body camera reports signal and charge, less of both with its faults', () => {
  const report = (list: DeviceCommand[]) => bodyCameraReportAt(7, GOOD, NOW + 60 * MINUTE, trueAt, list)
  const well = report([])
  const ill = report(
    commands(
      { kind: 'fault', fault: 'weakSignal', on: true, amount: 10, atMs: NOW },
      { kind: 'fault', fault: 'lowBattery', on: true, amount: 9, atMs: NOW },
    ),
  )
  expect(ill.rssiDbm).toBe(Math.max(-113, well.rssiDbm - 10))
  expect(ill.chargePercent).toBe(well.chargePercent - 9)
})
