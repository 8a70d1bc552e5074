import type { Database } from 'better-sqlite3'
import { prepared } from '../../prepared.ts'
import { type AlarmFilter, likePattern, textCondition } from '../alarm-filter.ts'
import type { AlarmColumns } from './alarm-columns.ts'
import { matchingSlots, type StartSpan } from './matching-slots.ts'
import { overviewOf } from './overview.ts'
import { pageIds } from './page-ids.ts'
import type { Answers, Question } from './reader-messages.ts'
import { sumsBy } from './sums-by.ts'
import { tallyOf } from './tally.ts'

/** Answers one question from the columns; texts are looked for in the database, which has them. */
export function answerQuestion(
  db: Database,
  columns: AlarmColumns,
  question: Question,
): Answers[keyof Answers] {
  const { span, filter } = question
  const slots = matchingSlots(columns, span, filter, idsWithText(db, span, filter))
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

function idsWithText(
  db: Database,
  { fromMs, beforeMs }: StartSpan,
  { text }: AlarmFilter,
): number[] | undefined {
  if (text === undefined) return undefined
  const sql = `SELECT id FROM alarms WHERE start_ms >= ? AND start_ms < ? AND ${textCondition}`
  return prepared(db, sql).pluck().all(fromMs, beforeMs, likePattern(text)) as number[]
}
