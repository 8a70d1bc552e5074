import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Sensing quantities that were added, and how those of the platform were changed. */
export const senseQuantities = sqliteTable('sense_quantities', {
  code: text('code').primaryKey(),
  nameZh: text('name_zh').notNull(),
  nameEn: text('name_en').notNull(),
  unit: text('unit').notNull(),
  factor: real('factor').notNull(),
  /** Added after the factor. */
  shift: real('shift').notNull(),
  decimals: integer('decimals').notNull(),
  low: real('low'),
  high: real('high'),
  version: integer('version').notNull(),
  updatedMs: integer('updated_ms').notNull(),
})
