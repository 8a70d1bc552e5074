import { DAY_MS, dayStart, fromCivil, toCivil } from '@backlot/contract/time'
import { trackSpanFault } from '@backlot/contract/tracks/track-span'
import type { Span } from './track.ts'

/** A span that is chosen; an end that is missing was not chosen yet. */
export type ChosenSpan = Partial<Span>

/** Days that can be chosen at once (stated). */
export const SHORTCUTS = ['today', 'yesterday', 'weekAgo'] as const
export type Shortcut = (typeof SHORTCUTS)[number]
const DAYS_BACK: Readonly<Record<Shortcut, number>> = { today: 0, yesterday: 1, weekAgo: 7 }

/** The civil day of a shortcut, to its last second. */
export function shortcutSpan(shortcut: Shortcut, nowMs: number, zoneMinutes: number): Span {
  const fromMs = dayStart(nowMs, zoneMinutes) - DAYS_BACK[shortcut] * DAY_MS
  return { fromMs, toMs: fromMs + DAY_MS - 1000 }
}

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
