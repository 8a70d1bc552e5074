import { LIMITS } from '@backlot/contract/limits'
import { DAY_MS, dayStart, HOUR_MS } from '@backlot/contract/time'
import type { TextKey } from '../../language/language.ts'

export const QUICK_RANGES = ['1h', '6h', '24h', 'today', 'yesterday'] as const
export type QuickRange = (typeof QUICK_RANGES)[number]

/** Seconds since the epoch. */
export type TimeRange = { startTime: number; endTime: number }

export const QUICK_RANGE_TEXT: Readonly<Record<QuickRange, TextKey<'alarms'>>> = {
  '1h': 'query.range1h',
  '6h': 'query.range6h',
  '24h': 'query.range24h',
  today: 'query.today',
  yesterday: 'query.yesterday',
}

/** A quick range at a moment of the platform's clock. */
export function quickRange(range: QuickRange, nowMs: number, zoneMinutes: number): TimeRange {
  const today = dayStart(nowMs, zoneMinutes)
  const spans: Record<QuickRange, [number, number]> = {
    '1h': [nowMs - HOUR_MS, nowMs],
    '6h': [nowMs - 6 * HOUR_MS, nowMs],
    '24h': [nowMs - DAY_MS, nowMs],
    today: [today, nowMs],
    yesterday: [today - DAY_MS, today - 1000],
  }
  const [start, end] = spans[range]
  return { startTime: Math.floor(start / 1000), endTime: Math.floor(end / 1000) }
}

/** What is wrong with a range (stated): both ends, in order, at most 24 hours apart. */
export function rangeFault(range: Partial<TimeRange>): 'missing' | 'order' | 'tooLong' | undefined {
  const { startTime, endTime } = range
  if (startTime === undefined || endTime === undefined) return 'missing'
  if (startTime > endTime) return 'order'
  return (endTime - startTime) * 1000 > LIMITS.queryRangeMs ? 'tooLong' : undefined
}
