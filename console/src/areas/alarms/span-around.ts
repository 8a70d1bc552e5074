/** Recordings are opened this long before the alarm (stated for the player in the detail). */
export const LEAD_IN_MS = 10_000
const BEFORE_MS = 60_000
const AFTER_MS = 120_000

/** The span around an alarm to play; `nowMs` ends the possible recording. */
export function spanAround(alarmMs: number, nowMs: number): { fromMs: number; toMs: number } {
  const fromMs = alarmMs - BEFORE_MS
  return { fromMs, toMs: Math.max(fromMs + 1000, Math.min(alarmMs + AFTER_MS, nowMs)) }
}
