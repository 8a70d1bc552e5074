import type { Database } from 'better-sqlite3'
import { prepared } from '../../shared/prepared.ts'
import { type AlarmFilter, likePattern, textCondition } from '../query/alarm-filter.ts'
import type { AlarmColumns } from './alarm-columns.ts'
import { matchingSlots, type StartSpan } from './matching-slots.ts'
import { overviewOf } from './overview.ts'
import { pageIds } from './page-ids.ts'
import type { Answers, Question } from './reader-messages.ts'
import { sumsBy } from './sums-by.ts'
import { tallyOf } from './tally.ts'

/** Answers one question from the columns; texts and monitoring points are looked for in the database, which has them. */
export function answerQuestion(
  db: Database,
  columns: AlarmColumns,
  question: Question,
): Answers[keyof Answers] {
  return answerFrom(columns, question, idsInDatabase(db, question.span, question.filter))
}

/** Answers one question from columns; `among`: ids that match what is not in columns. */
export function answerFrom(
  columns: AlarmColumns,
  question: Question,
  among?: readonly number[],
): Answers[keyof Answers] {
  const { span, filter } = question
  const slots = matchingSlots(columns, span, filter, among)
  switch (question.kind) {
    case 'page':
      return { ...pageIds(columns, slots, question.wish), total: slots.length }
    case 'overview':
      return overviewOf(columns, slots, { ...question.wish, span })
    case 'sums':
      return sumsBy(columns, slots, { ...question.wish, span })
    case 'tally':
      return tallyOf(columns, slots, question.wish)
  }
}

function idsInDatabase(
  db: Database,
  { fromMs, beforeMs }: StartSpan,
  { text, monitorId }: AlarmFilter,
): number[] | undefined {
  const asked: [condition: string, value: string | number][] = []
  if (text !== undefined) asked.push([textCondition, likePattern(text)])
  if (monitorId !== undefined) asked.push(['monitor_id = ?', monitorId])
  if (asked.length === 0) return undefined
  const conditions = asked.map(([condition]) => ` AND ${condition}`).join('')
  const sql = `SELECT id FROM alarms WHERE start_ms >= ? AND start_ms < ?${conditions}`
  return prepared(db, sql)
    .pluck()
    .all(fromMs, beforeMs, ...asked.map(([, value]) => value)) as number[]
}
