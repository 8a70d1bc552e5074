import { PLATFORM_ZONE_MINUTES, toCivil } from '@backlot/contract/time'
import type { Database } from 'better-sqlite3'
import { prepared } from '../prepared.ts'

export type NewWorkOrder = {
  alarmId: number
  sn: string
  groupId: number
  title: string
  content: string
  creatorId: number
  creatorName: string
  /** Platform time. */
  createdMs: number
}

/** Stores a work order inside the caller's transaction. Answers its id, or undefined when the alarm has one already. */
export function createOrder(
  db: Database,
  order: NewWorkOrder,
  zoneMinutes = PLATFORM_ZONE_MINUTES,
): number | undefined {
  if (prepared(db, 'SELECT 1 FROM work_orders WHERE alarm_id = ?').get(order.alarmId)) return undefined
  const day = dayCode(order.createdMs, zoneMinutes)
  const last = prepared(db, 'SELECT max(number) AS number FROM work_orders WHERE number LIKE ?').get(
    `WO${day}-%`,
  ) as { number: string | null }
  const count = last.number === null ? 1 : Number(last.number.split('-')[1]) + 1
  const result = prepared(
    db,
    `INSERT INTO work_orders (number, alarm_id, sn, group_id, title, content, state, creator_id, creator_name, created_ms)
     VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`,
  ).run(
    `WO${day}-${String(count).padStart(5, '0')}`,
    order.alarmId,
    order.sn,
    order.groupId,
    order.title,
    order.content,
    order.creatorId,
    order.creatorName,
    order.createdMs,
  )
  return Number(result.lastInsertRowid)
}

function dayCode(epochMs: number, zoneMinutes: number): string {
  const { year, month, day } = toCivil(epochMs, zoneMinutes)
  return `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`
}
