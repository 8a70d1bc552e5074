import { LIMITS } from '../limits.ts'
import { DAY_MS, dayStart, PLATFORM_ZONE_MINUTES } from '../time.ts'

/** Faults of a record query's span. */
export type SpanFault = 'startAfterEnd' | 'only24Hours' | 'tooOld' | 'future'

/**
 * The rules of a record query (stated): the start is not later than the end, at most 24 hours, no dates of the future
 * and none older than 180 days. Dates are civil days of the platform's zone. All in epoch milliseconds.
 */
export function querySpanFault(
  startMs: number,
  endMs: number,
  nowMs: number,
  zoneMinutes = PLATFORM_ZONE_MINUTES,
): SpanFault | undefined {
  if (startMs > endMs) return 'startAfterEnd'
  if (endMs - startMs > LIMITS.queryRangeMs) return 'only24Hours'
  const today = dayStart(nowMs, zoneMinutes)
  if (startMs < today - LIMITS.historyWindowMs) return 'tooOld'
  return endMs > today + DAY_MS ? 'future' : undefined
}
