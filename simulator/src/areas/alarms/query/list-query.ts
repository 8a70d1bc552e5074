import type { Database } from 'better-sqlite3'
import type { Language } from '../../../kernel/language.ts'
import { prepared } from '../../shared/prepared.ts'
import { type AlarmFilter, filterConditions } from './alarm-filter.ts'
import { alarmJson } from './alarm-json.ts'
import type { ListSpan } from './list-span.ts'

/** Counting stops here: a page need not know more. */
const COUNT_CAP = 100_000
/** More rows than that in a span are not sorted by type, but met in the order of the index of types. */
const SORTED_MAX = 10_000

export type AlarmSort = 'startTime' | 'devName' | 'type' | 'processingTime'
export type AlarmOrder = 'asc' | 'desc'

export type ListQuery = {
  span: ListSpan
  filter: AlarmFilter
  sort: AlarmSort
  order: AlarmOrder
  language: Language
  pageSize: number
  /** Rows to leave out, or the mark of the page before. */
  from: { offset: number } | { mark: PageMark }
}

/**
 * A limit as a parameter. SQLite's planner looks at the value of a plain one and so prepares the statement again for
 * each run, which costs more than reading a page of ids.
 */
const LIMIT = 'LIMIT (? + 0)'

/** Where a page ended: value of the sorting column, and id. */
export type PageMark = { value: string | number; id: number }

const sortColumn = (sort: AlarmSort, language: Language): string =>
  ({
    startTime: 'start_ms',
    devName: language === 'en' ? 'dev_name_en' : 'dev_name_zh',
    type: 'type',
    // Unprocessed ones come before the first processed one.
    processingTime: 'ifnull(processing_ms, -1)',
  })[sort]

/**
 * One page of alarms that started in a span as JSON (rows with commas between), and the mark of where it ended when
 * more may follow.
 */
export function readPage(db: Database, query: ListQuery): { rows: Buffer; mark: PageMark | undefined } {
  const { text, values } = conditions(query.filter, query.span)
  const column = sortColumn(query.sort, query.language)
  const way = query.order === 'asc' ? 'ASC' : 'DESC'
  const after = 'mark' in query.from ? query.from.mark : undefined
  // Within a type by start, as the index of types has it.
  const byType = query.sort === 'type'
  const order = byType ? [column, 'start_ms', 'id'] : [column, 'id']
  const marked = byType ? '?, (SELECT start_ms FROM alarms WHERE id = ?), ?' : '?, ?'
  const beyond = after ? ` AND (${order.join(', ')}) ${query.order === 'asc' ? '>' : '<'} (${marked})` : ''
  const index = byType && isManyOfAll(db, query) ? ' INDEXED BY alarms_type' : ''
  // Ids first: skipping rows then reads an index and not the rows.
  const idsSql = `SELECT id, ${column} AS value FROM alarms${index} WHERE ${text}${beyond}
    ORDER BY ${order.map((name) => `${name} ${way}`).join(', ')} ${LIMIT} OFFSET (? + 0)`
  const found = prepared(db, idsSql).all(
    ...values,
    ...(after ? [after.value, ...(byType ? [after.id] : []), after.id] : []),
    query.pageSize + 1,
    'offset' in query.from ? query.from.offset : 0,
  ) as PageMark[]
  const page = found.slice(0, query.pageSize)
  const ids = page.map(({ id }) => id)
  // One row more than requested shows whether any follow.
  return {
    rows: readRows(db, ids, query.language),
    mark: found.length > page.length ? page.at(-1) : undefined,
  }
}

/** Alarms by id as JSON, in this order, with commas between. */
export function readRows(db: Database, ids: readonly number[], language: Language): Buffer {
  const sql = `SELECT CAST(group_concat(json, ',' ORDER BY place) AS BLOB) AS rows FROM (
    SELECT place, ${alarmJson(language)} AS json
    FROM (SELECT key AS place, value AS alarm FROM json_each(?)) JOIN alarms ON alarms.id = alarm)`
  const { rows } = prepared(db, sql).get(JSON.stringify(ids)) as RowsBytes
  return rows ?? NO_ROWS
}

