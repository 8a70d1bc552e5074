import { ALARM_EVENTS, type AlarmLogRow } from '@backlot/contract/logs/entities'
import type { Database } from 'better-sqlite3'
import type { Language } from '../../kernel/language.ts'
import { prepared } from '../shared/prepared.ts'
import { likePattern, type PageWish } from './log-pages.ts'

export type AlarmLogWish = PageWish & {
  fromMs: number
  toMs: number
  /** undefined: all of them. */
  groupIds: readonly number[] | undefined
  events: readonly string[] | undefined
  text: string | undefined
  userName: string | undefined
}

type Place = { event: AlarmLogRow['event']; at_ms: number; alarm_id: number; action_id: number }
type AlarmNames = {
  sn: string
  alarm_seq: string
  dev_name: string
  chn_name: string
  type: string
  sub_type: string
}

/** The alarm log: alarms as they were raised, merged with the histories of their actions. */
export function readAlarmLog(
  db: Database,
  wish: AlarmLogWish,
  language: Language,
): { list: AlarmLogRow[]; total: number } {
  const parts = partsOf(wish, language)
  if (parts.length === 0) return { list: [], total: 0 }
  const values = {
    fromMs: wish.fromMs,
    toMs: wish.toMs,
    groups: wish.groupIds ? JSON.stringify(wish.groupIds) : null,
    text: wish.text ? likePattern(wish.text) : null,
    userName: wish.userName ? likePattern(wish.userName) : null,
    actions: JSON.stringify(wish.events ?? ALARM_EVENTS),
  }
  const total = parts.reduce((sum, { from }) => {
    const counted = prepared(db, `SELECT count(*) AS total FROM ${from}`).get(values) as { total: number }
    return sum + counted.total
  }, 0)
  const all = parts.map(({ columns, from }) => `SELECT ${columns} FROM ${from}`).join(' UNION ALL ')
  const places = prepared(
    db,
    `${all} ORDER BY at_ms ${wish.order === 'asc' ? 'ASC' : 'DESC'} LIMIT @limit OFFSET @offset`,
  ).all({ ...values, limit: wish.pageSize, offset: (wish.currentPage - 1) * wish.pageSize }) as Place[]
  return { list: places.map((place) => rowOf(db, place, language)), total }
}

/** Selects by index alone while nothing but the span and the groups narrow it down. */
function partsOf(wish: AlarmLogWish, language: Language): { columns: string; from: string }[] {
  const groups = wish.groupIds ? ' AND alarms.group_id IN (SELECT value FROM json_each(@groups))' : ''
  const text = wish.text
    ? ` AND (alarms.sn LIKE @text ESCAPE '\\' OR alarms.dev_name_${language} LIKE @text ESCAPE '\\'
        OR alarms.type LIKE @text ESCAPE '\\' OR alarms.number LIKE @text ESCAPE '\\')`
    : ''
  const withRaised = (!wish.events || wish.events.includes('raised')) && !wish.userName
  const withActions = !wish.events || wish.events.some((event) => event !== 'raised')
  const actions = wish.events ? ' AND history.action IN (SELECT value FROM json_each(@actions))' : ''
  const userName = wish.userName ? " AND history.user_name LIKE @userName ESCAPE '\\'" : ''
  const join = groups || text ? ' JOIN alarms ON alarms.id = history.alarm_id' : ''
  return [
    ...(withRaised
      ? [
          {
            columns: "'raised' AS event, alarms.start_ms AS at_ms, alarms.id AS alarm_id, 0 AS action_id",
            from: `alarms WHERE alarms.start_ms BETWEEN @fromMs AND @toMs${groups}${text}`,
          },
        ]
      : []),
    ...(withActions
      ? [
          {
            columns:
              'history.action AS event, history.at_ms AS at_ms, history.alarm_id, history.id AS action_id',
            from: `alarm_history AS history${join}
              WHERE history.at_ms BETWEEN @fromMs AND @toMs${actions}${userName}${groups}${text}`,
          },
        ]
      : []),
  ]
}

function rowOf(db: Database, { event, at_ms, alarm_id, action_id }: Place, language: Language): AlarmLogRow {
  const alarm = prepared(
    db,
    `SELECT sn, alarm_seq, dev_name_${language} AS dev_name, chn_name_${language} AS chn_name, type, sub_type FROM alarms WHERE id = ?`,
  ).get(alarm_id) as AlarmNames | undefined
  const action =
    action_id === 0
      ? undefined
      : (prepared(db, 'SELECT user_name, after FROM alarm_history WHERE id = ?').get(action_id) as
          | { user_name: string; after: string }
          | undefined)
  return {
    id: `${alarm_id}-${action_id}`,
    time: Math.floor(at_ms / 1000),
    event,
    alarmId: alarm_id,
    alarmSeq: alarm?.alarm_seq ?? '',
    sn: alarm?.sn ?? '',
    devName: alarm?.dev_name ?? '',
    chnName: alarm?.chn_name ?? '',
    type: alarm?.type ?? '',
    subType: alarm?.sub_type ?? '',
    userName: action?.user_name ?? '',
    detail: action ? (JSON.parse(action.after) as Record<string, unknown>) : {},
  }
}
