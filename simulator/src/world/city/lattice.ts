import { createDice } from './dice.ts'

/** One line of the arterial lattice, running at a constant u (a column line) or a constant v (a row line). */
export type LatticeLine = {
  at: number
  /** 2, 3 or 4 where the line carries a side of that ring road; 0 elsewhere. */
  ring: number
  /** The avenue through the centre. */
  axis: boolean
  /** Wide enough to bridge water inside the built area. */
  major: boolean
}

/** Where the secondary street of a column or row of cells runs: a fraction of the cell. */
export type Lattice = {
  columns: LatticeLine[]
  rows: LatticeLine[]
  columnMiddle: number[]
  rowMiddle: number[]
}

/** Rings lie at the lattice lines nearest to these distances from the centre, metres. */
const RING_AT: readonly (readonly [number, number])[] = [
  [2, 2350],
  [3, 4700],
  [4, 8050],
]
const HALF_M = 20_000

export function planLattice(seed: number): Lattice {
  const columns = planLines(seed, 0)
  const rows = planLines(seed, 1)
  const dice = createDice(seed, 6, 231)
  return {
    columns,
    rows,
    columnMiddle: columns.map(() => dice.between(0.4, 0.6)),
    rowMiddle: rows.map(() => dice.between(0.4, 0.6)),
  }
}

function planLines(seed: number, axis: number): LatticeLine[] {
  const lines: LatticeLine[] = [{ at: 0, ring: 0, axis: true, major: true }]
  for (const sign of [1, -1]) {
    const dice = createDice(seed, 4 + axis, 232 + sign)
    const side: LatticeLine[] = []
    let p = 0
    for (;;) {
      p += p < 4300 ? dice.between(880, 1320) : p < 9000 ? dice.between(1050, 1680) : dice.between(1700, 2900)
      if (p > HALF_M - 900) break
      side.push({ at: sign * p, ring: 0, axis: false, major: dice.chance(0.62) || p > 9000 })
    }
    side.push({ at: sign * HALF_M, ring: 0, axis: false, major: false })
    for (const [ring, target] of RING_AT) {
      let best = side[0]!
      for (const line of side) {
        if (Math.abs(Math.abs(line.at) - target) < Math.abs(Math.abs(best.at) - target)) best = line
      }
      best.ring = ring
      best.major = true
    }
    if (sign > 0) lines.push(...side)
    else lines.unshift(...side.reverse())
  }
  return lines
}