/** Which of some alarms are on the core, by id. */
export function idsAmong(db: Database, rows: readonly { id: number }[]): number[] {
  const sql = 'SELECT id FROM alarms WHERE id IN (SELECT value FROM json_each(?))'
  const ids = JSON.stringify(rows.map(({ id }) => id))
  return prepared(db, sql).pluck().all(ids) as number[]
}

/** In a span with more alarms than this, the reader does all searching. */
export const CROWD = 5000

/** Whether more than `limit` alarms start in a span, whatever they are. */
export function isCrowded(db: Database, span: ListSpan, limit: number): boolean {
  const sql =
    'SELECT count(*) AS n FROM (SELECT 1 FROM alarms WHERE start_ms >= ? AND start_ms < ? LIMIT (? + 0))'
  const { fromMs, beforeMs } = startSpan(span)
  return (prepared(db, sql).get(fromMs, beforeMs, limit + 1) as { n: number }).n > limit
}

/** The moments between which alarms of a list start. */
export function startSpan(span: ListSpan): { fromMs: number; beforeMs: number } {
  const present = span.nowMs ?? Number.POSITIVE_INFINITY
  return { fromMs: span.startTime * 1000, beforeMs: Math.min((span.endTime + 1) * 1000, present + 1) }
}

/** Whether nothing narrows a span down in which there are many alarms. */
function isManyOfAll(db: Database, { filter, span }: ListQuery): boolean {
  if (filter.sn !== undefined || filter.type !== undefined || filter.devName) return false
  return isCrowded(db, span, SORTED_MAX)
}

/** null when there are none. */
type RowsBytes = { rows: Buffer | null }
const NO_ROWS = Buffer.alloc(0)

/** How many alarms match, up to the cap. */
export function countMatches(
  db: Database,
  query: Pick<ListQuery, 'span' | 'filter'>,
): { total: number; capped: boolean } {
  const { text, values } = conditions(query.filter, query.span)
  const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM alarms WHERE ${text} LIMIT ${COUNT_CAP + 1})`
  const { n } = prepared(db, sql).get(...values) as { n: number }
  return { total: Math.min(n, COUNT_CAP), capped: n > COUNT_CAP }
}

export type AfterQuery = {
  after: number
  nowMs: number
  groupIds: readonly number[] | undefined
  limit: number
}

/**
 * Alarms with a larger cursor as JSON (rows with commas between), oldest change first, none that starts after `nowMs`;
 * with their number and the cursor of the last one.
 */
export function readAfterJson(
  db: Database,
  query: AfterQuery,
  language: Language,
): { rows: Buffer; count: number; lastCursor: number | null } {
  const { from, values } = fromAfter(query)
  const sql = `SELECT count(*) AS count, max(cursor) AS lastCursor,
      CAST(group_concat(json, ',') AS BLOB) AS rows
    FROM (SELECT cursor, ${alarmJson(language)} AS json ${from})`
  const { rows, ...rest } = prepared(db, sql).get(...values) as RowsBytes & {
    count: number
    lastCursor: number | null
  }
  return { rows: rows ?? NO_ROWS, ...rest }
}

function fromAfter(query: AfterQuery): { from: string; values: (string | number)[] } {
  // The plus keeps the planner from the groups' index: with it, every alarm of the groups would be sorted for each page.
  const groups = groupCondition(query.groupIds, '+group_id')
  return {
    from: `FROM alarms WHERE cursor > ? AND start_ms <= ?${groups.text} ORDER BY cursor ${LIMIT}`,
    values: [query.after, query.nowMs, ...groups.values, query.limit],
  }
}

function conditions(filter: AlarmFilter, span: ListSpan): { text: string; values: (string | number)[] } {
  const { fromMs, beforeMs } = startSpan(span)
  const { text, values } = filterConditions(filter)
  return { text: `start_ms >= ? AND start_ms < ?${text}`, values: [fromMs, beforeMs, ...values] }
}

/** One parameter however many groups there are, so that the statement's text stays the same. */
function groupCondition(
  groupIds: readonly number[] | undefined,
  column = 'group_id',
): { text: string; values: string[] } {
  if (!groupIds) return { text: '', values: [] }
  return {
    text: ` AND ${column} IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(groupIds)],
  }
}
