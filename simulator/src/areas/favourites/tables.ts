import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Favourites of users: folders (type 0) and channels (type 4). */
export const favourites = sqliteTable(
  'favourites',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    /** Folder that it lies in; 0 is the top. */
    parentId: integer('parent_id').notNull(),
    type: integer('type').notNull(),
    name: text('name').notNull(),
    sn: text('sn').notNull(),
    chnId: integer('chn_id').notNull(),
    autoPlay: integer('auto_play').notNull(),
    sort: integer('sort').notNull(),
  },
  (table) => [index('favourites_user').on(table.userId, table.sort, table.id)],
)
