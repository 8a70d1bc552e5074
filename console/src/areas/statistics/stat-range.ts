import { LIMITS } from '@backlot/contract/limits'
import { DAY_MS, dayStart, formatDateTime, parseDateTime } from '@backlot/contract/time'

/** Ranges that are offered (stated): today, 7, 30 and 90 days. */
const RANGE_DAYS = { today: 1, days7: 7, days30: 30, days90: 90 } as const
export const STAT_RANGES = ['today', 'days7', 'days30', 'days90'] as const
export type StatRangeName = (typeof STAT_RANGES)[number]

/** First and last day, yyyy-MM-dd in the platform's zone. */
export type StatDays = { from: string; to: string }

export const dateOf = (epochMs: number, zoneMinutes: number) =>
  formatDateTime(epochMs, zoneMinutes).slice(0, 10)
const startOf = (date: string, zoneMinutes: number) => parseDateTime(`${date} 00:00:00`, zoneMinutes)

/** The days of an offered range; today is the last of them. */
export function daysOfRange(name: StatRangeName, nowMs: number, zoneMinutes: number): StatDays {
  const days = RANGE_DAYS[name]
  const today = dayStart(nowMs, zoneMinutes)
  return { from: dateOf(today - (days - 1) * DAY_MS, zoneMinutes), to: dateOf(today, zoneMinutes) }
}

export type StatFault = 'unreadable' | 'order' | 'future' | 'tooOld'

/** Fault of the days: unreadable, the end before the start, after today, older than 180 days. */
export function daysFault({ from, to }: StatDays, nowMs: number, zoneMinutes: number): StatFault | undefined {
  const [fromMs, toMs] = [startOf(from, zoneMinutes), startOf(to, zoneMinutes)]
  if (fromMs === undefined || toMs === undefined) return 'unreadable'
  if (fromMs > toMs) return 'order'
  if (toMs > nowMs) return 'future'
  return fromMs < dayStart(nowMs - LIMITS.historyWindowMs, zoneMinutes) ? 'tooOld' : undefined
}

/** Seconds from the first day's start to the last one's end; without an end when that is the present. */
export function secondsOf(
  { from, to }: StatDays,
  nowMs: number,
  zoneMinutes: number,
): { startTime: number; endTime?: number } {
  const startTime = (startOf(from, zoneMinutes) ?? nowMs) / 1000
  const endMs = (startOf(to, zoneMinutes) ?? nowMs) + DAY_MS
  return endMs > nowMs ? { startTime } : { startTime, endTime: endMs / 1000 }
}

/** Days of a range, both ends among them. */
export function dayCount({ from, to }: StatDays): number {
  const [fromMs, toMs] = [startOf(from, 0) ?? 0, startOf(to, 0) ?? 0]
  return Math.round((toMs - fromMs) / DAY_MS) + 1
}

/** At most seven days are exported (stated). */
export function mayExport(days: StatDays): boolean {
  return dayCount(days) * DAY_MS <= LIMITS.exportRangeMs
}
