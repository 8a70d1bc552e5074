/**
 * Where a vehicle of the traffic really drives: in a lane right of the middle line, and round corners on a curve from
 * lane to lane. Places along the route itself lie on the middle line.
 */
import type { City } from '../city/types.ts'
import type { LoopTable } from './build-loops.ts'
import { headingDeg, placeOnEdge } from './edge-place.ts'

const LANE_M = 3.2
/** A turn starts and ends this far from the junction's node, less on short edges. */
const CORNER_M = 12

export type LanePlace = { x: number; y: number; directionDeg: number }

/** The place of a vehicle `alongM` into the edge of a leg; `draw` is its lasting choice of lane. */
export function lanePlace(
  city: City,
  table: LoopTable,
  leg: number,
  alongM: number,
  draw: number,
): LanePlace {
  const { graph } = city
  const edge = table.legEdge[leg]!
  const leftM = graph.edgeLengthM[edge]! - alongM
  if (leftM < CORNER_M) {
    const next = edgeAfter(table, leg)
    const radiusM = next < 0 ? 0 : cornerRadius(city, edge, next)
    if (leftM < radiusM) return onCorner(city, edge, next, radiusM, (radiusM - leftM) / (2 * radiusM), draw)
  }
  if (alongM < CORNER_M) {
    const before = edgeBefore(table, leg)
    const radiusM = before < 0 ? 0 : cornerRadius(city, before, edge)
    if (alongM < radiusM)
      return onCorner(city, before, edge, radiusM, (alongM + radiusM) / (2 * radiusM), draw)
  }
  return inLane(city, edge, alongM, draw)
}

function inLane(city: City, edge: number, alongM: number, draw: number): LanePlace {
  const place = placeOnEdge(city.graph, edge, alongM)
  const road = city.roads[city.graph.edgeRoad[edge]!]
  const lanes = Math.max(1, road?.lanes ?? 2)
  const oneWay = road?.oneWay ?? false
  const mine = oneWay ? lanes : Math.max(1, Math.floor(lanes / 2))
  const offsetM = ((draw % mine) + 0.5 - (oneWay ? lanes / 2 : 0)) * LANE_M
  const heading = (place.directionDeg * Math.PI) / 180
  place.x += Math.cos(heading) * offsetM
  place.y -= Math.sin(heading) * offsetM
  return place
}

/** A quadratic curve from the lane before the node to the lane after it. */
function onCorner(city: City, from: number, to: number, radiusM: number, u: number, draw: number): LanePlace {
  const a = inLane(city, from, city.graph.edgeLengthM[from]! - radiusM, draw)
  const b = inLane(city, to, radiusM, draw)
  const c = controlPoint(a, b, radiusM)
  const v = 1 - u
  const dx = v * (c.x - a.x) + u * (b.x - c.x)
  const dy = v * (c.y - a.y) + u * (b.y - c.y)
  return {
    x: v * v * a.x + 2 * u * v * c.x + u * u * b.x,
    y: v * v * a.y + 2 * u * v * c.y + u * u * b.y,
    directionDeg: dx === 0 && dy === 0 ? a.directionDeg : headingDeg(dx, dy),
  }
}

/** Where the two lanes would meet; between them when they hardly turn, ahead of them when the vehicle turns back. */
function controlPoint(a: LanePlace, b: LanePlace, radiusM: number): { x: number; y: number } {
  const [ax, ay] = heading(a.directionDeg)
  const [bx, by] = heading(b.directionDeg)
  const cross = ax * by - ay * bx
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  if (Math.abs(cross) > 0.15) {
    const aheadM = ((b.x - a.x) * by - (b.y - a.y) * bx) / cross
    if (aheadM > 0 && aheadM < 4 * radiusM) return { x: a.x + ax * aheadM, y: a.y + ay * aheadM }
  }
  if (ax * bx + ay * by >= 0) return middle
  return { x: middle.x + ax * radiusM, y: middle.y + ay * radiusM }
}

function heading(degrees: number): [number, number] {
  const radians = (degrees * Math.PI) / 180
  return [Math.sin(radians), Math.cos(radians)]
}

function cornerRadius(city: City, from: number, to: number): number {
  const { edgeLengthM } = city.graph
  return Math.min(CORNER_M, 0.45 * edgeLengthM[from]!, 0.45 * edgeLengthM[to]!)
}

/** The edge that a loop takes after that of a leg (whose visit may be cut in two by a stop); -1 at its end. */
function edgeAfter(table: LoopTable, leg: number): number {
  const end = table.firstLeg[table.legLoop[leg]! + 1]!
  let next = leg + 1
  while (next < end && table.legFromM[next]! > 0) next++
  return next < end ? table.legEdge[next]! : -1
}

function edgeBefore(table: LoopTable, leg: number): number {
  let start = leg
  while (table.legFromM[start]! > 0) start--
  return start > table.firstLeg[table.legLoop[leg]!]! ? table.legEdge[start - 1]! : -1
}
