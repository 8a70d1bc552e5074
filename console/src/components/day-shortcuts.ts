import { DAY_MS, dayStart } from '@backlot/contract/time'

/** Days of the past that a query offers at once (stated). */
export const SHORTCUTS = ['today', 'yesterday', 'weekAgo'] as const
export type Shortcut = (typeof SHORTCUTS)[number]

const DAYS_BACK: Readonly<Record<Shortcut, number>> = { today: 0, yesterday: 1, weekAgo: 7 }

/** The civil day of a shortcut, to its last second; epoch milliseconds. */
export function shortcutSpan(
  shortcut: Shortcut,
  nowMs: number,
  zoneMinutes: number,
): { fromMs: number; toMs: number } {
  const fromMs = dayStart(nowMs, zoneMinutes) - DAYS_BACK[shortcut] * DAY_MS
  return { fromMs, toMs: fromMs + DAY_MS - 1000 }
}
