import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What people said of a device's set-up. A part without a row is as it came. */
export const deviceInstallations = sqliteTable(
  'device_installations',
  {
    sn: text('sn').notNull(),
    part: text('part', { enum: ['points', 'bindings', 'info'] }).notNull(),
    /** JSON. */
    content: text('content').notNull(),
    version: integer('version').notNull(),
    updatedMs: integer('updated_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sn, table.part] })],
)
