import { DAY_MS, dayStart, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'

/** today: the civil day so far; yesterday: the whole one before; hours24: the 24 civil hours that end with this one. */
export type AlarmSpan = 'today' | 'yesterday' | 'hours24'

const HOURS = 24

/** Seconds from and to, both counted. */
export function alarmSpan(span: AlarmSpan, nowMs: number, zoneMinutes: number) {
  const today = dayStart(nowMs, zoneMinutes)
  if (span === 'yesterday') return { startTime: (today - DAY_MS) / 1000, endTime: today / 1000 - 1 }
  const zoneMs = zoneMinutes * MINUTE_MS
  const hourMs = Math.floor((nowMs + zoneMs) / HOUR_MS) * HOUR_MS - zoneMs
  const fromMs = span === 'today' ? today : hourMs - (HOURS - 1) * HOUR_MS
  return { startTime: fromMs / 1000, endTime: Math.floor(nowMs / 1000) }
}
