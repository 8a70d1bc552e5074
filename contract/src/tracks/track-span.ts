import { LIMITS } from '../limits.ts'
import { querySpanFault, type SpanFault } from '../recordings/query-span.ts'
import { PLATFORM_ZONE_MINUTES } from '../time.ts'

/** Faults of the span of an export. */
type ExportSpanFault = Exclude<SpanFault, 'only24Hours'> | 'only7Days'

/** The rules of a track query are those of a record query (stated): order, 24 hours, 180 days, no future. */
export const trackSpanFault = querySpanFault

/** The rules of an export: as a query's, but seven days (stated). All in epoch milliseconds. */
export function exportSpanFault(
  startMs: number,
  endMs: number,
  nowMs: number,
  zoneMinutes = PLATFORM_ZONE_MINUTES,
): ExportSpanFault | undefined {
  if (startMs > endMs) return 'startAfterEnd'
  if (endMs - startMs > LIMITS.exportRangeMs) return 'only7Days'
  // Both ends by themselves: the remaining rules know no length.
  for (const at of [startMs, endMs]) {
    const fault = querySpanFault(at, at, nowMs, zoneMinutes)
    if (fault === 'tooOld' || fault === 'future') return fault
  }
  return undefined
}
