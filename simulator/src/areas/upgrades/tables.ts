import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Versions of devices' software; their bytes are files named after their SHA-256. */
export const deviceVersions = sqliteTable(
  'device_versions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    version: text('version').notNull(),
    kind: text('kind').notNull(),
    fileName: text('file_name').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    notes: text('notes').notNull(),
    creator: text('creator').notNull(),
    /** Platform time. */
    createdMs: integer('created_ms').notNull(),
  },
  (table) => [uniqueIndex('device_versions_version').on(table.version)],
)

/** Upgrades of several devices. Their results follow from the commands to each. */
export const upgradeRuns = sqliteTable('upgrade_runs', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  versionId: integer('version_id').notNull(),
  name: text('name').notNull(),
  version: text('version').notNull(),
  creator: text('creator').notNull(),
  /** Platform time. */
  startedMs: integer('started_ms').notNull(),
  cancelledMs: integer('cancelled_ms'),
})

export const upgradeRunDevices = sqliteTable(
  'upgrade_run_devices',
  {
    runId: integer('run_id').notNull(),
    sn: text('sn').notNull(),
    /** Why the device was not asked; empty: it was. */
    refused: text('refused').$type<'' | 'offline' | 'busy' | 'same'>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.sn] })],
)
