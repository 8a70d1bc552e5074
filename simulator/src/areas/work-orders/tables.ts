import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const workOrders = sqliteTable(
  'work_orders',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Shown number: WO and the platform's day, then a count. */
    number: text('number').notNull(),
    /** The alarm that it came from; one order an alarm. */
    alarmId: integer('alarm_id').notNull(),
    sn: text('sn').notNull(),
    groupId: integer('group_id').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    /** 0 open; what follows belongs to the work order area. */
    state: integer('state').notNull(),
    creatorId: integer('creator_id').notNull(),
    creatorName: text('creator_name').notNull(),
    /** Platform time. */
    createdMs: integer('created_ms').notNull(),
  },
  (table) => [
    uniqueIndex('work_orders_number').on(table.number),
    uniqueIndex('work_orders_alarm').on(table.alarmId),
    index('work_orders_created').on(table.createdMs),
  ],
)
