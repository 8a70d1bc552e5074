import type { Database } from 'better-sqlite3'
import { and, asc, between, count, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { queryBuilder } from '../../store/query-builder.ts'
import { auditLog } from '../shared/audit-tables.ts'
import type { LogEntry } from './log-entry.ts'
import { logEvents } from './tables.ts'

export type PageWish = { currentPage: number; pageSize: number; order: 'asc' | 'desc' }

export type Page<Row> = { rows: Row[]; total: number }

/** A page of system events. Conditions that are undefined are left out. */
export function readEvents(
  db: Database,
  conditions: readonly (SQL | undefined)[],
  sort: SQLiteColumn,
  wish: PageWish,
): Page<typeof logEvents.$inferSelect> {
  const { ids, total } = findPage(db, logEvents, conditions, sort, wish)
  const rows = queryBuilder(db).select().from(logEvents).where(oneOf(logEvents.id, ids)).all()
  return { rows: inOrder(ids, rows), total }
}

/** A page of the audit log. Conditions that are undefined are left out. */
export function readAudits(
  db: Database,
  conditions: readonly (SQL | undefined)[],
  sort: SQLiteColumn,
  wish: PageWish,
): Page<typeof auditLog.$inferSelect> {
  const { ids, total } = findPage(db, auditLog, conditions, sort, wish)
  const rows = queryBuilder(db).select().from(auditLog).where(oneOf(auditLog.id, ids)).all()
  return { rows: inOrder(ids, rows), total }
}

/** Ids of one page, which an index alone finds whatever the depth, and how many rows match. */
function findPage(
  db: Database,
  table: typeof logEvents | typeof auditLog,
  conditions: readonly (SQL | undefined)[],
  sort: SQLiteColumn,
  { currentPage, pageSize, order }: PageWish,
): { ids: number[]; total: number } {
  const query = queryBuilder(db)
  const where = and(...conditions)
  const offset = (currentPage - 1) * pageSize
  const direction = order === 'asc' ? asc : desc
  const found = query
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(direction(sort), direction(table.id))
    .limit(pageSize)
    .offset(offset)
    .all()
  const ids = found.map(({ id }) => id)
  // A page that is not full is the last one: the search need not be repeated to count it.
  const isLast = ids.length < pageSize && (ids.length > 0 || offset === 0)
  if (isLast) return { ids, total: offset + ids.length }
  const all = query.select({ count: count() }).from(table).where(where).get()
  return { ids, total: all!.count }
}

function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** System events of one kind, in a span of platform time. */
export const eventsOf = (kind: LogEntry['kind'], fromMs: number, toMs: number): SQL | undefined =>
  and(eq(logEvents.kind, kind), between(logEvents.atMs, fromMs, toMs))

/** One of some texts or numbers, of which there may be more than a statement has places for. */
export const oneOf = (column: SQLiteColumn, values: readonly (string | number)[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`

/** A text as a part of any of some columns, without regard to case. */
export const partOf = (columns: readonly SQLiteColumn[], text: string): SQL | undefined =>
  or(...columns.map((column) => sql`${column} LIKE ${likePattern(text)} ESCAPE '\\'`))

export const likePattern = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`
