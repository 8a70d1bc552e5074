import type { Drawing, Fence } from '@backlot/contract/map-drawings/entities'
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Drawings of users on the map; those with a fence raise alarms. */
export const mapDrawings = sqliteTable(
  'map_drawings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    /** Longitude and latitude of each point, WGS-84. */
    points: text('points', { mode: 'json' }).$type<Drawing['points']>().notNull(),
    radius: real('radius').notNull(),
    zoom: real('zoom').notNull(),
    mapType: text('map_type').notNull(),
    /** Colour, width, opacity. */
    style: text('style', { mode: 'json' }).$type<Drawing['style']>().notNull(),
    /** Null: it is no fence. */
    fence: text('fence', { mode: 'json' }).$type<Fence>(),
  },
  (table) => [index('map_drawings_user').on(table.userId, table.id)],
)
