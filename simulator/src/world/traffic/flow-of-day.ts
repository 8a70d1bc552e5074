/** How busy the roads are, 0 … 1, by time of day and week (UTC+8): two peaks on weekdays, one long hump at weekends. */
import { DAY_MS, HOUR_MS, PLATFORM_ZONE_MINUTES } from '@backlot/contract/time'

// One value an hour from midnight; read with linear interpolation.
const WEEKDAY = [
  0.26, 0.2, 0.17, 0.17, 0.2, 0.3, 0.56, 0.92, 1, 0.84, 0.72, 0.7, 0.68, 0.66, 0.68, 0.72, 0.8, 0.95, 1, 0.82,
  0.62, 0.52, 0.42, 0.33,
]
const WEEKEND = [
  0.3, 0.24, 0.2, 0.17, 0.17, 0.2, 0.27, 0.36, 0.48, 0.6, 0.68, 0.72, 0.72, 0.7, 0.7, 0.74, 0.78, 0.78, 0.74,
  0.66, 0.56, 0.46, 0.4, 0.34,
]

export function flowOfDay(epochMs: number): number {
  const local = epochMs + PLATFORM_ZONE_MINUTES * 60_000
  const hours = local / HOUR_MS
  const hour = Math.floor(hours)
  const fraction = hours - hour
  return hourly(hour) * (1 - fraction) + hourly(hour + 1) * fraction
}

function hourly(hour: number): number {
  const day = Math.floor((hour * HOUR_MS) / DAY_MS)
  const weekday = (((day + 4) % 7) + 7) % 7
  const table = weekday === 0 || weekday === 6 ? WEEKEND : WEEKDAY
  return table[((hour % 24) + 24) % 24]!
}
