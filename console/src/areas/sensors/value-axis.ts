/** How far beyond the values a limit may lie to be drawn among them, in spans of the values. */
const NEAR_SPANS = 0.75
/** Least span of values that hardly differ: this share of their size, and a number of steps of the last decimal. */
const LEAST_SHARE = 0.05
const LEAST_STEPS = 10

type LimitSide = 'low' | 'high'
type MarkedLimit = {
  side: LimitSide
  value: number
  /** Drawn as a line; otherwise it is so far off that the axis would no longer follow the values. */
  drawn: boolean
}

/** The limits of a quantity beside its values: the axis of a chart follows the values, and takes in limits that are near. */
export function markedLimits(
  values: readonly (number | null)[],
  { low, high }: { low?: number | undefined; high?: number | undefined },
  decimals: number,
): MarkedLimit[] {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value === null) continue
    if (value < least) least = value
    if (value > most) most = value
  }
  const isEmpty = least > most
  const size = Math.max(Math.abs(least), Math.abs(most))
  const span = Math.max(most - least, size * LEAST_SHARE, LEAST_STEPS * 10 ** -decimals)
  const isNear = (limit: number) =>
    isEmpty || (limit >= least - NEAR_SPANS * span && limit <= most + NEAR_SPANS * span)
  const marked: MarkedLimit[] = []
  if (high !== undefined) marked.push({ side: 'high', value: high, drawn: isNear(high) })
  if (low !== undefined) marked.push({ side: 'low', value: low, drawn: isNear(low) })
  return marked
}
