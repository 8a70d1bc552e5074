import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Ended sessions are kept this long, so that their owners get the reason. */
export const KEEP_ENDED_MS = 7 * 86_400_000

/** Sessions outlive a restart. Their ids are secrets: only a SHA-256 of them is kept. */
export const sessions = sqliteTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    userId: integer('user_id').notNull(),
    address: text('address').notNull(),
    /** Host times. */
    createdMs: integer('created_ms').notNull(),
    lastSeenMs: integer('last_seen_ms').notNull(),
    endedMs: integer('ended_ms'),
    endReason: text('end_reason', { enum: ['expired', 'kickedOut', 'signedOut'] }),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_ended').on(table.endedMs)],
)

/** Wrong passwords of known accounts since the last right one. */
export const signInFailures = sqliteTable('sign_in_failures', {
  loginName: text('login_name').primaryKey(),
  failures: integer('failures').notNull(),
  /** Host times. */
  lastMs: integer('last_ms').notNull(),
  lockedUntilMs: integer('locked_until_ms').notNull(),
})
