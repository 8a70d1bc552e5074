import { exportAlarms, listAlarms } from '@backlot/contract/alarms/calls'
import { type AlarmSum, alarmStatistics, alarmSums } from '@backlot/contract/alarms/statistics-calls'
import type { DataIn, QueryOut } from '@backlot/contract/call'
import type { BodyCache } from '../../../calls/body-cache.ts'
import type { Caller, HandlerContext, RawReply, Route } from '../../../calls/route.ts'
import { JsonBytes, route } from '../../../calls/route.ts'
import { scopeKey } from '../../../calls/scope-key.ts'
import type { PlatformClock } from '../../../kernel/clock.ts'
import { type Language, languageOf } from '../../../kernel/language.ts'
import type { MessageKey } from '../../../kernel/messages.ts'
import { refusal } from '../../../kernel/refusal.ts'
import type { Store } from '../../../store/store.ts'
import type { AlarmRepository } from '../alarm-repository.ts'
import { alarmOf, archivedAlarm } from '../alarm-row.ts'
import type { AlarmReader } from '../columns/alarm-reader.ts'
import type { AlarmPastPort, AlarmScopePort } from '../ports.ts'
import { filterOf, type LevelRepository } from './alarm-filter.ts'
import {
  CROWD,
  countMatches,
  idsAmong,
  isCrowded,
  type ListQuery,
  type PageMark,
  readAfterJson,
  readPage,
  readRows,
  startSpan,
} from './list-query.ts'
import { exportSpan, type ListSpan, listSpan, sumSpan } from './list-span.ts'
import { continues, decodeMark, encodeMark } from './page-mark.ts'

export type QueryRoutesDeps = {
  store: Store
  clock: PlatformClock
  repository: AlarmRepository
  cache: BodyCache
  reader: AlarmReader
  scope: AlarmScopePort
  past: AlarmPastPort | undefined
  /** Levels of alarm types as they are now. */
  levels: () => LevelRepository
}

/** Series up to this span are hourly, longer ones daily. */
const HOURLY_S = 2 * 86_400

type Query = QueryOut<typeof exportAlarms>

