import type { AlarmLevel } from '@backlot/contract/alarm-types/entities'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Types that users added, and their changes to the platform's own. */
export const alarmTypes = sqliteTable(
  'alarm_types',
  {
    /** From 100,001: those of the platform's own are below. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** 'type', or 'parentType-type'. */
    key: text('key').notNull(),
    type: text('type').notNull(),
    parentType: text('parent_type').notNull(),
    nameZh: text('name_zh').notNull(),
    nameEn: text('name_en').notNull(),
    level: integer('level').notNull(),
    /** Null: its level's. */
    colour: text('colour'),
    /** 1: one of the platform's own; this row holds its changes. */
    system: integer('system').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [uniqueIndex('alarm_types_key').on(table.key)],
)

/** Levels that people changed. */
export const alarmLevels = sqliteTable('alarm_levels', {
  level: integer('level').primaryKey(),
  /** Null: the console's own. */
  colour: text('colour'),
  tone: text('tone').$type<AlarmLevel['tone']>().notNull(),
  version: integer('version').notNull(),
})
