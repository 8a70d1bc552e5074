import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** How the program did, minute by minute of the machine. */
export const serviceSamples = sqliteTable('service_samples', {
  /** Host time, end of the minute. */
  atMs: integer('at_ms').primaryKey(),
  cpuPercent: real('cpu_percent').notNull(),
  memoryBytes: integer('memory_bytes').notNull(),
  connections: integer('connections').notNull(),
  /** Bytes of the minute. */
  bytesIn: integer('bytes_in').notNull(),
  bytesOut: integer('bytes_out').notNull(),
  devicesOnline: integer('devices_online').notNull(),
})

/** Stored addresses of the servers: one row. */
export const fastConfigs = sqliteTable('fast_configs', {
  /** Always 1. */
  id: integer('id').primaryKey(),
  version: integer('version').notNull(),
  /** JSON of KnownAddresses. */
  config: text('config').notNull(),
  /** Platform time. */
  updatedMs: integer('updated_ms').notNull(),
})
