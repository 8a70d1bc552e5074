/** Places a camera at the road in front of a place: beside the carriageway, looking along it. */
import type { City } from '../world/city/types.ts'
import { headingDeg, squareToEdge } from '../world/traffic/edge-place.ts'
import type { Site } from './site-candidates.ts'

const NEAREST_NODES = 4
const LANE_M = 3.2
/** From the edge of the carriageway to the pole. */
const VERGE_M = 3

/** The site moved to the nearest road, on the place's side of it; unchanged in a city without roads. */
export function besideRoad(city: City, site: Site): Site {
  const { graph } = city
  const edge = nearestEdge(city, site.x, site.y)
  if (edge < 0) return site
  let best = { x: site.x, y: site.y, dx: 0, dy: 1, square: Number.POSITIVE_INFINITY }
  for (let i = graph.geometryFirst[edge]!; i < graph.geometryFirst[edge + 1]! - 1; i++) {
    const ax = graph.geometryX[i]!
    const ay = graph.geometryY[i]!
    const dx = graph.geometryX[i + 1]! - ax
    const dy = graph.geometryY[i + 1]! - ay
    const length = dx * dx + dy * dy
    const f = length > 0 ? Math.max(0, Math.min(1, ((site.x - ax) * dx + (site.y - ay) * dy) / length)) : 0
    const x = ax + dx * f
    const y = ay + dy * f
    const square = (x - site.x) * (x - site.x) + (y - site.y) * (y - site.y)
    if (square < best.square) best = { x, y, dx, dy, square }
  }
  const norm = Math.sqrt(best.dx * best.dx + best.dy * best.dy) || 1
  // Unit vector across the road, towards the place.
  const side = (site.x - best.x) * best.dy - (site.y - best.y) * best.dx >= 0 ? 1 : -1
  const acrossX = (side * best.dy) / norm
  const acrossY = (-side * best.dx) / norm
  const lanes = city.roads[graph.edgeRoad[edge]!]?.lanes ?? 2
  const offsetM = (lanes * LANE_M) / 2 + VERGE_M
  const along = headingDeg(best.dx, best.dy)
  return {
    ...site,
    x: best.x + acrossX * offsetM,
    y: best.y + acrossY * offsetM,
    headings: [along, (along + 180) % 360],
  }
}

/** The edge nearest to a point among those that start at the nodes nearest to it. */
function nearestEdge(city: City, x: number, y: number): number {
  const { graph } = city
  const nodes: { node: number; square: number }[] = []
  for (let node = 0; node < graph.nodeCount; node++) {
    const dx = graph.nodeX[node]! - x
    const dy = graph.nodeY[node]! - y
    const square = dx * dx + dy * dy
    const last = nodes[NEAREST_NODES - 1]
    if (last && square >= last.square) continue
    nodes.splice(NEAREST_NODES - 1, 1)
    nodes.push({ node, square })
    nodes.sort((a, b) => a.square - b.square)
  }
  let best = -1
  let bestSquare = Number.POSITIVE_INFINITY
  for (const { node } of nodes) {
    for (let edge = graph.firstEdge[node]!; edge < graph.firstEdge[node + 1]!; edge++) {
      const square = squareToEdge(graph, edge, x, y)
      if (square < bestSquare) {
        best = edge
        bestSquare = square
      }
    }
  }
  return best
}
