import type { Lattice, LatticeLine } from './lattice.ts'
import { ordinal } from './names.ts'
import { type PlannedRoad, planRoad } from './planned-road.ts'

/** The side of a ring on each lattice line, and how far from its corners the ring leaves that line. */
export type RingPlan = {
  ring: number
  west: number
  east: number
  south: number
  north: number
  radiusM: number
}

const CORNER_RADIUS_M: Record<number, number> = { 2: 560, 3: 830, 4: 1200 }
const NUMBER_ZH: Record<number, string> = { 2: '二', 3: '三', 4: '四' }
const ARC_STEPS = 14

export function planRings(lattice: Lattice): RingPlan[] {
  const side = (lines: readonly LatticeLine[], ring: number, sign: number) =>
    lines.find((line) => line.ring === ring && Math.sign(line.at) === sign)!.at
  return [2, 3, 4].map((ring) => ({
    ring,
    west: side(lattice.columns, ring, -1),
    east: side(lattice.columns, ring, 1),
    south: side(lattice.rows, ring, -1),
    north: side(lattice.rows, ring, 1),
    radiusM: CORNER_RADIUS_M[ring]!,
  }))
}

/** The four named sides of a ring, meeting in the middle of its rounded corners. */
export function ringRoads(plan: RingPlan): PlannedRoad[] {
  const { ring, west, east, south, north, radiusM: r } = plan
  // Quarter arcs by centre and starting angle, clockwise from the north-west.
  const arc = (cu: number, cv: number, fromTurn: number, first: number, last: number) => {
    const out: number[] = []
    for (let i = first; i <= last; i++) {
      const a = (Math.PI / 2) * (fromTurn - i / ARC_STEPS)
      out.push(cu + r * Math.cos(a), cv + r * Math.sin(a))
    }
    return out
  }
  const half = ARC_STEPS / 2
  const nw = (a: number, b: number) => arc(west + r, north - r, 2, a, b)
  const ne = (a: number, b: number) => arc(east - r, north - r, 1, a, b)
  const se = (a: number, b: number) => arc(east - r, south + r, 0, a, b)
  const sw = (a: number, b: number) => arc(west + r, south + r, 3, a, b)
  const speedLimitKmh = ring === 2 ? 70 : 80
  const zh = NUMBER_ZH[ring]!
  const make = (zhSide: string, enSide: string, line: number[]) =>
    planRoad('ring', { zh: `${zhSide}${zh}环路`, en: `${enSide} ${ordinal(ring)} Ring Rd` }, line, {
      speedLimitKmh,
      lanes: ring === 4 ? 8 : 6,
    })
  return [
    make('北', 'N', [...nw(half, ARC_STEPS), ...ne(0, half)]),
    make('东', 'E', [...ne(half, ARC_STEPS), ...se(0, half)]),
    make('南', 'S', [...se(half, ARC_STEPS), ...sw(0, half)]),
    make('西', 'W', [...sw(half, ARC_STEPS), ...nw(0, half)]),
  ]
}

/** The stretch of a lattice line that a ring takes over: [from, to], or undefined. */
export function ringStretch(plans: readonly RingPlan[], axis: 'column' | 'row', at: number) {
  for (const plan of plans) {
    if (axis === 'column' && (at === plan.west || at === plan.east)) {
      return [plan.south + plan.radiusM, plan.north - plan.radiusM] as const
    }
    if (axis === 'row' && (at === plan.south || at === plan.north)) {
      return [plan.west + plan.radiusM, plan.east - plan.radiusM] as const
    }
  }
  return undefined
}
