import type { Database } from 'better-sqlite3'
import type { AlarmFeed, MissedAlarm } from '../../channel/alarm-feed.ts'
import { prepared } from '../shared/prepared.ts'
import { newestCursor } from './alarm-counters.ts'
import { type AlarmRow, alarmOf } from './alarm-row.ts'

/** Stored alarms for consoles that resume. Alarms that start after `nowMs` (the clock went back) are hidden. */
export function createAlarmFeed(db: Database, nowMs: () => number): AlarmFeed {
  return {
    newestCursor: () => newestCursor(db),
    missed: (range, limit) =>
      // One view of the store: alarms committed between the two reads would be in neither.
      db.transaction(() => ({
        list: readMissed(db, range, nowMs(), limit),
        newestCursor: newestCursor(db),
      }))(),
    withCursors: (cursors) =>
      (
        prepared(
          db,
          'SELECT * FROM alarms WHERE cursor IN (SELECT value FROM json_each(?)) ORDER BY cursor',
        ).all(JSON.stringify(cursors)) as AlarmRow[]
      ).map((row) => alarmOf(row)),
    raisedCursors: (ids) =>
      new Map(
        prepared(db, 'SELECT id, raised_cursor FROM alarms WHERE id IN (SELECT value FROM json_each(?))')
          .raw()
          .all(JSON.stringify(ids)) as [number, number][],
      ),
    named(sn, alarmSeq) {
      const sql = 'SELECT * FROM alarms WHERE sn = ? AND alarm_seq = ? ORDER BY id DESC LIMIT 1'
      const row = prepared(db, sql).get(sn, alarmSeq) as AlarmRow | undefined
      return row && { alarm: alarmOf(row), raisedCursor: row.raised_cursor }
    },
  }
}

function readMissed(
  db: Database,
  { fromCursor, toCursor }: { fromCursor: number; toCursor: number },
  nowMs: number,
  limit: number,
): MissedAlarm[] {
  // The plus: SQLite's planner would prepare the statement again for each value of a plain limit.
  const sql = `SELECT cursor, raised_cursor AS raisedCursor, sn, type FROM alarms
    WHERE cursor > ? AND cursor <= ? AND start_ms <= ? ORDER BY cursor DESC LIMIT (? + 0)`
  return prepared(db, sql).all(fromCursor, toCursor, nowMs, limit) as MissedAlarm[]
}
