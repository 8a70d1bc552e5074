import type { Database, Statement } from 'better-sqlite3'

const byConnection = new WeakMap<Database, Map<string, Statement>>()

/** A statement of a connection, prepared once. Only for texts of which there are few. */
export function prepared(db: Database, sql: string): Statement {
  let statements = byConnection.get(db)
  if (!statements) {
    statements = new Map()
    byConnection.set(db, statements)
  }
  const known = statements.get(sql)
  if (known) return known
  const statement = db.prepare(sql)
  statements.set(sql, statement)
  return statement
}
