/**
 * A bound for a column of whole milliseconds, where `column >= bound` and `column < bound` (with `floor`, `column > bound`
 * and `column <= bound`) mean what they mean for the moment itself. As bigint: compared to a fraction, PostgreSQL would
 * use no index and look into every month.
 */
export function wholeMs(ms: number, round: 'ceil' | 'floor' = 'ceil'): number {
  const whole = Math[round](ms)
  if (Number.isNaN(whole)) return 0
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, whole))
}
