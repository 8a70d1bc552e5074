/** Places on an edge's geometry. */
import type { RoadGraph } from '../city/types.ts'

export type EdgePlace = { x: number; y: number; directionDeg: number }

/** Local metres and heading (degrees clockwise from north) at `distanceM` along an edge. */
export function placeOnEdge(graph: RoadGraph, edge: number, distanceM: number): EdgePlace {
  const place = { x: 0, y: 0, directionDeg: 0 }
  placeOnEdgeInto(graph, edge, distanceM, place)
  return place
}

/** The same without a new object. */
export function placeOnEdgeInto(graph: RoadGraph, edge: number, distanceM: number, out: EdgePlace): void {
  const { geometryX: gx, geometryY: gy } = graph
  const first = graph.geometryFirst[edge]!
  const last = graph.geometryFirst[edge + 1]! - 1
  let left = Math.max(0, distanceM)
  for (let i = first; i < last; i++) {
    const dx = gx[i + 1]! - gx[i]!
    const dy = gy[i + 1]! - gy[i]!
    const length = Math.sqrt(dx * dx + dy * dy)
    if ((left <= length || i === last - 1) && length > 0) {
      const f = Math.min(1, left / length)
      out.x = gx[i]! + dx * f
      out.y = gy[i]! + dy * f
      out.directionDeg = headingDeg(dx, dy)
      return
    }
    left -= length
  }
  out.x = gx[last]!
  out.y = gy[last]!
  out.directionDeg = 0
}

/** Heading of a vector, degrees clockwise from north in [0, 360). */
export function headingDeg(dx: number, dy: number): number {
  const degrees = (Math.atan2(dx, dy) * 180) / Math.PI
  return degrees < 0 ? degrees + 360 : degrees
}

/** Square of the distance from a point to an edge's line. */
export function squareToEdge(graph: RoadGraph, edge: number, x: number, y: number): number {
  const { geometryX: gx, geometryY: gy } = graph
  let best = Number.POSITIVE_INFINITY
  for (let i = graph.geometryFirst[edge]!; i < graph.geometryFirst[edge + 1]! - 1; i++) {
    const dx = gx[i + 1]! - gx[i]!
    const dy = gy[i + 1]! - gy[i]!
    const square = dx * dx + dy * dy
    const f = square > 0 ? Math.max(0, Math.min(1, ((x - gx[i]!) * dx + (y - gy[i]!) * dy) / square)) : 0
    const ex = gx[i]! + dx * f - x
    const ey = gy[i]! + dy * f - y
    best = Math.min(best, ex * ex + ey * ey)
  }
  return best
}
