import type { Database } from 'better-sqlite3'
import { noteCorrection } from '../../store/archive-corrections.ts'
import { prepared } from '../shared/prepared.ts'
import { newestCursor, nextCursor } from './alarm-counters.ts'
import type { AlarmRow } from './alarm-row.ts'
import { newestFlags } from './newest-flags.ts'

/** Effects of clock moves on alarms: queries hide rows that lie ahead of the clock; they come back later or are cut. */

/**
 * Alarms that began by a moment but ended after it are in progress again. Answers their number. Their end comes again
 * as the clock passes it.
 */
export function reopen(db: Database, { atMs }: { atMs: number }): number {
  const { changes } = prepared(
    db,
    `UPDATE alarms SET state = 1, end_ms = NULL, end_lon = NULL, end_lat = NULL, end_sp = NULL, end_dir = NULL
     WHERE start_ms <= ? AND end_ms > ?`,
  ).run(atMs, atMs)
  if (changes > 0) nextCursor(db)
  noteCorrection(db, { kind: 'reopen', atMs, cursor: newestCursor(db) })
  return changes
}

/**
 * Ends alarms of devices in progress at a moment; the position of the end is not known. Answers the rows, in the order
 * of their new cursors.
 */
export function endOf(db: Database, { sns, atMs }: { sns: readonly string[]; atMs: number }): AlarmRow[] {
  const open = prepared(
    db,
    'SELECT id FROM alarms WHERE sn = ? AND start_ms <= ? AND state = 1 ORDER BY start_ms, id',
  )
  const end = prepared(db, 'UPDATE alarms SET state = 2, end_ms = ?, cursor = ? WHERE id = ? RETURNING *')
  return sns.flatMap((sn) =>
    (open.all(sn, atMs) as { id: number }[]).map(({ id }) => end.get(atMs, nextCursor(db), id) as AlarmRow),
  )
}

/** Removes alarms that began after a moment, and undoes later actions on the others. */
export function cutAfter(db: Database, { afterMs }: { afterMs: number }): number {
  const { changes } = prepared(db, 'DELETE FROM alarms WHERE start_ms > ?').run(afterMs)
  prepared(
    db,
    `UPDATE alarms SET processing_id = NULL, processing_name = '', processing_content = '', processing_type = NULL,
       processing_ms = NULL WHERE processing_ms > ?`,
  ).run(afterMs)
  prepared(
    db,
    'UPDATE alarms SET audited_id = NULL, audited_name = NULL, audited_ms = NULL WHERE audited_ms > ?',
  ).run(afterMs)
  prepared(
    db,
    'UPDATE alarms SET responder_id = NULL, responder_name = NULL, responded_ms = NULL WHERE responded_ms > ?',
  ).run(afterMs)
  prepared(
    db,
    'DELETE FROM alarm_history WHERE at_ms > ? OR NOT EXISTS (SELECT 1 FROM alarms WHERE alarms.id = alarm_id)',
  ).run(afterMs)
  prepared(db, 'DELETE FROM device_places WHERE valid_from_ms > ?').run(afterMs)
  prepared(db, 'DELETE FROM device_messages WHERE sent_ms > ?').run(afterMs)
  nextCursor(db)
  return changes
}

/**
 * Alarms in (fromMs, toMs] that were stored before the clock went back and that nobody processed count as new again:
 * at most `limit` of them get cursors in the order of their starts. `lastCursor`: the newest one before the jump.
 */
export function reveal(
  db: Database,
  args: { fromMs: number; toMs: number; lastCursor: number; limit: number },
): AlarmRow[] {
  const found = prepared(
    db,
    `SELECT id FROM alarms WHERE start_ms > ? AND start_ms <= ? AND cursor <= ? AND processing_type IS NULL
     ORDER BY start_ms, id LIMIT ?`,
  ).all(args.fromMs, args.toMs, args.lastCursor, args.limit) as { id: number }[]
  const renew = prepared(db, 'UPDATE alarms SET cursor = ?, raised_cursor = ? WHERE id = ? RETURNING *')
  return found.map(({ id }) => {
    const cursor = nextCursor(db)
    return renew.get(cursor, cursor, id) as AlarmRow
  })
}

/** Sets the flags of all devices as their newest alarm in [sinceMs, atMs] leaves them. Answers those that have one. */
export function resetFlags(
  db: Database,
  span: { sinceMs: number; atMs: number },
): { sn: string; alarmFlg: 1 | 2 }[] {
  const flags = [...newestFlags(db, span)].map(([sn, alarmFlg]) => ({ sn, alarmFlg }))
  prepared(db, 'DELETE FROM alarm_flags').run()
  const insert = prepared(db, 'INSERT INTO alarm_flags (sn, alarm_flg) VALUES (?, ?)')
  for (const { sn, alarmFlg } of flags) insert.run(sn, alarmFlg)
  return flags
}
