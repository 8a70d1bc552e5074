import type { Alarm } from '@backlot/contract/alarms/entities'
import type { AlarmFeed, StoredAlarm } from './alarm-feed.ts'

/** Alarms as a store keeps them, in memory, with counters of reads. */
export class MemoryAlarms implements AlarmFeed {
  readonly rows: StoredAlarm[] = []
  #cursor = 0
  /** Rows read by ranges, and whole alarms. */
  readonly read = { rows: 0, pages: 0, whole: 0 }

  raise(sn: string, more: Partial<Alarm> = {}): Alarm {
    this.#cursor++
    const alarm = alarmOf(this.rows.length + 1, sn, this.#cursor, more)
    this.rows.push({ alarm, raisedCursor: this.#cursor })
    return alarm
  }

  /** Changes an alarm, which moves it to the newest place. */
  change(id: number, more: Partial<Alarm> = { isRead: 1 }): Alarm {
    const row = this.rows[id - 1]!
    this.#cursor++
    row.alarm = { ...row.alarm, ...more, cursor: this.#cursor }
    return row.alarm
  }

  newestCursor(): number {
    return this.#cursor
  }

  missed({ fromCursor, toCursor }: { fromCursor: number; toCursor: number }, limit: number) {
    const list = this.rows
      .map(({ alarm, raisedCursor }) => ({
        cursor: alarm.cursor!,
        raisedCursor,
        sn: alarm.sn,
        type: alarm.type,
      }))
      .filter(({ cursor }) => cursor > fromCursor && cursor <= toCursor)
      .sort((a, b) => b.cursor - a.cursor)
      .slice(0, limit)
    this.read.rows += list.length
    this.read.pages++
    return { list, newestCursor: this.#cursor }
  }

  withCursors(cursors: readonly number[]): Alarm[] {
    const wanted = new Set(cursors)
    const found = this.rows.map(({ alarm }) => alarm).filter(({ cursor }) => wanted.has(cursor!))
    this.read.whole += found.length
    return found.sort((a, b) => a.cursor! - b.cursor!)
  }

  raisedCursors(ids: readonly number[]): Map<number, number> {
    return new Map(ids.map((id) => [id, this.rows[id - 1]!.raisedCursor]))
  }

  named(sn: string, alarmSeq: string): StoredAlarm | undefined {
    return this.rows.find(({ alarm }) => alarm.sn === sn && alarm.alarmSeq === alarmSeq)
  }
}

function alarmOf(id: number, sn: string, cursor: number, more: Partial<Alarm>): Alarm {
  return {
    id,
    sn,
    chnId: 0,
    chnName: '',
    alarmSeq: `q${id}`,
    type: 'IoAlarm',
    subType: '',
    state: 1,
    alarmSource: 1,
    startTime: 1,
    endTime: null,
    resource: [],
    isRead: 0,
    processingId: null,
    processingName: '',
    processingContent: '',
    processingType: null,
    processingTime: null,
    devName: sn,
    number: '',
    cursor,
    ...more,
  }
}
