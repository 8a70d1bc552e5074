import { DAY_MS, dayStart, fromCivil, HOUR_MS, MINUTE_MS, toCivil } from '@backlot/contract/time'

/** Seconds since the epoch, both ends included. */
export type TimeRange = { startTime: number; endTime: number }

/** Spans back from now, by name. Stated are the ends of the lists, 5 s to 50 min and 1 h to 24 h; the steps are ours. */
const BACK_MS = {
  '5s': 5000,
  '10s': 10_000,
  '30s': 30_000,
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '10m': 10 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '50m': 50 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '3h': 3 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '24h': DAY_MS,
} as const
/** Civil days, today included. */
const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const
/** Civil days, weeks (from Monday) and months; those that have passed are whole. */
const CIVIL = ['today', 'yesterday', 'lastWeek', 'lastMonth', 'last3Months'] as const

export type QuickRange = keyof typeof BACK_MS | keyof typeof DAYS | (typeof CIVIL)[number]
export const ALL_QUICK_RANGES = [
  ...(Object.keys(BACK_MS) as (keyof typeof BACK_MS)[]),
  ...CIVIL,
  ...(Object.keys(DAYS) as (keyof typeof DAYS)[]),
] as const satisfies readonly QuickRange[]

/** All stated ranges of a list except those beside it, in their order. */
export function moreRanges(beside: readonly QuickRange[]): QuickRange[] {
  return ALL_QUICK_RANGES.filter((range) => !beside.includes(range))
}

/** A quick range at a moment of the platform's clock. */
export function quickRange(range: QuickRange, nowMs: number, zoneMinutes: number): TimeRange {
  const [startMs, endMs] = spanOf(range, nowMs, zoneMinutes)
  return { startTime: Math.floor(startMs / 1000), endTime: Math.floor(endMs / 1000) }
}

function spanOf(range: QuickRange, nowMs: number, zone: number): [number, number] {
  const today = dayStart(nowMs, zone)
  if (range in BACK_MS) return [nowMs - BACK_MS[range as keyof typeof BACK_MS], nowMs]
  if (range in DAYS) return [today - (DAYS[range as keyof typeof DAYS] - 1) * DAY_MS, nowMs]
  if (range === 'today') return [today, nowMs]
  if (range === 'yesterday') return [today - DAY_MS, today - 1000]
  const { year, month, weekday } = toCivil(nowMs, zone)
  if (range === 'lastWeek') {
    const monday = today - ((weekday + 6) % 7) * DAY_MS
    return [monday - 7 * DAY_MS, monday - 1000]
  }
  const monthStart = (back: number) => {
    const months = year * 12 + (month - 1) - back
    return fromCivil(Math.floor(months / 12), (months % 12) + 1, 1, 0, 0, 0, 0, zone)
  }
  return [monthStart(range === 'lastMonth' ? 1 : 3), monthStart(0) - 1000]
}

export type RangeFault = 'missing' | 'order' | 'tooLong'

/** Fault of a range: both ends are needed, in order, at most `maxMs` apart. */
export function rangeFault(
  range: Partial<TimeRange>,
  maxMs = Number.POSITIVE_INFINITY,
): RangeFault | undefined {
  const { startTime, endTime } = range
  if (startTime === undefined || endTime === undefined) return 'missing'
  if (startTime > endTime) return 'order'
  return (endTime - startTime) * 1000 > maxMs ? 'tooLong' : undefined
}
