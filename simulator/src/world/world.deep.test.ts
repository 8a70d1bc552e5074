import { execFileSync } from 'node:child_process'
import { DAY_MS, fromCivil, HOUR_MS } from '@backlot/contract/time'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { buildCity } from './city/build-city.ts'
import { squareToEdge } from './traffic/edge-place.ts'
import { gridCity } from './traffic/grid-city.test-support.ts'
import { createWorld } from './world.ts'
import { worldDigest } from './world-digest.ts'

const NOW = fromCivil(2026, 11, 20, 9, 30)
const roster = {
  vehicles: 40,
  bodyCameras: 4,
  sites: { gasDetector: Float64Array.from([10, 20, -300, 400]) },
}

afterEach(() => {
  vi.restoreAllMocks()
})

function digestIn(timeZone: string): { grid: number; real: number; zone: number } {
  const module = new URL('./digests.test-support.ts', import.meta.url).href
  const program = `import { digests } from '${module}'
    console.log(JSON.stringify({ ...digests(), zone: new Date(0).getTimezoneOffset() }))`
  const options = ['--import', 'tsx', '--conditions=source', '--input-type=module', '--eval', program]
  const output = execFileSync(process.execPath, options, {
    env: { ...process.env, TZ: timeZone },
    encoding: 'utf8',
  })
  return JSON.parse(output) as { grid: number; real: number; zone: number }
}

test('the same seed is the same world in two processes in two time zones, and the one it was', () => {
  const shanghai = digestIn('Asia/Shanghai')
  const newYork = digestIn('America/New_York')
  expect(shanghai.zone).not.toBe(newYork.zone)
  expect(newYork.grid).toBe(shanghai.grid)
  expect(newYork.real).toBe(shanghai.real)
  // The golden digest of the grid city. When the physics change on purpose, raise WORLD_VERSION with it.
  expect(shanghai.grid).toBe(GOLDEN)
}, 180_000)
const GOLDEN = 2_527_922_740

test('two instances agree whatever was asked of one of them before', () => {
  const city = gridCity(9)
  const asked = createWorld(11, { city, roster })
  for (let i = 0; i < 3000; i++) {
    const at = NOW - ((i * 7_919_000) % (100 * DAY_MS))
    asked.air.valueAt('pm25', i, -i, at, i)
    asked.traffic.vehiclesNear(i % 900, 0, 200, at, 50)
    asked.incidents.activeAt(at)
    asked.traffic.vehicleAt(i, at)
  }
  const fresh = createWorld(11, { city, roster })
  expect(worldDigest(asked, NOW, 300)).toBe(worldDigest(fresh, NOW, 300))
  expect(worldDigest(createWorld(12, { city, roster }), NOW, 300)).not.toBe(worldDigest(fresh, NOW, 300))
})

test('the world asks neither the clock nor chance', () => {
  const poisoned = () => {
    throw new Error('impure')
  }
  vi.spyOn(Date, 'now').mockImplementation(poisoned)
  vi.spyOn(Math, 'random').mockImplementation(poisoned)
  vi.spyOn(performance, 'now').mockImplementation(poisoned)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(poisoned as unknown as typeof setTimeout)
  expect(worldDigest(createWorld(3, { city: gridCity(9), roster }), NOW, 100)).toBeGreaterThan(0)
})

test('vehicles of the real city keep to its roads and limits', () => {
  const city = buildCity(7)
  const { traffic } = createWorld(7, { city, roster })
  let moving = 0
  fc.assert(
    fc.property(fc.nat(5000), fc.integer({ min: NOW - 180 * DAY_MS, max: NOW }), (vehicle, at) => {
      const state = traffic.vehicleAt(vehicle, at)
      expect(squareToEdge(city.graph, state.edge, state.x, state.y)).toBeLessThan(1)
      expect(state.speedKmh).toBeLessThanOrEqual(city.graph.edgeSpeedKmh[state.edge]!)
      if (state.accOn) moving++
    }),
    { numRuns: 1000, seed: 4 },
  )
  expect(moving).toBeGreaterThan(200)
  let seen = 0
  for (let i = 0; i < 40; i++) {
    const { x, y } = traffic.vehicleAt(i, NOW)
    seen += traffic.vehiclesNear(x, y, 250, NOW + HOUR_MS, 100).length
  }
  expect(seen).toBeGreaterThan(100)
})
