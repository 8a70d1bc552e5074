import { DAY_MS, fromCivil, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { createInterventions } from './create-interventions.ts'
import { createNewcomers, type NewcomerFleet } from './newcomers.ts'
import { gridCity } from './traffic/grid-city.test-support.ts'
import { createWorld } from './world.ts'

const city = gridCity(11)
const NOON = fromCivil(2026, 11, 20, 12)
const roster = { vehicles: 5, bodyCameras: 0, sites: {} }
const taxis: NewcomerFleet = {
  id: 'fleet-1',
  kind: 'vehicle',
  firstIndex: 10_000,
  count: 300,
  firstTraffic: 10_000,
  fromMs: NOON,
  untilMs: Number.POSITIVE_INFINITY,
  siteOf: () => ({ x: 0, y: 0 }),
}
const detectors: NewcomerFleet = {
  ...taxis,
  id: 'fleet-2',
  kind: 'gasDetector',
  count: 40,
  firstTraffic: undefined,
  siteOf: (i) => ({ x: 10 * i, y: -10 * i }),
}

function start(...fleets: NewcomerFleet[]) {
  const newcomers = createNewcomers()
  const interventions = createInterventions()
  const world = createWorld(7, { city, roster, newcomers, interventions })
  for (const fleet of fleets) newcomers.put(fleet)
  return { world, newcomers, interventions }
}

const ofFleet = (id: string) => id.endsWith('-fleet-1') || id.endsWith('-fleet-2')

test('things happen to a fleet from its moment on, where its devices are, and to others as before', () => {
  const { world } = start(taxis, detectors)
  const alone = start().world.incidents.startingIn(NOON - 2 * DAY_MS, NOON + 4 * DAY_MS)
  const all = world.incidents.startingIn(NOON - 2 * DAY_MS, NOON + 4 * DAY_MS)
  expect(all.filter(({ id }) => !ofFleet(id))).toEqual(alone)
  const own = all.filter(({ id }) => ofFleet(id))
  // On the grid nobody may drive so fast that it would be speeding.
  expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(['sos', 'gasLeak', 'ioAlarm']))
  expect(new Set(own.map(({ id }) => id)).size).toBe(own.length)
  for (const { startMs, subject, x, y } of own) {
    expect(startMs).toBeGreaterThanOrEqual(NOON)
    if (subject!.kind === 'vehicle') {
      expect(subject!.index).toBeGreaterThanOrEqual(10_000)
      expect(subject!.index).toBeLessThan(10_300)
      const there = world.traffic.vehicleAt(subject!.index, startMs)
      expect([x, y]).toEqual([there.x, there.y])
    } else expect([x, y]).toEqual([10 * (subject!.index - 10_000), -10 * (subject!.index - 10_000)])
  }
})

test('a leak at a detector that came later is read there, and nowhere before it came', () => {
  const { world } = start(taxis, detectors)
  const leak = world.incidents
    .startingIn(NOON, NOON + 30 * DAY_MS)
    .find(({ kind, gas }) => kind === 'gasLeak' && gas === 'combustible')!
  const { x, y, startMs } = leak
  const later = { ...detectors, fromMs: startMs - MINUTE_MS }
  const reading = (built: typeof world, atMs: number) => built.air.valueAt('gasCombustible', x, y, atMs, 999)
  expect(reading(world, startMs + 3000)).toBeGreaterThan(25)
  const without = start().world
  const cut = start(later).world
  // Its lead lies before the fleet's own moment: it does not happen.
  for (let atMs = startMs - 5 * MINUTE_MS; atMs < startMs + HOUR_MS; atMs += MINUTE_MS) {
    expect(reading(cut, atMs)).toBe(reading(without, atMs))
  }
})

test('a removal ends what would come, changes nothing that was, and the same fleet again is as it was', () => {
  const { world, newcomers } = start(taxis)
  const untilMs = NOON + DAY_MS
  const whole = world.incidents.startingIn(NOON, NOON + 3 * DAY_MS)
  newcomers.put({ ...taxis, untilMs })
  const left = world.incidents.startingIn(NOON, NOON + 3 * DAY_MS)
  expect(left).toEqual(whole.filter(({ id, startMs }) => !ofFleet(id) || startMs < untilMs))
  newcomers.put(taxis)
  expect(world.incidents.startingIn(NOON, NOON + 3 * DAY_MS)).toEqual(whole)
})

test('vehicles that came later pass a camera while they are there', () => {
  const { world, newcomers } = start({ ...taxis, untilMs: NOON + 10 * MINUTE_MS })
  let seen = 0
  for (let i = 0; i < 300; i++) {
    const index = 10_000 + i
    const atMs = NOON + i * 1000
    const { x, y, accOn } = world.traffic.vehicleAt(index, atMs)
    if (!accOn) continue
    const near = (ms: number) =>
      world.traffic.vehiclesNear(x, y, 60, ms, 10_000).some(({ id }) => id === index)
    expect(near(atMs)).toBe(true)
    seen++
  }
  expect(seen).toBeGreaterThan(80)
  const idsAt = (ms: number) => world.traffic.vehiclesNear(0, 0, 800, ms, 10_000).map(({ id }) => id)
  const ofThem = (ids: number[]) => ids.filter((id) => id >= 10_000 && id < 10_300)
  expect(ofThem(idsAt(NOON)).length).toBeGreaterThan(5)
  expect(ofThem(idsAt(NOON - 1))).toEqual([])
  expect(ofThem(idsAt(NOON + 10 * MINUTE_MS))).toEqual([])
  newcomers.put(taxis)
  expect(ofThem(idsAt(NOON + 10 * MINUTE_MS)).length).toBeGreaterThan(5)
})

test('what people make happen at a place happens to the nearest device, also of a fleet that came later', () => {
  const { world, interventions } = start(taxis, detectors)
  const atMs = NOON + 5 * MINUTE_MS
  const { longitude, latitude } = world.traffic.vehicleAt(10_123, atMs)
  const intervention = {
    kind: 'incident',
    incident: 'sos',
    severity: 1,
    forMs: MINUTE_MS,
    longitude,
    latitude,
  } as const
  interventions.add({ ...intervention, atMs, seq: 1 })
  interventions.add({ ...intervention, atMs: NOON - 1, seq: 2 })
  const [before, now] = world.incidents
    .startingIn(NOON - HOUR_MS, NOON + HOUR_MS)
    .filter(({ commanded }) => commanded)
  expect(before!.subject === undefined || before!.subject.index < 5).toBe(true)
  const at = world.traffic.vehicleAt(now!.subject!.index, atMs)
  const there = world.traffic.vehicleAt(10_123, atMs)
  expect(Math.hypot(at.x - there.x, at.y - there.y)).toBe(0)
  expect(now!.subject!.kind).toBe('vehicle')
})

test('a hundred thousand newcomers have no more happen to them than an operator can follow', () => {
  const { world } = start({ ...taxis, count: 100_000 })
  const byKind = new Map<string, number>()
  for (const { kind, id } of world.incidents.startingIn(NOON, NOON + DAY_MS)) {
    if (ofFleet(id)) byKind.set(kind, (byKind.get(kind) ?? 0) + 1)
  }
  expect(byKind.get('sos')).toBeGreaterThan(100)
  for (const count of byKind.values()) expect(count).toBeLessThan(280)
})
