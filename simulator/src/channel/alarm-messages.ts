import type { Alarm } from '@backlot/contract/alarms/entities'
import { encodeAlarms, encodeMessage } from './frame-codec.ts'
import type { AlarmEvent } from './tick-events.ts'

const cursorOf = ({ alarm }: AlarmEvent) => alarm.cursor ?? 0

/** What is told of alarms that are not sent: how many, of which types, between which cursors. */
export class AlarmGap {
  skipped = 0
  firstCursor = 0
  #lastCursor = 0
  readonly #byType: Record<string, number> = {}

  /** Adds alarms in cursor order. */
  add(events: readonly AlarmEvent[]): void {
    for (const event of events) {
      if (this.skipped === 0) this.firstCursor = cursorOf(event)
      this.#lastCursor = cursorOf(event)
      const { type } = event.alarm
      this.#byType[type] = (this.#byType[type] ?? 0) + 1
      this.skipped++
    }
  }

  /** `sentUpTo`: cursor of the newest alarm that was sent before it; paging up to there brings nothing new. */
  message(sentUpTo = 0): string {
    return encodeMessage({
      type: 'alarmGap',
      skipped: this.skipped,
      // /alarm/list?after=fromCursor begins with the first that was skipped.
      fromCursor: this.firstCursor - 1,
      toCursor: Math.max(this.#lastCursor, sentUpTo),
      byType: this.#byType,
    })
  }
}

/**
 * Alarm messages of alarms in cursor order, of which only the newest `granted` are sent; the others become an alarmGap
 * that can be paged by cursor, after what is in `gap` already. `rowOf` writes an alarm as JSON.
 */
export function alarmMessages(
  events: readonly AlarmEvent[],
  granted: number,
  rowOf: (alarm: Alarm) => string,
  gap = new AlarmGap(),
): string[] {
  const skipped = Math.max(0, events.length - granted)
  gap.add(events.slice(0, skipped))
  const lists = listMessages(events.slice(skipped), rowOf)
  return gap.skipped > 0 ? [gap.message(), ...lists] : lists
}

/**
 * Alarm messages of alarms in cursor order: new ones and changed ones apart. Each carries the cursor up to which its
 * console then has everything, never one past `knownUpTo`.
 */
export function listMessages(
  events: readonly AlarmEvent[],
  rowOf: (alarm: Alarm) => string,
  knownUpTo = Number.POSITIVE_INFINITY,
): string[] {
  return [false, true].flatMap((updateOnly) => {
    const rows = events.filter((event) => event.updateOnly === updateOnly)
    const last = rows[rows.length - 1]
    if (!last) return []
    const texts = rows.map(({ alarm }) => rowOf(alarm))
    return [encodeAlarms(texts, updateOnly, Math.min(cursorOf(last), knownUpTo))]
  })
}
