import { alarmFlagAfter, MANUAL_SNAPSHOT, NOT_ORDINARY } from '@backlot/contract/alarms/constants'
import type { Database } from 'better-sqlite3'
import { prepared } from '../shared/prepared.ts'

/** Types that flag no device: files, heads and manual snapshots (as in `flagsDevice`). */
const UNFLAGGED_TYPES = JSON.stringify([...NOT_ORDINARY, MANUAL_SNAPSHOT])

/**
 * Flags of devices as their newest alarm in [sinceMs, atMs] leaves them; an alarm that flags no device hides no older
 * one. Devices without one are left out.
 */
export function newestFlags(
  db: Database,
  { sinceMs, atMs }: { sinceMs: number; atMs: number },
): Map<string, 1 | 2> {
  const rows = prepared(
    db,
    // Other columns are those of the row with the greatest value; of two at once, one that is open.
    `SELECT sn, processing_type AS processingType, max(start_ms * 2 + (processing_type IS NULL)) FROM alarms
     WHERE start_ms BETWEEN ? AND ? AND sub_type <> ? AND type NOT IN (SELECT value FROM json_each(?))
     GROUP BY sn`,
  ).all(sinceMs, atMs, MANUAL_SNAPSHOT, UNFLAGGED_TYPES) as { sn: string; processingType: number | null }[]
  return new Map(rows.map(({ sn, processingType }) => [sn, alarmFlagAfter(processingType)]))
}
