import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Templates, a row for each change: older recordings follow the older rows. */
export const templates = sqliteTable(
  'templates',
  {
    row: integer('row').primaryKey({ autoIncrement: true }),
    /** The template, over all its rows. */
    id: integer('id').notNull(),
    /** Grows with each change of a template. */
    version: integer('version').notNull(),
    kind: integer('kind').notNull(),
    name: text('name').notNull(),
    /** JSON of the entered values. */
    fields: text('fields').notNull(),
    /** Platform time. */
    validFromMs: integer('valid_from_ms').notNull(),
    /** Null: holds. */
    validToMs: integer('valid_to_ms'),
  },
  (table) => [index('templates_id').on(table.id, table.validFromMs)],
)
