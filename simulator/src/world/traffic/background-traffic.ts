/**
 * Background traffic: from every loop's depot a vehicle may start each headway; whether it does is a hash against how
 * busy the hour is. Who passes a place is read backwards: for the legs on the edges near it, the starts that are there
 * now. Nothing is stepped, and a vehicle keeps its id from junction to junction.
 */
import type { City } from '../city/types.ts'
import { hash32, uniform } from '../hash.ts'
import type { PassingVehicle } from '../types.ts'
import type { LoopTable } from './build-loops.ts'
import { createEdgeGrid } from './edge-grid.ts'
import { flowOfDay } from './flow-of-day.ts'
import { lanePlace } from './lane-place.ts'
import { placeInLeg } from './loop-phase.ts'

const STREAM = { offset: 241, exists: 242, look: 243 }
/** Vehicles per kilometre of directed edge at the busiest hour, on average over the city. */
const VEHICLES_PER_KM = 5
/** Cameras use the same circle repeatedly: this many circles are cached. */
const REMEMBERED_CIRCLES = 4096
/** Ids of background vehicles start here; below are roster indexes of the fleet. */
export const BACKGROUND_ID = 0x4000_0000

const COLOURS = [
  0xf2f2ef, 0xf2f2ef, 0xe4e6e8, 0xb8bcc0, 0xb8bcc0, 0x85898d, 0x2b2d30, 0x1c1d1f, 0x33363a, 0x8c1d22,
  0xa7322b, 0x1f3a68, 0x2e5a93, 0x4a5a3c, 0x9a8b6d, 0x6b4a35,
]

export type BackgroundTraffic = {
  /** Vehicles within the circle, in no particular order. */
  near(x: number, y: number, radiusM: number, epochMs: number): PassingVehicle[]
  /** Vehicles an hour that enter an edge when the roads are as busy as they get. */
  peakFlowPerHour(edge: number): number
  /** Edges near a point. */
  edgesNear(x: number, y: number, radiusM: number): readonly number[]
  /** Legs of all loops by edge: `legs` from `first[edge]` up to `first[edge + 1]`. */
  edgeLegs: { first: Uint32Array; legs: Uint32Array }
}

export function createBackgroundTraffic(seed: number, city: City, table: LoopTable): BackgroundTraffic {
  const { graph } = city
  const grid = createEdgeGrid(graph)
  const { first, legs } = legsByEdge(graph.edgeCount, table)
  const visits = visitsByEdge(graph.edgeCount, table)
  let totalKm = 0
  for (let e = 0; e < graph.edgeCount; e++) totalKm += graph.edgeLengthM[e]! / 1000
  let totalPeriodS = 0
  for (let l = 0; l < table.loopCount; l++) totalPeriodS += table.loopPeriodS[l]!
  const headwayS = Math.max(20, totalPeriodS / Math.max(1, totalKm * VEHICLES_PER_KM))
  const circles = new Map<string, readonly number[]>()

  function edgesNear(x: number, y: number, radiusM: number): readonly number[] {
    const key = `${x.toFixed(1)},${y.toFixed(1)},${radiusM}`
    const known = circles.get(key)
    if (known) return known
    if (circles.size >= REMEMBERED_CIRCLES) circles.clear()
    const found = grid.edgesNear(x, y, radiusM)
    circles.set(key, found)
    return found
  }

  return {
    edgesNear,
    edgeLegs: { first, legs },
    peakFlowPerHour: (edge) => (visits[edge]! * 3600) / headwayS,
    near(x, y, radiusM, epochMs) {
      const seconds = epochMs / 1000
      const found: PassingVehicle[] = []
      for (const edge of edgesNear(x, y, radiusM)) {
        for (let i = first[edge]!; i < first[edge + 1]!; i++) {
          const leg = legs[i]!
          const loop = table.legLoop[leg]!
          const next =
            leg + 1 < table.firstLeg[loop + 1]! ? table.legStartS[leg + 1]! : table.loopPeriodS[loop]!
          const phase = seconds - uniform(seed, loop, STREAM.offset, 0) * headwayS
          const newest = Math.floor((phase - table.legStartS[leg]!) / headwayS)
          for (let start = newest; phase - start * headwayS < next; start--) {
            const startMs = (seconds - (phase - start * headwayS)) * 1000
            if (uniform(seed, loop, STREAM.exists, start) >= flowOfDay(startMs)) continue
            const inLegS = phase - start * headwayS - table.legStartS[leg]!
            const at = placeInLeg(table, leg, inLegS)
            const look = hash32(seed, loop, STREAM.look, start)
            const place = lanePlace(city, table, leg, at.alongM, look >>> 8)
            const dx = place.x - x
            const dy = place.y - y
            if (dx * dx + dy * dy > radiusM * radiusM) continue
            found.push({
              id: BACKGROUND_ID + (look >>> 2),
              ...looks(look),
              x: place.x,
              y: place.y,
              directionDeg: place.directionDeg,
              speedKmh: at.speedMs * 3.6,
            })
          }
        }
      }
      return found
    },
  }
}

/** Kind and colour of a vehicle from one hash. */
export function looks(draw: number): { kind: PassingVehicle['kind']; colour: number } {
  const share = draw % 100
  if (share < 12) return { kind: 'taxi', colour: 0xe0b23a }
  if (share < 18) return { kind: 'bus', colour: share % 2 === 0 ? 0x2d7f5e : 0xb5372f }
  if (share < 27) return { kind: 'truck', colour: share % 2 === 0 ? 0x3f5d86 : 0xd7d2c4 }
  return { kind: 'car', colour: COLOURS[(draw >>> 7) % COLOURS.length]! }
}

/** Legs grouped by edge, CSR. */
function legsByEdge(edgeCount: number, table: LoopTable): { first: Uint32Array; legs: Uint32Array } {
  const first = new Uint32Array(edgeCount + 1)
  for (const edge of table.legEdge) first[edge + 1]!++
  for (let e = 0; e < edgeCount; e++) first[e + 1]! += first[e]!
  const next = first.slice()
  const legs = new Uint32Array(table.legEdge.length)
  for (let leg = 0; leg < table.legEdge.length; leg++) legs[next[table.legEdge[leg]!]!++] = leg
  return { first, legs }
}

/** How often loops visit each edge; the second leg of a visit does not count. */
function visitsByEdge(edgeCount: number, table: LoopTable): Uint32Array {
  const visits = new Uint32Array(edgeCount)
  table.legEdge.forEach((edge, leg) => {
    if (table.legFromM[leg] === 0) visits[edge]!++
  })
  return visits
}
