import { LIMITS } from '../limits.ts'
import { DAY_MS, dayStart, PLATFORM_ZONE_MINUTES } from '../time.ts'
import { HISTORY_RANGE_MS, type HistoryInterval } from './entities.ts'

export type HistorySpanFault = 'startAfterEnd' | 'tooLong' | 'tooOld' | 'future'

/** Fault of the span of a history, epoch milliseconds. The days at both ends count in full. */
export function historySpanFault(
  interval: HistoryInterval,
  startMs: number,
  endMs: number,
  nowMs: number,
  zoneMinutes = PLATFORM_ZONE_MINUTES,
): HistorySpanFault | undefined {
  if (startMs > endMs) return 'startAfterEnd'
  if (endMs - startMs > HISTORY_RANGE_MS[interval]) return 'tooLong'
  const today = dayStart(nowMs, zoneMinutes)
  if (startMs < today - LIMITS.historyWindowMs) return 'tooOld'
  return endMs >= today + DAY_MS ? 'future' : undefined
}
