import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Saved filters of the alarm query. */
export const alarmFilters = sqliteTable(
  'alarm_filters',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    name: text('name').notNull(),
    /** Parameters of the console's URL. */
    query: text('query', { mode: 'json' }).$type<Readonly<Record<string, string>>>().notNull(),
  },
  (table) => [uniqueIndex('alarm_filters_name').on(table.userId, sql`${table.name} COLLATE NOCASE`)],
)
