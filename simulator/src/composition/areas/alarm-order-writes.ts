import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import type { Database } from 'better-sqlite3'
import { recordAlarmAction } from '../../areas/alarms/actions/alarm-history.ts'
import { nextCursor } from '../../areas/alarms/alarm-counters.ts'
import type { AlarmRow } from '../../areas/alarms/alarm-row.ts'
import { type Actor, appendAudit } from '../../areas/shared/audit.ts'
import { prepared } from '../../areas/shared/prepared.ts'
import { createOrder, type NewWorkOrder, orderOfAlarm } from '../../areas/work-orders/create-order.ts'
import type { OrderRow } from '../../areas/work-orders/order-row.ts'
import { alarmFacts } from '../../history/alarm-types/alarm-types.ts'
import type { Named } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'

type AlarmTypeFacts = { name: Named; level: 1 | 2 | 3 | 4 }

/**
 * Work orders for alarms that were processed as sure, all or none: the order and the alarm's new processing type in
 * one transaction. Alarms that have an order keep it. Answers the alarms that changed and the orders that are new.
 */
export function createForAlarms(
  db: Database,
  args: { ids: readonly number[]; creatorName: string; zoneMinutes: number; actor: Actor },
  clock: WriteClock,
): { changed: AlarmRow[]; created: OrderRow[] } {
  const created: OrderRow[] = []
  const changed = args.ids.flatMap((id) => {
    const row = alarmById(db, id)
    if (row.processing_type === PROCESSING_TYPES.workOrder) return []
    if (row.processing_type !== PROCESSING_TYPES.sure) throw refusal('conflict', 'workOrderNeedsSure')
    const known = orderOfAlarm(db, id)
    const order = known === undefined ? made(row) : orderById(db, known)
    appendAudit(db, clock, args.actor, 'workOrders.autoNewCross', id, { orderId: order.id })
    return [markOrdered(db, row, order, { ...args.actor, name: args.creatorName })]
  })
  return { changed, created }

  function made(row: AlarmRow): OrderRow {
    const { name, level } = alarmTypeFacts(db, row.type, row.sub_type)
    const order = createOrder(
      db,
      {
        alarmIds: [row.id],
        ...placeOf(row),
        title: `${row.dev_name_zh} ${name.zh}`,
        titleEn: `${row.dev_name_en} ${name.en}`,
        content: row.processing_content,
        priority: level,
        creatorId: args.actor.userId,
        creatorName: args.creatorName,
        createdMs: Math.round(args.actor.atMs),
      },
      args.zoneMinutes,
    )
    created.push(order)
    return order
  }
}

export type HandMadeOrder = Pick<
  NewWorkOrder,
  'title' | 'content' | 'priority' | 'deadlineMs' | 'assignee' | 'pictures' | 'creatorName'
> & {
  /** Alarms of the order; the first decides its place. */
  alarmIds: readonly number[]
  /** Where it is when it is about no alarm. */
  place: Pick<NewWorkOrder, 'sn' | 'groupId' | 'devName'> | undefined
  zoneMinutes: number
  actor: Actor
}

/**
 * An order that somebody wrote. Its alarms must have been processed as sure and have no order; they are processed by
 * it then. Throws notFound, or conflict (workOrderNeedsSure, alarmOrdered).
 */
export function add(
  db: Database,
  args: HandMadeOrder,
  clock: WriteClock,
): { order: OrderRow; changed: AlarmRow[] } {
  const rows = args.alarmIds.map((id) => alarmById(db, id))
  for (const { id, processing_type } of rows) {
    if (orderOfAlarm(db, id) !== undefined) throw refusal('conflict', 'alarmOrdered')
    if (processing_type !== PROCESSING_TYPES.sure) throw refusal('conflict', 'workOrderNeedsSure')
  }
  const [first] = rows
  const place = first ? placeOf(first) : args.place && { ...args.place, type: '', subType: '' }
  if (!place) throw refusal('invalid', 'workOrderPlace')
  const order = createOrder(
    db,
    {
      ...place,
      alarmIds: rows.map(({ id }) => id),
      title: args.title,
      titleEn: '',
      content: args.content,
      priority: args.priority,
      deadlineMs: args.deadlineMs,
      assignee: args.assignee,
      pictures: args.pictures ?? [],
      creatorId: args.actor.userId,
      creatorName: args.creatorName,
      createdMs: Math.round(args.actor.atMs),
    },
    args.zoneMinutes,
  )
  appendAudit(db, clock, args.actor, 'workOrders.add', order.id, {
    number: order.number,
    alarms: args.alarmIds,
  })
  const doer = { ...args.actor, name: args.creatorName }
  return { order, changed: rows.map((row) => markOrdered(db, row, order, doer)) }
}

function placeOf(row: AlarmRow): Pick<NewWorkOrder, 'sn' | 'groupId' | 'devName' | 'type' | 'subType'> {
  return {
    sn: row.sn,
    groupId: row.group_id,
    devName: { zh: row.dev_name_zh, en: row.dev_name_en },
    type: row.type,
    subType: row.sub_type,
  }
}

/** The alarm is processed by its order. */
function markOrdered(
  db: Database,
  row: AlarmRow,
  { id: orderId, number: orderNumber }: OrderRow,
  doer: Parameters<typeof recordAlarmAction>[2],
): AlarmRow {
  recordAlarmAction(db, row.id, doer, 'workOrder', {
    from: { processingType: row.processing_type },
    to: { processingType: PROCESSING_TYPES.workOrder, orderId, orderNumber },
  })
  return prepared(db, 'UPDATE alarms SET cursor = ?, processing_type = ? WHERE id = ? RETURNING *').get(
    nextCursor(db),
    PROCESSING_TYPES.workOrder,
    row.id,
  ) as AlarmRow
}

function orderById(db: Database, id: number): OrderRow {
  return prepared(db, 'SELECT * FROM work_orders WHERE id = ?').get(id) as OrderRow
}

function alarmById(db: Database, id: number): AlarmRow {
  const row = prepared(db, 'SELECT * FROM alarms WHERE id = ?').get(id) as AlarmRow | undefined
  if (!row) throw refusal('notFound', 'alarmNotFound')
  return row
}

/** Name and level of a kind of alarm as they are stored by now, for writes; of the sub-type when there is one. */
function alarmTypeFacts(db: Database, type: string, subType: string): AlarmTypeFacts {
  const find = prepared(db, 'SELECT name_zh AS zh, name_en AS en, level FROM alarm_types WHERE key = ?')
  const factsOf = (key: string) => {
    const row = find.get(key) as { zh: string; en: string; level: AlarmTypeFacts['level'] } | undefined
    return row && { name: { zh: row.zh, en: row.en }, level: row.level }
  }
  const stored = subType === '' ? factsOf(type) : factsOf(`${type}-${subType}`)
  if (stored) return stored
  const known = alarmFacts(type, subType)
  // Not a type of the platform's own: the type above it, when that was added by users.
  return (subType !== '' && known.name.en === type ? factsOf(type) : undefined) ?? known
}
