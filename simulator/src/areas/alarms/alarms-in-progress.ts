import type { Database } from 'better-sqlite3'
import { prepared } from '../shared/prepared.ts'

export type AlarmInProgress = {
  chnId: number
  alarmSeq: string
  type: string
  subType: string
  startMs: number
}

/** Alarms of a device in progress at a platform moment, the oldest first. */
export function alarmsInProgress(read: Database, sn: string, atMs: number): AlarmInProgress[] {
  return prepared(
    read,
    `SELECT chn_id AS chnId, alarm_seq AS alarmSeq, type, sub_type AS subType, start_ms AS startMs FROM alarms
     WHERE sn = ? AND start_ms <= ? AND state = 1 ORDER BY start_ms, id`,
  ).all(sn, atMs) as AlarmInProgress[]
}
