import { RESPONSE_CLASSES } from '@backlot/contract/alarms/response-classes'
import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import type { StartSpan } from '../areas/alarms/columns/matching-slots.ts'
import { type AlarmFilter, likePattern, USUAL_LEVEL } from '../areas/alarms/query/alarm-filter.ts'
import { wholeMs } from './whole-ms.ts'

/** A condition for PostgreSQL with its values, $1 first. */
export type Conditions = { text: string; values: unknown[] }

/** Everything that can be searched by a text, in one: as on the core, without regard to the case of A to Z. */
const TEXTS = `lower(concat_ws(chr(31), sn, dev_name_zh, dev_name_en, chn_name_zh, chn_name_en, number, alarm_seq,
  coalesce(monitor_name, ''), processing_name, processing_content) COLLATE "C")`

export const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Alarms that start in a span and that a filter lets through: `filterConditions` of the core, for PostgreSQL. */
export function alarmConditions({ fromMs, beforeMs }: StartSpan, filter: AlarmFilter): Conditions {
  const values: unknown[] = []
  const texts: string[] = []
  const value = (given: unknown) => `$${values.push(given)}`
  const add = (text: string) => void texts.push(text)
  add(`start_ms >= ${value(wholeMs(fromMs))}::bigint AND start_ms < ${value(wholeMs(beforeMs))}::bigint`)
  if (filter.sn !== undefined) add(`sn = ${value(filter.sn)}`)
  if (filter.monitorId !== undefined) add(`monitor_id = ${value(filter.monitorId)}`)
  if (filter.devName) {
    const pattern = value(lower(likePattern(filter.devName)))
    add(`(lower(dev_name_zh) LIKE ${pattern} OR lower(dev_name_en) LIKE ${pattern})`)
  }
  if (filter.type) add(`type = ${value(filter.type)}`)
  if (filter.subType) add(`sub_type = ${value(filter.subType)}`)
  if (filter.kinds) {
    const list = `ANY(${value(filter.kinds)}::text[])`
    add(`(type = ${list} OR type || '-' || sub_type = ${list})`)
  }
  if (filter.levels) add(levelText(filter.levels, value))
  if (filter.state !== undefined) add(filter.state === 2 ? 'state = 2' : 'state <> 2')
  if (filter.processed !== undefined)
    add(filter.processed === 1 ? 'processing_type IS NOT NULL' : 'processing_type IS NULL')
  if (filter.processingTypes) add(`processing_type = ANY(${value(filter.processingTypes)}::bigint[])`)
  if (filter.processor) add(`processing_name = ${value(filter.processor)}`)
  if (filter.responseClasses) add(responseText(filter.responseClasses))
  if (filter.hours) {
    const zoneMs = Math.round(filter.hours.zoneMinutes * MINUTE_MS)
    add(`(start_ms + ${zoneMs}) / ${HOUR_MS} % 24 = ANY(${value(filter.hours.wanted)}::bigint[])`)
  }
  if (filter.auditState !== undefined)
    add(filter.auditState === 1 ? 'audited_id IS NOT NULL' : 'audited_id IS NULL')
  if (filter.isRead !== undefined) add(`is_read = ${value(filter.isRead)}`)
  if (filter.alarmSource !== undefined) add(`alarm_source = ${value(filter.alarmSource)}`)
  if (filter.text) add(`${TEXTS} LIKE ${value(lower(likePattern(filter.text)))}`)
  if (filter.groupIds) add(`group_id = ANY(${value(filter.groupIds)}::bigint[])`)
  return { text: texts.join(' AND '), values }
}

/** A sub-type that is named has its own level, else its type's, else the usual one. */
function levelText(
  { wanted, repository }: NonNullable<AlarmFilter['levels']>,
  value: (given: unknown) => string,
): string {
  const named = Object.keys(repository)
  const fitting = `ANY(${value(named.filter((key) => wanted.includes(repository[key]!)))}::text[])`
  const all = `${value(named)}::text[]`
  const unnamed = wanted.includes(USUAL_LEVEL) ? ` OR NOT type = ANY(${all})` : ''
  return `(type || '-' || sub_type = ${fitting}
    OR (NOT type || '-' || sub_type = ANY(${all}) AND (type = ${fitting}${unnamed})))`
}

/** Processed within one of these classes of response times; before the start belongs to the first. */
function responseText(classes: readonly number[]): string {
  const ranges = classes.map((place) => {
    const from = (RESPONSE_CLASSES[place - 1] ?? 0) * 1000
    const end = RESPONSE_CLASSES[place]
    const below = end === undefined ? '' : ` AND processing_ms - start_ms < ${end * 1000}`
    return place === 0 ? `(true${below})` : `(processing_ms - start_ms >= ${from}${below})`
  })
  return `(processing_type IS NOT NULL AND (${ranges.join(' OR ')}))`
}
