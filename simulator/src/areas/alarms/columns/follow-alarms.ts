import type { Database } from 'better-sqlite3'
import { prepared } from '../../shared/prepared.ts'
import { newestCursor } from '../alarm-counters.ts'
import { type AlarmColumns, type ColumnRow, FLAGS, UNPROCESSED } from './alarm-columns.ts'

const SEPARATED = `|| char(31) ||`
/** As ColumnRow. */
const COLUMNS = `id, start_ms, processing_ms, sn ${SEPARATED} dev_name_zh ${SEPARATED} dev_name_en,
  type ${SEPARATED} sub_type, group_id,
  (state = 2) * ${FLAGS.ended} | (alarm_source = 1) * ${FLAGS.device} | (is_read = 1) * ${FLAGS.read}
    | (audited_id IS NOT NULL) * ${FLAGS.audited} | (ifnull(processing_type, ${UNPROCESSED}) << 8),
  processing_name`
/** Rows that are taken in at once while everything is read. */
const PART = 10_000

/** How far columns have followed the database. */
export type Followed = { cursor: number; seq: number }

/**
 * Brings columns up to the present state of the database: new and changed rows by their cursor, removed and quietly
 * changed ones by the log of those. Everything is read again at first, and when the log no longer reaches back far
 * enough. Answers how far it has come.
 */
export function followAlarms(db: Database, columns: AlarmColumns, before: Followed | undefined): Followed {
  return db.transaction(() => {
    const now: Followed = { cursor: newestCursor(db), seq: newestSeq(db) }
    if (!before || oldestSeq(db) > before.seq + 1) readAll(db, columns)
    else if (now.cursor !== before.cursor || now.seq !== before.seq) readChanges(db, columns, before)
    return now
  })()
}

function readAll(db: Database, columns: AlarmColumns): void {
  columns.clear()
  const part = prepared(db, `SELECT ${COLUMNS} FROM alarms WHERE id > ? ORDER BY id LIMIT ${PART}`).raw()
  for (let last = 0; ; ) {
    const rows = part.all(last) as ColumnRow[]
    columns.put(rows)
    if (rows.length < PART) return
    last = rows[rows.length - 1]![0]
  }
}

function readChanges(db: Database, columns: AlarmColumns, { cursor, seq }: Followed): void {
  const changed = prepared(db, `SELECT ${COLUMNS} FROM alarms WHERE cursor > ?`).raw().all(cursor)
  columns.put(changed as ColumnRow[])
  const ids = prepared(db, 'SELECT DISTINCT alarm_id FROM alarm_changes WHERE seq > ?').pluck().all(seq)
  const byId = prepared(db, `SELECT ${COLUMNS} FROM alarms WHERE id = ?`).raw()
  for (const id of ids as number[]) {
    const row = byId.get(id) as ColumnRow | undefined
    if (row) columns.put([row])
    else columns.remove(id)
  }
}

function newestSeq(db: Database): number {
  const sql = "SELECT ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'alarm_changes'), 0)"
  return prepared(db, sql).pluck().get() as number
}

/** Of the entries that are there; past the newest one when there are none. */
function oldestSeq(db: Database): number {
  const oldest = prepared(db, 'SELECT min(seq) FROM alarm_changes').pluck().get() as number | null
  return oldest ?? newestSeq(db) + 1
}
