import { integer, real, sqliteTable } from 'drizzle-orm/sqlite-core'

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
