import { fromCivil, HOUR_MS, toCivil } from '../time.ts'
import type { RectificationUnit } from './rectification.ts'

/** A day, a month or a year of the platform's zone: its ends, and the starts of its hours, days or months. */
type Period = { fromMs: number; toMs: number; bounds: number[] }

/** The period that holds a moment. `toMs` is where the next one begins. */
export function periodAt(unit: RectificationUnit, atMs: number, zoneMinutes: number): Period {
  const { year, month, day } = toCivil(atMs, zoneMinutes)
  const at = (y: number, m = 1, d = 1) => fromCivil(y, m, d, 0, 0, 0, 0, zoneMinutes)
  if (unit === 'day') {
    const fromMs = at(year, month, day)
    const toMs = fromMs + 24 * HOUR_MS
    return { fromMs, toMs, bounds: Array.from({ length: 24 }, (_, hour) => fromMs + hour * HOUR_MS) }
  }
  if (unit === 'month') {
    const fromMs = at(year, month)
    const toMs = month === 12 ? at(year + 1) : at(year, month + 1)
    const days = Math.round((toMs - fromMs) / (24 * HOUR_MS))
    return { fromMs, toMs, bounds: Array.from({ length: days }, (_, d) => fromMs + d * 24 * HOUR_MS) }
  }
  return {
    fromMs: at(year),
    toMs: at(year + 1),
    bounds: Array.from({ length: 12 }, (_, m) => at(year, m + 1)),
  }
}
