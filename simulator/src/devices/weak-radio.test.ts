import { fromCivil } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import type { DeviceCommand } from './commands.ts'
import { onlineAt } from './connectivity.ts'
import { faultAt } from './fault-state.ts'
import { lastHeardMs } from './last-heard.ts'
import { rssiAt } from './radio-signal.ts'
import { receivedMs } from './report-times.ts'
import { radioDelayMs } from './weak-radio.ts'

const NOW = fromCivil(2026, 11, 20, 9)
const SECONDS = 3600

const weak = (amount: number): DeviceCommand[] => [
  { sn: 'S', atMs: NOW - 1000, seq: 1, kind: 'connectivity', forced: 'online' },
  { sn: 'S', atMs: NOW, seq: 2, kind: 'fault', fault: 'weakSignal', on: true, amount },
]

/** An entity that nothing else troubles at the time. */
const entity = Array.from({ length: 500 }, (_, i) => i).find(
  (i) =>
    onlineAt(7, i, NOW) &&
    [0, 1200, 2400, 3600].every(
      (s) => !faultAt(7, i, 'lateReports', NOW + s * 1000) && !faultAt(7, i, 'weakSignal', NOW + s * 1000),
    ),
)!

function fates(commands: readonly DeviceCommand[]) {
  let lost = 0
  let late = 0
  for (let second = 0; second < SECONDS; second++) {
    const delayMs = radioDelayMs(7, entity, NOW + second * 1000, commands)
    if (delayMs === Number.POSITIVE_INFINITY) lost++
    else if (delayMs > 0) {
      late++
      expect(delayMs).toBeGreaterThanOrEqual(20_000)
      expect(delayMs).toBeLessThanOrEqual(120_000)
    }
  }
  return { lost: lost / SECONDS, late: late / SECONDS }
}

test('the weaker the signal, the more reports are lost or late, and none where it is well', () => {
  expect(fates([])).toEqual({ lost: 0, late: 0 })
  const [some, many] = [fates(weak(18)), fates(weak(40))]
  expect(some.lost + some.late).toBeGreaterThan(0.05)
  expect(many.lost).toBeGreaterThan(some.lost)
  expect(many.late).toBeGreaterThan(some.late)
  expect(many.lost + many.late).toBeLessThan(0.7)
  expect(rssiAt(7, entity, NOW + 60_000, weak(10))).toBe(rssiAt(7, entity, NOW + 60_000) - 10)
})

test('a report is received when its delay is over, and the platform knows the last that came at once', () => {
  const commands = weak(36)
  const named = { seed: 7, entity, commands }
  let stale = 0
  for (let second = 1; second < SECONDS; second++) {
    const atMs = NOW + second * 1000
    const delayMs = radioDelayMs(7, entity, atMs, commands)
    expect(receivedMs(named, atMs)).toBe(atMs + delayMs)
    const heardMs = lastHeardMs(7, entity, atMs, commands)!
    expect(heardMs === atMs).toBe(delayMs === 0)
    if (heardMs !== atMs) {
      stale++
      expect(radioDelayMs(7, entity, heardMs, commands)).toBe(0)
    }
  }
  expect(stale).toBeGreaterThan(300)
})
