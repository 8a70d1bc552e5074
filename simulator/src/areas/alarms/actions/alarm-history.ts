import type { AlarmAction, AlarmChange, AlarmHistoryEntry } from '@backlot/contract/alarms/entities'
import type { Database } from 'better-sqlite3'
import type { RawRow } from '../../../store/raw-row.ts'
import type { Actor } from '../../shared/audit.ts'
import { prepared } from '../../shared/prepared.ts'
import { nextCursor } from '../alarm-counters.ts'
import type { AlarmRow } from '../alarm-row.ts'
import type { alarmHistory } from '../tables.ts'

/** Who does something to an alarm. */
export type Doer = Pick<Actor, 'userId' | 'atMs'> & { name: string }

/** Columns of an alarm's row that processing replaces. */
const RESTORED = [
  'is_read',
  'processing_id',
  'processing_name',
  'processing_content',
  'processing_type',
  'processing_ms',
  'audited_id',
  'audited_name',
  'audited_ms',
] as const satisfies readonly (keyof AlarmRow)[]
export type Restored = Pick<AlarmRow, (typeof RESTORED)[number]>

export function restoredBy(row: AlarmRow): Restored {
  return Object.fromEntries(RESTORED.map((name) => [name, row[name]])) as Restored
}

/** Gives an alarm its processing of before. */
export function restoreAlarm(db: Database, id: number, restores: Restored): AlarmRow {
  return prepared(
    db,
    `UPDATE alarms SET cursor = @cursor, is_read = @is_read, processing_id = @processing_id,
       processing_name = @processing_name, processing_content = @processing_content,
       processing_type = @processing_type, processing_ms = @processing_ms, audited_id = @audited_id,
       audited_name = @audited_name, audited_ms = @audited_ms
     WHERE id = @id RETURNING *`,
  ).get({ ...restores, id, cursor: nextCursor(db) }) as AlarmRow
}

/** Adds an action to the history of an alarm, inside the transaction of the action itself. */
export function recordAlarmAction(
  db: Database,
  alarmId: number,
  doer: Doer,
  action: AlarmAction,
  change: { from: AlarmChange; to: AlarmChange; restores?: Restored | undefined },
): void {
  prepared(
    db,
    `INSERT INTO alarm_history (alarm_id, at_ms, user_id, user_name, action, before, after, restores)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    alarmId,
    Math.round(doer.atMs),
    doer.userId,
    doer.name,
    action,
    JSON.stringify(change.from),
    JSON.stringify(change.to),
    change.restores ? JSON.stringify(change.restores) : null,
  )
}

/** Actions on an alarm up to `nowMs`, newest first. */
export function readHistory(db: Database, alarmId: number, nowMs: number): AlarmHistoryEntry[] {
  const rows = prepared(
    db,
    `SELECT id, at_ms, user_id, user_name, action, before, after
     FROM alarm_history WHERE alarm_id = ? AND at_ms <= ? ORDER BY id DESC`,
  ).all(alarmId, nowMs) as HistoryRow[]
  return rows.map(historyEntryOf)
}

export type HistoryRow = Omit<RawRow<typeof alarmHistory>, 'alarm_id' | 'restores'>

/** An action as the contract has it. */
export function historyEntryOf(row: HistoryRow): AlarmHistoryEntry {
  return {
    id: row.id,
    time: Math.floor(row.at_ms / 1000),
    userId: row.user_id,
    userName: row.user_name,
    action: row.action as AlarmAction,
    from: JSON.parse(row.before) as AlarmChange,
    to: JSON.parse(row.after) as AlarmChange,
  }
}

/** Forgets the histories of alarms that are gone. Answers when the forgotten actions were. */
export function forgetHistories(db: Database, alarmIds: readonly number[]): number[] {
  if (alarmIds.length === 0) return []
  return prepared(
    db,
    'DELETE FROM alarm_history WHERE alarm_id IN (SELECT value FROM json_each(?)) RETURNING at_ms',
  )
    .pluck()
    .all(JSON.stringify(alarmIds)) as number[]
}

/** The processing of an alarm, for its history. */
export function processingOf(
  row: Pick<AlarmRow, 'processing_type' | 'processing_content'>,
): Pick<AlarmChange, 'processingType' | 'processingContent'> {
  return row.processing_type === null
    ? { processingType: null }
    : { processingType: row.processing_type, processingContent: row.processing_content }
}
