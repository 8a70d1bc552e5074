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
