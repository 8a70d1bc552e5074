import { DAY_MS, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { createCameraDirectory } from '../composition/media/camera-directory.ts'
import { MAINS_BUFFER_MS } from '../devices/mains.ts'
import { NOW, start, steady, YESTERDAY } from './history-rig.test-support.ts'

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
