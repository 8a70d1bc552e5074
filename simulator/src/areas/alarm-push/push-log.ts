import type { PushDelivery, PushState } from '@backlot/contract/alarm-push/entities'
import type { Database } from 'better-sqlite3'
import { and, count, desc, eq, getTableColumns, gt } from 'drizzle-orm'
import type { Language } from '../../kernel/language.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import { prepared } from '../shared/prepared.ts'
import { faultText } from './fault-text.ts'
import { alarmPushDeliveries } from './tables.ts'

/** A request in the log: all but its body. */
const { body: _body, ...columns } = getTableColumns(alarmPushDeliveries)

export type LogRow = Omit<typeof alarmPushDeliveries.$inferSelect, 'body'>

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

const rowsOf = (db: Database) => queryBuilder(db).select(columns).from(alarmPushDeliveries)

export function logRow(db: Database, id: number): LogRow | undefined {
  return rowsOf(db).where(eq(columns.id, id)).get()
}

/** The request of a rule that was tried last. */
export function lastTried(db: Database, ruleId: number): LogRow | null {
  const row = rowsOf(db)
    .where(and(eq(columns.ruleId, ruleId), gt(columns.attempts, 0)))
    .orderBy(desc(columns.lastMs), desc(columns.id))
    .limit(1)
    .get()
  return row ?? null
}

/** Asked with each batch of alarms: a statement that is kept. */
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
  const where = and(
    wish.ownerId === undefined ? undefined : eq(columns.ownerId, wish.ownerId),
    wish.ruleId === undefined ? undefined : eq(columns.ruleId, wish.ruleId),
    wish.state === undefined ? undefined : eq(columns.state, wish.state),
  )
  const rows = rowsOf(db).where(where).orderBy(desc(columns.id)).limit(wish.limit).offset(wish.offset).all()
  const all = queryBuilder(db).select({ count: count() }).from(alarmPushDeliveries).where(where).get()
  return { rows, total: all!.count }
}
