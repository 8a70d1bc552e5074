import { querySpanFault, type SpanFault } from '@backlot/contract/recordings/query-span'
import { DAY_MS, dayStart } from '@backlot/contract/time'
import type { Span } from '../../features/timeline/span.ts'

/** A span that is looked for. An end that is missing was not chosen yet. */
export type ChosenSpan = Partial<Span>

/** Fault of a chosen span (stated rules): both ends, order, 24 hours, 180 days, no future. */
export function spanFault(
  { fromMs, toMs }: ChosenSpan,
  nowMs: number,
  zoneMinutes: number,
): SpanFault | 'missing' | undefined {
  if (fromMs === undefined || toMs === undefined) return 'missing'
  return querySpanFault(fromMs, toMs, nowMs, zoneMinutes)
}

/** The day of a moment, or the 24 hours that end with today when it lies ahead. */
export function daySpanOf(atMs: number, nowMs: number, zoneMinutes: number): Span {
  const fromMs = Math.min(dayStart(atMs, zoneMinutes), dayStart(nowMs, zoneMinutes))
  return { fromMs, toMs: fromMs + DAY_MS - 1000 }
}
