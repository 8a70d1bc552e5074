import type { Samples } from './reading-history.ts'

export type Trend = 'rising' | 'falling' | 'steady'

/** How far back a value is compared, seconds. */
const BACK_S = 30 * 60
/** Changes below this share of the value, or below two steps of its last decimal, are none. */
const SHARE = 0.02

/** Where a quantity goes: its newest value against the mean of the first ten minutes of the last half hour. */
export function trendOf(samples: Samples, decimals: number): Trend | undefined {
  const last = samples.at(-1)
  if (!last) return undefined
  const from = last.atS - BACK_S
  const before = samples.filter(({ atS }) => atS >= from && atS < from + BACK_S / 3)
  if (before.length === 0) return undefined
  const mean = before.reduce((sum, { value }) => sum + value, 0) / before.length
  const change = last.value - mean
  const least = Math.max(Math.abs(mean) * SHARE, 2 * 10 ** -decimals)
  if (Math.abs(change) < least) return 'steady'
  return change > 0 ? 'rising' : 'falling'
}
