import { hash32 } from '../hash.ts'

/** Smooth value noise over the plane, in [-1, 1], with continuous slope. Lattice constant 1. */
export function planeNoise(seed: number, stream: number, x: number, y: number): number {
  const i = Math.floor(x)
  const j = Math.floor(y)
  const fx = x - i
  const fy = y - j
  const sx = fx * fx * (3 - 2 * fx)
  const sy = fy * fy * (3 - 2 * fy)
  const a = corner(seed, stream, i, j)
  const b = corner(seed, stream, i + 1, j)
  const c = corner(seed, stream, i, j + 1)
  const d = corner(seed, stream, i + 1, j + 1)
  return a + (b - a) * sx + (c - a) * sy + (a - b - c + d) * sx * sy
}

/** The same noise with its lattice values remembered: for questions asked very often. */
export function createPlaneNoise(
  seed: number,
  stream: number,
  scaleM: number,
): (x: number, y: number) => number {
  const side = 128
  const held = new Float64Array(side * side).fill(Number.NaN)
  const at = (i: number, j: number) => {
    const k = (j + side / 2) * side + i + side / 2
    let value = held[k]!
    if (Number.isNaN(value)) {
      value = corner(seed, stream, i, j)
      held[k] = value
    }
    return value
  }
  return (px, py) => {
    const x = px / scaleM
    const y = py / scaleM
    const i = Math.floor(x)
    const j = Math.floor(y)
    const edge = side / 2 - 2
    if (i < -edge || j < -edge || i > edge || j > edge) return planeNoise(seed, stream, x, y)
    const fx = x - i
    const fy = y - j
    const sx = fx * fx * (3 - 2 * fx)
    const sy = fy * fy * (3 - 2 * fy)
    const a = at(i, j)
    const b = at(i + 1, j)
    const c = at(i, j + 1)
    const d = at(i + 1, j + 1)
    return a + (b - a) * sx + (c - a) * sy + (a - b - c + d) * sx * sy
  }
}

function corner(seed: number, stream: number, i: number, j: number): number {
  return hash32(seed, i, stream, j) / 2_147_483_648 - 1
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function smoothStep(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** A bump of height 1 and radius `radiusM` (one standard deviation) around a point. */
export function bump(dx: number, dy: number, radiusM: number): number {
  return Math.exp(-(dx * dx + dy * dy) / (2 * radiusM * radiusM))
}
