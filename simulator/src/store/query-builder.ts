import type { Database } from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'

const byConnection = new WeakMap<Database, BetterSQLite3Database>()

/**
 * Drizzle's query builder of a connection: synchronous, rows typed by the tables. Building a query takes some 20 to 60 µs,
 * so hot paths keep a prepared one or write SQL (docs/decisions/0015-drizzle-for-cold-areas.md).
 */
export function queryBuilder(db: Database): BetterSQLite3Database {
  const known = byConnection.get(db)
  if (known) return known
  const builder = drizzle(db)
  byConnection.set(db, builder)
  return builder
}
