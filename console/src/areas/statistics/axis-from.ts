/** Where the axis of shares begins, so that small differences are seen: a round number below the least of them. */
export function axisFrom(rates: readonly number[]): number {
  const least = Math.min(1, ...rates)
  const room = (1 - least) * 1.25
  for (const from of [0.95, 0.9, 0.8, 0.6, 0.5]) if (1 - from >= room) return from
  return 0
}
