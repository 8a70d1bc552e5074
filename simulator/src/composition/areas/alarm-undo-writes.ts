import { alarmFlagAfter, PROCESSING_TYPES, UNDO_PROCESSING_MS } from '@backlot/contract/alarms/constants'
import type { Database } from 'better-sqlite3'
import {
  processingOf,
  type Restored,
  recordAlarmAction,
  restoreAlarm,
} from '../../areas/alarms/actions/alarm-history.ts'
import { type ActionOutcome, eachOrNone, type Hindered } from '../../areas/alarms/actions/each-or-none.ts'
import { setFlag } from '../../areas/alarms/alarm-counters.ts'
import type { AlarmRow } from '../../areas/alarms/alarm-row.ts'
import { type Actor, appendAudit } from '../../areas/shared/audit.ts'
import { prepared } from '../../areas/shared/prepared.ts'
import type { OrderRow } from '../../areas/work-orders/order-row.ts'
import { removeOrder } from '../../areas/work-orders/remove-order.ts'
import type { WriteClock } from '../../store/write.ts'

type Why = Omit<Hindered, 'id'>
type Action = { id: number; at_ms: number; user_id: number; user_name: string; action: string; after: string }
/** Data to undo a processing: the row as it was, and the work order deleted with it. */
type Undo = { restores: Restored; order: OrderRow | undefined }

/** An order is touched as soon as it has another version. */
const UNTOUCHED = 1

/**
 * Undoes the actor's processing within UNDO_PROCESSING_MS of platform time, when nobody has done anything but read
 * since: the alarm is as it was before, and the work order made automatically is removed. Also answers the removed
 * orders. Without `each` nothing is written when one of the alarms is hindered.
 */
export function undoProcessing(
  db: Database,
  args: { items: readonly { id: number }[]; each: boolean; actor: Actor; name: string },
  clock: WriteClock,
): ActionOutcome & { orders: OrderRow[] } {
  const { actor } = args
  const undos = new Map<number, Undo>()
  const orders: OrderRow[] = []
  const outcome = eachOrNone(
    db,
    args,
    (row) => {
      const found = undoOf(db, row, actor)
      if ('why' in found) return found
      undos.set(row.id, found)
      return undefined
    },
    (row) => {
      const { restores, order } = undos.get(row.id)!
      if (order) {
        removeOrder(db, order.id)
        orders.push(order)
      }
      setFlag(db, row.sn, alarmFlagAfter(restores.processing_type))
      appendAudit(db, clock, actor, 'alarms.undoProcessing', row.id, {
        from: row.processing_type,
        to: restores.processing_type,
        ...(order && { number: order.number }),
      })
      recordAlarmAction(db, row.id, { ...actor, name: args.name }, 'undo', {
        from: { ...processingOf(row), ...(order && { orderId: order.id, orderNumber: order.number }) },
        to: processingOf(restores),
      })
      return restoreAlarm(db, row.id, restores)
    },
  )
  return { ...outcome, orders }
}

function undoOf(db: Database, row: AlarmRow, actor: Actor): Undo | Why {
  const processing = prepared(
    db,
    `SELECT id, at_ms, restores FROM alarm_history WHERE alarm_id = ? AND action = 'process' AND user_id = ?
     ORDER BY id DESC LIMIT 1`,
  ).get(row.id, actor.userId) as { id: number; at_ms: number; restores: string | null } | undefined
  if (!processing || processing.restores === null) return { why: 'notUndoable', name: '', atMs: null }
  const since = prepared(
    db,
    `SELECT id, at_ms, user_id, user_name, action, after FROM alarm_history
     WHERE alarm_id = ? AND id > ? AND action <> 'read' ORDER BY id DESC`,
  ).all(row.id, processing.id) as Action[]
  const [last] = since
  if (last?.action === 'undo') return { why: 'notUndoable', name: '', atMs: null }
  const agoMs = actor.atMs - processing.at_ms
  if (agoMs < 0 || agoMs > UNDO_PROCESSING_MS) return { why: 'undoLate', name: '', atMs: null }
  const restores = JSON.parse(processing.restores) as Restored
  if (!last) return { restores, order: undefined }
  const ownOrder = since.length === 1 && last.action === 'workOrder' && last.user_id === actor.userId
  if (!ownOrder || row.processing_type !== PROCESSING_TYPES.workOrder) {
    return { why: 'undoChanged', name: last.user_name, atMs: last.at_ms }
  }
  const { orderId } = JSON.parse(last.after) as { orderId: number }
  const order = prepared(db, 'SELECT * FROM work_orders WHERE id = ?').get(orderId) as OrderRow | undefined
  // An order from before is the alarm's again, as it was.
  if (!order || order.created_ms < processing.at_ms) return { restores, order: undefined }
  if (order.version !== UNTOUCHED || order.title_en === '') return touchedBy(db, order)
  return { restores, order }
}

/** Who did something about an order last; one with a title that somebody wrote was not made by itself. */
function touchedBy(db: Database, order: OrderRow): Why {
  const { user_name, at_ms } = prepared(
    db,
    'SELECT user_name, at_ms FROM work_order_history WHERE order_id = ? ORDER BY id DESC LIMIT 1',
  ).get(order.id) as { user_name: string; at_ms: number }
  return { why: 'undoOrder', name: user_name, atMs: at_ms }
}
