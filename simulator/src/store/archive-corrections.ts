import type { Database } from 'better-sqlite3'

/**
 * A change that has to be made again in the archive, because it touches rows that the core may have no more. It touches
 * rows up to the named positions only: later ones were written after it. Repeating it changes nothing.
 */
export type ArchiveCorrection =
  /** Alarms that began by a moment and ended after it are in progress again. */
  | { kind: 'reopen'; atMs: number; cursor: number }
  /** What began or was done after a moment is gone; `sure`: alarms whose work order went. */
  | { kind: 'cut'; afterMs: number; cursor: number; historyId: number; sure: readonly number[] }
  /** Everything of a foreign device is gone. */
  | { kind: 'removeDevice'; sn: string; positions: number; readings: number; presence: number }

const KEPT = 100_000

/** Notes a correction, inside the transaction of the change itself. */
export function noteCorrection(db: Database, correction: ArchiveCorrection): void {
  const { lastInsertRowid } = db
    .prepare('INSERT INTO archive_corrections (detail) VALUES (?)')
    .run(JSON.stringify(correction))
  db.prepare('DELETE FROM archive_corrections WHERE seq <= ?').run(Number(lastInsertRowid) - KEPT)
}

/** The newest number that a table with AUTOINCREMENT has given; 0 when it has given none. */
export function newestNumber(db: Database, table: string): number {
  const sql = 'SELECT ifnull((SELECT seq FROM sqlite_sequence WHERE name = ?), 0)'
  return db.prepare(sql).pluck().get(table) as number
}
