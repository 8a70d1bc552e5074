import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Devices that came to a gateway by themselves. */
export const foreignDevices = sqliteTable('foreign_devices', {
  sn: text('sn').primaryKey(),
  /** The directory's id: the same after every start. */
  deviceId: integer('device_id').notNull().unique(),
  kind: text('kind').notNull(),
  protocolType: integer('protocol_type').notNull(),
  model: text('model'),
  nameZh: text('name_zh').notNull(),
  nameEn: text('name_en').notNull(),
  plate: text('plate'),
  /** Credential for the next sign-in: the password it first came with, or a code that we gave it. */
  wirePassword: text('wire_password'),
  firstSeenMs: integer('first_seen_ms').notNull(),
  lastSeenMs: integer('last_seen_ms').notNull(),
})

/** Where foreign devices were, by their own clocks. */
export const foreignPositions = sqliteTable(
  'foreign_positions',
  {
    /** Order of the last change; no number is used twice. The archive follows it. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    sn: text('sn').notNull(),
    atMs: integer('at_ms').notNull(),
    longitude: real('longitude').notNull(),
    latitude: real('latitude').notNull(),
    speedKmh: real('speed_kmh').notNull(),
    directionDeg: real('direction_deg').notNull(),
    mileageKm: real('mileage_km'),
    fuelL: real('fuel_l'),
    accOn: integer('acc_on'),
    satellites: integer('satellites'),
    late: integer('late').notNull(),
  },
  (table) => [uniqueIndex('foreign_positions_at').on(table.sn, table.atMs)],
)

/** Reports of foreign stations, one row each. */
export const foreignReadings = sqliteTable(
  'foreign_readings',
  {
    /** Order of the last change; no number is used twice. The archive follows it. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    sn: text('sn').notNull(),
    /** realtime, minute, hour or day; of states of its devices status, runTime or restart. */
    interval: text('interval').notNull(),
    atMs: integer('at_ms').notNull(),
    /** JSON: by code [value, flag, min, max, sum], shortened behind the last that is there. */
    rows: text('rows').notNull(),
    late: integer('late').notNull(),
  },
  (table) => [uniqueIndex('foreign_readings_at').on(table.sn, table.interval, table.atMs)],
)

/** When foreign devices came and went: 1 and 0. */
export const foreignPresence = sqliteTable(
  'foreign_presence',
  {
    /** Order of the last change; no number is used twice. The archive follows it. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    sn: text('sn').notNull(),
    atMs: integer('at_ms').notNull(),
    online: integer('online').notNull(),
  },
  (table) => [uniqueIndex('foreign_presence_at').on(table.sn, table.atMs)],
)

/** Newest raw packets of foreign devices. */
export const foreignPackets = sqliteTable(
  'foreign_packets',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    sn: text('sn').notNull(),
    atMs: integer('at_ms').notNull(),
    /** in or out. */
    direction: text('direction').notNull(),
    text: text('text').notNull(),
    problem: text('problem'),
  },
  (table) => [index('foreign_packets_by_sn').on(table.sn, table.id)],
)
