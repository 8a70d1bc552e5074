import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Alarms that went, or changed without taking a new cursor, in the order in which they did: the newest 100,000.
 * Triggers write it (at the end of the first migration), so that no write can forget to; the alarm reader follows it.
 */
export const alarmChanges = sqliteTable('alarm_changes', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  alarmId: integer('alarm_id').notNull(),
})

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
