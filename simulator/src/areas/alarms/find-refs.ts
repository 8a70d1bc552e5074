import type { Database } from 'better-sqlite3'
import { prepared } from '../prepared.ts'
import type { AlarmRow } from './alarm-row.ts'

/**
 * The alarms that a list of references names, each once: by id (which must belong to the device and sequence), else
 * all channels' alarms of a device and sequence. Undefined when one names nothing.
 */
export function findRefs(
  db: Database,
  refs: readonly { id?: number; sn: string; alarmSeq: string }[],
): AlarmRow[] | undefined {
  const found = new Map<number, AlarmRow>()
  for (const { id, sn, alarmSeq } of refs) {
    const rows = (
      id === undefined
        ? prepared(db, 'SELECT * FROM alarms WHERE sn = ? AND alarm_seq = ?').all(sn, alarmSeq)
        : prepared(db, 'SELECT * FROM alarms WHERE id = ? AND sn = ? AND alarm_seq = ?').all(id, sn, alarmSeq)
    ) as AlarmRow[]
    if (rows.length === 0) return undefined
    for (const row of rows) found.set(row.id, row)
  }
  return [...found.values()]
}
