import type { Database } from 'better-sqlite3'
import type { Language } from '../../kernel/language.ts'
import { prepared } from '../shared/prepared.ts'
import { conditionsOf } from './order-query.ts'
import { type OrderRow, titleOf } from './order-row.ts'

export type OpenOrder = {
  id: number
  number: string
  title: string
  sn: string
  /** Its first alarm, as far as that is there. */
  alarm: { sn: string; alarmId: number; alarmSeq: string } | undefined
  creatorName: string
  createdMs: number
}

/** Orders made by `nowMs`: how many are not done yet and how many were made since `todayMs`, with the newest of the former. */
export function readOrderSums(
  db: Database,
  asked: {
    todayMs: number
    nowMs: number
    groupIds: readonly number[] | undefined
    newest: number
    language: Language
  },
): { open: number; today: number; list: OpenOrder[] } {
  const { text, values } = conditionsOf({ nowMs: asked.nowMs, groupIds: asked.groupIds })
  const sums = prepared(
    db,
    `SELECT ifnull(sum(state < 3), 0) AS open, ifnull(sum(created_ms >= @todayMs), 0) AS today
     FROM work_orders WHERE ${text}`,
  ).get({ ...values, todayMs: asked.todayMs }) as { open: number; today: number }
  const rows = prepared(
    db,
    `SELECT * FROM work_orders WHERE ${text} AND state < 3 ORDER BY created_ms DESC, id DESC LIMIT (@newest + 0)`,
  ).all({ ...values, newest: asked.newest }) as OrderRow[]
  const firstAlarm = prepared(
    db,
    `SELECT sn, alarms.id AS alarmId, alarm_seq AS alarmSeq FROM work_order_alarms
     JOIN alarms ON alarms.id = alarm_id WHERE order_id = ? ORDER BY alarm_id LIMIT 1`,
  )
  const list = rows.map((row) => ({
    id: row.id,
    number: row.number,
    title: titleOf(row, asked.language),
    sn: row.sn,
    alarm: firstAlarm.get(row.id) as OpenOrder['alarm'],
    creatorName: row.creator_name,
    createdMs: row.created_ms,
  }))
  return { ...sums, list }
}
