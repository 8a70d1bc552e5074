import { fromCivil, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { getPosition } from 'suncalc'
import { expect, test } from 'vitest'
import { CITY_CENTRE } from '../city/projection.ts'
import { createSky } from './create-sky.ts'
import { sunPosition } from './sun-position.ts'

const { longitude, latitude } = CITY_CENTRE
const sky = createSky(7, longitude, latitude)

test('the sun of the summer solstice culminates over Beijing at 73.5 degrees', () => {
  const noon = sunPosition(fromCivil(2026, 6, 21, 12, 16), longitude, latitude)
  expect(noon.elevationDeg).toBeCloseTo(90 - latitude + 23.436, 1)
  expect(noon.azimuthDeg).toBeGreaterThan(178)
  expect(noon.azimuthDeg).toBeLessThan(182)
})

test('the sun agrees with another implementation within a third of a degree all year', () => {
  for (let i = 0; i < 400; i++) {
    const at = fromCivil(2026, 1, 1) + i * 21.7 * HOUR_MS
    const ours = sunPosition(at, longitude, latitude)
    const theirs = getPosition(new Date(at), latitude, longitude)
    // suncalc 2 answers degrees with azimuth from north and adds refraction near the horizon.
    if (ours.elevationDeg > 10) expect(Math.abs(theirs.altitude - ours.elevationDeg)).toBeLessThan(0.34)
  }
})

test('noons are light and nights are dark on every day of a year', () => {
  for (let day = 0; day < 365; day++) {
    const midnight = fromCivil(2026, 1, 1) + day * 24 * HOUR_MS
    expect(sky.at(midnight).illuminationLux).toBeLessThan(1)
    expect(sky.at(midnight + 12.2 * HOUR_MS).illuminationLux).toBeGreaterThan(5000)
    expect(sky.at(midnight + 12.2 * HOUR_MS).illuminationLux).toBeLessThan(130_000)
  }
})

test('weather stays within what a temperate city sees, and rain needs cloud', () => {
  let rainMm = 0
  let hottest = -99
  let coldest = 99
  for (let hour = 0; hour < 365 * 24; hour++) {
    const state = sky.at(fromCivil(2026, 1, 1) + hour * HOUR_MS)
    rainMm += state.rainMmPerHour
    hottest = Math.max(hottest, state.temperatureC)
    coldest = Math.min(coldest, state.temperatureC)
    if (state.rainMmPerHour > 0) expect(state.cloud).toBeGreaterThan(0.7)
    expect(state.cloud).toBeGreaterThanOrEqual(0)
    expect(state.cloud).toBeLessThanOrEqual(1)
    expect(state.humidityPercent).toBeGreaterThanOrEqual(8)
    expect(state.humidityPercent).toBeLessThanOrEqual(100)
    expect(state.pressureKpa).toBeGreaterThan(98)
    expect(state.pressureKpa).toBeLessThan(105)
    expect(state.windSpeedMs).toBeGreaterThan(0)
    expect(state.windSpeedMs).toBeLessThan(20)
    expect(state.visibilityM).toBeGreaterThan(200)
  }
  expect(rainMm).toBeGreaterThan(200)
  expect(rainMm).toBeLessThan(2000)
  expect(hottest).toBeGreaterThan(28)
  expect(hottest).toBeLessThan(42)
  expect(coldest).toBeLessThan(0)
  expect(coldest).toBeGreaterThan(-25)
})

test('nothing in the sky jumps from one minute to the next', () => {
  for (let minute = 0; minute < 5000; minute++) {
    const at = fromCivil(2026, 3, 30) + minute * MINUTE_MS
    const a = sky.at(at)
    const b = sky.at(at + MINUTE_MS)
    expect(Math.abs(a.temperatureC - b.temperatureC)).toBeLessThan(0.3)
    expect(Math.abs(a.pressureKpa - b.pressureKpa)).toBeLessThan(0.02)
    expect(Math.abs(a.cloud - b.cloud)).toBeLessThan(0.06)
    expect(Math.abs(a.humidityPercent - b.humidityPercent)).toBeLessThan(3)
    const turn = Math.abs(a.windFromDeg - b.windFromDeg)
    expect(Math.min(turn, 360 - turn)).toBeLessThan(20)
  }
})
