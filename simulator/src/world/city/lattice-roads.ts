import type { Cell } from './cells.ts'
import { quarterAt } from './cells.ts'
import { createDice } from './dice.ts'
import type { LandUse } from './land-use.ts'
import type { Lattice, LatticeLine } from './lattice.ts'
import { avenueName, highwayName, type Namer, roadName, streetName } from './names.ts'
import { type PlannedRoad, planRoad } from './planned-road.ts'
import { type RingPlan, ringStretch } from './rings.ts'
import type { Name, RoadClass } from './types.ts'

type Piece = { from: number; to: number; class: RoadClass }

/** Avenues, and the country roads they become outside, along the lattice lines. */
export function latticeRoads(
  seed: number,
  lattice: Lattice,
  cells: readonly (readonly Cell[])[],
  rings: readonly RingPlan[],
  namer: Namer,
): PlannedRoad[] {
  const out: PlannedRoad[] = []
  const run = (axis: 'column' | 'row', lines: readonly LatticeLine[], across: readonly LatticeLine[]) => {
    for (let i = 1; i + 1 < lines.length; i++) {
      const line = lines[i]!
      const pieces: Piece[] = []
      for (let k = 0; k + 1 < across.length; k++) {
        const a = axis === 'column' ? cells[i - 1]![k]! : cells[k]![i - 1]!
        const b = axis === 'column' ? cells[i]![k]! : cells[k]![i]!
        const dice = createDice(seed, i * 64 + k, axis === 'column' ? 271 : 272)
        const roadClass = classOf(line, a, b, dice.next())
        if (roadClass) pieces.push({ from: across[k]!.at, to: across[k + 1]!.at, class: roadClass })
      }
      const stretch = ringStretch(rings, axis, line.at)
      const open = stretch ? pieces.flatMap((piece) => without(piece, stretch[0], stretch[1])) : pieces
      const name = lineName(axis, line, namer)
      const highway = highwayName(namer.made())
      for (const piece of merged(open)) {
        const ends =
          axis === 'column'
            ? [line.at, piece.from, line.at, piece.to]
            : [piece.from, line.at, piece.to, line.at]
        const lanes = line.axis && piece.class === 'arterial' ? { lanes: 8 } : {}
        out.push(
          planRoad(
            piece.class,
            piece.class === 'country' ? highway : halfName(name, axis, line, piece),
            ends,
            lanes,
          ),
        )
      }
    }
  }
  run('column', lattice.columns, lattice.rows)
  run('row', lattice.rows, lattice.columns)
  return out
}

function classOf(line: LatticeLine, a: Cell, b: Cell, draw: number): RoadClass | undefined {
  if (!a.urban && !b.urban) return (a.wild && b.wild) || draw < 0.24 ? undefined : 'country'
  if (line.major) return 'arterial'
  return 'street'
}

function lineName(axis: 'column' | 'row', line: LatticeLine, namer: Namer): Name {
  if (line.axis)
    return axis === 'row' ? { zh: '永安大街', en: "Yong'an Ave" } : { zh: '中轴路', en: 'Zhongzhou Rd' }
  return axis === 'row' ? avenueName(namer.classic()) : roadName(namer.classic())
}

/** The axis avenue has an east and a west half, or a north and a south one. */
function halfName(name: Name, axis: 'column' | 'row', line: LatticeLine, piece: Piece): Name {
  if (!line.axis) return name
  const middle = (piece.from + piece.to) / 2
  if (axis === 'row') {
    return middle < 0 ? { zh: '永安西大街', en: "Yong'an W Ave" } : { zh: '永安东大街', en: "Yong'an E Ave" }
  }
  return middle < 0 ? { zh: '中轴南路', en: 'Zhongzhou S Rd' } : { zh: '中轴北路', en: 'Zhongzhou N Rd' }
}

/** Secondary streets through the middle of the cells, while something is built beside them. */
export function secondaryRoads(
  seed: number,
  cells: readonly (readonly Cell[])[],
  namer: Namer,
): PlannedRoad[] {
  const out: PlannedRoad[] = []
  const emit = (axis: 'column' | 'row', at: number, pieces: Piece[]) => {
    for (const piece of merged(pieces)) {
      const ends = axis === 'column' ? [at, piece.from, at, piece.to] : [piece.from, at, piece.to, at]
      const stem = namer.made()
      const name =
        piece.class === 'country' ? highwayName(stem) : axis === 'row' ? streetName(stem) : roadName(stem)
      out.push(planRoad(piece.class, name, ends))
    }
  }
  const columns = cells.length
  const rows = cells[0]!.length
  for (let c = 0; c < columns; c++) {
    const cuts = cells[c]![0]!.cutsU
    for (let i = 1; i + 1 < cuts.length; i++) {
      const pieces: Piece[] = []
      for (let r = 0; r < rows; r++) {
        const cell = cells[c]![r]!
        for (let j = 0; j + 1 < cell.cutsV.length; j++) {
          const draw = createDice(seed, (c * 64 + r) * 8 + j, 273 + i).next()
          const roadClass = secondaryClass(quarterAt(cell, i - 1, j), quarterAt(cell, i, j), draw)
          if (roadClass) pieces.push({ from: cell.cutsV[j]!, to: cell.cutsV[j + 1]!, class: roadClass })
        }
      }
      emit('column', cuts[i]!, pieces)
    }
  }
  for (let r = 0; r < rows; r++) {
    const cuts = cells[0]![r]!.cutsV
    for (let j = 1; j + 1 < cuts.length; j++) {
      const pieces: Piece[] = []
      for (let c = 0; c < columns; c++) {
        const cell = cells[c]![r]!
        for (let i = 0; i + 1 < cell.cutsU.length; i++) {
          const draw = createDice(seed, (c * 64 + r) * 8 + i, 283 + j).next()
          const roadClass = secondaryClass(quarterAt(cell, i, j - 1), quarterAt(cell, i, j), draw)
          if (roadClass) pieces.push({ from: cell.cutsU[i]!, to: cell.cutsU[i + 1]!, class: roadClass })
        }
      }
      emit('row', cuts[j]!, pieces)
    }
  }
  return out
}

type Side = { use: LandUse; urban: boolean }

function secondaryClass(a: Side, b: Side, draw: number): RoadClass | undefined {
  if (a.use === 'wild' || b.use === 'wild') return undefined
  if (!a.urban && !b.urban) return draw < 0.13 ? 'country' : undefined
  const whole = a.use === b.use && (a.use === 'park' || a.use === 'campus' || a.use === 'worksite')
  if (whole) return undefined
  if (a.use === 'industrial' && b.use === 'industrial' && draw < 0.3) return undefined
  return 'street'
}

function merged(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  for (const piece of pieces) {
    const last = out.at(-1)
    // The centre splits the axis avenues into halves of different names.
    if (last && last.class === piece.class && last.to === piece.from && piece.from !== 0) last.to = piece.to
    else out.push({ ...piece })
  }
  return out
}

function without(piece: Piece, from: number, to: number): Piece[] {
  const out: Piece[] = []
  if (piece.from < from) out.push({ ...piece, to: Math.min(piece.to, from) })
  if (piece.to > to) out.push({ ...piece, from: Math.max(piece.from, to) })
  return out.filter((p) => p.to - p.from > 1)
}
