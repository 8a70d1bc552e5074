import type { PlanSchedule, Polling, PollingWindow } from '@backlot/contract/preplans/entities'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Video plans. */
export const preplans = sqliteTable(
  'preplans',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    /** Name in lower case: unique without regard to case. */
    nameKey: text('name_key').notNull(),
    intervalS: integer('interval_s').notNull(),
    window: integer('window').$type<PollingWindow>().notNull(),
    enabled: integer('enabled').notNull(),
    /** Null: without one. */
    schedule: text('schedule', { mode: 'json' }).$type<PlanSchedule>(),
    sort: integer('sort').notNull(),
    creatorId: integer('creator_id').notNull(),
    /** Platform time. */
    updatedMs: integer('updated_ms').notNull(),
    /** Grows with every change of the plan or its channels. */
    version: integer('version').notNull().default(1),
  },
  (table) => [uniqueIndex('preplans_name').on(table.nameKey), index('preplans_sort').on(table.sort)],
)

/** Channels of plans. */
export const preplanChannels = sqliteTable(
  'preplan_channels',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    preplanId: integer('preplan_id').notNull(),
    sn: text('sn').notNull(),
    chnId: integer('chn_id').notNull(),
    sort: integer('sort').notNull(),
  },
  (table) => [
    uniqueIndex('preplan_channels_once').on(table.preplanId, table.sn, table.chnId),
    index('preplan_channels_sort').on(table.preplanId, table.sort),
  ],
)

/** Polling of users without a plan, one row each. */
export const pollings = sqliteTable('pollings', {
  userId: integer('user_id').primaryKey(),
  polling: text('polling', { mode: 'json' }).$type<Polling>().notNull(),
})
