/** A convex block on the drawing board. Edge i runs from corner i to corner i + 1. */
export type Block = {
  ring: number[]
  /** How far buildings keep from each edge (half the road plus pavement), metres. */
  margins: number[]
}

export type Chord = { a: [number, number]; b: [number, number] }

/** Cuts a block along the line through (x, y) with direction (dx, dy); undefined when the line misses it. */
export function cutBlock(
  block: Block,
  x: number,
  y: number,
  dx: number,
  dy: number,
  marginM: number,
): { left: Block; right: Block; chord: Chord } | undefined {
  const { ring, margins } = block
  const n = margins.length
  const left: Block = { ring: [], margins: [] }
  const right: Block = { ring: [], margins: [] }
  const ends: [number, number][] = []
  const side = (i: number) => dx * (ring[2 * i + 1]! - y) - dy * (ring[2 * i]! - x)
  for (let i = 0; i < n; i++) {
    const k = (i + 1) % n
    const si = side(i)
    const sk = side(k)
    const target = si >= 0 ? left : right
    target.ring.push(ring[2 * i]!, ring[2 * i + 1]!)
    target.margins.push(margins[i]!)
    if (si >= 0 === sk >= 0) continue
    const t = si / (si - sk)
    const px = ring[2 * i]! + (ring[2 * k]! - ring[2 * i]!) * t
    const py = ring[2 * i + 1]! + (ring[2 * k + 1]! - ring[2 * i + 1]!) * t
    ends.push([px, py])
    const other = si >= 0 ? right : left
    target.ring.push(px, py)
    target.margins.push(marginM)
    other.ring.push(px, py)
    other.margins.push(margins[i]!)
  }
  if (ends.length !== 2 || left.margins.length < 3 || right.margins.length < 3) return undefined
  return { left, right, chord: { a: ends[0]!, b: ends[1]! } }
}

/** True when the point keeps the block's margins (times `scale`) from every edge. The ring runs counter-clockwise. */
export function insideMargins(block: Block, x: number, y: number, scale = 1): boolean {
  const { ring, margins } = block
  const n = margins.length
  for (let i = 0; i < n; i++) {
    const k = (i + 1) % n
    const ax = ring[2 * i]!
    const ay = ring[2 * i + 1]!
    const ex = ring[2 * k]! - ax
    const ey = ring[2 * k + 1]! - ay
    const length = Math.sqrt(ex * ex + ey * ey)
    if (length < 0.01) continue
    if (ex * (y - ay) - ey * (x - ax) < margins[i]! * scale * length) return false
  }
  return true
}

/** Extent of a block along a direction: [least, greatest] of the corners' projections. */
export function extentAlong(ring: readonly number[], dx: number, dy: number): [number, number] {
  let low = Infinity
  let high = -Infinity
  for (let i = 0; i < ring.length; i += 2) {
    const p = ring[i]! * dx + ring[i + 1]! * dy
    if (p < low) low = p
    if (p > high) high = p
  }
  return [low, high]
}

/** The extent along a direction that is left inside the margins of the edges lying across it. */
export function roomAlong(block: Block, dx: number, dy: number): [number, number] {
  const { ring, margins } = block
  let [low, high] = extentAlong(ring, dx, dy)
  const n = margins.length
  let lowMargin = 0
  let highMargin = 0
  for (let i = 0; i < n; i++) {
    const k = (i + 1) % n
    const ex = ring[2 * k]! - ring[2 * i]!
    const ey = ring[2 * k + 1]! - ring[2 * i + 1]!
    const length = Math.sqrt(ex * ex + ey * ey)
    if (length < 1) continue
    // Outward normal of a counter-clockwise edge against the direction.
    const facing = (ey * dx - ex * dy) / length
    if (facing > 0.86) highMargin = Math.max(highMargin, margins[i]!)
    if (facing < -0.86) lowMargin = Math.max(lowMargin, margins[i]!)
  }
  low += lowMargin
  high -= highMargin
  return low < high ? [low, high] : [(low + high) / 2, (low + high) / 2]
}

export function rectangleBlock(u0: number, v0: number, u1: number, v1: number, margins: number[]): Block {
  return { ring: [u0, v0, u1, v0, u1, v1, u0, v1], margins }
}
