import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Where people placed fixed devices, from when on (platform time). No position: taken off the map. */
export const devicePlaces = sqliteTable(
  'device_places',
  {
    sn: text('sn').notNull(),
    validFromMs: integer('valid_from_ms').notNull(),
    longitude: real('longitude'),
    latitude: real('latitude'),
  },
  (table) => [primaryKey({ columns: [table.sn, table.validFromMs] })],
)
