import type { Density } from './density.ts'
import { createDice } from './dice.ts'
import { type LandUse, landUseAt } from './land-use.ts'
import type { Lattice } from './lattice.ts'
import type { Water } from './water.ts'

/** A part of a lattice cell between its secondary streets. */
export type Quarter = { u0: number; v0: number; u1: number; v1: number; use: LandUse; urban: boolean }

/** One cell of the arterial lattice, its secondary street positions and its quarters, row by row. */
export type Cell = {
  column: number
  row: number
  u0: number
  v0: number
  u1: number
  v1: number
  /** Cuts from west to east, both ends included. */
  cutsU: number[]
  cutsV: number[]
  quarters: Quarter[]
  urban: boolean
  /** Nothing of it is settled. */
  wild: boolean
}

export function quarterAt(cell: Cell, i: number, j: number): Quarter {
  return cell.quarters[j * (cell.cutsU.length - 1) + i]!
}

export function planCells(seed: number, lattice: Lattice, density: Density, water: Water): Cell[][] {
  const cutsOf = (lines: readonly { at: number }[], middles: readonly number[]) =>
    lines.slice(0, -1).map((line, i) => cut(line.at, lines[i + 1]!.at, middles[i]!))
  const allU = cutsOf(lattice.columns, lattice.columnMiddle)
  const allV = cutsOf(lattice.rows, lattice.rowMiddle)
  return allU.map((cutsU, column) =>
    allV.map((cutsV, row) => {
      const quarters: Quarter[] = []
      let urban = 0
      for (let j = 0; j + 1 < cutsV.length; j++) {
        for (let i = 0; i + 1 < cutsU.length; i++) {
          const [u0, v0, u1, v1] = [cutsU[i]!, cutsV[j]!, cutsU[i + 1]!, cutsV[j + 1]!]
          const isUrban = density.urban((u0 + u1) / 2, (v0 + v1) / 2) > 0.5
          if (isUrban) urban++
          const dice = createDice(seed, column * 64 + row, 261 + j * 8 + i)
          const use = landUseAt((u0 + u1) / 2, (v0 + v1) / 2, isUrban, density, water, dice)
          quarters.push({ u0, v0, u1, v1, use, urban: isUrban })
        }
      }
      return {
        column,
        row,
        u0: cutsU[0]!,
        v0: cutsV[0]!,
        u1: cutsU.at(-1)!,
        v1: cutsV.at(-1)!,
        cutsU,
        cutsV,
        quarters,
        urban: urban * 2 > quarters.length,
        wild: quarters.every((quarter) => quarter.use === 'wild'),
      }
    }),
  )
}

/** Equal parts of about 640 m, shifted by the line's own fraction. */
function cut(from: number, to: number, middle: number): number[] {
  const parts = Math.min(4, Math.max(1, Math.round((to - from) / 640)))
  const out = [from]
  for (let i = 1; i < parts; i++) out.push(from + ((to - from) * (i + (middle - 0.5) * 0.7)) / parts)
  out.push(to)
  return out
}
