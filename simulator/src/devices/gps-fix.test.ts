import { DAY_MS, fromCivil, HOUR_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { projectionAt } from '../world/city/projection.ts'
import { createTraffic } from '../world/traffic/create-traffic.ts'
import { gridCity } from '../world/traffic/grid-city.test-support.ts'
import { gpsLossAt, gpsReportAt } from './gps-fix.ts'

const city = gridCity(9)
const traffic = createTraffic(7, city)
const { toLocal } = projectionAt(city.longitude, city.latitude)
const MORNING = fromCivil(2026, 11, 20, 9)

test('a receiver is some metres off, never far, and its error wanders slowly', () => {
  let sum = 0
  let count = 0
  for (let vehicle = 0; vehicle < 40; vehicle++) {
    for (let second = 0; second < 200; second++) {
      const at = MORNING + second * 1000
      const report = gpsReportAt(7, vehicle, at, (when) => traffic.vehicleAt(vehicle, when))
      if (report.lost) continue
      const truth = traffic.vehicleAt(vehicle, at)
      const { x, y } = toLocal(report.longitude, report.latitude)
      const offM = Math.hypot(x - truth.x, y - truth.y)
      expect(offM).toBeLessThan(8)
      expect(report.longitude).toBe(Math.round(report.longitude * 1e6) / 1e6)
      sum += offM
      count++
    }
  }
  expect(sum / count).toBeGreaterThan(0.8)
  expect(sum / count).toBeLessThan(5)
})

test('without satellites the last fix is repeated with its own time', () => {
  let stale = 0
  for (let vehicle = 0; vehicle < 300; vehicle++) {
    const loss = gpsLossAt(7, vehicle, MORNING)
    if (!loss) continue
    expect(loss.fromMs).toBeLessThanOrEqual(MORNING)
    expect(loss.toMs).toBeGreaterThan(MORNING)
    const truth = (at: number) => traffic.vehicleAt(vehicle, at)
    const report = gpsReportAt(7, vehicle, MORNING, truth)
    const fixedAtMs = Math.floor(loss.fromMs / 1000) * 1000
    expect(report).toMatchObject({ lost: true, fixedAtMs, speedKmh: 0, satellites: 0 })
    const later = gpsReportAt(7, vehicle, Math.min(loss.toMs - 1, MORNING + 60_000), truth)
    expect([later.longitude, later.latitude]).toEqual([report.longitude, report.latitude])
    if (MORNING - loss.fromMs > HOUR_MS / 2) stale++
  }
  expect(stale).toBeGreaterThan(3)
  expect(stale).toBeLessThan(45)
})

test('a moment of loss is found whichever moment of it is asked about', () => {
  for (let vehicle = 0; vehicle < 60; vehicle++) {
    for (let minute = 0; minute < 24 * 60; minute += 7) {
      const loss = gpsLossAt(7, vehicle, MORNING - DAY_MS + minute * 60_000)
      if (!loss) continue
      expect(gpsLossAt(7, vehicle, loss.fromMs)).toEqual(loss)
      expect(gpsLossAt(7, vehicle, loss.toMs - 1)).toEqual(loss)
    }
  }
})
