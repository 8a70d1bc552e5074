import { type Block, cutBlock, extentAlong, rectangleBlock } from './block.ts'
import type { Cell, Quarter } from './cells.ts'
import { createDice, type Dice } from './dice.ts'
import type { LandUse } from './land-use.ts'
import { laneName, type Namer, streetName } from './names.ts'
import { BUILDING_MARGIN_M, type PlannedRoad, planRoad } from './planned-road.ts'
import type { Name } from './types.ts'

/** A block that is not divided further: its use and its orientation. */
export type Leaf = { block: Block; use: LandUse; angle: number; entity: number }

type Grain = { sideM: number; tilt: number; oneWay: number }

/** How finely each use divides its ground; uses left out stay whole. */
const GRAIN: Partial<Record<LandUse, Grain>> = {
  residential: { sideM: 215, tilt: 0.035, oneWay: 0.06 },
  oldTown: { sideM: 104, tilt: 0.085, oneWay: 0.4 },
  towers: { sideM: 265, tilt: 0.03, oneWay: 0.04 },
  villas: { sideM: 200, tilt: 0.12, oneWay: 0 },
  commercial: { sideM: 168, tilt: 0.02, oneWay: 0.34 },
  industrial: { sideM: 330, tilt: 0.015, oneWay: 0 },
  campus: { sideM: 250, tilt: 0.05, oneWay: 0 },
  fields: { sideM: 330, tilt: 0.2, oneWay: 0 },
}

export type QuarterPlan = { leaves: Leaf[]; roads: PlannedRoad[] }

/** Divides one quarter into blocks and puts streets and lanes between them. */
export function divideQuarter(
  seed: number,
  cell: Cell,
  quarter: Quarter,
  entity: number,
  namer: Namer,
): QuarterPlan {
  const dice = createDice(seed, entity, 291)
  const { u0, v0, u1, v1, use } = quarter
  const edge = (at: number, border: number) =>
    at === border ? BUILDING_MARGIN_M.arterial : BUILDING_MARGIN_M.street
  const whole = rectangleBlock(u0, v0, u1, v1, [
    edge(v0, cell.v0),
    edge(u1, cell.u1),
    edge(v1, cell.v1),
    edge(u0, cell.u0),
  ])
  const turned =
    use === 'villas' || use === 'fields' ? 0.5 : use === 'oldTown' ? 0.12 : dice.chance(0.07) ? 0.5 : 0
  const angle = turned ? dice.between(-turned, turned) : 0
  const plan: QuarterPlan = { leaves: [], roads: [] }
  const grain = GRAIN[use]
  if (use === 'wild') return plan
  if (!grain) return { leaves: [{ block: whole, use, angle, entity }], roads: [] }
  const stem = use === 'fields' ? undefined : namer.made()
  divide(plan, whole, grain, use, angle, entity, dice, stem, 0)
  return plan
}

function divide(
  plan: QuarterPlan,
  block: Block,
  grain: Grain,
  use: LandUse,
  angle: number,
  entity: number,
  dice: Dice,
  stem: Name | undefined,
  depth: number,
): void {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  const [a0, a1] = extentAlong(block.ring, c, s)
  const [b0, b1] = extentAlong(block.ring, -s, c)
  const long = Math.max(a1 - a0, b1 - b0)
  const small = long < grain.sideM * 1.55 || (long < grain.sideM * 2.1 && dice.chance(0.16))
  if (depth > 6 || small || Math.min(a1 - a0, b1 - b0) < grain.sideM * 0.42) {
    plan.leaves.push({ block, use, angle, entity })
    return
  }
  const t = dice.between(0.4, 0.6)
  const tilt = dice.between(-grain.tilt, grain.tilt)
  const acrossA = a1 - a0 >= b1 - b0
  const a = acrossA ? a0 + (a1 - a0) * t : (a0 + a1) / 2
  const b = acrossA ? (b0 + b1) / 2 : b0 + (b1 - b0) * t
  const turn = angle + tilt + (acrossA ? Math.PI / 2 : 0)
  const street = depth === 0 && long > 560 && use !== 'oldTown' && use !== 'fields' && dice.chance(0.3)
  const margin = BUILDING_MARGIN_M[street ? 'street' : 'lane']
  const cut = cutBlock(block, a * c - b * s, a * s + b * c, Math.cos(turn), Math.sin(turn), margin)
  if (!cut) {
    plan.leaves.push({ block, use, angle, entity })
    return
  }
  if (stem) {
    const line = [...cut.chord.a, ...cut.chord.b]
    if (dice.chance(0.5)) line.push(line.shift()!, line.shift()!)
    const oneWay = dice.chance(grain.oneWay)
    const name = street ? streetName(stem) : laneName(stem, plan.roads.length, use === 'oldTown')
    plan.roads.push(planRoad(street ? 'street' : 'lane', name, line, oneWay ? { oneWay, lanes: 1 } : {}))
  }
  divide(plan, cut.left, grain, use, angle, entity, dice, stem, depth + 1)
  divide(plan, cut.right, grain, use, angle, entity, dice, stem, depth + 1)
}
