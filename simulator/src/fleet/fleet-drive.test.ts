import { fromCivil, HOUR_MS } from '@backlot/contract/time'
import { afterEach, expect, test } from 'vitest'
import type { DeviceCommand } from '../devices/commands.ts'
import { loadScenario } from '../scenario/read-scenario.ts'
import { packCity } from '../world/city/packed-city.ts'
import { metresPerDegreeLongitudeAt } from '../world/city/projection.ts'
import { gridCity } from '../world/traffic/grid-city.test-support.ts'
import { type TrackRide, trackLine } from '../world/traffic/track-line.ts'
import { createWorld } from '../world/world.ts'
import { buildFleet } from './build-fleet.ts'
import type { Directory } from './directory.ts'
import type { DirectoryChange } from './directory-change.ts'
import { createEngineHost, type EngineHost } from './engine-host.ts'
import { startEngineThread } from './engine-thread.ts'
import { createFleetDrive, type FleetDrive } from './fleet-drive.ts'
import { lastPositionAt } from './presence.ts'

const scenario = loadScenario('demo')
const city = gridCity(13)
const world = createWorld(7, { city })
const { loops } = world.traffic
const packed = packCity({ city, loops })
const NOON = fromCivil(2026, 11, 20, 12)

const here = () => createEngineHost(7, city, loops)
const thread = () => startEngineThread(7, packed)

const drives: FleetDrive[] = []
afterEach(async () => {
  for (const drive of drives.splice(0)) await drive[Symbol.asyncDispose]()
})

async function start(hosts: readonly EngineHost[], rideOf?: (index: number) => TrackRide | undefined) {
  const { directory } = buildFleet(7, scenario, city)
  const commands = new Map<string, DeviceCommand[]>()
  const moved: number[][] = []
  const errors: unknown[] = []
  const changes: DirectoryChange[] = []
  const drive = createFleetDrive({
    directory,
    hosts,
    startMs: NOON,
    commandsOf: (sn) => commands.get(sn) ?? [],
    ...(rideOf ? { rideOf } : {}),
    onMoved: (slots) => moved.push([...slots]),
    onError: (error) => errors.push(error),
    spare: here,
  })
  drives.push(drive)
  await drive.refresh({ quiet: true })
  directory.onChange((change) => changes.push(change))
  return { directory, drive, commands, moved, errors, changes }
}

function statesOf(directory: Directory) {
  return Array.from({ length: directory.slotLimit() }, (_, slot) =>
    directory.device(slot) ? directory.state(slot) : undefined,
  )
}

/** A life of some hours: ticks, a command, a removal, a jump, a fast clock. */
async function live({ directory, drive, commands, moved, changes }: Awaited<ReturnType<typeof start>>) {
  const devices = Array.from({ length: directory.slotLimit() }, (_, slot) => directory.device(slot)!)
  const offline = devices.find(({ slot, kind }) => kind === 'vehicle' && directory.isOnline(slot))!
  for (let atMs = NOON + 200; atMs <= NOON + 6000; atMs += 200) await drive.step(atMs, false)
  commands.set(offline.sn, [
    { kind: 'connectivity', forced: 'offline', atMs: NOON + 6000, seq: 1, sn: offline.sn },
  ])
  await drive.recheck(offline, NOON + 6000)
  expect(directory.isOnline(offline.slot)).toBe(false)
  // One that reports at a period that somebody set, and at another later.
  const set = devices.findLast(({ slot, kind }) => kind === 'vehicle' && directory.isOnline(slot))!
  const setting = { kind: 'setting', setting: 'reportSeconds', sn: set.sn } as const
  commands.set(set.sn, [
    { ...setting, value: 1, atMs: NOON + 6000, seq: 2 },
    { ...setting, value: 90, atMs: NOON + 30 * HOUR_MS + 60_000, seq: 3 },
  ])
  await drive.recheck(set, NOON + 6000)
  for (let atMs = NOON + 6200; atMs <= NOON + 9000; atMs += 200) await drive.step(atMs, false)
  const [gone] = devices.filter(({ kind }) => kind === 'bodyCamera')
  directory.removeDevice(gone!.slot)
  drive.remove([gone!])
  await drive.reset(NOON + 30 * HOUR_MS)
  for (let step = 1; step <= 20; step++) await drive.step(NOON + 30 * HOUR_MS + step * 12_000, true)
  return { states: statesOf(directory), moved, changes }
}

