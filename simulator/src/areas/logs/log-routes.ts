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
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { type Language, languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { calledNow } from '../shared/called.ts'
import { readAlarmLog } from './alarm-log.ts'
import { browserName } from './browser-name.ts'
import { type Condition, oneOf, partOf, readPage } from './log-pages.ts'
import type { LogQueue } from './log-queue.ts'
import { type AuditRow, deviceRow, type EventRow, systemRow, userRow, visitRow } from './log-rows.ts'
import type { LoggedDevicesPort, ReadersPort } from './ports.ts'
import { englishOf } from './problem-texts.ts'
import type { TargetNames } from './target-names.ts'

type Span = { startTime: number; endTime: number }
type Paged = { currentPage: number; pageSize: number; order?: 'asc' | 'desc' | undefined }

/** A span that ends this near the present ends there: clocks of consoles are a moment late. */
const PRESENT_MS = 5000

const wished = ({ currentPage, pageSize, order = 'desc' }: Paged) => ({ currentPage, pageSize, order })
const names = (text: string | undefined) => text?.split(',')

/** Entries of the system log with a text in them, as it is stored (English) or as its reader sees it. */
function systemText(text: string, language: Language): Condition {
  const stored = partOf(['subject', 'address', 'detail'], text)
  const others = language === 'en' ? [] : englishOf(text).map((english) => partOf(['detail'], english))
  const all = [stored, ...others]
  return [`(${all.map(([sql]) => sql).join(' OR ')})`, ...all.flatMap(([, ...values]) => values)]
}

/** The logs for the screens. Recent entries are stored first: a list is complete up to now. */
export function createLogRoutes(deps: {
  store: Store
  clock: PlatformClock
  queue: LogQueue
  readers: ReadersPort
  devices: LoggedDevicesPort
  targets: TargetNames
}): Route[] {
  const { store, clock, queue, readers, devices, targets } = deps

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
  const within = (span: Span): Condition => {
    const { fromMs, toMs } = spanOf(span)
    return ['at_ms BETWEEN ? AND ?', fromMs, toMs]
  }
  const ofUsers = (context: HandlerContext): Condition[] => {
    const userIds = readers.visibleUserIds(context.caller)
    return userIds ? [oneOf('user_id', userIds)] : []
  }

  const system = route(listSystemLog, async ({ query }, context) => {
    const conditions: Condition[] = [["kind = 'system'"], within(query)]
    const levels = names(query.levels)?.map((level) =>
      LOG_LEVELS.indexOf(level as (typeof LOG_LEVELS)[number]),
    )
    if (levels) conditions.push(oneOf('level', levels))
    if (query.events) conditions.push(oneOf('event', names(query.events)!))
    const language = languageOf(context.request.headers)
    if (query.text) conditions.push(systemText(query.text, language))
    await queue.flush()
    const sort = query.sort === 'event' || query.sort === 'subject' ? query.sort : 'at_ms'
    const { rows, total } = readPage<EventRow>(store.read, 'log_events', conditions, sort, wished(query))
    const list = rows.map((row) => systemRow(row, language))
    return { list, total, currentPage: query.currentPage, pageSize: query.pageSize }
  })

  const user = route(listUserLog, async ({ query }, context) => {
    const conditions: Condition[] = [within(query), ...ofUsers(context)]
    if (query.loginName) conditions.push(partOf(['login_name'], query.loginName))
    if (query.action?.endsWith('.'))
      conditions.push(['substr(action, 1, ?) = ?', query.action.length, query.action])
    else if (query.action) conditions.push(['action = ?', query.action])
    if (query.result) conditions.push([query.result === 'done' ? 'result = 0' : 'result <> 0'])
    if (query.text) conditions.push(partOf(['login_name', 'target', 'address', 'action'], query.text))
    await queue.flush()
    const sorts = {
      time: 'at_ms',
      loginName: 'login_name',
      action: 'action',
      target: 'target',
      result: 'result',
    }
    const sort = sorts[query.sort ?? 'time']
    const { rows, total } = readPage<AuditRow>(store.read, 'audit_log', conditions, sort, wished(query))
    const language = languageOf(context.request.headers)
    // The target of a refused call may lie outside the reader's permission scope: only readers who see everything get
    // its name.
    const all = readers.visibleUserIds(context.caller) === undefined
    const list = rows.map((row) =>
      userRow(
        row,
        language,
        () => (all || row.result === 0 ? targets.inLanguage(row.action, row.target, language) : undefined),
        (roleId) => calledNow(store.read, 'roles', roleId),
      ),
    )
    return { list, total, currentPage: query.currentPage, pageSize: query.pageSize }
  })

  const device = route(listDeviceLog, async ({ query }, context) => {
    const language = languageOf(context.request.headers)
    const conditions: Condition[] = [["kind = 'device'"], within(query)]
    const groupIds = devices.groupIds(context.caller.scope, query.nodeId)
    if (groupIds) conditions.push(oneOf('group_id', groupIds))
    if (query.sn) conditions.push(['subject = ?', query.sn])
    if (query.events) conditions.push(oneOf('event', names(query.events)!))
    if (query.text) {
      const [sql, ...values] = partOf(['subject'], query.text)
      const [nameSql, ...nameValues] = oneOf('subject', devices.named(query.text.trim(), language))
      conditions.push([`(${sql} OR ${nameSql})`, ...values, ...nameValues])
    }
    await queue.flush()
    const sort = query.sort === 'sn' ? 'subject' : query.sort === 'event' ? 'event' : 'at_ms'
    const { rows, total } = readPage<EventRow>(store.read, 'log_events', conditions, sort, wished(query))
    const list = rows.map((row) => deviceRow(row, language, devices.names(row.subject, language)))
    return { list, total, currentPage: query.currentPage, pageSize: query.pageSize }
  })

  const alarm = route(listAlarmLog, ({ query }, context) => {
    const wish = {
      ...wished(query),
      ...spanOf(query),
      groupIds: devices.groupIds(context.caller.scope, undefined),
      events: names(query.events),
      text: query.text,
      userName: query.userName,
    }
    const page = readAlarmLog(store.read, wish, languageOf(context.request.headers))
    return { ...page, currentPage: query.currentPage, pageSize: query.pageSize }
  })

  const visits = route(listVisitLog, async ({ query }, context) => {
    const conditions: Condition[] = [["kind = 'visit'"], within(query), ...ofUsers(context)]
    if (query.loginName) conditions.push(partOf(['login_name'], query.loginName))
    if (query.path) conditions.push(['subject = ?', query.path])
    if (query.text) conditions.push(partOf(['login_name', 'subject', 'address'], query.text))
    await queue.flush()
    const sort = query.sort === 'loginName' ? 'login_name' : query.sort === 'path' ? 'subject' : 'at_ms'
    const { rows, total } = readPage<EventRow>(store.read, 'log_events', conditions, sort, wished(query))
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
      address: request.socket.remoteAddress ?? '',
      detail: { browser: browserName(request.headers['user-agent']) },
    })
    return {}
  })

  return [system, user, device, alarm, visits, visit]
}
