import type { OrderEvent, WorkOrder } from '@backlot/contract/work-orders/entities'
import type { Language, Named } from '../../kernel/language.ts'
import type { RawRow } from '../../store/raw-row.ts'
import type { workOrderHistory, workOrders } from './tables.ts'

/** A row of the orders' table as SQLite gives it. */
export type OrderRow = RawRow<typeof workOrders>

/** Counts of an order besides its row. */
export type OrderCounts = { alarms: number; comments: number }

export type OrderEventRow = RawRow<typeof workOrderHistory>

const seconds = (ms: number) => Math.floor(ms / 1000)
const secondsOrNull = (ms: number | null) => (ms === null ? null : seconds(ms))

/** An order in the contract's form. `groupName`: current name of its group. */
export function orderOf(
  row: OrderRow & OrderCounts,
  language: Language,
  groupName: (groupId: number) => Named | undefined,
): WorkOrder {
  return {
    id: row.id,
    number: row.number,
    title: titleOf(row, language),
    content: row.content,
    state: row.state,
    priority: row.priority,
    version: row.version,
    sn: row.sn,
    devName: language === 'en' ? row.dev_name_en : row.dev_name_zh,
    nodeId: row.group_id,
    nodeName: groupName(row.group_id)?.[language] ?? '',
    type: row.type,
    subType: row.sub_type,
    alarms: row.alarms,
    creatorId: row.creator_id,
    creatorName: row.creator_name,
    assigneeId: row.assignee_id,
    assigneeName: row.assignee_name,
    createTime: seconds(row.created_ms),
    updateTime: seconds(row.updated_ms),
    deadline: secondsOrNull(row.deadline_ms),
    doneTime: secondsOrNull(row.done_ms),
    closeTime: secondsOrNull(row.closed_ms),
    comments: row.comments,
  }
}

/** Title in a language; one that somebody wrote is the same in both. */
export function titleOf(row: Pick<OrderRow, 'title' | 'title_en'>, language: Language): string {
  return language === 'en' && row.title_en !== '' ? row.title_en : row.title
}

/** A line of the history as the contract has it. The JSON is ours. */
export function eventOf(row: OrderEventRow): OrderEvent {
  return {
    id: row.id,
    time: seconds(row.at_ms),
    userId: row.user_id,
    userName: row.user_name,
    action: row.action,
    fromState: row.from_state,
    toState: row.to_state,
    content: row.content,
    pictures: JSON.parse(row.pictures) as OrderEvent['pictures'],
    changes: JSON.parse(row.changes) as OrderEvent['changes'],
  }
}
