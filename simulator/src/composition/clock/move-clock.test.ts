import { parseDateTime } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { createPlatformClock } from '../../timeline/platform-clock.ts'
import type { ClockMoves } from './clock-moves.ts'
import { moveClock } from './move-clock.ts'

function rig() {
  const host = createManualClock(parseDateTime('2026-11-20 08:00:00')!)
  const clock = createPlatformClock({ host, zoneMinutes: 480, lastEpoch: 0, keep: () => {} })
  const moves: ClockMoves = {
    jump: async (toMs) => clock.jump(toMs),
    realTime: async () => clock.realTime(),
    settled: async () => {},
  }
  return { clock, order: (body: Parameters<typeof moveClock>[2]) => moveClock(clock, moves, body) }
}

test("a jump out of range is refused with the moment, the range in the platform's zone, and why it is so", async () => {
  const { clock, order } = rig()
  const toMs = parseDateTime('2020-01-01 00:00:00')
  await expect(order({ action: 'jump', toMs, cut: false })).rejects.toThrow(
    'toMs: 2020-01-01 00:00:00 is out of range. The clock can show 2020-01-01 08:00:00 to 2050-01-01 08:00:00 (2020 to 2050 in UTC), the range of the picture strip.',
  )
  await expect(order({ action: 'jump', byMs: -1e300, cut: false })).rejects.toThrow('byMs: -1e+300 is out')
  expect(clock.epoch()).toBe(1)
  await order({ action: 'jump', toMs: parseDateTime('2020-01-01 08:00:00'), cut: false })
  expect(clock.epoch()).toBe(2)
})
