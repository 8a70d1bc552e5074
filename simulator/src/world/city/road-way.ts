import { nearestEdge, route } from './route.ts'
import type { City, RoadGraph } from './types.ts'

/** Further than this from any road there is no way. */
const OFF_ROAD_M = 2000

export type RoadWay = {
  /** x0,y0,… local metres, from the first place on the road to the last. */
  line: Float64Array
  lengthM: number
  /** Driving time at the speed limits. */
  seconds: number
}

/** A stretch that a way may begin or end with: from a point of an edge to one of its nodes. */
type Approach = { edge: number; node: number; lengthM: number; seconds: number }

/**
 * The quickest way by road between two places, each taken to the road nearest to it. Undefined when one is far from
 * any road. On two-way roads both directions are tried at both ends.
 */
export function roadWay(
  city: Pick<City, 'graph'>,
  from: { x: number; y: number },
  to: { x: number; y: number },
): RoadWay | undefined {
  const { graph } = city
  const start = nearestEdge(city, from.x, from.y)
  const goal = nearestEdge(city, to.x, to.y)
  if (start.distanceM > OFF_ROAD_M || goal.distanceM > OFF_ROAD_M) return undefined
  const direct = alongOneRoad(graph, start, goal)
  let best: (RoadWay & { edges: Uint32Array; out: Approach; home: Approach }) | undefined
  for (const out of waysOut(graph, start.edge, start.offsetM)) {
    for (const home of waysIn(graph, goal.edge, goal.offsetM)) {
      const middle = route(graph, out.node, home.node)
      if (!middle) continue
      const seconds = out.seconds + middle.seconds + home.seconds
      if (best && best.seconds <= seconds) continue
      const lengthM = out.lengthM + middle.lengthM + home.lengthM
      best = { line: new Float64Array(0), lengthM, seconds, edges: middle.edges, out, home }
    }
  }
  if (direct && (!best || direct.seconds <= best.seconds)) return direct
  if (!best) return undefined
  const points: number[] = [start.x, start.y]
  pushPart(graph, best.out.edge, lengthOf(graph, best.out.edge) - best.out.lengthM, undefined, points)
  for (const edge of best.edges) pushPart(graph, edge, 0, undefined, points)
  pushPart(graph, best.home.edge, 0, best.home.lengthM, points)
  points.push(goal.x, goal.y)
  return { line: Float64Array.from(points), lengthM: best.lengthM, seconds: best.seconds }
}

const lengthOf = (graph: RoadGraph, edge: number): number => graph.edgeLengthM[edge]!
const secondsOf = (graph: RoadGraph, edge: number, lengthM: number): number =>
  (lengthM * 3.6) / graph.edgeSpeedKmh[edge]!

/** Both places on one edge, the goal ahead of the start (or behind it on a two-way road). */
function alongOneRoad(
  graph: RoadGraph,
  start: { edge: number; offsetM: number; x: number; y: number },
  goal: { edge: number; offsetM: number; x: number; y: number },
): RoadWay | undefined {
  if (start.edge !== goal.edge) return undefined
  const ahead = goal.offsetM - start.offsetM
  const back = reverseOf(graph, start.edge)
  if (ahead < 0 && back === undefined) return undefined
  const edge = ahead >= 0 ? start.edge : back!
  const whole = lengthOf(graph, start.edge)
  const [fromM, toM] =
    ahead >= 0 ? [start.offsetM, goal.offsetM] : [whole - start.offsetM, whole - goal.offsetM]
  const points = [start.x, start.y]
  pushPart(graph, edge, fromM, toM, points)
  points.push(goal.x, goal.y)
  const lengthM = Math.abs(ahead)
  return { line: Float64Array.from(points), lengthM, seconds: secondsOf(graph, edge, lengthM) }
}

function waysOut(graph: RoadGraph, edge: number, offsetM: number): Approach[] {
  const rest = lengthOf(graph, edge) - offsetM
  const ways = [approach(graph, edge, graph.edgeTo[edge]!, rest)]
  const back = reverseOf(graph, edge)
  if (back !== undefined) ways.push(approach(graph, back, graph.edgeTo[back]!, offsetM))
  return ways
}

function waysIn(graph: RoadGraph, edge: number, offsetM: number): Approach[] {
  const ways = [approach(graph, edge, graph.edgeFrom[edge]!, offsetM)]
  const back = reverseOf(graph, edge)
  if (back !== undefined)
    ways.push(approach(graph, back, graph.edgeFrom[back]!, lengthOf(graph, edge) - offsetM))
  return ways
}

const approach = (graph: RoadGraph, edge: number, node: number, lengthM: number): Approach => ({
  edge,
  node,
  lengthM,
  seconds: secondsOf(graph, edge, lengthM),
})

/** The same stretch the other way round, on a two-way road. */
function reverseOf(graph: RoadGraph, edge: number): number | undefined {
  const to = graph.edgeTo[edge]!
  for (let k = graph.firstEdge[to]!; k < graph.firstEdge[to + 1]!; k++) {
    const sameRoad = graph.edgeTo[k] === graph.edgeFrom[edge] && graph.edgeRoad[k] === graph.edgeRoad[edge]
    if (sameRoad && Math.abs(graph.edgeLengthM[k]! - graph.edgeLengthM[edge]!) < 1) return k
  }
  return undefined
}

/** Adds the bends of an edge between two distances from its start. */
function pushPart(
  graph: RoadGraph,
  edge: number,
  fromM: number,
  toM: number | undefined,
  points: number[],
): void {
  const { geometryFirst, geometryX, geometryY } = graph
  let offset = 0
  for (let p = geometryFirst[edge]!; p < geometryFirst[edge + 1]!; p++) {
    if (p > geometryFirst[edge]!) {
      const dx = geometryX[p]! - geometryX[p - 1]!
      const dy = geometryY[p]! - geometryY[p - 1]!
      offset += Math.sqrt(dx * dx + dy * dy)
    }
    if (offset >= fromM && (toM === undefined || offset <= toM)) points.push(geometryX[p]!, geometryY[p]!)
  }
}
