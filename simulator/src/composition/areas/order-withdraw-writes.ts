import { alarmFlagAfter, PROCESSING_TYPES, UNDO_PROCESSING_MS } from '@backlot/contract/alarms/constants'
import { formatDateTime } from '@backlot/contract/time'
import type { Database } from 'better-sqlite3'
import {
  processingOf,
  type Restored,
  recordAlarmAction,
  restoreAlarm,
} from '../../areas/alarms/actions/alarm-history.ts'
import { nextCursor, setFlag } from '../../areas/alarms/alarm-counters.ts'
import type { AlarmRow } from '../../areas/alarms/alarm-row.ts'
import { type Actor, appendAudit } from '../../areas/shared/audit.ts'
import { prepared } from '../../areas/shared/prepared.ts'
import { alarmIdsOf } from '../../areas/work-orders/order-query.ts'
import type { OrderRow } from '../../areas/work-orders/order-row.ts'
import { removeOrder } from '../../areas/work-orders/remove-order.ts'
import type { MessageKey } from '../../kernel/messages.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'

export type Withdrawal = {
  id: number
  /** Alarms whose confirmation, made for the order, is taken back too. */
  confirmed: readonly number[]
  name: string
  zoneMinutes: number
  actor: Actor
}

type Done = { name: string; atMs: number }
type Action = Done & { id: number; action: string; user_id: number; after: string; restores: string | null }

/** An order is touched as soon as it has another version. */
const UNTOUCHED = 1

/**
 * Removes an order that the actor made within UNDO_PROCESSING_MS of platform time, when nobody has done anything about
 * it or its alarms but read them. All or nothing. Answers the order that went and the alarms as they are then.
 */
export function withdraw(
  db: Database,
  args: Withdrawal,
  clock: WriteClock,
): { order: OrderRow; changed: AlarmRow[] } {
  const { actor } = args
  const order = prepared(db, 'SELECT * FROM work_orders WHERE id = ?').get(args.id) as OrderRow | undefined
  if (!order) throw refusal('notFound', 'workOrderNotFound')
  if (order.creator_id !== actor.userId) throw refusal('workOrderNotWithdrawable', 'withdrawNotOwn')
  if (order.version !== UNTOUCHED) throw refusedBy('withdrawBegun', lastOf(db, order.id), args)
  const agoMs = actor.atMs - order.created_ms
  if (agoMs < 0 || agoMs > UNDO_PROCESSING_MS) throw refusal('workOrderNotWithdrawable', 'withdrawLate')
  const ids = alarmIdsOf(db, order.id)
  const before = ids.map((id) => [id, stateBefore(db, id, order, args)] as const)
  if (args.confirmed.some((id) => !ids.includes(id))) throw refusal('notFound', 'alarmNotFound', {}, 'alarms')
  removeOrder(db, order.id)
  const { number } = order
  appendAudit(db, clock, actor, 'workOrders.withdraw', order.id, { called: number, alarms: ids.length })
  const changed = before.map(([id, restores]) => {
    const row = alarmById(db, id)
    recordAlarmAction(db, id, { ...actor, name: args.name }, 'undo', {
      from: { ...processingOf(row), orderId: order.id, orderNumber: number },
      to: restores ? processingOf(restores) : { processingType: PROCESSING_TYPES.sure },
    })
    if (!restores) return unordered(db, id)
    setFlag(db, row.sn, alarmFlagAfter(restores.processing_type))
    return restoreAlarm(db, id, restores)
  })
  return { order, changed }
}

/**
 * The processing that an alarm of the order had before it was confirmed for it; undefined for one that stays confirmed.
 * Refuses where somebody has done something since.
 */
function stateBefore(
  db: Database,
  id: number,
  order: OrderRow,
  { actor, confirmed, zoneMinutes }: Withdrawal,
): Restored | undefined {
  const [last, previous] = prepared(
    db,
    `SELECT id, at_ms AS atMs, user_id, user_name AS name, action, after, restores FROM alarm_history
     WHERE alarm_id = ? AND action <> 'read' ORDER BY id DESC LIMIT 2`,
  ).all(id) as Action[]
  const isOfOrder =
    last?.action === 'workOrder' && (JSON.parse(last.after) as { orderId?: number }).orderId === order.id
  if (!isOfOrder) throw refusedBy('withdrawAlarm', last, { zoneMinutes })
  if (!confirmed.includes(id)) return undefined
  const isConfirmedFor =
    previous?.action === 'process' &&
    previous.user_id === actor.userId &&
    order.created_ms - previous.atMs <= UNDO_PROCESSING_MS
  if (!isConfirmedFor || previous.restores === null)
    throw refusedBy('withdrawAlarm', previous, { zoneMinutes })
  return JSON.parse(previous.restores) as Restored
}

/** The alarm is confirmed and has no order. */
const unordered = (db: Database, id: number) =>
  prepared(db, 'UPDATE alarms SET cursor = ?, processing_type = ? WHERE id = ? RETURNING *').get(
    nextCursor(db),
    PROCESSING_TYPES.sure,
    id,
  ) as AlarmRow

const alarmById = (db: Database, id: number) =>
  prepared(db, 'SELECT * FROM alarms WHERE id = ?').get(id) as AlarmRow

/** Who did something about the order last. */
const lastOf = (db: Database, orderId: number) =>
  prepared(
    db,
    'SELECT user_name AS name, at_ms AS atMs FROM work_order_history WHERE order_id = ? ORDER BY id DESC LIMIT 1',
  ).get(orderId) as Done | undefined

function refusedBy(
  key: MessageKey & `withdraw${string}`,
  done: Done | undefined,
  { zoneMinutes }: { zoneMinutes: number },
) {
  const time = done ? formatDateTime(done.atMs, zoneMinutes) : ''
  return refusal('workOrderNotWithdrawable', key, { name: done?.name ?? '', time })
}
