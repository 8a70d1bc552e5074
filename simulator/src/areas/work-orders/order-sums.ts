import type { Database } from 'better-sqlite3'
import { prepared } from '../prepared.ts'

const OPEN = 0

export type OpenOrder = {
  id: number
  number: string
  title: string
  sn: string
  alarmId: number
  alarmSeq: string | null
  creatorName: string
  createdMs: number
}

/** Orders made by `nowMs`: how many are open and how many were made since `todayMs`, with the newest open ones. */
export function readOrderSums(
  db: Database,
  asked: { todayMs: number; nowMs: number; groupIds: readonly number[] | undefined; newest: number },
): { open: number; today: number; list: OpenOrder[] } {
  const groups = asked.groupIds ? ' AND group_id IN (SELECT value FROM json_each(?))' : ''
  const values = asked.groupIds ? [JSON.stringify(asked.groupIds)] : []
  const sums = prepared(
    db,
    `SELECT ifnull(sum(state = ${OPEN}), 0) AS open, ifnull(sum(created_ms >= ?), 0) AS today
     FROM work_orders WHERE created_ms <= ?${groups}`,
  ).get(asked.todayMs, asked.nowMs, ...values) as { open: number; today: number }
  const list = prepared(
    db,
    `SELECT id, number, title, sn, alarm_id AS alarmId,
      (SELECT alarm_seq FROM alarms WHERE alarms.id = alarm_id) AS alarmSeq, creator_name AS creatorName, created_ms AS createdMs
     FROM work_orders WHERE state = ${OPEN} AND created_ms <= ?${groups}
     ORDER BY created_ms DESC, id DESC LIMIT (? + 0)`,
  ).all(asked.nowMs, ...values, asked.newest) as OpenOrder[]
  return { ...sums, list }
}
