/** Devices that were added while the platform ran, as operators meet them: their alarms, tracks and pictures. */
import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import { DAY_MS, fromCivil, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { createOutbox } from '../channel/outbox.ts'
import { createCameraDirectory, createSceneWorld } from '../composition/media/camera-directory.ts'
import { onlineAt } from '../devices/connectivity.ts'
import { buildFleet } from '../fleet/build-fleet.ts'
import { createFleetManager } from '../fleet/create-fleet-manager.ts'
import type { Device } from '../fleet/device.ts'
import { pictureOf } from '../media/picture-of.ts'
import { loadScenario } from '../scenario/read-scenario.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import type { OverlayEntry } from '../timeline/overlay-log.ts'
import { createPlatformClock } from '../timeline/platform-clock.ts'
import { cityOf } from '../world/city/city-of.ts'
import type { City } from '../world/city/types.ts'
import { createInterventions } from '../world/create-interventions.ts'
import type { LoopTable } from '../world/traffic/build-loops.ts'
import { createWorld } from '../world/world.ts'
import { createCameraPoses } from './camera-poses.ts'
import { createHistory } from './create-history.ts'
import { createDeviceAlarms } from './device-alarms.ts'

const NOON = fromCivil(2026, 11, 20, 12)
const scenario = loadScenario('demo')
let city: City
let loops: LoopTable

beforeAll(() => {
  city = cityOf(7)
  loops = createWorld(7, { city }).traffic.loops
})

/** A platform without its doors, its clock a week ahead of the moment at which fleets are added. */
function start(entries: OverlayEntry[] = []) {
  const host = createManualClock(NOON)
  const clock = createPlatformClock({ host, zoneMinutes: 480, lastEpoch: 0, keep: () => {} })
  const { directory, counters, roster } = buildFleet(7, scenario, city)
  const interventions = createInterventions()
  const world = createWorld(7, { city, roster, loops, interventions })
  const overlay = {
    entriesOf: (kinds: readonly string[]) => entries.filter(({ kind }) => kinds.includes(kind)),
    append: async (fresh: Omit<OverlayEntry, 'seq'>) => {
      const entry: OverlayEntry = JSON.parse(JSON.stringify({ ...fresh, seq: entries.length + 1 }))
      entries.push(entry)
      return entry
    },
  }
  const publisher = createOutbox(() => host.now())
  const log = pino({ level: 'silent' })
  const { newcomers } = world
  const manager = createFleetManager({
    seed: 7,
    city,
    directory,
    counters,
    overlay,
    clock,
    host,
    publisher,
    log,
    newcomers,
  })
  const never = () => () => {}
  const commands = {
    commandsOf: () => [],
    onCommand: never,
    onCut: never,
    append: () => Promise.reject(new Error('nobody commands here')),
  }
  const alarms = createDeviceAlarms({ world, directory, commands })
  const history = createHistory({ world, directory, commands, alarms, clock })
  const poses = createCameraPoses(world, directory, commands)
  const cameras = createCameraDirectory(world, directory, poses, commands)
  const scenes = createSceneWorld(world, directory, poses)
  const shot = (camera: Device, atMs: number) =>
    pictureOf(
      { cameras, world: scenes, clock, strip: true },
      { sn: camera.sn, chnId: 1, atMs, frame: 0, quality: 'fine' },
    )!
  const devices = () =>
    Array.from({ length: directory.slotLimit() }, (_, slot) => directory.device(slot)).filter(
      (device) => device !== undefined,
    )
  const sequences = (fromMs: number, toMs: number) =>
    alarms
      .touching(fromMs, toMs)
      .filter(({ device }) => device.fleetId !== undefined)
      .map(({ alarmSeq, device, startMs }) => `${device.sn} ${alarmSeq} ${startMs}`)
      .sort()
  return {
    world,
    clock,
    host,
    directory,
    interventions,
    manager,
    alarms,
    history,
    shot,
    devices,
    entries,
    sequences,
  }
}

const taxis: FleetSpec = { kind: 'vehicle', count: 300, group: 'taxis', placement: 'traffic' }
const detectors: FleetSpec = {
  kind: 'gasDetector',
  count: 60,
  group: { key: 'works', name: { zh: '厂区', en: 'Works' } },
  placement: 'industry',
}
const lookouts: FleetSpec = { kind: 'camera', count: 400, group: 'gates', placement: 'junctions' }
const controllers: FleetSpec = {
  kind: 'sensorController',
  count: 20,
  group: { key: 'yards', name: { zh: '库区', en: 'Yards' } },
  placement: 'industry',
}

test("an added vehicle's SOS is an alarm, on its track and in the picture of an added camera, and is gone with its fleet", async () => {
  const { manager, clock, world, history, shot, devices, directory } = start()
  await manager.add(taxis)
  await manager.add(lookouts)
  clock.jump(NOON + 3 * DAY_MS)
  const cameras = devices().filter(({ kind, fleetId }) => kind === 'camera' && fleetId === 'fleet-2')
  const taxi = (sn: string) => directory.deviceBySn(sn)!
  const calls = devices()
    .filter(({ fleetId }) => fleetId === 'fleet-1')
    .flatMap(({ sn }) => history.alarmsOf(sn, NOON - 7 * DAY_MS, NOON + 3 * DAY_MS)!)
    .filter(({ subType }) => subType === 'SOS')
  expect(calls.length).toBeGreaterThan(20)
  let pictured = 0
  for (const { sn, alarmSeq, startMs, start: place } of calls) {
    expect(startMs).toBeGreaterThanOrEqual(NOON)
    const { trafficIndex } = taxi(sn)
    const incident = world.incidents.activeAt(startMs + 1000).find(({ id }) => id === alarmSeq)!
    const track = history.trackOf(sn, startMs - MINUTE_MS, startMs + MINUTE_MS, 5000)!
    const fix = track.findLast(({ atMs }) => atMs <= startMs)
    if (fix) {
      expect(Math.abs(fix.longitude - place!.longitude)).toBeLessThan(0.002)
      expect(Math.abs(fix.latitude - place!.latitude)).toBeLessThan(0.002)
    }
    if (!world.traffic.vehicleAt(trafficIndex!, startMs).accOn) continue
    for (const camera of cameras) {
      const heading = (camera.headingDeg! * Math.PI) / 180
      const [dx, dy] = [
        incident.x - camera.x - 170 * Math.sin(heading),
        incident.y - camera.y - 170 * Math.cos(heading),
      ]
      if (Math.hypot(dx, dy) > 150) continue
      const picture = shot(camera, startMs + 1000)
      if (picture.vehicles.length >= 60) continue
      expect(picture.vehicles.map(({ id }) => id)).toContain(trafficIndex)
      expect(picture.incidents).toContainEqual(expect.objectContaining({ kind: 'sos', startMs }))
      pictured++
    }
  }
  expect(pictured).toBeGreaterThan(1)
  // The same camera a while after the fleet has gone.
  await manager.remove('fleet-1')
  clock.jump(NOON + 3 * DAY_MS + HOUR_MS)
  for (const camera of cameras.slice(0, 40)) {
    const { vehicles } = shot(camera, clock.now())
    expect(vehicles.some(({ id }) => id >= 10_000 && id < 11_000)).toBe(false)
  }
  for (const { sn } of calls) expect(history.alarmsOf(sn, NOON, clock.now())).toBeUndefined()
})

test('cameras of the scenario and of fleets see added vehicles from their moment on', async () => {
  const { manager, shot, devices, clock } = start()
  await manager.add({ ...taxis, count: 2000 })
  clock.jump(NOON + HOUR_MS)
  await manager.add(lookouts)
  const cameras = devices().filter(({ kind }) => kind === 'camera')
  expect(cameras.filter(({ fleetId }) => fleetId !== undefined)).toHaveLength(400)
  const numbers = new Set<number>()
  let seen = 0
  for (const camera of cameras) {
    numbers.add(shot(camera, NOON).camera.number)
    const isAdded = (id: number) => id >= 10_000 && id < 20_000
    seen += shot(camera, NOON + HOUR_MS).vehicles.filter(({ id }) => isAdded(id)).length
    expect(shot(camera, NOON - MINUTE_MS).vehicles.filter(({ id }) => isAdded(id))).toEqual([])
  }
  expect(seen).toBeGreaterThan(20)
  // Each can be identified by the strip in its pictures.
  expect(numbers.size).toBe(cameras.length)
  expect(Math.max(...numbers)).toBeLessThan(2 ** 20)
})

test('an added device has no track, reading, recording or time on line before its moment', async () => {
  const { manager, history, devices, clock } = start()
  await manager.add({ ...taxis, count: 30 })
  await manager.add({ ...lookouts, count: 30 })
  await manager.add(detectors)
  clock.jump(NOON + 2 * HOUR_MS)
  const [fromMs, toMs] = [NOON - 2 * HOUR_MS, NOON + 2 * HOUR_MS]
  let told = { tracks: 0, readings: 0, recordings: 0, online: 0 }
  for (const { sn, kind } of devices().filter(({ fleetId }) => fleetId !== undefined)) {
    const track = history.trackOf(sn, fromMs, toMs, 10_000)!
    const readings = history.readingsOf(sn, fromMs, toMs, MINUTE_MS)!
    const recordings = kind === 'camera' ? history.recordingsOf(sn, 1, fromMs, toMs)! : []
    const spans = history.onlineSpansOf(sn, fromMs, toMs)!
    for (const { atMs } of [...track, ...readings]) expect(atMs).toBeGreaterThanOrEqual(NOON)
    for (const { startMs } of recordings) expect(startMs).toBeGreaterThanOrEqual(NOON)
    expect([spans[0]?.fromMs, spans[0]?.online, spans.at(-1)?.toMs]).toEqual([fromMs, false, toMs])
    expect(spans[0]!.toMs).toBeGreaterThanOrEqual(NOON)
    spans.slice(1).forEach((span, i) => {
      expect([span.fromMs, span.online]).toEqual([spans[i]!.toMs, !spans[i]!.online])
    })
    told = {
      tracks: told.tracks + track.length,
      readings: told.readings + readings.length,
      recordings: told.recordings + recordings.length,
      online: told.online + spans.filter(({ online }) => online).length,
    }
    expect(history.onlineSpansOf(sn, fromMs, NOON)).toEqual([{ fromMs, toMs: NOON, online: false }])
  }
  expect(Math.min(...Object.values(told))).toBeGreaterThan(20)
})

test('an added gas detector near a leak warns, also when it comes in the middle of it, and never before', async () => {
  const { manager, clock, interventions, alarms, devices, world } = start()
  await manager.add(detectors)
  const isUp = ({ entity }: Device) => onlineAt(world.seed, entity, NOON + 20 * MINUTE_MS)
  const near = devices().find(({ fleetId, entity }) => fleetId === 'fleet-1' && isUp({ entity } as Device))!
  const { longitude, latitude } = near
  const leak = { kind: 'leak', gas: 'combustible', severity: 1, forMs: HOUR_MS, longitude, latitude } as const
  interventions.add({ ...leak, atMs: NOON + 10 * MINUTE_MS, seq: 900 })
  clock.jump(NOON + 40 * MINUTE_MS)
  const warned = () =>
    alarms.touching(NOON, NOON + 3 * HOUR_MS).filter(({ alarmSeq }) => alarmSeq.startsWith('gas-c900-'))
  const first = warned().filter(({ device }) => device === near)
  expect(first.map(({ type }) => type)).toContain('GasAlarm')
  expect(first[0]!.startMs).toBeGreaterThan(NOON + 10 * MINUTE_MS)
  expect(first[0]!.startMs).toBeLessThan(NOON + 15 * MINUTE_MS)
  const { x, y } = near
  await manager.add({
    ...detectors,
    count: 60,
    placement: { around: { longitude, latitude, radiusM: 400 } },
  })
  const late = warned().filter(({ device }) => device.fleetId === 'fleet-2')
  const closest = devices().filter((device) => device.fleetId === 'fleet-2')
  expect(closest.some((device) => Math.hypot(device.x - x, device.y - y) < 400)).toBe(true)
  expect(late.length).toBeGreaterThan(0)
  for (const { startMs } of late) expect(startMs).toBeGreaterThanOrEqual(NOON + 40 * MINUTE_MS)
})

test('alarms of added devices are the same after a restart and after the clock was elsewhere, and none before their time', async () => {
  const first = start()
  await first.manager.add(taxis)
  await first.manager.add(controllers)
  first.clock.jump(NOON + 2 * DAY_MS)
  const all = first.sequences(NOON - 7 * DAY_MS, NOON + 2 * DAY_MS)
  expect(all.length).toBeGreaterThan(100)
  expect(all.some((line) => line.includes('contact-'))).toBe(true)
  for (const line of all) expect(Number(line.split(' ')[2])).toBeGreaterThanOrEqual(NOON)
  first.clock.jump(NOON - DAY_MS)
  await first.manager.settled()
  expect(first.sequences(NOON - 7 * DAY_MS, NOON + 2 * DAY_MS)).toEqual([])
  first.clock.jump(NOON + 2 * DAY_MS)
  await first.manager.settled()
  expect(first.sequences(NOON - 7 * DAY_MS, NOON + 2 * DAY_MS)).toEqual(all)
  const again = start(first.entries)
  again.clock.jump(NOON + 2 * DAY_MS)
  await again.manager.settled()
  expect(again.sequences(NOON - 7 * DAY_MS, NOON + 2 * DAY_MS)).toEqual(all)
})
