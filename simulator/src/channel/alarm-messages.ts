import type { Alarm } from '@backlot/contract/alarms/entities'
import { encodeAlarms, encodeMessage } from './frame-codec.ts'
import type { AlarmEvent } from './tick-events.ts'

const cursorOf = ({ alarm }: AlarmEvent) => alarm.cursor ?? 0

/**
 * Alarm messages of alarms in cursor order, of which only the newest `granted` are sent; the others become an alarmGap
 * that can be paged by cursor. `rowOf` writes an alarm as JSON.
 */
export function alarmMessages(
  events: readonly AlarmEvent[],
  granted: number,
  rowOf: (alarm: Alarm) => string,
): string[] {
  const messages: string[] = []
  const skipped = events.slice(0, Math.max(0, events.length - granted))
  const sent = events.slice(skipped.length)
  if (skipped.length > 0) messages.push(gapMessage(skipped.map(({ alarm }) => alarm)))
  for (const updateOnly of [false, true]) {
    const rows = sent.filter((event) => event.updateOnly === updateOnly)
    if (rows.length === 0) continue
    messages.push(
      encodeAlarms(
        rows.map(({ alarm }) => rowOf(alarm)),
        updateOnly,
        cursorOf(rows[rows.length - 1]!),
      ),
    )
  }
  return messages
}

function gapMessage(skipped: readonly Alarm[]): string {
  const byType: Record<string, number> = {}
  for (const { type } of skipped) byType[type] = (byType[type] ?? 0) + 1
  return encodeMessage({
    type: 'alarmGap',
    skipped: skipped.length,
    // /alarm/list?after=fromCursor begins with the first that was skipped.
    fromCursor: (skipped[0]!.cursor ?? 1) - 1,
    toCursor: skipped[skipped.length - 1]!.cursor ?? 0,
    byType,
  })
}
