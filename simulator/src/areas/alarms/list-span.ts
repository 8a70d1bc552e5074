import { LIMITS } from '@backlot/contract/limits'

const SPAN_S = LIMITS.queryRangeMs / 1000

/** Whole seconds, both ends included; `nowMs`: what lies ahead in the present second is not shown either. */
export type ListSpan = { startTime: number; endTime: number; nowMs?: number }

/**
 * The span of a list query. What is missing is filled up to 24 hours: without an end, now or 24 hours after the
 * start; without a start, 24 hours before the end. Nothing after `nowS` is shown.
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
