import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createDisposal } from '../kernel/disposal.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import { createPlatformClock } from '../timeline/platform-clock.ts'
import { keepRetention } from './keep-retention.ts'

const START_MS = 1_795_140_000_000
const DAY_MS = 86_400_000

test('alarms older than the configured days go, by the earlier of both clocks', async () => {
  const host = createManualClock(START_MS)
  const clock = createPlatformClock({ host, zoneMinutes: 480, lastEpoch: 0, keep: () => {} })
  const asked: number[] = []
  const repository = { prune: async (beforeMs: number) => asked.push(beforeMs) }
  const disposal = createDisposal()
  keepRetention({ repository, clock, host, log: pino({ level: 'silent' }), days: 3 }, disposal)
  host.advance(600_000)
  clock.jump(START_MS + 30 * DAY_MS)
  host.advance(600_000)
  clock.jump(START_MS - DAY_MS)
  host.advance(600_000)
  await disposal.end()
  const days = asked.map((beforeMs) => Math.round((START_MS - beforeMs) / DAY_MS))
  expect(days).toEqual([3, 3, 4])
})
