import { LIMITS } from '../limits.ts'
import { DAY_MS, dayStart, PLATFORM_ZONE_MINUTES } from '../time.ts'

/** Faults of a span of sums. */
export type SumSpanFault = 'startAfterEnd' | 'only180Days' | 'spanTooOld'

/**
 * The rules of a span that statistics sum over: the start is not later than the end, at most 180 days, none older than
 * that. A civil day counts whole at both of its ends, so from midnight it is 180 days and a part. Epoch milliseconds.
 */
export function sumSpanFault(
  startMs: number,
  endMs: number,
  nowMs: number,
  zoneMinutes = PLATFORM_ZONE_MINUTES,
): SumSpanFault | undefined {
  if (startMs > endMs) return 'startAfterEnd'
  if (endMs - startMs > LIMITS.historyWindowMs + DAY_MS) return 'only180Days'
  return startMs < dayStart(nowMs, zoneMinutes) - LIMITS.historyWindowMs ? 'spanTooOld' : undefined
}
