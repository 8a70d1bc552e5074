/** How far a grid's clock is ahead of platform time, at both ends of a stretch. */
export type Shifts = { from: number; to: number }

/** The last border of a grid in (fromMs, toMs], by platform time. */
export function lastBorder(
  fromMs: number,
  toMs: number,
  stepMs: number,
  { from, to }: Shifts,
): number | undefined {
  const at = Math.floor((toMs + to) / stepMs) * stepMs
  return at > fromMs + from ? at - to : undefined
}
