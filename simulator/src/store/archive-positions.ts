import type { Database } from 'better-sqlite3'
import { newestNumber } from './archive-corrections.ts'

/** Tables that flow on to the archive. */
export const ARCHIVED_TABLES = [
  'alarms',
  'alarm_history',
  'foreign_positions',
  'foreign_readings',
  'foreign_presence',
] as const
export type ArchivedTable = (typeof ARCHIVED_TABLES)[number]
/** What the archive follows: the tables, and the corrections of what is there. */
export type ArchiveStream = ArchivedTable | 'archive_corrections'

/** How far each stream has come: the cursor of an alarm, and the number of a row of another table. */
export type ArchivePositions = Readonly<Record<ArchiveStream, number>>

export const NOTHING_ARCHIVED: ArchivePositions = {
  alarms: 0,
  alarm_history: 0,
  foreign_positions: 0,
  foreign_readings: 0,
  foreign_presence: 0,
  archive_corrections: 0,
}

/** How far the core has come. */
export function newestPositions(db: Database): ArchivePositions {
  const cursor = db.prepare('SELECT value FROM alarm_cursor WHERE id = 1').pluck().get() as number | undefined
  return {
    alarms: cursor ?? 0,
    alarm_history: newestNumber(db, 'alarm_history'),
    foreign_positions: newestNumber(db, 'foreign_positions'),
    foreign_readings: newestNumber(db, 'foreign_readings'),
    foreign_presence: newestNumber(db, 'foreign_presence'),
    archive_corrections: newestNumber(db, 'archive_corrections'),
  }
}

const factOf = (table: ArchivedTable) => `archive.${table}.fromMs`

/**
 * Notes, inside a write, that archived rows of a table were removed, by their moments: what reaches further back is
 * answered by the archive from now on.
 */
export function noteRemoved(db: Database, table: ArchivedTable, removedMs: readonly number[]): void {
  if (removedMs.length === 0) return
  const newestMs = removedMs.reduce((newest, atMs) => Math.max(newest, atMs), 0)
  db.prepare(
    `INSERT INTO platform_facts (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))`,
  ).run(factOf(table), String(Math.floor(newestMs) + 1))
}

/** From which moment on the core has all rows of a table; 0: it has all of them. */
export function completeFromMs(db: Database, table: ArchivedTable): number {
  const value = db.prepare('SELECT value FROM platform_facts WHERE name = ?').pluck().get(factOf(table))
  return value === undefined ? 0 : Number(value)
}