/** Lists of alarms, exports of them, and their sums. */
export function createQueryRoutes(deps: QueryRoutesDeps): Route[] {
  const { store, clock, repository, cache, reader, scope, past } = deps
  const nowMs = () => Math.floor(clock.now())

  /** Groups that a caller may see, below a group when one is given. */
  const groupsFor = (
    caller: Caller,
    { nodeId, nodeOnly }: { nodeId?: number | undefined; nodeOnly?: number | undefined },
  ): readonly number[] | undefined => {
    if (nodeId === undefined || nodeId === 0) return scope.groupIdsIn(caller.scope)
    const asked = nodeOnly === 1 ? [nodeId] : scope.groupIdsBelow(nodeId)
    return asked.filter((groupId) => scope.inScope(groupId, caller.scope))
  }
  const filterFor = (
    query: Parameters<typeof filterOf>[0] & { nodeId?: number; nodeOnly?: number },
    caller: Caller,
  ) => filterOf(query, groupsFor(caller, query), { repository: deps.levels, zoneMinutes: clock.zoneMinutes })

  const after = (query: QueryOut<typeof listAlarms>, cursor: number, { caller, request }: HandlerContext) => {
    const newest = repository.cursor()
    const wish = { after: cursor, nowMs: nowMs(), groupIds: groupsFor(caller, query), limit: query.pageSize }
    const { rows, count, lastCursor } = readAfterJson(store.read, wish, languageOf(request.headers))
    const full = count === query.pageSize
    return listBytes(rows, {
      total: count,
      totalCapped: full,
      cursor: full ? (lastCursor ?? newest) : newest,
    })
  }

  function pageBytes(
    list: ListQuery,
    query: Query,
    page: ReturnType<typeof readPage>,
    total: Total,
  ): JsonBytes {
    const { sort, order, language } = list
    return listBytes(page.rows, {
      total: total.total,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      ...(total.capped ? { totalCapped: true } : {}),
      cursor: repository.cursor(),
      ...(page.mark ? { next: encodeMark({ sort, order, language }, page.mark) } : {}),
    })
  }

  /** Reads here what an index finds, and caches it until something changes; leaves the rest to the reader. */
  async function page(query: Query, span: ListSpan, context: HandlerContext): Promise<JsonBytes | RawReply> {
    const { caller, request } = context
    const list: ListQuery = {
      span,
      filter: filterFor(query, caller),
      language: languageOf(request.headers),
      pageSize: query.pageSize,
      ...pagingOf(query, languageOf(request.headers)),
    }
    if (past?.holds(startSpan(span).fromMs)) {
      const found = await past.page({ kind: 'page', span: startSpan(span), filter: list.filter, wish: list })
      const here = new Set(idsAmong(store.read, found.rows))
      const rows = found.rows
        .map((row) => (here.has(row.id) ? alarmOf : archivedAlarm)(row, list.language))
        .map((alarm) => JSON.stringify(alarm))
        .join(',')
      const total = { total: found.total, capped: false }
      return pageBytes(list, query, { rows: Buffer.from(rows), mark: found.mark }, total)
    }
    if (!isIndexed(list) && isCrowded(store.read, span, CROWD)) {
      const found = await reader.ask({
        kind: 'page',
        span: startSpan(span),
        filter: list.filter,
        wish: list,
      })
      const rows = readRows(store.read, found.ids, list.language)
      return pageBytes(list, query, { rows, mark: found.mark }, { total: found.total, capped: false })
    }
    const make = () => {
      const total = countMatches(store.read, list)
      // An operator who opens a large list will soon search it.
      if (total.total > CROWD) reader.warm()
      return pageBytes(list, query, readPage(store.read, list), total)
    }
    if (list.filter.levels) return make()
    const { startTime: _from, endTime: _to, ...rest } = query
    const key = `alarms|${list.language}|${scopeKey(caller.scope)}|${span.startTime}|${span.endTime}|${JSON.stringify(rest)}`
    return cache.reply(request, key, `${repository.version()}.${scope.version()}`, make)
  }

  const spanOr = (asked: ListSpan | MessageKey): ListSpan => {
    if (typeof asked === 'string') throw refusal('invalid', asked, {}, 'endTime')
    return { ...asked, nowMs: nowMs() }
  }
  const nowS = () => Math.floor(nowMs() / 1000)

  const list = route(listAlarms, ({ query }, context) => {
    if (query.after !== undefined) return after(query, query.after, context)
    return page(query, spanOr(listSpan(query, nowS())), context)
  })

  const exported = route(exportAlarms, ({ query }, context) =>
    page(query, spanOr(exportSpan(query, nowS())), context),
  )

  const statistics = route(alarmStatistics, async ({ query }, context) => {
    const span = spanOr(sumSpan(query, nowS(), clock.zoneMinutes))
    const { startTime, endTime } = span
    const step = query.step ?? (endTime - startTime <= HOURLY_S ? 'hour' : 'day')
    const overview = await reader.ask({
      kind: 'overview',
      span: startSpan(span),
      filter: filterFor(query, context.caller),
      wish: {
        step,
        zoneMinutes: clock.zoneMinutes,
        language: languageOf(context.request.headers),
        repository: deps.levels(),
      },
    })
    return { startTime, endTime, step, ...overview }
  })

  const sums = route(alarmSums, async ({ query }, context) => {
    const { by, currentPage, pageSize, nodeId } = query
    const language = languageOf(context.request.headers)
    const span = spanOr(sumSpan(query, nowS(), clock.zoneMinutes))
    const byTime = by === 'hour' || by === 'day'
    const groups =
      by === 'group' ? scope.groupParts(nodeId === 0 ? undefined : nodeId, context.caller.scope) : []
    if (!groups) throw refusal('notFound', 'nodeNotFound', {}, 'nodeId')
    const found = await reader.ask({
      kind: 'sums',
      span: startSpan(span),
      filter: filterFor(query, context.caller),
      wish: {
        by,
        sort: query.sort ?? (byTime || by === 'level' ? 'key' : 'total'),
        order: query.order ?? (by === 'level' ? 'asc' : 'desc'),
        offset: (currentPage - 1) * pageSize,
        pageSize,
        zoneMinutes: clock.zoneMinutes,
        language,
        repository: deps.levels(),
        groups: groups.map(({ groupId, name, own, groupIds }) => ({
          key: String(groupId),
          name: name[language],
          own,
          groupIds,
        })),
      },
    })
    return { ...found, list: found.list satisfies AlarmSum[], currentPage, pageSize }
  })

  return [list, exported, statistics, sums]
}

type Total = { total: number; capped: boolean }

/** Data of a list: rows that are JSON already, and the other fields. */
function listBytes(rows: Buffer, rest: Omit<DataIn<typeof listAlarms>, 'list'>): JsonBytes {
  return new JsonBytes(['{"list":[', rows, `],${JSON.stringify(rest).slice(1)}`])
}

/** Whether an index leads straight to the page and its count: at most a type, by start or by type. */
function isIndexed({ filter, sort }: ListQuery): boolean {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  const narrows = given.filter(([name]) => name !== 'type')
  return narrows.length === 0 && (sort === 'startTime' || sort === 'type')
}

/** Start and sorting of a page. Omitted parts of the query follow its cursor. */
function pagingOf(query: Query, language: Language): Pick<ListQuery, 'sort' | 'order' | 'from'> {
  const { pageSize, currentPage, sort = 'startTime', order = 'desc' } = query
  if (query.next === undefined) return { sort, order, from: { offset: (currentPage - 1) * pageSize } }
  const next: { mark: PageMark } & Parameters<typeof continues>[0] =
    decodeMark(query.next) ?? refuse('nextForm')
  const marked = { sort: query.sort ?? next.sort, order: query.order ?? next.order }
  if (!continues(next, { ...marked, language })) refuse('nextSort')
  return { ...marked, from: { mark: next.mark } }
}

function refuse(key: MessageKey): never {
  throw refusal('invalid', key, {}, 'next')
}
