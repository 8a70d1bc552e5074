import type { PushDelivery, PushFault, PushState } from '@backlot/contract/alarm-push/entities'
import type { Database } from 'better-sqlite3'
import type { Language } from '../../kernel/language.ts'
import { prepared } from '../shared/prepared.ts'
import { faultText } from './fault-text.ts'

const COLUMNS = `id, rule_id AS ruleId, rule_name AS ruleName, owner_id AS ownerId, kind, state, events, attempts,
  created_ms AS createdMs, last_ms AS lastMs, next_ms AS nextMs, http_status AS httpStatus, fault, detail,
  duration_ms AS durationMs, bytes`

export type LogRow = {
  id: number
  ruleId: number
  ruleName: string
  ownerId: number
  kind: 'alarms' | 'test'
  state: PushState
  events: number
  attempts: number
  createdMs: number
  lastMs: number | null
  nextMs: number | null
  httpStatus: number | null
  fault: PushFault | null
  detail: string | null
  durationMs: number | null
  bytes: number
}

const seconds = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000))

export function deliveryOf(row: LogRow, language: Language): PushDelivery {
  const { createdMs, lastMs, nextMs, ownerId: _ownerId, detail: _detail, ...rest } = row
  return {
    ...rest,
    createTime: Math.floor(createdMs / 1000),
    lastTime: seconds(lastMs),
    nextTime: seconds(nextMs),
    reason: faultText(row, language),
  }
}

export function logRow(db: Database, id: number): LogRow | undefined {
  return prepared(db, `SELECT ${COLUMNS} FROM alarm_push_deliveries WHERE id = ?`).get(id) as
    | LogRow
    | undefined
}

/** The request of a rule that was tried last. */
export function lastTried(db: Database, ruleId: number): LogRow | null {
  const row = prepared(
    db,
    `SELECT ${COLUMNS} FROM alarm_push_deliveries WHERE rule_id = ? AND attempts > 0 ORDER BY last_ms DESC, id DESC LIMIT 1`,
  ).get(ruleId) as LogRow | undefined
  return row ?? null
}

export function waitingOf(db: Database, ruleId: number): number {
  return prepared(
    db,
    "SELECT count(*) FROM alarm_push_deliveries WHERE rule_id = ? AND state = 'waiting' AND kind = 'alarms'",
  )
    .pluck()
    .get(ruleId) as number
}

/** A page of the log, newest first. ownerId: of one account's rules alone. */
export function readLog(
  db: Database,
  wish: { ownerId?: number; ruleId?: number; state?: PushState; offset: number; limit: number },
): { rows: LogRow[]; total: number } {
  const filter = {
    ownerId: wish.ownerId ?? null,
    ruleId: wish.ruleId ?? null,
    state: wish.state ?? null,
  }
  const where = `(@ownerId IS NULL OR owner_id = @ownerId) AND (@ruleId IS NULL OR rule_id = @ruleId)
    AND (@state IS NULL OR state = @state)`
  const rows = prepared(
    db,
    `SELECT ${COLUMNS} FROM alarm_push_deliveries WHERE ${where} ORDER BY id DESC LIMIT (@limit + 0) OFFSET (@offset + 0)`,
  ).all({ ...filter, limit: wish.limit, offset: wish.offset }) as LogRow[]
  const total = prepared(db, `SELECT count(*) FROM alarm_push_deliveries WHERE ${where}`)
    .pluck()
    .get(filter) as number
  return { rows, total }
}
