/**
 * The loops that all vehicles share, as typed arrays: closed tours from a depot through the road graph with a fixed
 * timetable each. A vehicle's position is a look-up of its phase in a loop.
 */
import type { City, RoadGraph } from '../city/types.ts'
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
/** Where vehicles stand before a junction: the stop line, and places in the queue behind it. */
const STOP_LINE_M = 14
const QUEUE = { places: 5, spacingM: 7 }

/** Builds `loopCount` loops over the city's road graph (about half a second for a city of 30,000 edges). */
export function buildLoops(seed: number, city: City, loopCount: number): LoopTable {
  const { graph } = city
  const incoming = incomingEdges(graph)
  const depots = pickDepots(seed, city).map(
    (node, taste): Depot => ({
      node,
      outbound: shortestTree(graph, node, tasteOf(seed, graph, taste)),
      homeward: shortestTree(graph, node, tasteOf(seed, graph, taste), incoming),
    }),
  )
  const firstLeg = new Uint32Array(loopCount + 1)
  const loopPeriodS = new Float64Array(loopCount)
  const loopLengthM = new Float64Array(loopCount)
  const loopDepot = new Uint16Array(loopCount)
  const legs = {
    edge: [],
    loop: [],
    fromM: [],
    lengthM: [],
    startS: [],
    startM: [],
    entry: [],
    peak: [],
    exit: [],
  } as Record<
    'edge' | 'loop' | 'fromM' | 'lengthM' | 'startS' | 'startM' | 'entry' | 'peak' | 'exit',
    number[]
  >
  for (let loop = 0; loop < loopCount; loop++) {
    loopDepot[loop] = loop % depots.length
    const depot = depots[loop % depots.length]!
    const parts = cutAtStops(seed, loop, city, loopRoute(seed, loop, graph, city.halfSizeM, depot))
    const speeds = boundarySpeeds(seed, loop, city, parts)
    let seconds = 0
    let metres = 0
    parts.forEach(({ edge, fromM, lengthM, dwellS }, i) => {
      const entryMs = speeds[i]!
      const exitMs = speeds[i + 1]!
      const peakMs = peakSpeed(lengthM, entryMs, exitMs, cruiseMs(seed, loop, city, edge))
      legs.edge.push(edge)
      legs.loop.push(loop)
      legs.fromM.push(fromM)
      legs.lengthM.push(lengthM)
      legs.startS.push(seconds)
      legs.startM.push(metres)
      legs.entry.push(entryMs)
      legs.peak.push(peakMs)
      legs.exit.push(exitMs)
      seconds += motionSeconds({ lengthM, entryMs, peakMs, exitMs }) + dwellS
      metres += lengthM
    })
    loopPeriodS[loop] = seconds
    loopLengthM[loop] = metres
    firstLeg[loop + 1] = legs.edge.length
  }
  return {
    loopCount,
    firstLeg,
    loopPeriodS,
    loopLengthM,
    loopDepot,
    depotNode: Uint32Array.from(depots, (depot) => depot.node),
    legEdge: Uint32Array.from(legs.edge),
    legLoop: Uint32Array.from(legs.loop),
    legFromM: Float64Array.from(legs.fromM),
    legLengthM: Float64Array.from(legs.lengthM),
    legStartS: Float64Array.from(legs.startS),
    legStartM: Float64Array.from(legs.startM),
    legEntryMs: Float64Array.from(legs.entry),
    legPeakMs: Float64Array.from(legs.peak),
    legExitMs: Float64Array.from(legs.exit),
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

/** How much longer a road seems to the drivers of a depot: not everybody takes the same way. */
function tasteOf(seed: number, graph: RoadGraph, taste: number): (edge: number) => number {
  const roads = new Map<number, number>()
  return (edge) => {
    const road = graph.edgeRoad[edge]!
    let weight = roads.get(road)
    if (weight === undefined) {
      weight = 0.75 + 0.8 * uniform(seed, taste, STREAM.depot, road)
      roads.set(road, weight)
    }
    return weight
  }
}

type Part = { edge: number; fromM: number; lengthM: number; dwellS: number }

/** The visits of a route, cut where the vehicle has to stand before a junction. */
function cutAtStops(seed: number, loop: number, city: City, edges: readonly number[]): Part[] {
  const { graph } = city
  return edges.flatMap((edge, i): Part[] => {
    const lengthM = graph.edgeLengthM[edge]!
    const whole = { edge, fromM: 0, lengthM, dwellS: 0 }
    const isJunction = graph.nodeIsJunction[graph.edgeTo[edge]!] === 1
    if (i === edges.length - 1 || !isJunction || uniform(seed, loop, STREAM.stop, i) >= STOP_SHARE)
      return [whole]
    const place = Math.floor(uniform(seed, loop, STREAM.queue, i) * QUEUE.places)
    const stopM = lengthM - STOP_LINE_M - place * QUEUE.spacingM
    if (stopM < STOP_LINE_M) return [whole]
    const dwellS = DWELL_S.min + uniform(seed, loop, STREAM.dwell, i) * (DWELL_S.max - DWELL_S.min)
    return [
      { edge, fromM: 0, lengthM: stopM, dwellS },
      { edge, fromM: stopM, lengthM: lengthM - stopM, dwellS: 0 },
    ]
  })
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
