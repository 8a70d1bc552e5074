/**
 * The loops that all vehicles share, as typed arrays: closed tours from a depot through the road graph with a fixed
 * timetable each. A vehicle's position is a look-up of its phase in a loop.
 */
import type { City } from '../city/types.ts'
import { hash32, uniform } from '../hash.ts'
import { brakeable, motionSeconds, peakSpeed } from './leg-motion.ts'
import { type Depot, loopRoute } from './loop-route.ts'
import { incomingEdges, shortestTree } from './shortest-tree.ts'

export type LoopTable = {
  loopCount: number
  /** Legs of loop l: firstLeg[l] … firstLeg[l + 1] - 1. */
  firstLeg: Uint32Array
  loopPeriodS: Float64Array
  loopLengthM: Float64Array
  loopDepot: Uint16Array
  depotNode: Uint32Array
  /** A leg is a visit of an edge, or a part of one: a stop before a junction cuts it in two. */
  legEdge: Uint32Array
  legLoop: Uint32Array
  /** Metres along the edge where the leg starts, and how many it covers. */
  legFromM: Float64Array
  legLengthM: Float64Array
  /** Seconds and metres from the loop's start to the leg's start. */
  legStartS: Float64Array
  legStartM: Float64Array
  legEntryMs: Float64Array
  legPeakMs: Float64Array
  legExitMs: Float64Array
}

const STREAM = { depot: 211, cruise: 212, stop: 213, dwell: 214, queue: 215 }
const DEPOTS = 28
/** Share of junctions where a vehicle has to stop, and how long. */
const STOP_SHARE = 0.3
const DWELL_S = { min: 4, max: 32 }
/** Where vehicles stop before a junction: the stop line, and places in the queue behind it. */
const STOP_LINE_M = 14
const QUEUE = { places: 5, spacingM: 7 }

/** Builds `loopCount` loops over the city's road graph (about half a second for a city of 30,000 edges). */
export function buildLoops(seed: number, city: City, loopCount: number): LoopTable {
  const { graph } = city
  const incoming = incomingEdges(graph)
  const depots = pickDepots(seed, city).map((node, depot): Depot => {
    const costs = edgeCosts(seed, city, depot)
    return {
      node,
      outbound: shortestTree(graph, node, costs),
      homeward: shortestTree(graph, node, costs, incoming),
    }
  })
  const routes = Array.from({ length: loopCount }, (_, loop) => {
    const edges = loopRoute(seed, loop, graph, city.halfSizeM, depots[loop % depots.length]!)
    return cutAtStops(seed, loop, city, edges)
  })
  const table = emptyTable(
    depots.map((depot) => depot.node),
    routes.map((parts) => parts.length),
  )
  routes.forEach((parts, loop) => {
    timeLoop(seed, loop, city, parts, table)
  })
  return table
}

/** Fills in the legs of a loop: speeds, and the time and distance at which each leg starts. */
function timeLoop(seed: number, loop: number, city: City, parts: readonly Part[], table: LoopTable): void {
  const speeds = boundarySpeeds(seed, loop, city, parts)
  let seconds = 0
  let metres = 0
  let leg = table.firstLeg[loop]!
  for (let i = 0; i < parts.length; i++) {
    const { edge, fromM, lengthM, dwellS } = parts[i]!
    const entryMs = speeds[i]!
    const exitMs = speeds[i + 1]!
    const peakMs = peakSpeed(lengthM, entryMs, exitMs, cruiseMs(seed, loop, city, edge))
    table.legEdge[leg] = edge
    table.legLoop[leg] = loop
    table.legFromM[leg] = fromM
    table.legLengthM[leg] = lengthM
    table.legStartS[leg] = seconds
    table.legStartM[leg] = metres
    table.legEntryMs[leg] = entryMs
    table.legPeakMs[leg] = peakMs
    table.legExitMs[leg] = exitMs
    seconds += motionSeconds({ lengthM, entryMs, peakMs, exitMs }) + dwellS
    metres += lengthM
    leg++
  }
  table.loopPeriodS[loop] = seconds
  table.loopLengthM[loop] = metres
}

/** A table for loops with these numbers of legs; loops are assigned to the depots in turn. */
function emptyTable(depotNodes: readonly number[], legCounts: readonly number[]): LoopTable {
  const loopCount = legCounts.length
  const firstLeg = new Uint32Array(loopCount + 1)
  legCounts.forEach((count, loop) => {
    firstLeg[loop + 1] = firstLeg[loop]! + count
  })
  const legCount = firstLeg[loopCount]!
  return {
    loopCount,
    firstLeg,
    loopPeriodS: new Float64Array(loopCount),
    loopLengthM: new Float64Array(loopCount),
    loopDepot: Uint16Array.from(legCounts, (_, loop) => loop % depotNodes.length),
    depotNode: Uint32Array.from(depotNodes),
    legEdge: new Uint32Array(legCount),
    legLoop: new Uint32Array(legCount),
    legFromM: new Float64Array(legCount),
    legLengthM: new Float64Array(legCount),
    legStartS: new Float64Array(legCount),
    legStartM: new Float64Array(legCount),
    legEntryMs: new Float64Array(legCount),
    legPeakMs: new Float64Array(legCount),
    legExitMs: new Float64Array(legCount),
  }
}

