import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ArchiveState } from '../../archive/archive-messages.ts'
import { openStore } from '../store/open-store.ts'
import { createBehindSince } from './behind-since.ts'

const state = (condition: ArchiveState['condition'], alarms: number, lagSeconds: number): ArchiveState => ({
  condition,
  reason: undefined,
  positions: undefined,
  waiting: { alarms, alarm_history: 0, foreign_positions: 0, foreign_readings: 0, foreign_presence: 0 },
  lagSeconds,
  rows: { alarms: 0, alarm_history: 0, foreign_positions: 0, foreign_readings: 0, foreign_presence: 0 },
  batches: 0,
  failures: 0,
})

test('a start knows since when rows wait, until the archive has them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-behind-'))
  try {
    const fail = (error: unknown) => {
      throw error
    }
    await using store = await openStore(join(folder, 'backlot.db'), fail, { now: Date.now, onTrouble: fail })
    const host = { now: () => 1_000_000, after: () => () => {}, every: () => () => {} }
    const open = () => createBehindSince(store, host, fail)
    const stored = async () => {
      await store.write('platform.setFacts', {})
      return open().readMs()
    }
    const since = open()
    since.note(state('connected', 5, 2))
    expect(await stored()).toBeUndefined()
    since.note(state('away', 5, 12))
    since.note(state('away', 9, 14))
    expect(await stored()).toBe(988_000)
    open().note(state('connected', 3, 40))
    expect(await stored()).toBe(988_000)
    open().note(state('connected', 0, 0))
    expect(await stored()).toBeUndefined()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
