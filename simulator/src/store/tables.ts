import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Facts about the platform itself, one row each: seed, world version, project. */
export const platformFacts = sqliteTable('platform_facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/** The overlay log: actions of people, scenarios and the clock, by platform time. Device state is a fold over it. */
export const overlay = sqliteTable(
  'overlay',
  {
    /** Commit order. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    /** Platform time, epoch milliseconds. */
    atMs: integer('at_ms').notNull(),
    kind: text('kind').notNull(),
    /** Device it concerns; empty when it concerns the platform. */
    sn: text('sn').notNull().default(''),
    /** JSON. */
    payload: text('payload').notNull(),
  },
  (table) => [index('overlay_by_sn').on(table.sn, table.atMs, table.seq)],
)

/**
 * Changes that reach rows which the archive has and the core may have no more, in the order in which they were made:
 * the newest 100,000. `detail` JSON, as `ArchiveCorrection`.
 */
export const archiveCorrections = sqliteTable('archive_corrections', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  detail: text('detail').notNull(),
})
