import { randomInt } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type pg from 'pg'
import {
  ARCHIVED_TABLES,
  type ArchivedTable,
  type ArchivePositions,
  newestPositions,
} from '../store/archive-positions.ts'
import { applyCorrections, readCorrections } from './apply-corrections.ts'
import type { ArchiveTarget } from './archive-address.ts'
import type { ArchiveCondition } from './archive-messages.ts'
import { readMonths } from './archive-schema.ts'
import { type ArchiveOwner, claimArchive } from './claim-archive.ts'
import {
  ArchiveLate,
  ArchiveRefusal,
  connectArchive,
  cut,
  reasonOf,
  refusalOr,
  withDeadline,
} from './connect-archive.ts'
import { BATCH_ROWS, readBatch } from './read-batch.ts'
import { makeBatchTables, sendBatch } from './send-batch.ts'

/** So long after nothing was sent the server is asked whether it is there, and has as long to answer. */
const BEAT_MS = 5000
/** Between looks at the core while there is nothing to send. */
const LOOK_MS = 300
/** A batch that takes longer is cut off, and a smaller one sent. */
const BATCH_MS = 30_000
const BATCH_ROWS_LEAST = 100
/** A move of the clock may change every row. */
const CORRECTION_MS = 600_000
/** Between tries: twice as long each time, by chance up to half as long more. */
const RETRY_MS = 250
const RETRY_MOST_MS = 15_000
/** Somebody has to act first. */
const RETRY_REFUSED_MS = 15_000

export type Progress = {
  condition: ArchiveCondition
  reason: string | undefined
  positions: ArchivePositions | undefined
  rows: Record<ArchivedTable, number>
  batches: number
  failures: number
}

export type Follower = {
  progress: Readonly<Progress>
  /** Looks at the core at once. */
  look(): void
  /** Ends; resolves when nothing runs any more. */
  end(): Promise<void>
}

/**
 * Sends what changed on the core to the archive, for as long as it runs: a batch of each table, then corrections, then
 * again. `changed` is called after each step. `db` only reads. `sync` has what was read outlast a power cut of the core
 * before it is sent: the archive never has what the core may lose.
 */
export function followCore(
  deps: { db: Database; target: ArchiveTarget; owner: ArchiveOwner; sync: () => void },
  changed: () => void,
): Follower {
  const { db, target, owner, sync } = deps
  const progress: Progress = {
    condition: 'connecting',
    reason: undefined,
    positions: undefined,
    rows: { alarms: 0, alarm_history: 0, foreign_positions: 0, foreign_readings: 0, foreign_presence: 0 },
    batches: 0,
    failures: 0,
  }
  let ending = false
  let rowsMost = BATCH_ROWS
  let client: pg.Client | undefined
  let wake = () => {}
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function session(): Promise<void> {
    const opened = await connectArchive(target, 0)
    client = opened
    if (ending) return
    // The archive is made in the name of the folder's id.
    sync()
    const months = await withDeadline(opened, BATCH_MS, async () => {
      progress.positions = await claimArchive(opened, owner, newestPositions(db))
      await makeBatchTables(opened)
      return readMonths(opened)
    })
    Object.assign(progress, { condition: 'connected', reason: undefined })
    changed()
    let isGone = false
    opened.once('end', () => {
      isGone = true
      wake()
    })
    for (let idleMs = 0; !ending; ) {
      const sent = await step(opened, months)
      idleMs = sent ? 0 : idleMs + LOOK_MS
      if (!sent) await pause(LOOK_MS)
      if (isGone) throw new Error('the connection has ended')
      // A server that hangs is noticed while nothing is sent to it, too.
      if (idleMs < BEAT_MS) continue
      await withDeadline(opened, BEAT_MS, () => opened.query('SELECT 1'))
      idleMs = 0
    }
  }

  /** Whether there was anything to send. */
  async function step(opened: pg.Client, months: Set<string>): Promise<boolean> {
    let sent = false
    const come = (stream: keyof ArchivePositions, position: number) => {
      if (progress.positions) progress.positions = { ...progress.positions, [stream]: position }
      progress.batches++
      sent = true
      changed()
    }
    for (const table of ARCHIVED_TABLES) {
      const batch = readBatch(db, table, progress.positions?.[table] ?? 0, rowsMost)
      if (!batch) continue
      sync()
      await withDeadline(opened, BATCH_MS, () => sendBatch(opened, months, batch))
      progress.rows[table] += batch.rows.length
      rowsMost = Math.min(BATCH_ROWS, rowsMost * 2)
      come(table, batch.position)
    }
    const corrections = readCorrections(db, progress.positions?.archive_corrections ?? 0)
    if (corrections) {
      sync()
      await withDeadline(opened, CORRECTION_MS, () => applyCorrections(opened, corrections))
      come('archive_corrections', corrections.position)
    }
    return sent
  }

  async function run(): Promise<void> {
    for (let tries = 0; !ending; ) {
      try {
        await session()
      } catch (met) {
        if (ending) break
        const error = refusalOr(met)
        if (error instanceof ArchiveLate) rowsMost = Math.max(BATCH_ROWS_LEAST, Math.floor(rowsMost / 4))
        // A session that did something was a good one: the next try comes soon.
        tries = progress.condition === 'connected' ? 0 : tries + 1
        const refused = error instanceof ArchiveRefusal
        progress.failures++
        Object.assign(progress, { condition: refused ? 'refused' : 'away', reason: reasonOf(error) })
        changed()
        const usual = refused
          ? RETRY_REFUSED_MS
          : Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** Math.min(tries, 10))
        if (client) cut(client)
        await pause(usual + randomInt(Math.ceil(usual / 2)))
      }
    }
    if (client) cut(client)
  }

  const running = run()
  return {
    progress,
    look: () => {
      if (progress.condition === 'connected') wake()
    },
    end() {
      ending = true
      wake()
      if (client) cut(client)
      return running
    },
  }
}
