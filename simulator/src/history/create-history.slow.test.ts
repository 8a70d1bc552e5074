import { DAY_MS, fromCivil, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { createCameraDirectory, createSceneWorld } from '../composition/media/camera-directory.ts'
import type { DeviceAction, DeviceCommand } from '../devices/commands.ts'
import { onlineAt } from '../devices/connectivity.ts'
import { MAINS_BUFFER_MS } from '../devices/mains.ts'
import { buildFleet } from '../fleet/build-fleet.ts'
import { loadScenario } from '../scenario/read-scenario.ts'
import { createInterventions } from '../world/create-interventions.ts'
import { gridCity } from '../world/traffic/grid-city.test-support.ts'
import { createWorld } from '../world/world.ts'
import { createCameraPoses } from './camera-poses.ts'
import { createHistory } from './create-history.ts'
import { createDeviceAlarms } from './device-alarms.ts'
import type { ForeignHistory } from './history.ts'
import { onlineDays } from './online-days.ts'

const NOW = fromCivil(2026, 11, 20, 15)
const YESTERDAY = fromCivil(2026, 11, 19)
const city = gridCity(13)
const scenario = loadScenario('demo')

function start(foreign?: ForeignHistory) {
  const { directory, roster } = buildFleet(7, scenario, city)
  const interventions = createInterventions()
  const world = createWorld(7, { city, roster, interventions })
  const bySn = new Map<string, DeviceCommand[]>()
  const listeners = new Set<(command: DeviceCommand) => void>()
  let seq = 0
  const commands = {
    commandsOf: (sn: string) => bySn.get(sn) ?? [],
    onCommand(listener: (command: DeviceCommand) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onCut: () => () => {},
  }
  const give = (sn: string, atMs: number, action: DeviceAction) => {
    const command = { ...action, sn, atMs, seq: ++seq } as DeviceCommand
    bySn.set(sn, [...(bySn.get(sn) ?? []), command])
    for (const listener of listeners) listener(command)
  }
  const clock = { now: () => NOW }
  const alarms = createDeviceAlarms({ world, directory, commands })
  const history = createHistory({ world, directory, commands, alarms, clock, foreign })
  const devices = Array.from({ length: directory.slotLimit() }, (_, slot) => directory.device(slot)!)
  const of = (kind: string) => devices.filter((device) => device.kind === kind)
  const poses = createCameraPoses(world, directory, commands)
  return { directory, world, poses, interventions, commands, give, history, devices, of }
}

/** A device of a kind that was online all through yesterday and today. */
function steady(kind: string, { of, world }: ReturnType<typeof start>) {
  return of(kind).find(({ entity }) => {
    for (let atMs = YESTERDAY - HOUR_MS; atMs <= NOW; atMs += MINUTE_MS) {
      if (!onlineAt(world.seed, entity, atMs)) return false
    }
    return true
  })!
}

test('a track has a point every ten seconds while the vehicle was on line with satellites, and none of the time it was cut off', () => {
  const platform = start()
  const vehicle = steady('vehicle', platform)
  const whole = platform.history.trackOf(vehicle.sn, YESTERDAY, YESTERDAY + DAY_MS, 10_000)!
  expect(whole.length).toBeGreaterThan(8000)
  whole.forEach((point, i) => {
    expect(point.atMs % 10_000).toBe(0)
    if (i === 0) return
    expect(point.atMs).toBeGreaterThan(whole[i - 1]!.atMs)
    expect(point.mileageKm).toBeGreaterThanOrEqual(whole[i - 1]!.mileageKm!)
  })
  const cut = { fromMs: YESTERDAY + 9 * HOUR_MS, toMs: YESTERDAY + 11 * HOUR_MS }
  platform.give(vehicle.sn, cut.fromMs, { kind: 'fault', fault: 'offline', on: true, forMs: 2 * HOUR_MS })
  const left = platform.history.trackOf(vehicle.sn, YESTERDAY, YESTERDAY + DAY_MS, 10_000)!
  expect(left).toEqual(whole.filter(({ atMs }) => atMs < cut.fromMs || atMs >= cut.toMs))
})

test('a part of a track is that part of the whole, whatever was asked before', () => {
  const { history, of } = start()
  const [vehicle] = of('vehicle')
  const whole = history.trackOf(vehicle!.sn, YESTERDAY, YESTERDAY + DAY_MS, 10_000)!
  const part = history.trackOf(vehicle!.sn, YESTERDAY + 7 * HOUR_MS, YESTERDAY + 8 * HOUR_MS, 10_000)!
  expect(part).toEqual(
    whole.filter(({ atMs }) => atMs >= YESTERDAY + 7 * HOUR_MS && atMs < YESTERDAY + 8 * HOUR_MS),
  )
})

test('without satellites for over half an hour nothing new is said, then the track goes on', () => {
  const platform = start()
  const vehicle = steady('vehicle', platform)
  platform.give(vehicle.sn, YESTERDAY + 8 * HOUR_MS, {
    kind: 'fault',
    fault: 'gpsLost',
    on: true,
    forMs: 45 * MINUTE_MS,
  })
  const track = platform.history.trackOf(
    vehicle.sn,
    YESTERDAY + 7 * HOUR_MS,
    YESTERDAY + 10 * HOUR_MS,
    10_000,
  )!
  const gaps = track.map(({ atMs }, i) => atMs - (track[i - 1]?.atMs ?? atMs))
  expect(Math.max(...gaps)).toBeGreaterThanOrEqual(45 * MINUTE_MS)
})

test('nothing of the future is answered, nor what lies more than 180 days back', () => {
  const platform = start()
  const { history } = platform
  const vehicle = steady('vehicle', platform)
  const station = steady('hj212Station', platform)
  expect(history.trackOf(vehicle.sn, NOW, NOW + DAY_MS, 10_000)!.length).toBeLessThanOrEqual(1)
  expect(history.readingsOf(station.sn, NOW + 1, NOW + DAY_MS, MINUTE_MS)).toEqual([])
  expect(history.trackOf(vehicle.sn, NOW - 200 * DAY_MS, NOW - 181 * DAY_MS, HOUR_MS)).toEqual([])
  const spans = history.onlineSpansOf(vehicle.sn, NOW - HOUR_MS, NOW + DAY_MS)!
  expect(spans.at(-1)!.toMs).toBe(NOW + 1)
  expect(history.trackOf('nobody', YESTERDAY, NOW, 10_000)).toBeUndefined()
})

test('readings of any interval are reports of that station, one an interval, and none of while it was off', () => {
  const platform = start()
  const station = steady('hj212Station', platform)
  const minutes = platform.history.readingsOf(station.sn, YESTERDAY, YESTERDAY + DAY_MS, MINUTE_MS)!
  const hours = platform.history.readingsOf(station.sn, YESTERDAY, YESTERDAY + DAY_MS, HOUR_MS)!
  expect(minutes).toHaveLength(1440)
  expect(hours).toHaveLength(24)
  for (const row of hours) expect(minutes).toContainEqual(row)
  expect(hours[0]!.values[0]).toMatchObject({ quantity: 'pm25', code: 'a34004' })
  platform.give(station.sn, YESTERDAY + 3 * HOUR_MS, { kind: 'connectivity', forced: 'offline' })
  platform.give(station.sn, YESTERDAY + 5 * HOUR_MS, { kind: 'connectivity', forced: 'released' })
  expect(platform.history.readingsOf(station.sn, YESTERDAY, YESTERDAY + DAY_MS, HOUR_MS)).toHaveLength(22)
})

test('online statistics by day are the sums of the spans, which tile the time', () => {
  const { history, devices } = start()
  for (const device of devices.filter((_, i) => i % 11 === 0)) {
    const fromMs = NOW - 30 * DAY_MS
    const spans = history.onlineSpansOf(device.sn, fromMs, NOW)!
    let reached = fromMs
    for (const span of spans) {
      expect(span.fromMs).toBe(reached)
      reached = span.toMs
    }
    expect(reached).toBe(NOW)
    const days = onlineDays(spans)
    expect(days.length).toBe(31)
    const online = spans.reduce((sum, span) => sum + (span.online ? span.toMs - span.fromMs : 0), 0)
    expect(days.reduce((sum, day) => sum + day.onlineMs, 0)).toBe(online)
    for (const day of days.slice(1, -1)) expect(day.onlineMs + day.offlineMs).toBe(DAY_MS)
  }
})

test('recordings cover the time a camera was on line, in files of half an hour, and vehicles record while they drive', () => {
  const platform = start()
  const camera = steady('camera', platform)
  const files = platform.history.recordingsOf(camera.sn, 1, YESTERDAY, YESTERDAY + DAY_MS)!
  const planned = files.filter(({ cause }) => cause === 'plan')
  expect(planned).toHaveLength(48)
  expect(new Set(files.map(({ fid }) => fid)).size).toBe(files.length)
  const running = platform.history.recordingsOf(camera.sn, 1, NOW - MINUTE_MS, NOW)!
  expect(Math.max(...running.map(({ endMs }) => endMs))).toBeLessThanOrEqual(NOW)
  const vehicle = steady('vehicle', platform)
  for (const { startMs, endMs } of platform.history.recordingsOf(
    vehicle.sn,
    1,
    YESTERDAY,
    YESTERDAY + DAY_MS,
  )!) {
    const middle = platform.world.traffic.vehicleAt(vehicle.trafficIndex!, (startMs + endMs) / 2)
    expect(middle.accOn || endMs - startMs < 3 * MINUTE_MS).toBe(true)
  }
})

test('a solar station whose load was cut records nothing meanwhile, on the platform and by itself', () => {
  const platform = start()
  const station = steady('solarStation', platform)
  const noon = YESTERDAY + 12 * HOUR_MS
  const source = 'device'
  const files = () => platform.history.recordingsOf(station.sn, 1, noon - HOUR_MS, noon + 3 * HOUR_MS)!
  const own = () =>
    platform.history.recordingsOf(station.sn, 1, noon - HOUR_MS, noon + 3 * HOUR_MS, { source })!
  const at = (list: readonly { startMs: number; endMs: number }[], atMs: number) =>
    list.some(({ startMs, endMs }) => startMs <= atMs && atMs < endMs)
  expect(at(files(), noon + HOUR_MS / 2)).toBe(true)
  const load = (loadOn: boolean) => ({
    kind: 'configSet' as const,
    section: 'solarParam' as const,
    config: { reportSeconds: 60, maintenance: false, loadOn, cutOffPercent: 0 },
  })
  platform.give(station.sn, noon + 12_345, load(false))
  platform.give(station.sn, noon + HOUR_MS, load(true))
  for (const list of [files(), own()]) {
    const lit = [noon - MINUTE_MS, noon + 12_344, noon + 12_346, noon + HOUR_MS - 1, noon + HOUR_MS + 1]
    expect(lit.map((atMs) => at(list, atMs))).toEqual([true, true, false, false, true])
  }
  const scenes = createCameraDirectory(platform.world, platform.directory, platform.poses, platform.commands)
  expect(scenes.hasPower(station.sn, noon)).toBe(true)
  expect(scenes.hasPower(station.sn, noon + HOUR_MS / 2)).toBe(false)
})

test('a device on the mains is off line and records nothing while its power is cut; one with a battery goes on', () => {
  const platform = start()
  const noon = YESTERDAY + 12 * HOUR_MS
  const camera = steady('camera', platform)
  const cut = { kind: 'powerCut', forMs: HOUR_MS, alarmSeq: 'cut-1', chnId: 1 } as const
  platform.give(camera.sn, noon, cut)
  const gap = [noon + MAINS_BUFFER_MS, noon + HOUR_MS] as const
  const spans = platform.history.onlineSpansOf(camera.sn, noon - HOUR_MS, noon + 2 * HOUR_MS)!
  expect(spans.filter(({ online }) => !online)).toEqual([{ fromMs: gap[0], toMs: gap[1], online: false }])
  for (const source of ['server', 'device'] as const) {
    const files = platform.history.recordingsOf(camera.sn, 1, noon - HOUR_MS, noon + 2 * HOUR_MS, { source })!
    const covered = [gap[0] - 1, gap[0] + 1, gap[1] - 1, gap[1] + 1].map((atMs) =>
      files.some(({ startMs, endMs }) => startMs <= atMs && atMs < endMs),
    )
    expect(covered, source).toEqual([true, false, false, true])
  }
  const scenes = createCameraDirectory(platform.world, platform.directory, platform.poses, platform.commands)
  expect([gap[0] - 1, gap[0], gap[1]].map((atMs) => scenes.hasPower(camera.sn, atMs))).toEqual([
    true,
    false,
    true,
  ])
})

test('nothing is recorded of a channel while it is lost, and all of the others', () => {
  const platform = start()
  const camera = steady('camera', platform)
  const [fromMs, toMs] = [YESTERDAY + 9 * HOUR_MS, YESTERDAY + 11 * HOUR_MS]
  const minutesWithin = (source: 'server' | 'device') =>
    platform.history
      .recordingsOf(camera.sn, 1, fromMs, toMs, { source })!
      .filter(({ cause }) => cause === 'plan')
      .reduce((sum, { startMs, endMs }) => sum + Math.min(endMs, toMs) - Math.max(startMs, fromMs), 0) /
    MINUTE_MS
  expect(minutesWithin('server')).toBe(120)
  platform.give(camera.sn, fromMs, { kind: 'channelConnectivity', chnId: 2, forced: 'offline' })
  expect(minutesWithin('server')).toBe(120)
  platform.give(camera.sn, fromMs + HOUR_MS, { kind: 'channelConnectivity', chnId: 1, forced: 'offline' })
  platform.give(camera.sn, toMs, { kind: 'channelConnectivity', chnId: 1, forced: 'released' })
  expect([minutesWithin('server'), minutesWithin('device')]).toEqual([60, 60])
})

test('the plans in force decide what the media server records, and how long its files are', () => {
  const platform = start()
  const camera = steady('camera', platform)
  const noon = YESTERDAY + 12 * HOUR_MS
  const plans = [
    { validFromMs: 0, recordMode: 'always', packMinutes: 60, keepDays: 180 },
    { validFromMs: noon, recordMode: 'off', packMinutes: 60, keepDays: 180 },
  ] as const
  const day = (how: Parameters<typeof platform.history.recordingsOf>[4]) =>
    platform.history.recordingsOf(camera.sn, 1, YESTERDAY, YESTERDAY + DAY_MS, how)!
  const planned = day({ plans }).filter(({ cause }) => cause === 'plan')
  expect(planned).toHaveLength(12)
  expect(planned.at(-1)!.endMs).toBe(noon)
  expect(day({ plans }).every(({ startMs }) => startMs < noon)).toBe(true)
  expect(day({ plans: [{ ...plans[0], keepDays: 1 }] })[0]!.startMs).toBeGreaterThanOrEqual(NOW - DAY_MS)
})

test('files of any length are the same whatever is asked for, and a device cuts its own as it is told', () => {
  const platform = start()
  const camera = steady('camera', platform)
  const noon = YESTERDAY + 12 * HOUR_MS
  const plans = [{ validFromMs: 0, recordMode: 'always', packMinutes: 7, keepDays: 180 }] as const
  const filesFrom = (fromMs: number) =>
    platform.history
      .recordingsOf(camera.sn, 1, fromMs, noon + HOUR_MS, { plans })!
      .filter(({ cause, startMs }) => cause === 'plan' && startMs >= noon)
  expect(filesFrom(noon - 3 * HOUR_MS)).toEqual(filesFrom(noon))
  const packingAt = (atMs: number) =>
    atMs < noon ? { packMinutes: 10, untilMs: noon } : { packMinutes: 5, untilMs: noon + HOUR_MS }
  const own = platform.history.recordingsOf(camera.sn, 1, noon - HOUR_MS, noon + HOUR_MS, {
    source: 'device',
    packingAt,
  })!
  expect(own.filter(({ startMs }) => startMs < noon).map(lengthMinutes)).toEqual(Array(6).fill(10))
  expect(own.filter(({ startMs }) => startMs >= noon).map(lengthMinutes)).toEqual(Array(12).fill(5))
})

const lengthMinutes = ({ startMs, endMs }: { startMs: number; endMs: number }) =>
  (endMs - startMs) / MINUTE_MS

test('a device records through an absence from the network, the media server does not', () => {
  const platform = start()
  const camera = steady('camera', platform)
  const atMs = YESTERDAY + 9 * HOUR_MS
  platform.give(camera.sn, atMs, { kind: 'fault', fault: 'offline', on: true, forMs: HOUR_MS })
  const covers = (source: 'server' | 'device') =>
    platform.history
      .recordingsOf(camera.sn, 1, atMs, atMs + HOUR_MS, { source })!
      .some(({ startMs, endMs }) => startMs <= atMs + 20 * MINUTE_MS && endMs > atMs + 20 * MINUTE_MS)
  expect([covers('server'), covers('device')]).toEqual([false, true])
})

test('over half a year disks were full or broken here and there', () => {
  const platform = start()
  const camera = steady('camera', platform)
  const gaps = (files: readonly { startMs: number; endMs: number }[]) =>
    files.filter(({ startMs }, i) => i > 0 && startMs - files[i - 1]!.endMs > 10 * MINUTE_MS)
  const all = platform.history.recordingsOf(camera.sn, 1, NOW - 170 * DAY_MS, NOW)!
  const online = platform.history.onlineSpansOf(camera.sn, NOW - 170 * DAY_MS, NOW)!
  const full = gaps(all.filter(({ cause }) => cause === 'plan')).filter(({ startMs }) =>
    online.some((span) => span.online && span.fromMs < startMs - 10 * MINUTE_MS && span.toMs > startMs),
  )
  expect(full.length).toBeGreaterThan(0)
  const isBroken = platform.of('camera').some(({ sn }) => {
    const files = platform.history.recordingsOf(sn, 1, NOW - 20 * DAY_MS, NOW, { source: 'device' })!
    return gaps(files).length > 0
  })
  expect(isBroken).toBe(true)
})

test('a leak makes the detectors downwind warn when their reading passes the level, low before high', () => {
  const platform = start()
  const detector = steady('gasDetector', platform)
  const { longitude, latitude } = detector
  const atMs = YESTERDAY + 10 * HOUR_MS
  platform.interventions.add({
    kind: 'leak',
    longitude,
    latitude,
    gas: 'h2s',
    severity: 1,
    forMs: 20 * MINUTE_MS,
    atMs,
    seq: 1,
  })
  const raised = platform.history
    .alarmsOf(detector.sn, atMs, atMs + HOUR_MS)!
    .filter(({ alarmSeq }) => alarmSeq.startsWith('gas-c1'))
  expect(raised.map(({ subType }) => subType)).toEqual(['H2S', 'H2S'])
  expect(raised[0]!.startMs).toBeLessThan(raised[1]!.startMs)
  const h2s = (ms: number) =>
    platform.world.air.valueAt('gasH2s', detector.x, detector.y, ms, detector.entity)
  expect(h2s(raised[0]!.startMs)).toBeGreaterThan(9.9)
  expect(h2s(raised[0]!.startMs - 10_000)).toBeLessThan(10.1)
  expect(raised[0]).toMatchObject({ state: 2, type: 'GasAlarm' })
  expect(raised[0]!.endMs).toBeGreaterThan(atMs + 20 * MINUTE_MS)
  // The cameras around see it.
  const scene = createSceneWorld(platform.world, platform.directory, platform.poses)
  const inView = scene.incidentsNear(detector.x + 40, detector.y, 300, raised[0]!.startMs, {
    sn: 'any',
    chnId: 1,
  })
  expect(
    inView.some(({ kind, x, y }) => kind === 'gasLeak' && Math.hypot(x - detector.x, y - detector.y) < 1),
  ).toBe(true)
  // Offline it raises no warnings.
  platform.give(detector.sn, atMs - HOUR_MS, { kind: 'connectivity', forced: 'offline' })
  expect(platform.history.alarmsOf(detector.sn, atMs, atMs + HOUR_MS)).toEqual([])
})

test('an SOS button and the contacts of a controller raise alarms on their inputs', () => {
  const platform = start()
  const officer = steady('bodyCamera', platform)
  platform.give(officer.sn, YESTERDAY + HOUR_MS, { kind: 'sosPressed' })
  const [sos] = platform.history.alarmsOf(officer.sn, YESTERDAY + HOUR_MS, YESTERDAY + HOUR_MS + 1)!
  expect(sos).toMatchObject({
    chnId: 3,
    type: 'IoAlarm',
    subType: 'SOS',
    endMs: YESTERDAY + HOUR_MS + 120_000,
  })
  const contacts = platform
    .of('sensorController')
    .flatMap(({ sn }) => platform.history.alarmsOf(sn, NOW - 10 * DAY_MS, NOW)!)
  expect(contacts.length).toBeGreaterThan(20)
  expect(new Set(contacts.map(({ chnId }) => chnId))).toEqual(new Set([2, 3]))
})

test('a silent device of any kind is on line all the while, and nothing of what it had to say is there', () => {
  const platform = start()
  const fromMs = YESTERDAY + 10 * HOUR_MS
  const toMs = fromMs + HOUR_MS
  const silence = { kind: 'fault', fault: 'silent', on: true, forMs: HOUR_MS } as const
  const isInIt = ({ atMs }: { atMs: number }) => atMs >= fromMs && atMs < toMs
  const kinds = ['hj212Station', 'solarStation', 'farmStation', 'gasDetector', 'sensorController'] as const
  for (const kind of [...kinds, 'vehicle', 'bodyCamera'] as const) {
    const { sn } = steady(kind, platform)
    const said = () =>
      kinds.some((one) => one === kind)
        ? platform.history.readingsOf(sn, YESTERDAY, NOW, 10 * MINUTE_MS)!
        : platform.history.trackOf(sn, YESTERDAY, NOW, 10_000)!
    const before = said()
    platform.give(sn, fromMs, silence)
    const after = said()
    expect(before.filter(isInIt).length, kind).toBeGreaterThan(0)
    expect(after.filter(isInIt), kind).toEqual([])
    expect(after, kind).toEqual(before.filter((one) => !isInIt(one)))
    expect(platform.history.onlineSpansOf(sn, fromMs, toMs), kind).toEqual([{ fromMs, toMs, online: true }])
    if (kind !== 'bodyCamera') continue
    platform.give(sn, fromMs + MINUTE_MS, { kind: 'sosPressed' })
    platform.give(sn, toMs + MINUTE_MS, { kind: 'sosPressed' })
    expect(platform.history.alarmsOf(sn, fromMs, toMs + 2 * MINUTE_MS)).toHaveLength(1)
  }
})

test('what is not ours is asked of the store', () => {
  const foreign: ForeignHistory = {
    trackOf: (sn) => (sn === 'F' ? [] : undefined),
    readingsOf: () => undefined,
    onlineSpansOf: (_sn, fromMs, toMs) => [{ fromMs, toMs, online: true }],
  }
  const { history } = start(foreign)
  expect(history.trackOf('F', YESTERDAY, NOW, 1000)).toEqual([])
  expect(history.trackOf('G', YESTERDAY, NOW, 1000)).toBeUndefined()
  expect(history.onlineSpansOf('F', YESTERDAY, NOW)).toEqual([{ fromMs: YESTERDAY, toMs: NOW, online: true }])
  expect(history.recordingsOf('F', 1, YESTERDAY, NOW)).toBeUndefined()
})
