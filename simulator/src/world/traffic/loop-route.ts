/** The way of a loop: out of its depot to a goal, wandering through the streets around it, and home again. */
import type { RoadGraph } from '../city/types.ts'
import { hash32, uniform } from '../hash.ts'
import type { ShortestTree } from './shortest-tree.ts'

const STREAM = { goal: 201, wander: 202, length: 203 }
/** Edges of wandering around the goal. */
const WANDER = { min: 12, max: 46 }

export type Depot = { node: number; outbound: ShortestTree; homeward: ShortestTree }

/** Edges of loop number `loop`, in order, mostly within `townM` of the centre; starts and ends at the depot's node. Empty when the depot is cut off. */
export function loopRoute(
  seed: number,
  loop: number,
  graph: RoadGraph,
  townM: number,
  depot: Depot,
): number[] {
  const goal = pickGoal(seed, loop, graph, townM, depot)
  if (goal === undefined) return []
  const edges: number[] = []
  for (let node = goal; node !== depot.node; ) {
    const edge = depot.outbound.viaEdge[node]!
    edges.push(edge)
    node = graph.edgeFrom[edge]!
  }
  edges.reverse()
  let node = wander(seed, loop, graph, depot, goal, edges)
  while (node !== depot.node) {
    const edge = depot.homeward.viaEdge[node]!
    edges.push(edge)
    node = graph.edgeTo[edge]!
  }
  return edges
}

function pickGoal(
  seed: number,
  loop: number,
  graph: RoadGraph,
  townM: number,
  depot: Depot,
): number | undefined {
  for (let tries = 0; tries < 40; tries++) {
    const node = hash32(seed, loop, STREAM.goal, tries) % graph.nodeCount
    // Most goals lie in town: a loop out to the villages takes an hour and more.
    const inTown = Math.abs(graph.nodeX[node]!) < townM && Math.abs(graph.nodeY[node]!) < townM
    if (!inTown && loop % 12 !== 0 && tries < 30) continue
    const reachable =
      Number.isFinite(depot.outbound.costS[node]!) && Number.isFinite(depot.homeward.costS[node]!)
    if (reachable && node !== depot.node) return node
  }
  return undefined
}

function wander(
  seed: number,
  loop: number,
  graph: RoadGraph,
  depot: Depot,
  from: number,
  edges: number[],
): number {
  const steps = WANDER.min + (hash32(seed, loop, STREAM.length, 0) % (WANDER.max - WANDER.min))
  let node = from
  for (let step = 0; step < steps; step++) {
    const last = edges.length > 0 ? edges[edges.length - 1]! : -1
    const cameFrom = last < 0 ? -1 : graph.edgeFrom[last]!
    let best = -1
    let bestScore = -1
    for (let edge = graph.firstEdge[node]!; edge < graph.firstEdge[node + 1]!; edge++) {
      const to = graph.edgeTo[edge]!
      if (!Number.isFinite(depot.homeward.costS[to]!)) continue
      // Turning back is the last resort; keeping to the same road is pleasant.
      const turnsBack = to === cameFrom ? 0.001 : 1
      const sameRoad = last >= 0 && graph.edgeRoad[last] === graph.edgeRoad[edge] ? 1.6 : 1
      const score =
        turnsBack * sameRoad * (0.05 + uniform(seed, loop, STREAM.wander, step * 16 + (edge & 15)))
      if (score > bestScore) {
        bestScore = score
        best = edge
      }
    }
    if (best < 0) break
    edges.push(best)
    node = graph.edgeTo[best]!
  }
  return node
}
