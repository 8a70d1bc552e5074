import { LIMITS } from '@backlot/contract/limits'
import { type SumSpanFault, sumSpanFault } from '@backlot/contract/statistics/sum-span'

const SPAN_S = LIMITS.queryRangeMs / 1000
const EXPORT_SPAN_S = LIMITS.exportRangeMs / 1000
const USUAL_SUM_S = 30 * 86_400

/** Whole seconds, both ends included; `nowMs`: later alarms of the present second are not shown either. */
export type ListSpan = { startTime: number; endTime: number; nowMs?: number }

/**
 * The span of a list query. A missing end makes the span 24 hours: without an end, now or 24 hours after the start;
 * without a start, 24 hours before the end. Nothing after `nowS` is shown.
 */
export function listSpan(
  query: { startTime?: number; endTime?: number },
  nowS: number,
): ListSpan | 'only24Hours' | 'startAfterEnd' {
  const { startTime, endTime } = query
  if (startTime !== undefined && endTime !== undefined) {
    if (startTime > endTime) return 'startAfterEnd'
    if (endTime - startTime > SPAN_S) return 'only24Hours'
    return { startTime, endTime: Math.min(endTime, nowS) }
  }
  if (startTime !== undefined) return { startTime, endTime: Math.min(startTime + SPAN_S, nowS) }
  const end = Math.min(endTime ?? nowS, nowS)
  return { startTime: (endTime ?? nowS) - SPAN_S, endTime: end }
}

/** The span of an export: the last 24 hours by default, at most 7 days. */
export function exportSpan(
  { startTime, endTime }: { startTime?: number; endTime?: number },
  nowS: number,
): ListSpan | 'only7Days' | 'startAfterEnd' {
  const end = endTime ?? nowS
  const start = startTime ?? end - SPAN_S
  if (start > end) return 'startAfterEnd'
  if (end - start > EXPORT_SPAN_S) return 'only7Days'
  return { startTime: start, endTime: Math.min(end, nowS) }
}

/** The span of sums: the last 30 days by default, within the 180 days that are kept. */
export function sumSpan(
  { startTime, endTime }: { startTime?: number; endTime?: number },
  nowS: number,
  zoneMinutes: number,
): ListSpan | SumSpanFault {
  const end = endTime ?? nowS
  const start = startTime ?? end - USUAL_SUM_S
  const fault = sumSpanFault(start * 1000, end * 1000, nowS * 1000, zoneMinutes)
  if (fault) return fault
  return { startTime: start, endTime: Math.min(end, nowS) }
}
