import { ORDER_OUTCOMES } from '@backlot/contract/work-orders/constants'
import type { RectificationSums } from '@backlot/contract/work-orders/rectification'
import type { Database } from 'better-sqlite3'
import { prepared } from '../shared/prepared.ts'
import { conditionsOf, type OrderFilter, OUTCOME_SQL } from './order-query.ts'

/** Sums of orders by one key of theirs. */
export type KeyedSums<Key extends object> = Key & RectificationSums

const SUMS = `count(*) AS orders,
  ${ORDER_OUTCOMES.map((outcome) => `ifnull(sum(${OUTCOME_SQL[outcome]}), 0) AS ${outcome}`).join(',\n  ')},
  avg(CASE WHEN state IN (3, 4) THEN (done_ms - created_ms) / 1000.0 END) AS meanSeconds`

/** Sums of the orders that match. */
export function readSums(db: Database, filter: OrderFilter): RectificationSums {
  const { text, values } = conditionsOf(filter)
  return rounded(
    prepared(db, `SELECT ${SUMS} FROM work_orders WHERE ${text}`).get(values) as RectificationSums,
  )
}

/** Sums of parts of the time in which orders were made; `bounds`: starts of the parts, ascending. */
export function readParts(db: Database, filter: OrderFilter, bounds: readonly number[]): RectificationSums[] {
  const { text, values } = conditionsOf(filter)
  const rows = prepared(
    db,
    `SELECT (SELECT max(bounds.key) FROM json_each(@bounds) AS bounds WHERE bounds.value <= created_ms) AS part, ${SUMS}
     FROM work_orders WHERE ${text} GROUP BY part`,
  ).all({ ...values, bounds: JSON.stringify(bounds) }) as KeyedSums<{ part: number }>[]
  const byPart = new Map(rows.map(({ part, ...sums }) => [part, rounded(sums)]))
  return bounds.map((_start, part) => byPart.get(part) ?? NO_SUMS)
}

const KEYS = {
  groups: 'group_id AS groupId',
  types: 'type, sub_type AS subType',
  persons: 'ifnull(assignee_id, 0) AS userId, max(assignee_name) AS name',
} as const
const BY = { groups: 'group_id', types: 'type, sub_type', persons: 'ifnull(assignee_id, 0)' } as const
type Keys = {
  groups: { groupId: number }
  types: { type: string; subType: string }
  persons: { userId: number; name: string }
}

/** Sums by group, kind or person, most orders first. */
export function readSumsBy<By extends keyof Keys>(
  db: Database,
  filter: OrderFilter,
  by: By,
): KeyedSums<Keys[By]>[] {
  const { text, values } = conditionsOf(filter)
  const rows = prepared(
    db,
    `SELECT ${KEYS[by]}, ${SUMS} FROM work_orders WHERE ${text} GROUP BY ${BY[by]} ORDER BY orders DESC, ${BY[by]}`,
  ).all(values) as KeyedSums<Keys[By]>[]
  return rows.map(rounded)
}

export const NO_SUMS: RectificationSums = {
  orders: 0,
  inTime: 0,
  late: 0,
  open: 0,
  overdue: 0,
  rejected: 0,
  meanSeconds: null,
}

function rounded<Sums extends RectificationSums>(sums: Sums): Sums {
  return { ...sums, meanSeconds: sums.meanSeconds === null ? null : Math.round(sums.meanSeconds) }
}