test('one thread, three threads and none at all lead the same lives', async () => {
  const alone = await live(await start([here()]))
  expect(alone.moved.length).toBeGreaterThan(30)
  expect(alone.changes.some(({ kind }) => kind === 'status')).toBe(true)
  expect(await live(await start([thread()]))).toEqual(alone)
  expect(await live(await start([thread(), thread(), thread()]))).toEqual(alone)
})

test('devices on recorded tracks are on them, in this thread and in others', async () => {
  const line = trackLine([
    { atMs: 0, x: 0, y: 0, stepM: 600, stepDeg: 90 },
    { atMs: 60_000, x: 600, y: 0, stepM: 0, stepDeg: 90 },
  ])
  const ride: TrackRide = { line, startMs: NOON, roundMs: 60_000, atEnd: 'loop', errorM: 0 }
  const rideOf = (index: number) => (index % 2 === 0 ? ride : undefined)
  const alone = await start([here()], rideOf)
  const threads = await start([thread(), thread()], rideOf)
  for (const { drive } of [alone, threads]) {
    for (let atMs = NOON + 200; atMs <= NOON + 12_000; atMs += 200) await drive.step(atMs, false)
  }
  expect(statesOf(threads.directory)).toEqual(statesOf(alone.directory))
  const { directory } = alone
  let riding = 0
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)!
    const { longitude, latitude, locationTimeMs } = directory.state(slot)
    if (device.trafficIndex === undefined || device.trafficIndex % 2 !== 0 || locationTimeMs < NOON) continue
    riding++
    const x = (longitude - city.longitude) * metresPerDegreeLongitudeAt(city.latitude)
    expect(Math.abs(x - ((locationTimeMs - NOON) % 60_000) / 100)).toBeLessThan(0.1)
    expect(latitude).toBeCloseTo(city.latitude, 5)
  }
  expect(riding).toBeGreaterThan(20)
})

test('every moving device is where the world says it reported last', async () => {
  const { directory, drive } = await start([here()])
  const atMs = NOON + 5 * HOUR_MS
  await drive.reset(atMs)
  let moving = 0
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)!
    const last = lastPositionAt(world, device, atMs, [])
    if (!last) continue
    moving++
    expect(directory.state(slot)).toMatchObject({
      longitude: last.longitude,
      latitude: last.latitude,
      locationTimeMs: last.locationTimeMs,
    })
  }
  expect(moving).toBeGreaterThan(60)
})

test('under a fast clock a device reports once in five steps at most, and none is forgotten', async () => {
  const { directory, drive, moved } = await start([here()])
  for (let step = 1; step <= 10; step++) await drive.step(NOON + step * 12_000, true)
  const counts = new Map<number, number>()
  for (const slot of moved.flat()) counts.set(slot, (counts.get(slot) ?? 0) + 1)
  const online = Array.from({ length: directory.slotLimit() }, (_, slot) => slot).filter(
    (slot) => directory.device(slot)?.trafficIndex !== undefined && directory.isOnline(slot),
  )
  expect(Math.max(...counts.values())).toBe(2)
  expect(online.filter((slot) => !counts.has(slot)).length).toBeLessThan(online.length / 5)
})

test('when its thread dies the fleet goes on in this one', async () => {
  const dying: EngineHost = {
    ask: () => Promise.reject(new Error('out of memory')),
    async [Symbol.asyncDispose]() {},
  }
  const { directory, drive, errors, moved } = await start([dying])
  expect(errors).toEqual([new Error('out of memory')])
  expect(directory.countBelow(0).online).toBeGreaterThan(200)
  for (let step = 1; step <= 20; step++) await drive.step(NOON + step * 500, false)
  expect(moved.flat().length).toBeGreaterThan(20)
})
