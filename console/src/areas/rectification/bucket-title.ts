import type { RectificationUnit } from '@backlot/contract/work-orders/rectification'
import { formatTime } from '../../platform/clock.ts'

/** An hour of a day (10:00), a day of a month (11-20), a month of a year (2026-11). */
export function bucketTitle(unit: RectificationUnit, startTime: number): string {
  const text = formatTime(startTime)
  if (unit === 'day') return text.slice(11, 16)
  return unit === 'month' ? text.slice(5, 10) : text.slice(0, 7)
}
