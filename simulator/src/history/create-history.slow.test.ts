import { DAY_MS, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { createSceneWorld } from '../composition/media/camera-directory.ts'
import type { ForeignHistory } from './history.ts'
import { NOW, start, steady, YESTERDAY } from './history-rig.test-support.ts'
import { onlineDays } from './online-days.ts'

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
    recallTrack: async () => undefined,
    recallReadings: async () => undefined,
    onlineSpansOf: (_sn, fromMs, toMs) => [{ fromMs, toMs, online: true }],
  }
  const { history } = start(foreign)
  expect(history.trackOf('F', YESTERDAY, NOW, 1000)).toEqual([])
  expect(history.trackOf('G', YESTERDAY, NOW, 1000)).toBeUndefined()
  expect(history.onlineSpansOf('F', YESTERDAY, NOW)).toEqual([{ fromMs: YESTERDAY, toMs: NOW, online: true }])
  expect(history.recordingsOf('F', 1, YESTERDAY, NOW)).toBeUndefined()
})
