/** Online statistics by civil day, from spans: true for any day of the past. */
import { DAY_MS, dayStart } from '@backlot/contract/time'
import type { OnlineSpan } from './history.ts'

export type OnlineDay = {
  /** Start of the civil day. */
  dayMs: number
  onlineMs: number
  offlineMs: number
  /** How often it went offline. */
  drops: number
}

/** Days of spans that tile their time, in order; the first and the last may be parts of days. */
export function onlineDays(spans: readonly OnlineSpan[], zoneMinutes?: number): OnlineDay[] {
  const days = new Map<number, OnlineDay>()
  const dayOf = (atMs: number): OnlineDay => {
    const dayMs = dayStart(atMs, zoneMinutes)
    const known = days.get(dayMs)
    if (known) return known
    const day = { dayMs, onlineMs: 0, offlineMs: 0, drops: 0 }
    days.set(dayMs, day)
    return day
  }
  spans.forEach((span, i) => {
    if (!span.online && i > 0) dayOf(span.fromMs).drops++
    for (let fromMs = span.fromMs; fromMs < span.toMs; ) {
      const day = dayOf(fromMs)
      const toMs = Math.min(span.toMs, day.dayMs + DAY_MS)
      day[span.online ? 'onlineMs' : 'offlineMs'] += toMs - fromMs
      fromMs = toMs
    }
  })
  return [...days.values()]
}
