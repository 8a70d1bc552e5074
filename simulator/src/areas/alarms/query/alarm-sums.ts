import type { Database } from 'better-sqlite3'
import { prepared } from '../../shared/prepared.ts'

/** Alarms of one type at one device while it belonged to one group. */
export type AlarmSum = {
  type: string
  groupId: number
  sn: string
  zh: string
  en: string
  total: number
  /** Nobody has processed them yet. */
  open: number
}

/**
 * Alarms that started in [fromMs, beforeMs) by type, group and device: one pass over that part of the index by start.
 * `groupIds` undefined: all groups.
 */
export function readAlarmSums(
  db: Database,
  span: { fromMs: number; beforeMs: number; groupIds: readonly number[] | undefined },
): AlarmSum[] {
  const groups = span.groupIds ? ' AND group_id IN (SELECT value FROM json_each(?))' : ''
  const sql = `SELECT type, group_id AS groupId, sn, max(dev_name_zh) AS zh, max(dev_name_en) AS en,
      count(*) AS total, sum(processing_type IS NULL) AS open
    FROM alarms INDEXED BY alarms_start
    WHERE start_ms >= ? AND start_ms < ?${groups} GROUP BY type, group_id, sn`
  const values = [span.fromMs, span.beforeMs, ...(span.groupIds ? [JSON.stringify(span.groupIds)] : [])]
  return prepared(db, sql).all(...values) as AlarmSum[]
}
