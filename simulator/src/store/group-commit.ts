import type { Database } from 'better-sqlite3'
import type { Write, WriteClock } from './write.ts'
import type { WriterJob, WriterReply } from './writer-messages.ts'

/** Most jobs of one transaction, and the time after which no further job joins it. */
const JOBS_MAX = 250
const BUDGET_MS = 20

type Writes = Readonly<Record<string, Write<never, unknown>>>

/**
 * Runs waiting jobs, many to a transaction, each in a savepoint of its own so that a refused one takes only its own
 * changes back. Replies leave after the commit. Takes jobs from the front of `queue`.
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
  db.exec('BEGIN IMMEDIATE')
  try {
    while (queue.length > replies.length && replies.length < JOBS_MAX && elapsedMs() - beganMs < BUDGET_MS) {
      replies.push(runJob(db, writes, queue[replies.length]!, clock))
    }
    db.exec('COMMIT')
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw error
  }
  queue.splice(0, replies.length)
  return replies
}

function runJob(db: Database, writes: Writes, job: WriterJob, clock: WriteClock): WriterReply {
  const write = writes[job.name]
  if (!write)
    return {
      id: job.id,
      error: { message: `No write is called ${job.name}`, code: undefined, field: undefined },
    }
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

function asReply(error: unknown): {
  message: string
  code: number | string | undefined
  field: string | undefined
} {
  if (!(error instanceof Error)) return { message: String(error), code: undefined, field: undefined }
  const code =
    'code' in error && (typeof error.code === 'number' || typeof error.code === 'string')
      ? error.code
      : undefined
  const field = 'field' in error && typeof error.field === 'string' ? error.field : undefined
  return { message: error.message, code, field }
}
