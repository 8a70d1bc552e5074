import type { Database } from 'better-sqlite3'
import { prepared } from '../shared/prepared.ts'

/** A condition with its values; `undefined` values leave it out. */
export type Condition = readonly [sql: string, ...values: readonly (string | number)[]]

export type PageWish = { currentPage: number; pageSize: number; order: 'asc' | 'desc' }

/** Rows of one page by their ids, which an index alone finds whatever the depth, and how many rows match. */
export function readPage<Row extends { id: number }>(
  db: Database,
  table: 'audit_log' | 'log_events',
  conditions: readonly Condition[],
  sort: string,
  { currentPage, pageSize, order }: PageWish,
): { rows: Row[]; total: number } {
  const where = conditions.map(([sql]) => sql).join(' AND ')
  const values = conditions.flatMap(([, ...given]) => given)
  const offset = (currentPage - 1) * pageSize
  const direction = order === 'asc' ? 'ASC' : 'DESC'
  const ids = prepared(
    db,
    `SELECT id FROM ${table} WHERE ${where} ORDER BY ${sort} ${direction}, id ${direction} LIMIT ? OFFSET ?`,
  )
    .pluck()
    .all(...values, pageSize, offset) as number[]
  // A page that is not full is the last one: the search need not be repeated to count it.
  const isLast = ids.length < pageSize && (ids.length > 0 || offset === 0)
  const total = isLast
    ? offset + ids.length
    : (prepared(db, `SELECT count(*) FROM ${table} WHERE ${where}`).pluck().get(values) as number)
  const found = prepared(db, `SELECT * FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`).all(
    JSON.stringify(ids),
  ) as Row[]
  const byId = new Map(found.map((row) => [row.id, row]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total }
}

/** One of some texts or numbers. */
export const oneOf = (column: string, values: readonly (string | number)[]): Condition => [
  `${column} IN (SELECT value FROM json_each(?))`,
  JSON.stringify(values),
]

/** A text as a part of any of some columns, without regard to case. */
export function partOf(columns: readonly string[], text: string): Condition {
  const pattern = likePattern(text)
  return [
    `(${columns.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ')})`,
    ...columns.map(() => pattern),
  ]
}

export const likePattern = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`
