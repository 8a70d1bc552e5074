import type { Alarm } from '@backlot/contract/alarms/entities'
import { HOUR_MS, MINUTE_MS, toCivil } from '@backlot/contract/time'

export type HourBucket = { startMs: number; hour: number; open: number; processed: number }
export type TypeCount = { type: string; open: number; processed: number }

const HOURS = 24

/** Alarms of the 24 civil hours that end with the one of `nowMs`, oldest first. */
export function byHour(alarms: readonly Alarm[], nowMs: number, zoneMinutes: number): HourBucket[] {
  const offset = zoneMinutes * MINUTE_MS
  const thisHour = Math.floor((nowMs + offset) / HOUR_MS) * HOUR_MS - offset
  const first = thisHour - (HOURS - 1) * HOUR_MS
  const buckets = Array.from({ length: HOURS }, (_unused, i) => {
    const startMs = first + i * HOUR_MS
    return { startMs, hour: toCivil(startMs, zoneMinutes).hour, open: 0, processed: 0 }
  })
  for (const alarm of alarms) {
    const bucket = buckets[Math.floor((alarm.startTime * 1000 - first) / HOUR_MS)]
    if (!bucket) continue
    if (alarm.processingType === null) bucket.open += 1
    else bucket.processed += 1
  }
  return buckets
}

/** The most frequent types, most frequent first. */
export function byType(alarms: readonly Alarm[], count: number): TypeCount[] {
  const types = new Map<string, TypeCount>()
  for (const alarm of alarms) {
    const entry = types.get(alarm.type) ?? { type: alarm.type, open: 0, processed: 0 }
    if (alarm.processingType === null) entry.open += 1
    else entry.processed += 1
    types.set(alarm.type, entry)
  }
  return [...types.values()]
    .sort((a, b) => b.open + b.processed - (a.open + a.processed) || a.type.localeCompare(b.type))
    .slice(0, count)
}

/** A round number at or above `value`, for the top of a scale. */
export function scaleTop(value: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [4, 8, 12, 20, 40]) if (value <= step * unit) return step * unit
  }
}
