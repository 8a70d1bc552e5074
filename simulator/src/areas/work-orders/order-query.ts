import type { OrderSort } from '@backlot/contract/work-orders/calls'
import type { OrderOutcome } from '@backlot/contract/work-orders/entities'
import type { Database } from 'better-sqlite3'
import type { Language } from '../../kernel/language.ts'
import { prepared } from '../shared/prepared.ts'
import type { OrderCounts, OrderEventRow, OrderRow } from './order-row.ts'

/** Filter of orders. An omitted part does not narrow anything. */
export type OrderFilter = {
  /** Platform time: orders that are made later are not there yet. */
  nowMs: number
  /** Groups that may be shown; undefined: all. */
  groupIds: readonly number[] | undefined
  states?: readonly number[] | undefined
  outcome?: OrderOutcome | undefined
  priority?: number | undefined
  /** hand: made by hand. */
  type?: string | undefined
  subType?: string | undefined
  /** 0: nobody. */
  assigneeId?: number | undefined
  creatorId?: number | undefined
  /** Exactly this group. */
  groupId?: number | undefined
  sn?: string | undefined
  text?: string | undefined
  fromMs?: number | undefined
  /** Not included. */
  beforeMs?: number | undefined
}

type Values = Record<string, string | number>

/** Filter value for orders made by hand. */
const BY_HAND = 'hand'

const DONE = 'state IN (3, 4) AND done_ms IS NOT NULL'
const TIMELY = '(deadline_ms IS NULL OR done_ms / 1000 <= deadline_ms / 1000)'
const PAST = '(deadline_ms IS NOT NULL AND CAST(@nowMs / 1000 AS INTEGER) > deadline_ms / 1000)'

/** Outcome of an order at @nowMs: exactly one of these holds for each. The list and every sum use them. */
export const OUTCOME_SQL: Readonly<Record<OrderOutcome, string>> = {
  inTime: `(${DONE} AND ${TIMELY})`,
  late: `(${DONE} AND NOT ${TIMELY})`,
  open: `(state < 3 AND NOT ${PAST})`,
  overdue: `(state < 3 AND ${PAST})`,
  rejected: '(state = 5 OR (state IN (3, 4) AND done_ms IS NULL))',
}

/** The condition of a filter, with its values by name. */
export function conditionsOf(filter: OrderFilter): { text: string; values: Values } {
  const texts = ['created_ms <= @nowMs']
  const values: Values = { nowMs: filter.nowMs }
  const add = (text: string, more: Values = {}) => {
    texts.push(text)
    Object.assign(values, more)
  }
  const { groupIds, states, outcome, priority, type, subType, assigneeId, creatorId, sn, text } = filter
  if (groupIds)
    add('group_id IN (SELECT value FROM json_each(@groups))', { groups: JSON.stringify(groupIds) })
  if (states) add('state IN (SELECT value FROM json_each(@states))', { states: JSON.stringify(states) })
  if (outcome) add(OUTCOME_SQL[outcome])
  if (priority !== undefined) add('priority = @priority', { priority })
  if (type === BY_HAND) add("type = ''")
  else if (type) add('type = @type', { type })
  if (subType) add('sub_type = @subType', { subType })
  if (assigneeId === 0) add('assignee_id IS NULL')
  else if (assigneeId !== undefined) add('assignee_id = @assigneeId', { assigneeId })
  if (creatorId !== undefined) add('creator_id = @creatorId', { creatorId })
  if (filter.groupId !== undefined) add('group_id = @groupId', { groupId: filter.groupId })
  if (sn) add('sn = @sn', { sn })
  if (text) {
    const columns = ['number', 'title', 'title_en', 'dev_name_zh', 'dev_name_en']
    add(`(${columns.map((column) => `${column} LIKE @text ESCAPE '\\'`).join(' OR ')})`, {
      text: `%${text.replace(/[\\%_]/g, '\\$&')}%`,
    })
  }
  if (filter.fromMs !== undefined) add('created_ms >= @fromMs', { fromMs: filter.fromMs })
  if (filter.beforeMs !== undefined) add('created_ms < @beforeMs', { beforeMs: filter.beforeMs })
  return { text: texts.join(' AND '), values }
}

