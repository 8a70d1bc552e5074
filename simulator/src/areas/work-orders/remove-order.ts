import type { Database } from 'better-sqlite3'
import { prepared } from '../shared/prepared.ts'

/** Begins the name of the fact which is the highest number of a day that an order had which was removed. */
export const REMOVED_NUMBER = 'workOrders.removed.'

/**
 * Removes an order with its history, inside the caller's transaction. Its alarms have none then. Its number is kept, so
 * that no other order gets it: people may have noted it.
 */
export function removeOrder(db: Database, id: number): void {
  prepared(
    db,
    `INSERT INTO platform_facts (name, value)
     SELECT ? || substr(number, 1, instr(number, '-') - 1), number FROM work_orders WHERE id = ?
     ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
  ).run(REMOVED_NUMBER, id)
  prepared(db, 'DELETE FROM work_order_alarms WHERE order_id = ?').run(id)
  prepared(db, 'DELETE FROM work_order_history WHERE order_id = ?').run(id)
  prepared(db, 'DELETE FROM work_orders WHERE id = ?').run(id)
}
