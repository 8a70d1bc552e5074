import type { Archive } from '../../archive/open-archive.ts'
import { historyEntryOf } from '../../areas/alarms/actions/alarm-history.ts'
import type { AlarmReader } from '../../areas/alarms/columns/alarm-reader.ts'
import type { Answers, Question } from '../../areas/alarms/columns/reader-messages.ts'
import type { AlarmPastPort } from '../../areas/alarms/ports.ts'
import type { AlarmLogPastPort } from '../../areas/logs/ports.ts'
import type { HeatPastPort } from '../../areas/map-heat/map-heat-area.ts'
import type { ForeignArchive } from '../../gateways/foreign-history.ts'
import { type ArchivedTable, completeFromMs } from '../../store/archive-positions.ts'
import type { Store } from '../../store/store.ts'

/** From which moment on the core has all rows of a table: read again after the store has written. */
export function createCompleteFrom(store: Store): (table: ArchivedTable) => number {
  const known = new Map<ArchivedTable, { version: number; fromMs: number }>()
  return (table) => {
    const version = store.version()
    const before = known.get(table)
    if (before?.version === version) return before.fromMs
    const fromMs = completeFromMs(store.read, table)
    known.set(table, { version, fromMs })
    return fromMs
  }
}

type CompleteFrom = ReturnType<typeof createCompleteFrom>

export type ArchivedAlarms = AlarmPastPort & AlarmLogPastPort & HeatPastPort

/** Alarms of the past from the archive. What reaches before the core's retention is answered by it alone: it has all. */
export function createAlarmPast(archive: Archive, completeFrom: CompleteFrom): ArchivedAlarms {
  return {
    holds: (fromMs) => fromMs < completeFrom('alarms'),
    page: (question) => archive.ask({ kind: 'alarms', question }),
    alarm: (by) => archive.ask({ kind: 'alarm', by }),
    named: (names) => archive.ask({ kind: 'named', names }),
    async history(alarmId, nowMs) {
      const rows = await archive.ask({ kind: 'history', alarmId, nowMs })
      return rows.map(historyEntryOf)
    },
    // Of an alarm that was removed, actions may be younger than the alarm.
    holdsLog: (fromMs) => fromMs < Math.max(completeFrom('alarms'), completeFrom('alarm_history')),
    log: (wish) => archive.ask({ kind: 'log', wish }),
    heat: (question) => archive.ask({ kind: 'heat', question }),
  }
}

/** The reader of many alarms, which asks the archive about what reaches before the core's retention. */
export function withArchive(reader: AlarmReader, archive: Archive, past: AlarmPastPort): AlarmReader {
  return {
    ...reader,
    isNeeded: past.holds,
    ask<Q extends Question>(question: Q): Promise<Answers[Q['kind']]> {
      if (question.kind === 'page' || !past.holds(question.span.fromMs)) return reader.ask(question)
      return archive.ask({ kind: 'sums', question }) as Promise<Answers[Q['kind']]>
    },
  }
}

export function createForeignArchive(archive: Archive, completeFrom: CompleteFrom): ForeignArchive {
  return {
    completeFromMs: completeFrom,
    track: (sn, fromMs, toMs) => archive.ask({ kind: 'track', sn, fromMs, toMs }),
    readings: (sn, fromMs, toMs) => archive.ask({ kind: 'readings', sn, fromMs, toMs }),
  }
}
