/** Plane geometry on flat coordinate lists (x0,y0,x1,y1,…); rings are closed implicitly. */

/** Mean of the corners: inside for every convex ring. */
export function ringMiddle(ring: ArrayLike<number>): [number, number] {
  let x = 0
  let y = 0
  const n = ring.length / 2
  for (let i = 0; i < n; i++) {
    x += ring[2 * i]!
    y += ring[2 * i + 1]!
  }
  return [x / n, y / n]
}

export function ringContains(ring: ArrayLike<number>, x: number, y: number): boolean {
  let inside = false
  const n = ring.length
  for (let i = 0, j = n - 2; i < n; j = i, i += 2) {
    const yi = ring[i + 1]!
    const yj = ring[j + 1]!
    if (yi > y !== yj > y && x < ((ring[j]! - ring[i]!) * (y - yi)) / (yj - yi) + ring[i]!) inside = !inside
  }
  return inside
}

/** Least x and y, and most x and y. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number]

/** The box that holds a line or a ring. */
export function boxOf(points: ArrayLike<number>): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < points.length; i += 2) {
    x0 = Math.min(x0, points[i]!)
    x1 = Math.max(x1, points[i]!)
    y0 = Math.min(y0, points[i + 1]!)
    y1 = Math.max(y1, points[i + 1]!)
  }
  return [x0, y0, x1, y1]
}

export function lineLength(line: ArrayLike<number>): number {
  let sum = 0
  for (let i = 2; i < line.length; i += 2) {
    const dx = line[i]! - line[i - 2]!
    const dy = line[i + 1]! - line[i - 1]!
    sum += Math.sqrt(dx * dx + dy * dy)
  }
  return sum
}

/** The line moved sideways by `offset(i)` metres (positive: left), one point for each. */
export function offsetLine(line: ArrayLike<number>, offset: (index: number) => number): number[] {
  const out: number[] = []
  const n = line.length / 2
  for (let i = 0; i < n; i++) {
    const a = Math.max(0, i - 1)
    const b = Math.min(n - 1, i + 1)
    const dx = line[2 * b]! - line[2 * a]!
    const dy = line[2 * b + 1]! - line[2 * a + 1]!
    const length = Math.sqrt(dx * dx + dy * dy) || 1
    const d = offset(i)
    out.push(line[2 * i]! - (dy / length) * d, line[2 * i + 1]! + (dx / length) * d)
  }
  return out
}

/** A ring from a left and a right bank running the same way. */
export function ribbon(left: readonly number[], right: readonly number[]): number[] {
  const out = left.slice()
  for (let i = right.length - 2; i >= 0; i -= 2) out.push(right[i]!, right[i + 1]!)
  return out
}

/** A smooth curve through the given points (Catmull–Rom), `steps` pieces between each two. */
export function smoothCurve(points: readonly number[], steps: number): number[] {
  const n = points.length / 2
  const at = (i: number, c: number) => points[2 * Math.min(n - 1, Math.max(0, i)) + c]!
  const out: number[] = []
  for (let i = 0; i < n - 1; i++) {
    for (let s = 0; s < steps; s++) {
      const t = s / steps
      for (let c = 0; c < 2; c++) {
        const p0 = at(i - 1, c)
        const p1 = at(i, c)
        const p2 = at(i + 1, c)
        const p3 = at(i + 2, c)
        out.push(
          p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * p1 - p0 - 3 * p2 + p3))),
        )
      }
    }
  }
  out.push(points[2 * n - 2]!, points[2 * n - 1]!)
  return out
}
