import { PROCESSING_TYPES } from '@backlot/contract/alarms/entities'
import type { Database } from 'better-sqlite3'
import type { WriteClock } from '../store/write.ts'
import { nextCursor } from './alarms/alarm-counters.ts'
import type { AlarmRow } from './alarms/alarm-row.ts'
import { alarmTypeName } from './alarms/alarm-types.ts'
import { type Actor, appendAudit } from './audit.ts'
import { prepared } from './prepared.ts'
import { writeRefusal } from './refusal.ts'
import { createOrder } from './work-orders/create-order.ts'

/**
 * Work orders for alarms that were processed as sure, all or none: the order and the alarm's new processing type in
 * one transaction. Alarms that have an order keep it. Answers the alarms that changed and how many orders are new.
 */
export function createForAlarms(
  db: Database,
  args: { ids: readonly number[]; creatorName: string; zoneMinutes: number; actor: Actor },
  clock: WriteClock,
): { changed: AlarmRow[]; created: number } {
  let created = 0
  const changed = args.ids.flatMap((id) => {
    const row = prepared(db, 'SELECT * FROM alarms WHERE id = ?').get(id) as AlarmRow | undefined
    if (!row) throw writeRefusal('notFound', 'alarmNotFound')
    if (row.processing_type === PROCESSING_TYPES.workOrder) return []
    if (row.processing_type !== PROCESSING_TYPES.sure) throw writeRefusal('conflict', 'workOrderNeedsSure')
    const orderId = createOrder(
      db,
      {
        alarmId: id,
        sn: row.sn,
        groupId: row.group_id,
        title: `${row.dev_name_zh} ${alarmTypeName(row.type, row.sub_type).zh}`,
        content: row.processing_content,
        creatorId: args.actor.userId,
        creatorName: args.creatorName,
        createdMs: Math.round(args.actor.atMs),
      },
      args.zoneMinutes,
    )
    if (orderId !== undefined) created++
    appendAudit(db, clock, args.actor, 'workOrders.autoNewCross', id, { orderId })
    return [
      prepared(db, 'UPDATE alarms SET cursor = ?, processing_type = ? WHERE id = ? RETURNING *').get(
        nextCursor(db),
        PROCESSING_TYPES.workOrder,
        id,
      ) as AlarmRow,
    ]
  })
  return { changed, created }
}
