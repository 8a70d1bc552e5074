/**
 * Which positions a drawing needs. Each has a weight: how far the line would go astray without it (Douglas–Peucker),
 * so that a drawing at any scale takes those above its tolerance. Places are x, y pairs on any flat plane.
 */
export function weightsOf(places: Float64Array, fixed: (index: number) => boolean): Float64Array {
  const count = places.length / 2
  const weights = new Float64Array(count)
  let from = 0
  for (let i = 0; i < count; i++) {
    if (i !== 0 && i !== count - 1 && !fixed(i)) continue
    weights[i] = Number.POSITIVE_INFINITY
    if (i - from > 1) weigh(places, weights, from, i)
    from = i
  }
  return weights
}

/** Positions between two that are kept, each below the weight of the one that parts its stretch. */
function weigh(places: Float64Array, weights: Float64Array, first: number, last: number): void {
  const stack: number[] = [first, last]
  const bounds: number[] = [Number.POSITIVE_INFINITY]
  while (stack.length > 0) {
    const to = stack.pop()!
    const from = stack.pop()!
    const bound = bounds.pop()!
    let best = -1
    let bestAway = -1
    for (let i = from + 1; i < to; i++) {
      const away = awaySquared(places, i, from, to)
      if (away > bestAway) {
        best = i
        bestAway = away
      }
    }
    if (best < 0) continue
    const weight = Math.min(bound, Math.sqrt(bestAway))
    weights[best] = weight
    // Below a position of weight zero all have weight zero: the device stands.
    if (weight === 0) continue
    if (best - from > 1) {
      stack.push(from, best)
      bounds.push(weight)
    }
    if (to - best > 1) {
      stack.push(best, to)
      bounds.push(weight)
    }
  }
}

/** Squared distance of a place from the line between two others. */
function awaySquared(places: Float64Array, i: number, from: number, to: number): number {
  const x = places[i * 2]!
  const y = places[i * 2 + 1]!
  const ax = places[from * 2]!
  const ay = places[from * 2 + 1]!
  const dx = places[to * 2]! - ax
  const dy = places[to * 2 + 1]! - ay
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  const ex = x - ax - share * dx
  const ey = y - ay - share * dy
  return ex * ex + ey * ey
}
