import type { Database } from 'better-sqlite3'

/**
 * A write: runs inside a transaction in the writer thread. Arguments and result are plain data (structured clone).
 * It throws a PlatformError-like {code, message} to refuse; its own changes are then rolled back, other writes of the
 * same transaction are not.
 */
export type Write<Args, Result> = (db: Database, args: Args, clock: WriteClock) => Result

export type WriteClock = {
  /** Host time of the commit, epoch milliseconds. */
  hostMs: number
}
