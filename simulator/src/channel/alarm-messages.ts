import { type Alarm, SOS } from '@backlot/contract/alarms/entities'
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

const isSos = ({ alarm }: AlarmEvent) => alarm.type === SOS.type && alarm.subType === SOS.subType

/** Which of a tick's alarms are sent when only some may be: calls for help first, then the newest. Both keep their order. */
export function chooseSent(
  events: readonly AlarmEvent[],
  granted: number,
): { sent: readonly AlarmEvent[]; skipped: readonly AlarmEvent[] } {
  const past = Math.max(0, events.length - granted)
  const older = events.slice(0, past)
  if (granted === 0 || !older.some(isSos)) return { sent: events.slice(past), skipped: older }
  const chosen = new Set(events.filter(isSos).slice(-granted))
  for (let i = events.length - 1; chosen.size < granted; i--) chosen.add(events[i]!)
  return {
    sent: events.filter((event) => chosen.has(event)),
    skipped: events.filter((event) => !chosen.has(event)),
  }
}

/**
 * Alarm messages of alarms in cursor order, of which `granted` are sent, as `chooseSent` says; the others become an alarmGap
 * that can be paged by cursor, after what is in `gap` already. `rowOf` writes an alarm as JSON.
 */
export function alarmMessages(
  events: readonly AlarmEvent[],
  granted: number,
  rowOf: (alarm: Alarm) => string,
  gap = new AlarmGap(),
): string[] {
  const { sent, skipped } = chooseSent(events, granted)
  gap.add(skipped)
  const lists = listMessages(sent, rowOf)
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
