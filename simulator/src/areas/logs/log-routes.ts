import {
  addVisit,
  LOG_RANGE_MS,
  listAlarmLog,
  listDeviceLog,
  listSystemLog,
  listUserLog,
  listVisitLog,
} from '@backlot/contract/logs/calls'
import { LOG_LEVELS } from '@backlot/contract/logs/entities'
import { between, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import { clientAddressOf } from '../../calls/client-address.ts'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { type Language, languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { auditLog } from '../shared/audit-tables.ts'
import { calledNow, personNow } from '../shared/called.ts'
import { alarmLogRow, readAlarmLog } from './alarm-log.ts'
import type { LogEntry } from './log-entry.ts'
import { eventsOf, oneOf, partOf, readAudits, readEvents } from './log-pages.ts'
import type { LogQueue } from './log-queue.ts'
import { deviceRow, systemRow, userRow, visitRow } from './log-rows.ts'
import type { AlarmLogPastPort, LoggedDevicesPort, ReadersPort } from './ports.ts'
import { englishOf } from './problem-texts.ts'
import { logEvents } from './tables.ts'
import type { TargetNames } from './target-names.ts'

const BROWSERS = [
  ['Edge', /\bEdg\/(\d+)/],
  ['Firefox', /\bFirefox\/(\d+)/],
  ['Chrome', /\b(?:Headless)?Chrome\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* .*Safari\//],
] as const

type Span = { startTime: number; endTime: number }
type Paged = { currentPage: number; pageSize: number; order?: 'asc' | 'desc' | undefined }

/** A span that ends this near the present ends there: clocks of consoles are a moment late. */
const PRESENT_MS = 5000

const LOG_LEVEL_NAMES: readonly string[] = LOG_LEVELS

const wished = ({ currentPage, pageSize, order = 'desc' }: Paged) => ({ currentPage, pageSize, order })
const names = (text: string | undefined) => text?.split(',')

/** Entries of the system log with a text in them, as it is stored (English) or as its reader sees it. */
function systemText(text: string, language: Language): SQL | undefined {
  const { subject, address, detail } = logEvents
  const others = language === 'en' ? [] : englishOf(text)
  return or(partOf([subject, address, detail], text), ...others.map((english) => partOf([detail], english)))
}

/** The logs for the screens. Recent entries are stored first: a list is complete up to now. */
export function createLogRoutes(deps: {
  store: Store
  clock: PlatformClock
  queue: LogQueue
  readers: ReadersPort
  devices: LoggedDevicesPort
  targets: TargetNames
  past: AlarmLogPastPort | undefined
}): Route[] {
  const { store, clock, queue, readers, devices, targets, past } = deps

  /** The span in milliseconds; entries after the platform's present are hidden. */
  const spanOf = ({ startTime, endTime }: Span) => {
    if (startTime > endTime) throw refusal('invalid', 'startAfterEnd', {}, 'startTime')
    if ((endTime - startTime) * 1000 > LOG_RANGE_MS) {
      throw refusal('invalid', 'only7DaysLogs', {}, 'startTime')
    }
    const nowMs = Math.floor(clock.now())
    const endMs = endTime * 1000 + 999
    return { fromMs: startTime * 1000, toMs: endMs > nowMs - PRESENT_MS ? nowMs : endMs }
  }
  const within = (kind: LogEntry['kind'], span: Span) => {
    const { fromMs, toMs } = spanOf(span)
    return eventsOf(kind, fromMs, toMs)
  }
  const ofUsers = (table: typeof auditLog | typeof logEvents, context: HandlerContext) => {
    const userIds = readers.visibleUserIds(context.caller)
    return userIds && oneOf(table.userId, userIds)
  }

  const system = route(listSystemLog, async ({ query }, context) => {
    const { atMs, level, event, subject } = logEvents
    const language = languageOf(context.request.headers)
    const levels = names(query.levels)?.map((name) => LOG_LEVEL_NAMES.indexOf(name))
    const conditions = [
      within('system', query),
      levels && oneOf(level, levels),
      query.events ? oneOf(event, names(query.events)!) : undefined,
      query.text ? systemText(query.text, language) : undefined,
    ]
    await queue.flush()
    const sort = query.sort === 'event' ? event : query.sort === 'subject' ? subject : atMs
    const { rows, total } = readEvents(store.read, conditions, sort, wished(query))
    const list = rows.map((row) => systemRow(row, language))
    return { list, total, currentPage: query.currentPage, pageSize: query.pageSize }
  })

  const user = route(listUserLog, async ({ query }, context) => {
    const { atMs, loginName, action, target, result, address } = auditLog
    const { fromMs, toMs } = spanOf(query)
    const actionIs = (wanted: string) =>
      wanted.endsWith('.') ? sql`substr(${action}, 1, ${wanted.length}) = ${wanted}` : eq(action, wanted)
    const resultIs = (wanted: 'done' | 'refused') => (wanted === 'done' ? eq(result, 0) : ne(result, 0))
    const conditions = [
      between(atMs, fromMs, toMs),
      ofUsers(auditLog, context),
      query.loginName ? partOf([loginName], query.loginName) : undefined,
      query.action ? actionIs(query.action) : undefined,
      query.result && resultIs(query.result),
      query.text ? partOf([loginName, target, address, action], query.text) : undefined,
    ]
    await queue.flush()
    const sort = { time: atMs, loginName, action, target, result }[query.sort ?? 'time']
    const { rows, total } = readAudits(store.read, conditions, sort, wished(query))
    const language = languageOf(context.request.headers)
    // The target of a refused call may lie outside the reader's permission scope: only readers who see everything get
    // its name.
    const all = readers.visibleUserIds(context.caller) === undefined
    const list = rows.map((row) =>
      userRow(row, language, {
        target: () =>
          all || row.result === 0 ? targets.inLanguage(row.action, row.target, language) : undefined,
        role: (roleId) => calledNow(store.read, 'roles', roleId),
        person: (userId) => personNow(store.read, userId),
      }),
    )
    return { list, total, currentPage: query.currentPage, pageSize: query.pageSize }
  })

  const device = route(listDeviceLog, async ({ query }, context) => {
    const language = languageOf(context.request.headers)
    const { atMs, event, subject, groupId } = logEvents
    const groupIds = devices.groupIds(context.caller.scope, query.nodeId)
    const textIs = (text: string) =>
      or(partOf([subject], text), oneOf(subject, devices.named(text.trim(), language)))
    const conditions = [
      within('device', query),
      groupIds && oneOf(groupId, groupIds),
      query.sn ? eq(subject, query.sn) : undefined,
      query.events ? oneOf(event, names(query.events)!) : undefined,
      query.text ? textIs(query.text) : undefined,
    ]
    await queue.flush()
    const sort = query.sort === 'sn' ? subject : query.sort === 'event' ? event : atMs
    const { rows, total } = readEvents(store.read, conditions, sort, wished(query))
    const list = rows.map((row) => deviceRow(row, language, devices.names(row.subject, language)))
    return { list, total, currentPage: query.currentPage, pageSize: query.pageSize }
  })

  const alarm = route(listAlarmLog, async ({ query }, context) => {
    const wish = {
      ...wished(query),
      ...spanOf(query),
      groupIds: devices.groupIds(context.caller.scope, undefined),
      events: names(query.events),
      text: query.text,
      userName: query.userName,
      language: languageOf(context.request.headers),
    }
    const { rows, total } = past?.holdsLog(wish.fromMs)
      ? await past.log(wish)
      : readAlarmLog(store.read, wish)
    return { list: rows.map(alarmLogRow), total, currentPage: query.currentPage, pageSize: query.pageSize }
  })

  const visits = route(listVisitLog, async ({ query }, context) => {
    const { atMs, loginName, subject, address } = logEvents
    const conditions = [
      within('visit', query),
      ofUsers(logEvents, context),
      query.loginName ? partOf([loginName], query.loginName) : undefined,
      query.path ? eq(subject, query.path) : undefined,
      query.text ? partOf([loginName, subject, address], query.text) : undefined,
    ]
    await queue.flush()
    const sort = query.sort === 'loginName' ? loginName : query.sort === 'path' ? subject : atMs
    const { rows, total } = readEvents(store.read, conditions, sort, wished(query))
    return { list: rows.map(visitRow), total, currentPage: query.currentPage, pageSize: query.pageSize }
  })

  const visit = route(addVisit, ({ body }, { caller, request }) => {
    queue.entry({
      kind: 'visit',
      atMs: clock.now(),
      level: 0,
      event: 'visit',
      subject: body.path,
      groupId: 0,
      userId: caller.userId,
      loginName: caller.loginName,
      address: clientAddressOf(request),
      detail: { browser: browserName(request.headers['user-agent']) },
    })
    return {}
  })

  return [system, user, device, alarm, visits, visit]
}

/** Name and version of a browser by its User-Agent; empty when it is none that is known. */
function browserName(userAgent: string | undefined): string {
  for (const [name, pattern] of BROWSERS) {
    const found = pattern.exec((userAgent ?? '').slice(0, 400))
    if (found) return `${name} ${found[1]}`
  }
  return ''
}
