import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The media server's recording plans, each with its start (platform time): older recordings follow the older plans. */
export const mediaConfigs = sqliteTable('media_configs', {
  validFromMs: integer('valid_from_ms').primaryKey(),
  /** JSON of MediaServerConfig. */
  config: text('config').notNull(),
})

/**
 * Media servers. The first one, the platform's own, has its record in media_configs and a row here once it is needed.
 */
export const mediaServers = sqliteTable('media_servers', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  version: integer('version').notNull(),
  /** JSON of NewMediaServer without its groups; null: the first one. */
  record: text('record'),
})

/** Groups whose devices play from a media server, with all below that are not bound themselves. */
export const mediaServerGroups = sqliteTable('media_server_groups', {
  groupId: integer('group_id').primaryKey(),
  serverId: integer('server_id').notNull(),
})

/** Rules of timed captures, a row for each time they were changed: pictures taken before follow the older rows. */
export const captureRules = sqliteTable(
  'capture_rules',
  {
    version: integer('version').primaryKey({ autoIncrement: true }),
    /** The rule, over all its versions. */
    id: integer('id').notNull(),
    name: text('name').notNull(),
    source: text('source', { enum: ['device', 'server'] }).notNull(),
    intervalMinutes: integer('interval_minutes').notNull(),
    fromHour: integer('from_hour').notNull(),
    toHour: integer('to_hour').notNull(),
    enabled: integer('enabled').notNull(),
    validFromMs: integer('valid_from_ms').notNull(),
    /** Null: holds. */
    validToMs: integer('valid_to_ms'),
  },
  (table) => [index('capture_rules_id').on(table.id, table.validFromMs)],
)
