import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Edited setup of devices. A part without a row has its original value. */
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
