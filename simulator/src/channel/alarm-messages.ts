import { SOS } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { CursorRange } from '@backlot/contract/channel/cursor-ranges'
import { encodeAlarms, encodeMessage } from './frame-codec.ts'
import type { AlarmEvent } from './tick-events.ts'

/** The gap announced when a console comes back: the missed alarms are not counted yet. */
export function uncountedGap({ fromCursor, toCursor }: CursorRange): string {
  return encodeMessage({ type: 'alarmGap', skipped: 0, fromCursor, toCursor, byType: {}, counted: false })
}

/** A gap between two cursors: how many alarms and changes in it are not sent, and the new alarms among them by type. */
export function alarmGap(
  { fromCursor, toCursor }: CursorRange,
  skipped: readonly { type: string; updateOnly: boolean }[],
): string {
  const byType: Record<string, number> = {}
  for (const { type, updateOnly } of skipped) if (!updateOnly) byType[type] = (byType[type] ?? 0) + 1
  return encodeMessage({ type: 'alarmGap', skipped: skipped.length, fromCursor, toCursor, byType })
}

/** Whether it is an SOS. */
export const isSos = ({ alarm }: AlarmEvent) => alarm.type === SOS.type && alarm.subType === SOS.subType

/** Which of a tick's alarms are sent when only some may be: SOS first, then the newest. Both keep their order. */
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

/** Alarm messages of alarms in cursor order: new ones and changed ones apart. `cursor`: where their console resumes. */
export function alarmLists(
  events: readonly AlarmEvent[],
  rowOf: (alarm: Alarm) => string,
  cursor: number,
): string[] {
  return [false, true].flatMap((updateOnly) => {
    const rows = events.filter((event) => event.updateOnly === updateOnly).map(({ alarm }) => rowOf(alarm))
    return rows.length > 0 ? [encodeAlarms(rows, updateOnly, cursor)] : []
  })
}
