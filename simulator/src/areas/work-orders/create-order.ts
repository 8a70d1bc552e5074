import { HOUR_MS, toCivil } from '@backlot/contract/time'
import { DEADLINE_HOURS, ORDER_STATES } from '@backlot/contract/work-orders/constants'
import type { Database } from 'better-sqlite3'
import { prepared } from '../shared/prepared.ts'
import type { OrderRow } from './order-row.ts'
import { recordOrder } from './record-order.ts'
import { REMOVED_NUMBER } from './remove-order.ts'

export type NewWorkOrder = {
  /** Alarms that it came from. */
  alarmIds: readonly number[]
  sn: string
  groupId: number
  devName: { zh: string; en: string }
  /** Kind of the first alarm; empty for none. */
  type: string
  subType: string
  title: string
  /** Empty for a title that somebody wrote. */
  titleEn: string
  content: string
  priority: number
  /** undefined: by the priority; null: none. */
  deadlineMs?: number | null | undefined
  assignee?: { userId: number; name: string } | undefined
  pictures?: readonly string[]
  creatorId: number
  creatorName: string
  /** Platform time. */
  createdMs: number
}

/** Stores a work order inside the caller's transaction. The caller has seen to it that its alarms have none yet. */
export function createOrder(db: Database, order: NewWorkOrder, zoneMinutes: number): OrderRow {
  const { createdMs, deadlineMs, assignee } = order
  const hours = DEADLINE_HOURS[order.priority] ?? 24
  const row = prepared(
    db,
    `INSERT INTO work_orders (number, sn, group_id, dev_name_zh, dev_name_en, type, sub_type, title, title_en, content,
       state, priority, version, creator_id, creator_name, assignee_id, assignee_name, created_ms, updated_ms, deadline_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
  ).get(
    nextNumber(db, dayCode(createdMs, zoneMinutes)),
    order.sn,
    order.groupId,
    order.devName.zh,
    order.devName.en,
    order.type,
    order.subType,
    order.title,
    order.titleEn,
    order.content,
    assignee ? ORDER_STATES.assigned : ORDER_STATES.new,
    order.priority,
    order.creatorId,
    order.creatorName,
    assignee?.userId ?? null,
    assignee?.name ?? '',
    createdMs,
    createdMs,
    deadlineMs === undefined ? wholeSecond(createdMs) + hours * HOUR_MS : deadlineMs,
  ) as OrderRow
  const link = prepared(db, 'INSERT INTO work_order_alarms (alarm_id, order_id) VALUES (?, ?)')
  for (const alarmId of order.alarmIds) link.run(alarmId, row.id)
  recordOrder(db, row, {
    action: 'create',
    fromState: null,
    userId: order.creatorId,
    userName: order.creatorName,
    atMs: createdMs,
    content: '',
    pictures: order.pictures ?? [],
    changes: assignee ? [{ field: 'assignee', from: '', to: assignee.name }] : [],
  })
  return row
}

/** The order that an alarm has. */
export function orderOfAlarm(db: Database, alarmId: number): number | undefined {
  return prepared(db, 'SELECT order_id FROM work_order_alarms WHERE alarm_id = ?').pluck().get(alarmId) as
    | number
    | undefined
}

/** The number after the highest of its day, orders that were removed included. */
function nextNumber(db: Database, day: string): string {
  const last = prepared(
    db,
    `SELECT max(number) FROM (
       SELECT number FROM work_orders WHERE number >= ? AND number < ?
       UNION ALL SELECT value FROM platform_facts WHERE name = ?
     )`,
  )
    .pluck()
    .get(`WO${day}-`, `WO${day}.`, `${REMOVED_NUMBER}WO${day}`) as string | null
  const count = last === null ? 1 : Number(last.split('-')[1]) + 1
  return `WO${day}-${String(count).padStart(5, '0')}`
}

const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000

function dayCode(epochMs: number, zoneMinutes: number): string {
  const { year, month, day } = toCivil(epochMs, zoneMinutes)
  return `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`
}
