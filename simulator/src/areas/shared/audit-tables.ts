import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Audit entries: one row for each change that a person made or was refused. Read by the user log. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Platform time. */
    atMs: integer('at_ms').notNull(),
    /** Host time of the commit. */
    hostMs: integer('host_ms').notNull(),
    /** 0 when nobody was signed in. */
    userId: integer('user_id').notNull(),
    loginName: text('login_name').notNull(),
    /** `<area>.<verb>`, as in the contract. */
    action: text('action').notNull(),
    /** Target: a serial number, a user id, an alarm id. */
    target: text('target').notNull(),
    /** JSON. */
    detail: text('detail').notNull(),
    address: text('address').notNull(),
    requestId: text('request_id').notNull(),
    /** Code of the reply; 0 is success. */
    result: integer('result').notNull().default(0),
  },
  (table) => [
    // Holds all that lists are narrowed down by: counting reads nothing else.
    index('audit_log_list').on(
      table.atMs,
      table.id,
      table.userId,
      table.action,
      table.result,
      table.target,
      table.loginName,
      table.address,
    ),
    index('audit_log_request').on(table.requestId),
    index('audit_log_user').on(table.userId, table.atMs),
  ],
)