/** Depot places first, then junctions drawn at random; each on a node that can be left and reached. */
function pickDepots(seed: number, city: City): number[] {
  const { graph } = city
  const incoming = incomingEdges(graph)
  const usable = (node: number) =>
    graph.firstEdge[node + 1]! > graph.firstEdge[node]! && incoming.first[node + 1]! > incoming.first[node]!
  const nodes: number[] = []
  for (const place of city.places) {
    // One far out would send all its vehicles over one country road.
    const isInTown = Math.abs(place.x) < city.halfSizeM * 0.8 && Math.abs(place.y) < city.halfSizeM * 0.8
    if (place.kind !== 'depot' || !isInTown || nodes.length >= DEPOTS) continue
    const node = nearestNode(city, place.x, place.y, usable)
    if (node >= 0 && !nodes.includes(node)) nodes.push(node)
  }
  const wanted = Math.min(DEPOTS, graph.nodeCount)
  for (let tries = 0; nodes.length < wanted && tries < DEPOTS * 20; tries++) {
    const node = hash32(seed, tries, STREAM.depot, 0) % graph.nodeCount
    const isInTown =
      Math.abs(graph.nodeX[node]!) < city.halfSizeM && Math.abs(graph.nodeY[node]!) < city.halfSizeM
    if (isInTown && usable(node) && !nodes.includes(node)) nodes.push(node)
  }
  return nodes
}

function nearestNode(city: City, x: number, y: number, usable: (node: number) => boolean): number {
  const { nodeX, nodeY, nodeCount } = city.graph
  let best = -1
  let bestSquare = Number.POSITIVE_INFINITY
  for (let node = 0; node < nodeCount; node++) {
    const dx = nodeX[node]! - x
    const dy = nodeY[node]! - y
    const square = dx * dx + dy * dy
    if (square < bestSquare && usable(node)) {
      best = node
      bestSquare = square
    }
  }
  return best
}

/** Free speed of a loop's driver on an edge: 70–92 % of the limit. */
function cruiseMs(seed: number, loop: number, city: City, edge: number): number {
  const road = city.graph.edgeRoad[edge]!
  return (city.graph.edgeSpeedKmh[edge]! / 3.6) * (0.7 + 0.22 * uniform(seed, loop, STREAM.cruise, road))
}

/** How long an edge seems to the drivers of a depot, in seconds: not everybody takes the same way. */
function edgeCosts(seed: number, city: City, depot: number): Float64Array {
  const { graph } = city
  const taste = Float64Array.from(
    city.roads,
    (_, road) => 0.75 + 0.8 * uniform(seed, depot, STREAM.depot, road),
  )
  const costs = new Float64Array(graph.edgeCount)
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    const driveS = (graph.edgeLengthM[edge]! * 3.6) / graph.edgeSpeedKmh[edge]!
    costs[edge] = driveS * taste[graph.edgeRoad[edge]!]!
  }
  return costs
}

type Part = { edge: number; fromM: number; lengthM: number; dwellS: number }

/** The visits of a route, cut where the vehicle has to stop before a junction. */
function cutAtStops(seed: number, loop: number, city: City, edges: readonly number[]): Part[] {
  const { graph } = city
  const parts: Part[] = []
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i]!
    const lengthM = graph.edgeLengthM[edge]!
    const mayStop = i < edges.length - 1 && graph.nodeIsJunction[graph.edgeTo[edge]!] === 1
    const place = Math.floor(uniform(seed, loop, STREAM.queue, i) * QUEUE.places)
    const stopM = lengthM - STOP_LINE_M - place * QUEUE.spacingM
    if (!mayStop || stopM < STOP_LINE_M || uniform(seed, loop, STREAM.stop, i) >= STOP_SHARE) {
      parts.push({ edge, fromM: 0, lengthM, dwellS: 0 })
      continue
    }
    const dwellS = DWELL_S.min + uniform(seed, loop, STREAM.dwell, i) * (DWELL_S.max - DWELL_S.min)
    parts.push({ edge, fromM: 0, lengthM: stopM, dwellS })
    parts.push({ edge, fromM: stopM, lengthM: lengthM - stopM, dwellS: 0 })
  }
  return parts
}

/** Speed at the boundaries of a route's parts: 0 at its ends and at stops, slow in turns, never more than brakes allow. */
function boundarySpeeds(seed: number, loop: number, city: City, parts: readonly Part[]): Float64Array {
  const speeds = new Float64Array(parts.length + 1)
  for (let i = 1; i < parts.length; i++) {
    const before = parts[i - 1]!
    const after = parts[i]!
    if (after.fromM > 0) continue
    const straight = Math.min(cruiseMs(seed, loop, city, before.edge), cruiseMs(seed, loop, city, after.edge))
    // Cosine of the turn: 1 straight on (full speed), 0 a right angle (5 m/s), -1 turning back (2 m/s).
    const cosine = turnCosine(city, before.edge, after.edge)
    const eased = cosine > 0 ? 5 + (straight - 5) * cosine * cosine * cosine : 5 + 3 * cosine
    speeds[i] = Math.min(straight, Math.max(1.5, eased))
  }
  for (let i = parts.length - 1; i >= 0; i--) {
    speeds[i] = Math.min(speeds[i]!, brakeable(speeds[i + 1]!, parts[i]!.lengthM))
  }
  for (let i = 0; i < parts.length; i++) {
    speeds[i + 1] = Math.min(speeds[i + 1]!, brakeable(speeds[i]!, parts[i]!.lengthM))
  }
  return speeds
}

function turnCosine(city: City, before: number, after: number): number {
  const { geometryFirst: first, geometryX: gx, geometryY: gy } = city.graph
  const end = first[before + 1]! - 1
  const start = first[after]!
  const ax = gx[end]! - gx[end - 1]!
  const ay = gy[end]! - gy[end - 1]!
  const bx = gx[start + 1]! - gx[start]!
  const by = gy[start + 1]! - gy[start]!
  const norm = Math.sqrt((ax * ax + ay * ay) * (bx * bx + by * by))
  return norm > 0 ? (ax * bx + ay * by) / norm : 1
}
