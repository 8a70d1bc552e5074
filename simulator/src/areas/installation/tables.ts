import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Edited setup of devices. A part without a row has its original value. */
export const deviceInstallations = sqliteTable(
  'device_installations',
  {
    sn: text('sn').notNull(),
    /** points, bindings or info. */
    part: text('part').notNull(),
    /** JSON. */
    content: text('content').notNull(),
    version: integer('version').notNull(),
    updatedMs: integer('updated_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sn, table.part] })],
)
