/** How busy worksites and factories are, 0.15 at night … 1, by time of day and week (UTC+8). */
import { DAY_MS, HOUR_MS, PLATFORM_ZONE_MINUTES } from '@backlot/contract/time'

const NIGHT = 0.15
/** A break at noon, and Sundays when little is done. */
const NOON_BREAK = 0.35
const SUNDAY = 0.3

export function workOfDay(epochMs: number): number {
  const local = epochMs + PLATFORM_ZONE_MINUTES * 60_000
  const day = Math.floor(local / DAY_MS)
  const hour = (local - day * DAY_MS) / HOUR_MS
  const isSunday = (((day + 4) % 7) + 7) % 7 === 0
  // Half-hour ramps at 7 and 19 o'clock, quarter-hour ones around noon.
  const on = clamped((hour - 6.75) * 2)
  const off = clamped((19.25 - hour) * 2)
  const noon = clamped((hour - 11.9) * 4) * clamped((13.1 - hour) * 4)
  return NIGHT + (1 - NIGHT) * Math.min(on, off) * (1 - NOON_BREAK * noon) * (isSunday ? SUNDAY : 1)
}

function clamped(x: number): number {
  return x < 0 ? 0 : x > 1 ? 1 : x
}
