import type { Database } from 'better-sqlite3'
import type { Language } from '../language.ts'
import { prepared } from '../prepared.ts'
import { alarmJson } from './alarm-json.ts'
import type { AlarmRow } from './alarm-row.ts'
import type { ListSpan } from './list-span.ts'

/** Counting stops here: a page need not know more. */
export const COUNT_CAP = 100_000

export type AlarmFilter = {
  /** Groups that may be shown; undefined: all. */
  groupIds: readonly number[] | undefined
  sn?: string
  devName?: string
  type?: string
  subType?: string
  processed?: number
  isRead?: number
  alarmSource?: number
}

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

/** One page of alarms that started in a span as a JSON list, and the mark of where it ended when more may follow. */
export function readPage(db: Database, query: ListQuery): { list: string; mark: PageMark | undefined } {
  const { text, values } = conditions(query.filter, query.span)
  const column = sortColumn(query.sort, query.language)
  const way = query.order === 'asc' ? 'ASC' : 'DESC'
  const after = 'mark' in query.from ? query.from.mark : undefined
  const beyond = after ? ` AND (${column}, id) ${query.order === 'asc' ? '>' : '<'} (?, ?)` : ''
  // Ids first: skipping rows then reads an index and not the rows.
  const sql = `SELECT id, ${column} AS sort_value, ${alarmJson(query.language)} AS json FROM alarms
    WHERE id IN (SELECT id FROM alarms WHERE ${text}${beyond} ORDER BY ${column} ${way}, id ${way} LIMIT ? OFFSET ?)
    ORDER BY ${column} ${way}, id ${way}`
  const found = prepared(db, sql).all(
    ...values,
    ...(after ? [after.value, after.id] : []),
    query.pageSize + 1,
    'offset' in query.from ? query.from.offset : 0,
  ) as { id: number; sort_value: string | number; json: string }[]
  const rows = found.slice(0, query.pageSize)
  const last = rows.at(-1)
  // One row more than asked for tells whether anything follows.
  const mark = last && found.length > rows.length ? { value: last.sort_value, id: last.id } : undefined
  return { list: `[${rows.map(({ json }) => json).join()}]`, mark }
}

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

/** Alarms with a larger cursor, oldest change first; none that starts after `nowMs`. */
export function readAfter(db: Database, query: AfterQuery): AlarmRow[] {
  return selectAfter(db, query, '*') as AlarmRow[]
}

/** The same as a JSON list, with the number of rows and the cursor of the last one. */
export function readAfterJson(
  db: Database,
  query: AfterQuery,
  language: Language,
): { list: string; count: number; lastCursor: number | undefined } {
  const rows = selectAfter(db, query, `cursor, ${alarmJson(language)} AS json`) as {
    cursor: number
    json: string
  }[]
  return {
    list: `[${rows.map(({ json }) => json).join()}]`,
    count: rows.length,
    lastCursor: rows.at(-1)?.cursor,
  }
}

function selectAfter(db: Database, query: AfterQuery, columns: string): unknown[] {
  const { text, values } = groupCondition(query.groupIds)
  const sql = `SELECT ${columns} FROM alarms WHERE cursor > ? AND start_ms <= ?${text} ORDER BY cursor LIMIT ?`
  return prepared(db, sql).all(query.after, query.nowMs, ...values, query.limit)
}

function conditions(filter: AlarmFilter, span: ListSpan): { text: string; values: (string | number)[] } {
  const groups = groupCondition(filter.groupIds)
  const texts = ['start_ms >= ? AND start_ms < ?']
  const values: (string | number)[] = [span.startTime * 1000, (span.endTime + 1) * 1000]
  const add = (text: string, ...more: (string | number)[]) => {
    texts.push(text)
    values.push(...more)
  }
  if (filter.sn !== undefined) add('sn = ?', filter.sn)
  if (filter.devName) {
    const pattern = `%${filter.devName.replace(/[\\%_]/g, '\\$&')}%`
    add(`(dev_name_zh LIKE ? ESCAPE '\\' OR dev_name_en LIKE ? ESCAPE '\\')`, pattern, pattern)
  }
  if (filter.type) add('type = ?', filter.type)
  if (filter.subType) add('sub_type = ?', filter.subType)
  if (filter.processed !== undefined) {
    add(filter.processed === 1 ? 'processing_type IS NOT NULL' : 'processing_type IS NULL')
  }
  if (filter.isRead !== undefined) add('is_read = ?', filter.isRead)
  if (filter.alarmSource !== undefined) add('alarm_source = ?', filter.alarmSource)
  return { text: texts.join(' AND ') + groups.text, values: [...values, ...groups.values] }
}

/** One parameter however many groups there are, so that the statement's text stays the same. */
function groupCondition(groupIds: readonly number[] | undefined): { text: string; values: string[] } {
  if (!groupIds) return { text: '', values: [] }
  return {
    text: ' AND group_id IN (SELECT value FROM json_each(?))',
    values: [JSON.stringify(groupIds)],
  }
}
