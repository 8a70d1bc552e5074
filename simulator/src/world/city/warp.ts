import { createPlaneNoise, smoothStep } from './noise.ts'

/**
 * The city is planned on a flat drawing board (u, v: metres east and north of the centre) where roads are mostly
 * straight and junctions exact, and then bent by one smooth map, so that nothing looks ruled and nothing tears.
 */
export type Warp = {
  x(u: number, v: number): number
  y(u: number, v: number): number
  /** A flat list of (u, v) as local metres, with extra points so that no step is longer than `stepM`. */
  line(points: ArrayLike<number>, stepM?: number): Float64Array
  /** The same for a closed ring. */
  ring(points: ArrayLike<number>, stepM?: number): Float64Array
}

export function createWarp(seed: number): Warp {
  const rural = (u: number, v: number) => smoothStep(8500, 14_500, Math.sqrt(u * u + v * v))
  // Far outside only long lines leave the map; they need no bending.
  const far = (u: number, v: number) => smoothStep(31_000, 21_000, Math.sqrt(u * u + v * v))
  const bend = (stream: number) => {
    const wide = createPlaneNoise(seed, stream, 5600)
    const near = createPlaneNoise(seed, stream + 1, 1900)
    const lanes = createPlaneNoise(seed, stream + 2, 3300)
    return (u: number, v: number) => {
      const fade = far(u, v)
      if (fade === 0) return 0
      const outside = rural(u, v)
      const bent = 500 * wide(u, v) + 95 * near(u, v)
      return fade * (outside === 0 ? bent : bent + outside * 300 * lanes(u, v))
    }
  }
  const eastward = bend(101)
  const northward = bend(111)
  const x = (u: number, v: number) => u + eastward(u, v)
  const y = (u: number, v: number) => v + northward(u, v)
  const trace = (points: ArrayLike<number>, stepM: number, closed: boolean) => {
    const out: number[] = []
    const count = points.length / 2
    const last = closed ? count : count - 1
    for (let i = 0; i < last; i++) {
      const u = points[2 * i]!
      const v = points[2 * i + 1]!
      const k = (i + 1) % count
      const du = points[2 * k]! - u
      const dv = points[2 * k + 1]! - v
      const steps = Math.max(1, Math.ceil(Math.sqrt(du * du + dv * dv) / stepM))
      for (let s = 0; s < steps; s++) {
        const a = u + (du * s) / steps
        const b = v + (dv * s) / steps
        out.push(x(a, b), y(a, b))
      }
    }
    if (!closed) {
      const a = points[2 * count - 2]!
      const b = points[2 * count - 1]!
      out.push(x(a, b), y(a, b))
    }
    return Float64Array.from(out)
  }
  return {
    x,
    y,
    line: (points, stepM = 90) => trace(points, stepM, false),
    ring: (points, stepM = 120) => trace(points, stepM, true),
  }
}
