import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Events: of the platform (system), of devices (device), and pages opened (visit). */
export const logEvents = sqliteTable(
  'log_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** system, device or visit. */
    kind: text('kind').notNull(),
    /** Platform time. */
    atMs: integer('at_ms').notNull(),
    /** 0 info, 1 warn, 2 error. */
    level: integer('level').notNull(),
    event: text('event').notNull(),
    /** A part, a serial number, a route. */
    subject: text('subject').notNull(),
    /** Group of the device at that time; 0 when there is none. */
    groupId: integer('group_id').notNull(),
    userId: integer('user_id').notNull(),
    loginName: text('login_name').notNull(),
    address: text('address').notNull(),
    /** JSON. */
    detail: text('detail').notNull(),
  },
  (table) => [
    // Holds all that lists are narrowed down by: counting reads nothing else.
    index('log_events_list').on(
      table.kind,
      table.atMs,
      table.id,
      table.level,
      table.event,
      table.subject,
      table.groupId,
      table.userId,
      table.loginName,
      table.address,
    ),
  ],
)
