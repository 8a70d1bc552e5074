import type { Arrival } from '../../features/alarms/live-alarms.ts'

/**
 * `window.__backlotAlarms`, there when the diagnostics switch was on at the sign-in (localStorage `diagnostics` = `1`):
 * sequences of all alarms that came into the live list, and the gaps that the channel announced. Tests compare them
 * with the platform's store.
 */
type AlarmDiagnostics = {
  /** alarmSeq of every alarm that was taken in, updates included. */
  seen: Set<string>
  gaps: { fromCursor: number; toCursor: number; skipped: number }[]
  /** The largest of all. */
  cursor: number
}

declare global {
  interface Window {
    __backlotAlarms?: AlarmDiagnostics
  }
}

const isOn = typeof localStorage !== 'undefined' && localStorage.getItem('diagnostics') === '1'
const diary = (): AlarmDiagnostics => {
  window.__backlotAlarms ??= { seen: new Set(), gaps: [], cursor: 0 }
  return window.__backlotAlarms
}

export function noteArrivals(arrivals: readonly Arrival[]): void {
  if (!isOn) return
  const notes = diary()
  for (const arrival of arrivals) {
    if (!('list' in arrival)) continue
    for (const { alarmSeq, cursor = 0 } of arrival.list) {
      notes.seen.add(alarmSeq)
      notes.cursor = Math.max(notes.cursor, cursor)
    }
  }
}

export function noteGap({ fromCursor, toCursor, skipped }: AlarmDiagnostics['gaps'][number]): void {
  if (!isOn) return
  const notes = diary()
  notes.gaps.push({ fromCursor, toCursor, skipped })
  notes.cursor = Math.max(notes.cursor, toCursor)
}
