import type pg from 'pg'
import { type AlarmLogEntry, type AlarmLogWish, partsWished } from '../areas/logs/alarm-log.ts'
import { likePattern } from '../areas/logs/log-pages.ts'
import { type Conditions, lower } from './alarm-conditions.ts'
import type { ArchiveAnswers } from './archive-messages.ts'
import { wholeMs } from './whole-ms.ts'

/** A page of the alarm log as `readAlarmLog` of the core (areas/logs/alarm-log.ts) orders it. */
export async function askAlarmLog(client: pg.Client, wish: AlarmLogWish): Promise<ArchiveAnswers['log']> {
  const { text, values } = placesText(wish)
  if (text === '') return { rows: [], total: 0 }
  const { rows: counted } = await client.query<{ n: number }>(
    `SELECT count(*) AS n FROM (${text}) AS all_places`,
    values,
  )
  const way = wish.order === 'asc' ? 'ASC' : 'DESC'
  const order = `ORDER BY at_ms ${way}, alarm_id ${way}, action_id ${way}`
  const { rows } = await client.query<AlarmLogEntry>(
    `WITH places AS (${text} ${order} LIMIT ${wish.pageSize} OFFSET ${(wish.currentPage - 1) * wish.pageSize})
     SELECT places.*, sn, alarm_seq, dev_name_${wish.language} AS dev_name, chn_name_${wish.language} AS chn_name,
       type, sub_type, user_name, after
     FROM places LEFT JOIN alarms ON alarms.id = places.alarm_id
       LEFT JOIN alarm_history ON alarm_history.id = places.action_id AND alarm_history.at_ms = places.at_ms
     ${order.replaceAll(/(at_ms|alarm_id|action_id)/g, 'places.$1')}`,
    values,
  )
  return { rows, total: counted[0]?.n ?? 0 }
}

/** Selects every entry that a wish asks for; empty when it asks for none. */
function placesText(wish: AlarmLogWish): Conditions {
  const { fromMs, toMs, groupIds, events, text, userName, language } = wish
  const values: unknown[] = []
  const value = (given: unknown) => `$${values.push(given)}`
  const [from, to] = [`${value(wholeMs(fromMs))}::bigint`, `${value(wholeMs(toMs, 'floor'))}::bigint`]
  const wished = partsWished(wish)
  const ofAlarm: string[] = []
  if (groupIds) ofAlarm.push(`alarms.group_id = ANY(${value(groupIds)}::bigint[])`)
  if (text) {
    const pattern = value(lower(likePattern(text)))
    const columns = ['sn', `dev_name_${language}`, 'type', 'number']
    ofAlarm.push(`(${columns.map((name) => `lower(alarms.${name}) LIKE ${pattern}`).join(' OR ')})`)
  }
  const ofAction: string[] = []
  if (wished.actions && events) ofAction.push(`history.action = ANY(${value(events)}::text[])`)
  if (wished.actions && userName)
    ofAction.push(`lower(history.user_name) LIKE ${value(lower(likePattern(userName)))}`)
  const parts: string[] = []
  if (wished.raised)
    parts.push(
      `SELECT 'raised' AS event, alarms.start_ms AS at_ms, alarms.id AS alarm_id, 0::bigint AS action_id
       FROM alarms WHERE ${[`alarms.start_ms BETWEEN ${from} AND ${to}`, ...ofAlarm].join(' AND ')}`,
    )
  if (wished.actions)
    parts.push(
      `SELECT history.action AS event, history.at_ms, history.alarm_id, history.id AS action_id
       FROM alarm_history AS history${ofAlarm.length > 0 ? ' JOIN alarms ON alarms.id = history.alarm_id' : ''}
       WHERE ${[`history.at_ms BETWEEN ${from} AND ${to}`, ...ofAction, ...ofAlarm].join(' AND ')}`,
    )
  return { text: parts.join(' UNION ALL '), values }
}
