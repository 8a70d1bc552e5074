import { DAY_MS, fromCivil, HOUR_MS } from '@backlot/contract/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BACKGROUND_ID } from './background-traffic.ts'
import { createTraffic } from './create-traffic.ts'
import { squareToEdge } from './edge-place.ts'
import { gridCity } from './grid-city.test-support.ts'

const city = gridCity(11)
const FLEET = 30
const traffic = createTraffic(7, city, { fleetVehicles: FLEET })
const MIDNIGHT = fromCivil(2026, 11, 20)
const moment = fc.integer({ min: MIDNIGHT - 180 * DAY_MS, max: MIDNIGHT + 30 * DAY_MS })
const anyVehicle = fc.nat(1_000_000)

test('a vehicle is always within a metre of its edge and below its limit', () => {
  fc.assert(
    fc.property(anyVehicle, moment, (vehicle, at) => {
      const state = traffic.vehicleAt(vehicle, at)
      expect(squareToEdge(city.graph, state.edge, state.x, state.y)).toBeLessThan(1)
      expect(state.speedKmh).toBeLessThanOrEqual(city.graph.edgeSpeedKmh[state.edge]!)
      expect(state.fuelL).toBeGreaterThan(0)
      if (!state.accOn) expect(state.speedKmh).toBe(0)
    }),
    { numRuns: 1500, seed: 1 },
  )
})

test('a vehicle is under way just while its ignition is on', () => {
  const states = new Set<boolean>()
  fc.assert(
    fc.property(anyVehicle, moment, (vehicle, at) => {
      const isUnderWay = traffic.isUnderWay(vehicle, at)
      states.add(isUnderWay)
      expect(isUnderWay).toBe(traffic.vehicleAt(vehicle, at).accOn)
    }),
    { numRuns: 1500, seed: 2 },
  )
  expect(states.size).toBe(2)
})

test('speed never jumps, and place and odometer follow it', () => {
  const stepMs = 200
  let hardestMs = 0
  let farthestM = 0
  let backKm = 0
  for (const vehicle of [0, 5, 17]) {
    let before = traffic.vehicleAt(vehicle, MIDNIGHT + 8 * HOUR_MS)
    for (let i = 1; i < 20_000; i++) {
      const now = traffic.vehicleAt(vehicle, MIDNIGHT + 8 * HOUR_MS + i * stepMs)
      const fastest = Math.max(now.speedKmh, before.speedKmh) / 3.6
      hardestMs = Math.max(hardestMs, Math.abs(now.speedKmh - before.speedKmh) / 3.6)
      farthestM = Math.max(
        farthestM,
        Math.hypot(now.x - before.x, now.y - before.y) - fastest * (stepMs / 1000),
      )
      backKm = Math.max(backKm, before.mileageKm - now.mileageKm)
      before = now
    }
  }
  // 1.6 m/s² over a fifth of a second.
  expect(hardestMs).toBeLessThanOrEqual(0.33)
  expect(farthestM).toBeLessThanOrEqual(0.1)
  expect(backKm).toBeLessThanOrEqual(1e-9)
})

test('days begin and end at the depot', () => {
  for (let vehicle = 0; vehicle < 50; vehicle++) {
    for (let day = 0; day < 14; day++) {
      const midnight = traffic.vehicleAt(vehicle, MIDNIGHT + day * DAY_MS)
      expect(midnight.accOn).toBe(false)
      const next = traffic.vehicleAt(vehicle, MIDNIGHT + (day + 1) * DAY_MS - 1)
      expect([next.x, next.y]).toEqual([midnight.x, midnight.y])
    }
  }
})

test('the odometer does not jump at midnight nor where the roster starts again', () => {
  for (let day = 0; day < 30; day++) {
    const before = traffic.vehicleAt(3, MIDNIGHT + day * DAY_MS - 1)
    const after = traffic.vehicleAt(3, MIDNIGHT + day * DAY_MS)
    expect(after.mileageKm).toBeCloseTo(before.mileageKm, 6)
  }
})

test('a fleet vehicle that drives past a camera is seen there under its index', () => {
  let seen = 0
  for (let i = 0; i < 400; i++) {
    const at = MIDNIGHT + 9 * HOUR_MS + i * 61_000
    const state = traffic.vehicleAt(i % FLEET, at)
    if (!state.accOn) continue
    const near = traffic.vehiclesNear(state.x + 40, state.y - 30, 120, at, 10_000)
    const same = near.find((vehicle) => vehicle.id === i % FLEET)
    // In its lane, or cutting a corner: a few metres off the middle line.
    expect(Math.hypot(same!.x - state.x, same!.y - state.y)).toBeLessThan(9)
    expect(same!.speedKmh).toBe(state.speedKmh)
    seen++
  }
  expect(seen).toBeGreaterThan(100)
})

test('background vehicles keep their identity and move at their speed', () => {
  const at = MIDNIGHT + 8.4 * HOUR_MS
  let followed = 0
  for (let i = 0; i < 60; i++) {
    const now = traffic.vehiclesNear(0, 0, 400, at + i * 1000, 10_000)
    const later = new Map(traffic.vehiclesNear(0, 0, 600, at + i * 1000 + 200, 10_000).map((v) => [v.id, v]))
    expect(new Set(now.map((v) => v.id)).size).toBe(now.length)
    for (const vehicle of now) {
      if (vehicle.id < BACKGROUND_ID) continue
      const same = later.get(vehicle.id)
      // One that turns into its depot is gone; all others are still there.
      if (!same) continue
      expect(same.colour).toBe(vehicle.colour)
      followed++
      const movedM = Math.hypot(same.x - vehicle.x, same.y - vehicle.y)
      const drivenM = ((vehicle.speedKmh + same.speedKmh) / 7.2) * 0.2
      // Curves are shorter or longer than the way over the node, but nobody leaps.
      expect(movedM).toBeLessThanOrEqual(1.7 * drivenM + 0.2)
      if (same.directionDeg === vehicle.directionDeg) expect(Math.abs(movedM - drivenM)).toBeLessThan(0.4)
    }
  }
  expect(followed).toBeGreaterThan(500)
})

test('vehicles near a point come nearest first, inside the circle, as many as asked for', () => {
  const at = MIDNIGHT + 8 * HOUR_MS
  const near = traffic.vehiclesNear(200, 0, 300, at, 12)
  expect(near).toHaveLength(12)
  const distances = near.map((vehicle) => Math.hypot(vehicle.x - 200, vehicle.y))
  expect([...distances].sort((a, b) => a - b)).toEqual(distances)
  expect(distances.at(-1)).toBeLessThanOrEqual(300)
})

test('roads are busiest in the rush hours and the vehicles seen agree with the flow', () => {
  const edge = traffic.edgesNear(0, 100, 5)[0]!
  expect(traffic.flowPerHour(edge, MIDNIGHT + 8 * HOUR_MS)).toBeGreaterThan(
    3 * traffic.flowPerHour(edge, MIDNIGHT + 3 * HOUR_MS),
  )
  const crowd = (hour: number) => traffic.vehiclesNear(0, 0, 2000, MIDNIGHT + hour * HOUR_MS, 100_000).length
  expect(crowd(8)).toBeGreaterThan(2.5 * crowd(3))
})
