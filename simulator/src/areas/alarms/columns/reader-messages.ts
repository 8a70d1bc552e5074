import type { AlarmSum } from '@backlot/contract/alarms/statistics-calls'
import type { AlarmFilter } from '../query/alarm-filter.ts'
import type { PageMark } from '../query/list-query.ts'
import type { StartSpan } from './matching-slots.ts'
import type { Overview, OverviewWish } from './overview.ts'
import type { PageWish } from './page-ids.ts'
import type { SumsWish } from './sums-by.ts'
import type { Tally, TallyWish } from './tally.ts'

export type ReaderSetup = { file: string }

/** Questions to the reader, each about the alarms of a span that a filter lets through. */
export type Question = { span: StartSpan; filter: AlarmFilter } & (
  | { kind: 'page'; wish: PageWish }
  | { kind: 'overview'; wish: Omit<OverviewWish, 'span'> }
  | { kind: 'sums'; wish: Omit<SumsWish, 'span'> }
  | { kind: 'tally'; wish: TallyWish }
)

export type Answers = {
  page: { ids: number[]; mark: PageMark | undefined; total: number }
  overview: Overview
  sums: { list: AlarmSum[]; total: number }
  tally: Tally
}

export type ToReader = { kind: 'ask'; id: number; question: Question } | { kind: 'warm' } | { kind: 'end' }
export type FromReader = { id: number } & (
  | { answer: Answers[keyof Answers] }
  | { error: string; code: string | undefined }
)
