import type { OrderChange, OrderEvent } from '@backlot/contract/work-orders/entities'
import type { Database } from 'better-sqlite3'
import { prepared } from '../shared/prepared.ts'
import type { OrderRow } from './order-row.ts'

export type OrderEntry = {
  action: OrderEvent['action']
  fromState: number | null
  userId: number
  userName: string
  /** Platform time. */
  atMs: number
  content: string
  pictures: readonly string[]
  changes: readonly OrderChange[]
}

/** Adds a line to the history of an order, whose state after the action is `row`, inside the action's transaction. */
export function recordOrder(db: Database, row: OrderRow, entry: OrderEntry): void {
  prepared(
    db,
    `INSERT INTO work_order_history (order_id, at_ms, user_id, user_name, action, from_state, to_state, assignee_id,
       assignee_name, content, pictures, changes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    row.id,
    entry.atMs,
    entry.userId,
    entry.userName,
    entry.action,
    entry.fromState,
    row.state,
    row.assignee_id,
    row.assignee_name,
    entry.content,
    JSON.stringify(entry.pictures),
    JSON.stringify(entry.changes),
  )
}
