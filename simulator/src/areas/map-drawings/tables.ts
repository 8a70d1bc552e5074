import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Drawings of users on the map; those with a fence raise alarms. */
export const mapDrawings = sqliteTable(
  'map_drawings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    /** JSON: longitude and latitude of each point, WGS-84. */
    points: text('points').notNull(),
    radius: real('radius').notNull(),
    zoom: real('zoom').notNull(),
    mapType: text('map_type').notNull(),
    /** JSON: colour, width, opacity. */
    style: text('style').notNull(),
    /** JSON, or null when it is no fence. */
    fence: text('fence'),
  },
  (table) => [index('map_drawings_user').on(table.userId, table.id)],
)
