import { trackSpanFault } from '@backlot/contract/tracks/track-span'
import type { Span } from './track.ts'

/** A span that is chosen; an end that is missing was not chosen yet. */
export type ChosenSpan = Partial<Span>

type QueryFault = 'selectDevice' | 'missing' | NonNullable<ReturnType<typeof trackSpanFault>>

/** Fault that prevents a query: the first of the stated rules that is broken. */
export function queryFault(
  devices: readonly unknown[],
  { fromMs, toMs }: ChosenSpan,
  nowMs: number,
  zoneMinutes: number,
): QueryFault | undefined {
  if (devices.length === 0) return 'selectDevice'
  if (fromMs === undefined || toMs === undefined) return 'missing'
  return trackSpanFault(fromMs, toMs, nowMs, zoneMinutes)
}
