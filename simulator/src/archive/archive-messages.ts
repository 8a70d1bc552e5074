import type { HistoryRow } from '../areas/alarms/actions/alarm-history.ts'
import type { AlarmRow } from '../areas/alarms/alarm-row.ts'
import type { Answers, Question } from '../areas/alarms/columns/reader-messages.ts'
import type { AlarmName, NamedAlarm } from '../areas/alarms/ports.ts'
import type { PageMark } from '../areas/alarms/query/list-query.ts'
import type { AlarmLogEntry, AlarmLogWish } from '../areas/logs/alarm-log.ts'
import type { HeatCell, HeatQuestion } from '../areas/map-heat/heat-cells.ts'
import type { PositionRow, ReportRow } from '../gateways/foreign-history.ts'
import type { ArchivedTable, ArchivePositions } from '../store/archive-positions.ts'
import type { ArchiveTarget } from './archive-address.ts'
import type { ArchiveOwner } from './claim-archive.ts'

export type ArchiveSetup = {
  file: string
  target: ArchiveTarget
  owner: ArchiveOwner
  /** Since when rows wait that were there at the start, epoch milliseconds; undefined: not known, or none. */
  behindSinceMs?: number | undefined
}

/** Whether it can be written: `away` passes by itself, `refused` does not. */
export type ArchiveCondition = 'connecting' | 'connected' | 'away' | 'refused'

export type ArchiveState = {
  condition: ArchiveCondition
  /** Why it is away or refuses us. */
  reason: string | undefined
  /** How far it has come, as far as we know; undefined before the first connection. */
  positions: ArchivePositions | undefined
  /** Changes that wait for it, by table: at most so many rows. */
  waiting: Readonly<Record<ArchivedTable, number>>
  /** How long ago the oldest change was made that waits, to some seconds. */
  lagSeconds: number
  /** Since the start. */
  rows: Readonly<Record<ArchivedTable, number>>
  batches: number
  failures: number
}

/** What is asked of the archive, once it has everything that the core had at that moment. */
export type ArchiveQuestion =
  | { kind: 'alarms'; question: Extract<Question, { kind: 'page' }> }
  | { kind: 'sums'; question: Exclude<Question, { kind: 'page' }> }
  | { kind: 'alarm'; by: AlarmName }
  | { kind: 'named'; names: readonly AlarmName[] }
  | { kind: 'history'; alarmId: number; nowMs: number }
  | { kind: 'log'; wish: AlarmLogWish }
  | { kind: 'heat'; question: HeatQuestion }
  | { kind: 'track' | 'readings'; sn: string; fromMs: number; toMs: number }

export type ArchiveAnswers = {
  alarms: { rows: AlarmRow[]; mark: PageMark | undefined; total: number }
  sums: Answers[keyof Answers]
  alarm: AlarmRow | undefined
  named: NamedAlarm[]
  history: HistoryRow[]
  log: { rows: AlarmLogEntry[]; total: number }
  heat: HeatCell[]
  track: PositionRow[]
  readings: ReportRow[]
}

/** Why there is no answer. */
export type ArchiveFault = 'archiveAway' | 'archiveBehind' | 'archiveSlow' | 'archiveTooMuch'

export type ToArchive = { kind: 'ask'; id: number; question: ArchiveQuestion } | { kind: 'end' }
export type FromArchive =
  | { kind: 'state'; state: ArchiveState }
  | { kind: 'answer'; id: number; answer: ArchiveAnswers[keyof ArchiveAnswers] }
  | { kind: 'fault'; id: number; fault: ArchiveFault; reason: string }
