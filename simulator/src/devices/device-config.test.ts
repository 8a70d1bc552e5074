import { DAY_MS, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import type { DeviceAction, DeviceCommand } from './commands.ts'
import { onlineAt, onlineSpans } from './connectivity.ts'
import { deviceCaptures } from './device-captures.ts'
import { configAt, FACTORY_ENCODING } from './device-config.ts'
import { disksAt } from './device-disks.ts'
import { upgradeAt, VERSIONS } from './upgrade.ts'

/** Midnight of the platform's day. */
const MIDNIGHT = Date.UTC(2026, 10, 19, 16)
const log = (...actions: [number, DeviceAction][]): DeviceCommand[] =>
  actions.map(([atMs, action], seq) => ({ ...action, atMs, seq: seq + 1, sn: 'C1' }))
const SEED = 7
const ENTITY = 4
const named = (title: string) => ({ showTime: true, showTitle: true, title })

test('a section is what was set last by a moment, for its own channel; before that as it was made', () => {
  const commands = log(
    [1000, { kind: 'configSet', section: 'timeTitle', chnId: 1, config: named('Gate') }],
    [2000, { kind: 'configSet', section: 'timeTitle', chnId: 2, config: named('Yard') }],
    [3000, { kind: 'configSet', section: 'timeTitle', chnId: 1, config: named('North gate') }],
  )
  expect(configAt(commands, 'timeTitle', 999, 1).title).toBe('')
  expect(configAt(commands, 'timeTitle', 2500, 1).title).toBe('Gate')
  expect(configAt(commands, 'timeTitle', 3000, 1).title).toBe('North gate')
  expect(configAt(commands, 'timeTitle', 3000, 2).title).toBe('Yard')
  expect(configAt(commands, 'videoEncodeParam', 3000, 1)).toEqual(FACTORY_ENCODING)
})

test('what a section would not take today is passed over', () => {
  const commands = log([1, { kind: 'configSet', section: 'platform', config: { address: 5 } }])
  expect(configAt(commands, 'platform', 9).port).toBe(8080)
})

test('a device that switches itself off is off line in the hours between, and its spans say the same', () => {
  const off = { enabled: true, onMinute: 6 * 60, offMinute: 22 * 60 }
  const commands = log([MIDNIGHT, { kind: 'configSet', section: 'timingSwitch', config: off }])
  const up = (atMs: number) => onlineAt(SEED, ENTITY, atMs, commands)
  for (let atMs = MIDNIGHT; atMs < MIDNIGHT + 3 * DAY_MS; atMs += 7 * MINUTE_MS) {
    const hour = ((atMs - MIDNIGHT) % DAY_MS) / HOUR_MS
    if (hour < 6 || hour >= 22) expect(up(atMs)).toBe(false)
    else expect(up(atMs)).toBe(onlineAt(SEED, ENTITY, atMs))
  }
  const spans = onlineSpans(SEED, ENTITY, MIDNIGHT - HOUR_MS, MIDNIGHT + 2 * DAY_MS, commands)
  for (const { fromMs, toMs, online } of spans) {
    expect(up(fromMs)).toBe(online)
    expect(up((fromMs + toMs) / 2)).toBe(online)
  }
  expect(spans.filter(({ online }) => !online).length).toBeGreaterThanOrEqual(3)
})

test('an upgrade downloads, installs, starts the device anew and has its version then', () => {
  const order = log([MIDNIGHT, { kind: 'upgrade', version: '2.6.2' }])
  const states = [1, 10, 25, 34, 36, 200].map((s) => upgradeAt(SEED, ENTITY, order, MIDNIGHT + s * 1000))
  expect(states.map(({ task }) => task?.state)).toEqual([
    'downloading',
    'downloading',
    'upgrading',
    'upgrading',
    'succeeded',
    'succeeded',
  ])
  expect(states[1]?.task?.progress).toBe(50)
  expect(VERSIONS).toContain(states[3]?.version)
  expect(states[3]?.version).not.toBe('2.6.2')
  expect(states[4]?.version).toBe('2.6.2')
  expect(onlineAt(SEED, ENTITY, MIDNIGHT + 36_000, order)).toBe(false)
  expect(onlineAt(SEED, ENTITY, MIDNIGHT + 91_000, order)).toBe(onlineAt(SEED, ENTITY, MIDNIGHT + 91_000))
})

test('a download that is given up changes nothing; some orders fail, and the device stays as it was', () => {
  const given = log(
    [MIDNIGHT, { kind: 'upgrade', version: '2.6.2' }],
    [MIDNIGHT + 5000, { kind: 'upgradeDelete' }],
  )
  const late = upgradeAt(SEED, ENTITY, given, MIDNIGHT + HOUR_MS)
  expect(late.task).toBeNull()
  expect(late.version).not.toBe('2.6.2')
  const ends = Array.from({ length: 400 }, (_, entity) => {
    const order = log([MIDNIGHT, { kind: 'upgrade', version: '2.6.2' }])
    const { task, version } = upgradeAt(SEED, entity, order, MIDNIGHT + HOUR_MS)
    expect(version === '2.6.2').toBe(task?.state === 'succeeded')
    return task?.state
  })
  expect(new Set(ends)).toEqual(new Set(['succeeded', 'downloadFailed', 'failed']))
})

test('a disk that was formatted is empty and fills with what the channels record', () => {
  const commands = log([MIDNIGHT, { kind: 'diskFormat', diskId: 1 }])
  const disk = (atMs: number) => disksAt(SEED, ENTITY, 2, commands, atMs)[0]!
  expect(disk(MIDNIGHT + 1000).state).toBe('formatting')
  expect(disk(MIDNIGHT + MINUTE_MS).freeGb).toBeCloseTo(disk(MIDNIGHT).totalGb, 0)
  const day = disk(MIDNIGHT + MINUTE_MS).freeGb - disk(MIDNIGHT + DAY_MS).freeGb
  expect(day).toBeGreaterThan(2 * 24 * 0.5 * 0.95)
  expect(day).toBeLessThan(2 * 24 * 1.1 * 1.05)
  expect(disk(MIDNIGHT + 400 * DAY_MS).freeGb).toBeGreaterThan(0)
  expect(disksAt(SEED, ENTITY, 0, commands, MIDNIGHT)).toEqual([])
})

test('a device takes pictures at its interval and at its times, from when it was told so, each once', () => {
  const rule = { enabled: true, intervalMinutes: 90, fromHour: 8, toHour: 12 }
  const times = { enabled: true, atMinutes: [480, 1290] }
  const commands = log(
    [MIDNIGHT + 9 * HOUR_MS, { kind: 'configSet', section: 'captureRule', config: rule }],
    [MIDNIGHT + DAY_MS, { kind: 'configSet', section: 'timingSnapshot', config: times }],
    [
      MIDNIGHT + DAY_MS + 10 * HOUR_MS,
      { kind: 'configSet', section: 'captureRule', config: { ...rule, enabled: false } },
    ],
  )
  const hours = deviceCaptures(commands, MIDNIGHT, MIDNIGHT + 2 * DAY_MS).map(
    (atMs) => (atMs - MIDNIGHT) / HOUR_MS,
  )
  expect(hours).toEqual([9, 10.5, 24 + 8, 24 + 9, 24 + 21.5])
  expect(deviceCaptures([], MIDNIGHT, MIDNIGHT + DAY_MS)).toEqual([])
  expect(deviceCaptures(commands, MIDNIGHT + 9 * HOUR_MS, MIDNIGHT + 9 * HOUR_MS + 1)).toHaveLength(1)
})
