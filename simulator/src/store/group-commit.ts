import type { Database } from 'better-sqlite3'
import { Refusal } from '../kernel/refusal.ts'
import { storageFailureOf } from '../kernel/storage-error.ts'
import type { Write, WriteClock } from './write.ts'
import type { WriterError, WriterJob, WriterReply } from './writer-messages.ts'

/** Most jobs of one transaction, and the time after which no further job joins it. */
const JOBS_MAX = 250
const BUDGET_MS = 20

/** Writes by name. */
export type Writes = Readonly<Record<string, Write<never, unknown>>>

/**
 * Runs waiting jobs, many to a transaction, each in a savepoint of its own so that a refused one takes only its own
 * changes back. Replies leave after the commit; when the disk is full or the database cannot be used there is none, and
 * all of the group are refused. Takes jobs from the front of `queue`.
 */
export function runGroup(
  db: Database,
  writes: Writes,
  queue: WriterJob[],
  clock: WriteClock,
  elapsedMs: () => number,
): WriterReply[] {
  const replies: WriterReply[] = []
  const beganMs = elapsedMs()
  let taken = 0
  try {
    db.exec('BEGIN IMMEDIATE')
    while (queue.length > taken && taken < JOBS_MAX && elapsedMs() - beganMs < BUDGET_MS) {
      replies.push(runJob(db, writes, queue[taken++]!, clock))
    }
    waitFor(queue.slice(0, taken))
    db.exec('COMMIT')
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    if (!storageFailureOf(error)) throw error
    // Nothing of this group is kept: all of it is refused. The next one may succeed.
    const refused = queue.splice(0, Math.max(1, taken))
    return refused.map(({ id }) => ({ id, error: asReply(error) }))
  }
  queue.splice(0, taken)
  return replies
}

const DISK_FULL = { message: 'database or disk is full', code: 'SQLITE_FULL', field: undefined }

/** A slow disk: blocks the thread for as long as the slowest of the writes asks. */
function waitFor(jobs: readonly WriterJob[]): void {
  const slowMs = Math.max(0, ...jobs.map(({ impact }) => impact?.slowMs ?? 0))
  if (slowMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, slowMs)
}

function runJob(db: Database, writes: Writes, job: WriterJob, clock: WriteClock): WriterReply {
  const write = writes[job.name]
  if (!write)
    return {
      id: job.id,
      error: { message: `No write is called ${job.name}`, code: undefined, field: undefined },
    }
  if (job.impact?.full) return { id: job.id, error: DISK_FULL }
  db.exec('SAVEPOINT job')
  try {
    const result = write(db, job.args as never, clock)
    db.exec('RELEASE job')
    return { id: job.id, result }
  } catch (error) {
    // A full disk or a broken file ends the transaction itself: then nothing of this group may be acknowledged.
    if (!db.inTransaction) throw error
    db.exec('ROLLBACK TO job')
    db.exec('RELEASE job')
    return { id: job.id, error: asReply(error) }
  }
}

function asReply(error: unknown): WriterError {
  if (!(error instanceof Error)) return { message: String(error), code: undefined, field: undefined }
  const code =
    'code' in error && (typeof error.code === 'number' || typeof error.code === 'string')
      ? error.code
      : undefined
  const field = 'field' in error && typeof error.field === 'string' ? error.field : undefined
  const words = error instanceof Refusal ? { words: { key: error.key, values: error.values } } : {}
  return { message: error.message, code, field, ...words }
}
