import { fromCivil, toCivil } from '@backlot/contract/time'
import { trackSpanFault } from '@backlot/contract/tracks/track-span'
import type { Span } from './track.ts'

/** A span that is chosen; an end that is missing was not chosen yet. */
export type ChosenSpan = Partial<Span>

export type QueryFault = 'selectDevice' | 'missing' | NonNullable<ReturnType<typeof trackSpanFault>>

/** What keeps a query from being made, the first of the stated rules that is broken. */
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

/** Civil fields of a moment as a local date of the browser, which is what date pickers show. */
export function toPickerDate(epochMs: number, zoneMinutes: number): Date {
  const c = toCivil(epochMs, zoneMinutes)
  return new Date(c.year, c.month - 1, c.day, c.hour, c.minute, c.second)
}

/** The moment whose civil fields in the platform's zone a picker's date shows. */
export function fromPickerDate(date: Date, zoneMinutes: number): number {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return fromCivil(year, month, day, date.getHours(), date.getMinutes(), date.getSeconds(), 0, zoneMinutes)
}
