import { DAY_MS, fromCivil, HOUR_MS } from '@backlot/contract/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeviceAction, DeviceCommand } from './commands.ts'
import { lastOnlineMs, nextOnlineChange, onlineAt, onlineSpans } from './connectivity.ts'
import { isFlapping } from './outages.ts'

const NOW = fromCivil(2026, 11, 20, 9)
const SEED = 7
const command = (atMs: number, action: DeviceAction): DeviceCommand => ({
  atMs,
  seq: atMs,
  sn: 'd',
  ...action,
})
const commands = fc
  .array(
    fc.record({
      at: fc.nat(DAY_MS),
      action: fc.constantFrom<DeviceAction>(
        { kind: 'connectivity', forced: 'offline' },
        { kind: 'connectivity', forced: 'online' },
        { kind: 'connectivity', forced: 'released' },
        { kind: 'reboot' },
        { kind: 'restart' },
        { kind: 'configSet', section: 'platform', config: { elsewhere: true } },
        { kind: 'configSet', section: 'platform', config: { elsewhere: false } },
        { kind: 'ptzStop' },
      ),
    }),
    { maxLength: 6 },
  )
  .map((list) =>
    list.map(({ at, action }) => command(NOW - DAY_MS + at, action)).sort((a, b) => a.atMs - b.atMs),
  )

test('about one device in ten is off line at any time', () => {
  for (const at of [NOW, NOW - 40 * DAY_MS, NOW - 179 * DAY_MS]) {
    let offline = 0
    for (let entity = 0; entity < 5000; entity++) if (!onlineAt(SEED, entity, at)) offline++
    expect(offline).toBeGreaterThan(350)
    expect(offline).toBeLessThan(650)
  }
})

test('spans tile the time asked for and agree with every moment in it, commands included', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(20 * HOUR_MS), commands, (entity, length, list) => {
      const from = NOW - DAY_MS
      const to = from + 4 * HOUR_MS + length
      const spans = onlineSpans(SEED, entity, from, to, list)
      expect(spans[0]!.fromMs).toBe(from)
      expect(spans.at(-1)!.toMs).toBe(to)
      spans.forEach((span, i) => {
        if (i > 0) {
          expect(span.fromMs).toBe(spans[i - 1]!.toMs)
          expect(span.online).not.toBe(spans[i - 1]!.online)
        }
        for (const at of [span.fromMs, (span.fromMs + span.toMs) >> 0, span.toMs - 1]) {
          if (at < span.fromMs || at >= span.toMs) continue
          expect(onlineAt(SEED, entity, at, list)).toBe(span.online)
        }
      })
      // Stepping a minute at a time finds no state that the spans do not have.
      for (let at = from; at < to; at += 61_000) {
        const span = spans.find((candidate) => at >= candidate.fromMs && at < candidate.toMs)!
        expect(onlineAt(SEED, entity, at, list)).toBe(span.online)
      }
    }),
    { numRuns: 80, seed: 1 },
  )
})

test('half a year of a device is read at once and is the same in pieces', () => {
  const entity = Array.from({ length: 500 }, (_, i) => i).find((i) => isFlapping(SEED, i))!
  const whole = onlineSpans(SEED, entity, NOW - 180 * DAY_MS, NOW)
  expect(whole.length).toBeGreaterThan(1000)
  const middle = whole[500]!
  expect(onlineSpans(SEED, entity, middle.fromMs, middle.toMs)).toEqual([middle])
  expect(nextOnlineChange(SEED, entity, middle.fromMs, NOW)).toBe(middle.toMs)
})

test('forcing a device off line holds until it is released, and a reboot takes it away for a minute', () => {
  const entity = Array.from({ length: 100 }, (_, i) => i).find(
    (i) => onlineSpans(SEED, i, NOW - HOUR_MS, NOW + HOUR_MS).length === 1 && onlineAt(SEED, i, NOW),
  )!
  const list = [
    command(NOW, { kind: 'connectivity', forced: 'offline' }),
    command(NOW + 60_000, { kind: 'connectivity', forced: 'released' }),
    command(NOW + 120_000, { kind: 'reboot' }),
  ]
  const seen = onlineSpans(SEED, entity, NOW - 1000, NOW + 300_000, list).map((span) => [
    span.fromMs - NOW,
    span.online,
  ])
  expect(seen).toEqual([
    [-1000, true],
    [0, false],
    [60_000, true],
    [121_500, false],
    [176_500, true],
  ])
  expect(lastOnlineMs(SEED, entity, NOW + 30_000, list)).toBe(NOW - 1)
})

test('of being forced on line and an outage that somebody asks for the later order holds', () => {
  const entity = Array.from({ length: 100 }, (_, i) => i).find(
    (i) => onlineSpans(SEED, i, NOW - HOUR_MS, NOW + HOUR_MS).length === 1 && onlineAt(SEED, i, NOW),
  )!
  const outage = (atMs: number, forMs: number) =>
    command(atMs, { kind: 'fault', fault: 'offline', on: true, forMs })
  const online = (atMs: number) => command(atMs, { kind: 'connectivity', forced: 'online' })
  const seen = (list: DeviceCommand[]) =>
    onlineSpans(SEED, entity, NOW - 1000, NOW + 600_000, list).map((span) => [span.fromMs - NOW, span.online])
  expect(seen([online(NOW), outage(NOW + 60_000, 30_000)])).toEqual([
    [-1000, true],
    [60_000, false],
    [90_000, true],
  ])
  expect(seen([outage(NOW, 300_000), online(NOW + 60_000)])).toEqual([
    [-1000, true],
    [0, false],
    [60_000, true],
  ])
  // Released during the outage, the device is offline again until it ends.
  const released = command(NOW + 120_000, { kind: 'connectivity', forced: 'released' })
  expect(seen([outage(NOW, 300_000), online(NOW + 60_000), released])).toEqual([
    [-1000, true],
    [0, false],
    [60_000, true],
    [120_000, false],
    [300_000, true],
  ])
  // Forced offline is offline, whatever else fails or is mended.
  const off = command(NOW, { kind: 'connectivity', forced: 'offline' })
  const mended = command(NOW + 90_000, { kind: 'fault', fault: 'offline', on: false })
  expect(seen([off, outage(NOW + 60_000, 60_000), mended])).toEqual([
    [-1000, true],
    [0, false],
  ])
})

test('a device that was forced on line flaps when it is told to afterwards', () => {
  const flapping = command(NOW + 1, { kind: 'fault', fault: 'flapping', on: true, amount: 20 })
  const online = (atMs: number) => command(atMs, { kind: 'connectivity', forced: 'online' })
  const states = (list: DeviceCommand[]) =>
    new Set(onlineSpans(SEED, 3, NOW + 2, NOW + 60_000, list).map((span) => span.online)).size
  expect(states([online(NOW), flapping])).toBe(2)
  expect(states([flapping, online(NOW + 2)])).toBe(1)
})
