import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Workspaces: screens as users have set them up. */
export const workspaces = sqliteTable(
  'workspaces',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Its owner. */
    userId: integer('user_id').notNull(),
    name: text('name').notNull(),
    /** Route of the screen. */
    path: text('path').notNull(),
    /** Parameters of the console's address. */
    query: text('query', { mode: 'json' }).$type<Readonly<Record<string, string>>>().notNull(),
    /** Role whose users see it too; null: the owner alone does. */
    roleId: integer('role_id'),
    /** Grows with every change. */
    version: integer('version').notNull().default(1),
  },
  (table) => [uniqueIndex('workspaces_name').on(table.userId, sql`${table.name} COLLATE NOCASE`)],
)

/** The workspace that a user's console opens after the sign-in. */
export const workspaceStarts = sqliteTable('workspace_starts', {
  userId: integer('user_id').primaryKey(),
  workspaceId: integer('workspace_id').notNull(),
})