const sortColumn = (sort: OrderSort, language: Language): string =>
  ({
    createTime: 'created_ms',
    updateTime: 'updated_ms',
    // Orders without a value come last in both directions.
    deadline: 'deadline_ms IS NULL, deadline_ms',
    doneTime: 'done_ms IS NULL, done_ms',
    priority: 'priority',
    state: 'state',
    number: 'number',
    title: language === 'en' ? "ifnull(nullif(title_en, ''), title)" : 'title',
    devName: `dev_name_${language}`,
    assigneeName: "assignee_name = '', assignee_name",
    creatorName: 'creator_name',
  })[sort]

const COUNTED = `work_orders.*,
  (SELECT count(*) FROM work_order_alarms WHERE order_id = work_orders.id) AS alarms,
  (SELECT count(*) FROM work_order_history WHERE order_id = work_orders.id AND action = 'comment') AS comments`

/** One page of orders and how many match in all. */
export function readOrders(
  db: Database,
  asked: {
    filter: OrderFilter
    sort: OrderSort
    order: 'asc' | 'desc'
    language: Language
    limit: number
    offset: number
  },
): { rows: (OrderRow & OrderCounts)[]; total: number } {
  const { text, values } = conditionsOf(asked.filter)
  const way = asked.order === 'asc' ? 'ASC' : 'DESC'
  const { total } = prepared(db, `SELECT count(*) AS total FROM work_orders WHERE ${text}`).get(values) as {
    total: number
  }
  const rows = prepared(
    db,
    `SELECT ${COUNTED} FROM work_orders WHERE ${text}
     ORDER BY ${sortColumn(asked.sort, asked.language)} ${way}, id ${way} LIMIT (@limit + 0) OFFSET (@offset + 0)`,
  ).all({ ...values, limit: asked.limit, offset: asked.offset }) as (OrderRow & OrderCounts)[]
  return { rows, total }
}

/** An order that was made by `nowMs`. */
export function readOrder(db: Database, id: number, nowMs: number): (OrderRow & OrderCounts) | undefined {
  return prepared(db, `SELECT ${COUNTED} FROM work_orders WHERE id = ? AND created_ms <= ?`).get(id, nowMs) as
    | (OrderRow & OrderCounts)
    | undefined
}

/** The history of an order, oldest first. */
export function readEvents(db: Database, orderId: number): OrderEventRow[] {
  return prepared(db, 'SELECT * FROM work_order_history WHERE order_id = ? ORDER BY id').all(
    orderId,
  ) as OrderEventRow[]
}

export function alarmIdsOf(db: Database, orderId: number): number[] {
  return prepared(db, 'SELECT alarm_id FROM work_order_alarms WHERE order_id = ? ORDER BY alarm_id')
    .pluck()
    .all(orderId) as number[]
}

export type QuickCounts = {
  open: number
  mine: number
  overdue: number
  unassigned: number
  toClose: number
}

/** The counts behind the quick filters of a user. */
export function readQuickCounts(
  db: Database,
  filter: Pick<OrderFilter, 'nowMs' | 'groupIds'>,
  userId: number,
): QuickCounts {
  const { text, values } = conditionsOf(filter)
  const sum = (what: string) => `ifnull(sum(${what}), 0)`
  return prepared(
    db,
    `SELECT ${sum('state < 3')} AS open, ${sum('state < 3 AND assignee_id = @userId')} AS mine,
       ${sum(OUTCOME_SQL.overdue)} AS overdue, ${sum('state < 3 AND assignee_id IS NULL')} AS unassigned,
       ${sum('state IN (3, 5) AND creator_id = @userId')} AS toClose
     FROM work_orders WHERE ${text}`,
  ).get({ ...values, userId }) as QuickCounts
}

/** Orders of each person that are not done yet. */
export function readOpenByPerson(
  db: Database,
  filter: Pick<OrderFilter, 'nowMs' | 'groupIds'>,
): Map<number, number> {
  const { text, values } = conditionsOf(filter)
  const rows = prepared(
    db,
    `SELECT assignee_id AS userId, count(*) AS open FROM work_orders
     WHERE ${text} AND state < 3 AND assignee_id IS NOT NULL GROUP BY assignee_id`,
  ).all(values) as { userId: number; open: number }[]
  return new Map(rows.map(({ userId, open }) => [userId, open]))
}
