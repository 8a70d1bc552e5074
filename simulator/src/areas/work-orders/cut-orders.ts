import { ORDER_STATES } from '@backlot/contract/work-orders/constants'
import type { Database } from 'better-sqlite3'
import { prepared } from '../shared/prepared.ts'

/** When an order that is done or closed was rectified, by its history: not if it was sent back since. */
const DONE_MS = `CASE WHEN @state IN (${ORDER_STATES.done}, ${ORDER_STATES.closed}) THEN
  (SELECT CASE action WHEN 'finish' THEN at_ms END FROM work_order_history
   WHERE order_id = @id AND action IN ('finish', 'sendBack') ORDER BY id DESC LIMIT 1) END`

/**
 * Takes back all changes to orders after a platform moment: orders made after it are deleted, the others return to the
 * state and assignee they had then. Their texts keep the newest wording.
 */
export function cutOrders(db: Database, afterMs: number): void {
  const late = 'SELECT id FROM work_orders WHERE created_ms > ?'
  prepared(db, `DELETE FROM work_order_alarms WHERE order_id IN (${late})`).run(afterMs)
  prepared(db, `DELETE FROM work_order_history WHERE order_id IN (${late})`).run(afterMs)
  prepared(db, 'DELETE FROM work_orders WHERE created_ms > ?').run(afterMs)
  const changed = prepared(db, 'SELECT DISTINCT order_id FROM work_order_history WHERE at_ms > ?')
    .pluck()
    .all(afterMs) as number[]
  prepared(db, 'DELETE FROM work_order_history WHERE at_ms > ?').run(afterMs)
  const last = prepared(
    db,
    `SELECT to_state AS state, assignee_id AS assigneeId, assignee_name AS assigneeName, at_ms AS atMs
     FROM work_order_history WHERE order_id = ? ORDER BY id DESC LIMIT 1`,
  )
  const restore = prepared(
    db,
    `UPDATE work_orders SET version = version + 1, state = @state, assignee_id = @assigneeId,
       assignee_name = @assigneeName, updated_ms = @atMs, done_ms = ${DONE_MS},
       closed_ms = CASE @state WHEN ${ORDER_STATES.closed} THEN closed_ms END
     WHERE id = @id`,
  )
  for (const id of changed) restore.run({ ...(last.get(id) as object), id })
}
