import { ALARM_EVENTS, type AlarmLogRow } from '@backlot/contract/logs/entities'
import type { Database } from 'better-sqlite3'
import type { Language } from '../../kernel/language.ts'
import { prepared } from '../shared/prepared.ts'
import { likePattern, type Page, type PageWish } from './log-pages.ts'

export type AlarmLogWish = PageWish & {
  fromMs: number
  toMs: number
  /** undefined: all of them. */
  groupIds: readonly number[] | undefined
  events: readonly string[] | undefined
  text: string | undefined
  userName: string | undefined
  /** Of names that are searched and answered. */
  language: Language
}

type Place = { event: AlarmLogRow['event']; at_ms: number; alarm_id: number; action_id: number }
type OfAlarm = {
  sn: string
  alarm_seq: string
  dev_name: string
  chn_name: string
  type: string
  sub_type: string
}
type OfAction = { user_name: string; after: string }
/** An entry as it is stored: the alarm's names are null where it is gone, those of the action where it was raised. */
export type AlarmLogEntry = Place & { [Name in keyof (OfAlarm & OfAction)]?: string | null }

/** The alarm log: alarms as they were raised, merged with the histories of their actions. */
export function readAlarmLog(db: Database, wish: AlarmLogWish): Page<AlarmLogEntry> {
  const parts = partsOf(wish)
  if (parts.length === 0) return { rows: [], total: 0 }
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
  const way = wish.order === 'asc' ? 'ASC' : 'DESC'
  const places = prepared(
    db,
    `${all} ORDER BY at_ms ${way}, alarm_id ${way}, action_id ${way} LIMIT @limit OFFSET @offset`,
  ).all({ ...values, limit: wish.pageSize, offset: (wish.currentPage - 1) * wish.pageSize }) as Place[]
  return { rows: places.map((place) => entryAt(db, place, wish.language)), total }
}

/** Which entries a wish asks for: alarms that were raised, and actions. */
export function partsWished({ events, userName }: AlarmLogWish): { raised: boolean; actions: boolean } {
  return {
    raised: (!events || events.includes('raised')) && !userName,
    actions: !events || events.some((event) => event !== 'raised'),
  }
}

/** Selects by index alone while nothing but the span and the groups narrow it down. */
function partsOf(wish: AlarmLogWish): { columns: string; from: string }[] {
  const groups = wish.groupIds ? ' AND alarms.group_id IN (SELECT value FROM json_each(@groups))' : ''
  const text = wish.text
    ? ` AND (alarms.sn LIKE @text ESCAPE '\\' OR alarms.dev_name_${wish.language} LIKE @text ESCAPE '\\'
        OR alarms.type LIKE @text ESCAPE '\\' OR alarms.number LIKE @text ESCAPE '\\')`
    : ''
  const wished = partsWished(wish)
  const actions = wish.events ? ' AND history.action IN (SELECT value FROM json_each(@actions))' : ''
  const userName = wish.userName ? " AND history.user_name LIKE @userName ESCAPE '\\'" : ''
  const join = groups || text ? ' JOIN alarms ON alarms.id = history.alarm_id' : ''
  return [
    ...(wished.raised
      ? [
          {
            columns: "'raised' AS event, alarms.start_ms AS at_ms, alarms.id AS alarm_id, 0 AS action_id",
            from: `alarms WHERE alarms.start_ms BETWEEN @fromMs AND @toMs${groups}${text}`,
          },
        ]
      : []),
    ...(wished.actions
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

function entryAt(db: Database, place: Place, language: Language): AlarmLogEntry {
  const alarm = prepared(
    db,
    `SELECT sn, alarm_seq, dev_name_${language} AS dev_name, chn_name_${language} AS chn_name, type, sub_type FROM alarms WHERE id = ?`,
  ).get(place.alarm_id) as OfAlarm | undefined
  const action =
    place.action_id === 0
      ? undefined
      : (prepared(db, 'SELECT user_name, after FROM alarm_history WHERE id = ?').get(place.action_id) as
          | OfAction
          | undefined)
  return { ...place, ...alarm, ...action }
}

/** An entry as the contract has it. */
export function alarmLogRow(entry: AlarmLogEntry): AlarmLogRow {
  return {
    id: `${entry.alarm_id}-${entry.action_id}`,
    time: Math.floor(entry.at_ms / 1000),
    event: entry.event,
    alarmId: entry.alarm_id,
    alarmSeq: entry.alarm_seq ?? '',
    sn: entry.sn ?? '',
    devName: entry.dev_name ?? '',
    chnName: entry.chn_name ?? '',
    type: entry.type ?? '',
    subType: entry.sub_type ?? '',
    userName: entry.user_name ?? '',
    detail: entry.after ? (JSON.parse(entry.after) as Record<string, unknown>) : {},
  }
}
