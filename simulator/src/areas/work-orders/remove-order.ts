import type { Database } from 'better-sqlite3'
import { prepared } from '../prepared.ts'

/** Removes an order with its history, inside the caller's transaction. Its alarms have none then. */
export function removeOrder(db: Database, id: number): void {
  prepared(db, 'DELETE FROM work_order_alarms WHERE order_id = ?').run(id)
  prepared(db, 'DELETE FROM work_order_history WHERE order_id = ?').run(id)
  prepared(db, 'DELETE FROM work_orders WHERE id = ?').run(id)
}
