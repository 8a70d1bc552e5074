/** Cursors after `fromCursor`, up to and including `toCursor`. */
export type CursorRange = { fromCursor: number; toCursor: number }

const isRange = ({ fromCursor, toCursor }: CursorRange) => fromCursor < toCursor

/** The cursors of both, as ranges in ascending order that neither overlap nor touch. */
export function withRange(ranges: readonly CursorRange[], more: CursorRange): CursorRange[] {
  const joined: CursorRange[] = []
  const sorted = [...ranges, more].filter(isRange).sort((a, b) => a.fromCursor - b.fromCursor)
  for (const { fromCursor, toCursor } of sorted) {
    const last = joined.at(-1)
    if (last && fromCursor <= last.toCursor) last.toCursor = Math.max(last.toCursor, toCursor)
    else joined.push({ fromCursor, toCursor })
  }
  return joined
}

/** The cursors of `ranges` that are not in `less`. */
export function withoutRange(ranges: readonly CursorRange[], less: CursorRange): CursorRange[] {
  if (!isRange(less)) return [...ranges]
  return ranges.flatMap(({ fromCursor, toCursor }) =>
    [
      { fromCursor, toCursor: Math.min(toCursor, less.fromCursor) },
      { fromCursor: Math.max(fromCursor, less.toCursor), toCursor },
    ].filter(isRange),
  )
}

/** The cursors that are in both. */
export function commonRanges(ranges: readonly CursorRange[], other: CursorRange): CursorRange[] {
  return ranges
    .map(({ fromCursor, toCursor }) => ({
      fromCursor: Math.max(fromCursor, other.fromCursor),
      toCursor: Math.min(toCursor, other.toCursor),
    }))
    .filter(isRange)
}

export function isInRanges(ranges: readonly CursorRange[], cursor: number): boolean {
  return ranges.some(({ fromCursor, toCursor }) => cursor > fromCursor && cursor <= toCursor)
}
