import type { OrderEvent } from '@backlot/contract/work-orders/entities'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Times are platform time. */
export const workOrders = sqliteTable(
  'work_orders',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Shown number: WO and the platform's day, then a count. */
    number: text('number').notNull(),
    /** Device that it is about; empty when it is about a group alone. */
    sn: text('sn').notNull(),
    /** Group of the device when the order was made: users who see that group see the order. */
    groupId: integer('group_id').notNull(),
    devNameZh: text('dev_name_zh').notNull(),
    devNameEn: text('dev_name_en').notNull(),
    /** Of the first alarm it came from; empty for an order made by hand. */
    type: text('type').notNull(),
    subType: text('sub_type').notNull(),
    title: text('title').notNull(),
    /** Of an order that was named by the platform; empty for one that somebody named. */
    titleEn: text('title_en').notNull(),
    content: text('content').notNull(),
    /** As the contract's ORDER_STATES. */
    state: integer('state').notNull(),
    priority: integer('priority').notNull(),
    /** Grows with every change. */
    version: integer('version').notNull(),
    creatorId: integer('creator_id').notNull(),
    creatorName: text('creator_name').notNull(),
    assigneeId: integer('assignee_id'),
    assigneeName: text('assignee_name').notNull(),
    createdMs: integer('created_ms').notNull(),
    updatedMs: integer('updated_ms').notNull(),
    deadlineMs: integer('deadline_ms'),
    doneMs: integer('done_ms'),
    closedMs: integer('closed_ms'),
  },
  (table) => [
    uniqueIndex('work_orders_number').on(table.number),
    index('work_orders_created').on(table.createdMs),
    index('work_orders_state').on(table.state, table.createdMs),
  ],
)

/** Alarms that orders came from; an alarm has one order at most. */
export const workOrderAlarms = sqliteTable(
  'work_order_alarms',
  { alarmId: integer('alarm_id').primaryKey(), orderId: integer('order_id').notNull() },
  (table) => [index('work_order_alarms_order').on(table.orderId, table.alarmId)],
)

/** Actions on an order and comments on it. State and assignee are those after the action. */
export const workOrderHistory = sqliteTable(
  'work_order_history',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id').notNull(),
    atMs: integer('at_ms').notNull(),
    userId: integer('user_id').notNull(),
    userName: text('user_name').notNull(),
    action: text('action').$type<OrderEvent['action']>().notNull(),
    fromState: integer('from_state'),
    toState: integer('to_state').notNull(),
    assigneeId: integer('assignee_id'),
    assigneeName: text('assignee_name').notNull(),
    content: text('content').notNull(),
    /** JSON: paths of uploaded pictures. */
    pictures: text('pictures').notNull(),
    /** JSON: fields that an edit changed, from and to. */
    changes: text('changes').notNull(),
  },
  (table) => [index('work_order_history_order').on(table.orderId, table.id)],
)
