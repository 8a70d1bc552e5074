/**
 * Entries of logs on their way to the database: collected for a moment, written in batches, one at a time, so that no
 * writer of an entry waits for a disk. Beyond its limit it drops the newest and counts them.
 */
import type { Logger } from 'pino'
import type { HostClock } from '../../kernel/clock.ts'
import { isStorageError } from '../../kernel/storage-error.ts'
import type { Store } from '../../store/store.ts'
import type { AuditEntry, LogEntry } from './log-entry.ts'

const FLUSH_MS = 500
/** Rows of one batch: a few milliseconds of the writer. */
const BATCH_ROWS = 500
const WAITING_MAX = 20_000

export type LogQueue = {
  entry(entry: LogEntry): void
  audit(entry: AuditEntry): void
  /** Resolves when all earlier entries are stored. */
  flush(): Promise<void>
  /** Rows that were dropped since it was asked last. */
  takeDropped(): number
  close(): Promise<void>
}

export function createLogQueue(deps: { store: Store; host: HostClock; log: Logger }): LogQueue {
  const { store, log } = deps
  const entries: LogEntry[] = []
  const audits: AuditEntry[] = []
  let dropped = 0
  let writing: Promise<void> | undefined

  const writeAll = async () => {
    while (entries.length + audits.length > 0) {
      const batch = { audits: audits.splice(0, BATCH_ROWS), entries: entries.splice(0, BATCH_ROWS) }
      try {
        await store.write('logs.append', batch)
      } catch (error) {
        if (isStorageError(error)) {
          // They wait for the next time, as the oldest.
          audits.unshift(...batch.audits)
          entries.unshift(...batch.entries)
          return
        }
        dropped += batch.audits.length + batch.entries.length
        if (!store.isAlive()) return
        log.error({ err: error }, 'log entries could not be stored')
      }
    }
  }
  const flush = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    return writing
  }
  const put = <Row>(rows: Row[], row: Row) => {
    if (entries.length + audits.length < WAITING_MAX) rows.push(row)
    else dropped++
  }
  const stop = deps.host.every(FLUSH_MS, () => void flush())
  return {
    entry: (entry) => put(entries, entry),
    audit: (entry) => put(audits, entry),
    async flush() {
      await writing
      if (entries.length + audits.length > 0) await flush()
    },
    takeDropped() {
      const count = dropped
      dropped = 0
      return count
    },
    async close() {
      stop()
      await writing
      await flush()
    },
  }
}
