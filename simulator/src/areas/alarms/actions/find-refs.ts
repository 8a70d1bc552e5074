import type { Database } from 'better-sqlite3'
import { prepared } from '../../shared/prepared.ts'
import type { AlarmRow } from '../alarm-row.ts'

/** How a call names an alarm. */
export type AlarmRef = { id?: number; sn: string; alarmSeq: string }

/**
 * The alarms that a reference names: by id (which must belong to the device and sequence), else all channels' alarms
 * of the device and sequence. None when it names nothing.
 */
export function findRef(db: Database, { id, sn, alarmSeq }: AlarmRef): AlarmRow[] {
  return (
    id === undefined
      ? prepared(db, 'SELECT * FROM alarms WHERE sn = ? AND alarm_seq = ?').all(sn, alarmSeq)
      : prepared(db, 'SELECT * FROM alarms WHERE id = ? AND sn = ? AND alarm_seq = ?').all(id, sn, alarmSeq)
  ) as AlarmRow[]
}
