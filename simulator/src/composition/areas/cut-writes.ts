import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import type { Database } from 'better-sqlite3'
import { newestCursor } from '../../areas/alarms/alarm-counters.ts'
import { cutAfter as cutAlarms } from '../../areas/alarms/time-writes.ts'
import { prepared } from '../../areas/shared/prepared.ts'
import { cutOrders } from '../../areas/work-orders/cut-orders.ts'
import { newestNumber, noteCorrection } from '../../store/archive-corrections.ts'

/**
 * Use case across alarms and work orders: after the clock went back, removes everything later. Answers how many alarms
 * were removed.
 */
export function cutAfter(db: Database, args: { afterMs: number }): number {
  const cut = cutAlarms(db, args)
  cutOrders(db, args.afterMs)
  const sure = prepared(
    db,
    `UPDATE alarms SET processing_type = ${PROCESSING_TYPES.sure} WHERE processing_type = ${PROCESSING_TYPES.workOrder}
       AND NOT EXISTS (SELECT 1 FROM work_order_alarms WHERE alarm_id = alarms.id) RETURNING id`,
  )
    .pluck()
    .all() as number[]
  const historyId = newestNumber(db, 'alarm_history')
  noteCorrection(db, { kind: 'cut', afterMs: args.afterMs, cursor: newestCursor(db), historyId, sure })
  return cut
}
