import Flatbush from 'flatbush'
import type { City, RoadGraph } from './types.ts'

export type Route = {
  /** Edges of the road graph in driving order. */
  edges: Uint32Array
  lengthM: number
  /** Driving time at the speed limits. */
  seconds: number
}

type Search = {
  /** Seconds from the start; valid where stamp equals the current run. */
  cost: Float64Array
  edge: Int32Array
  stamp: Uint32Array
  run: number
  heapNode: Int32Array
  heapKey: Float64Array
  topSpeedMs: number
}

/** Working memory of one graph's searches, reused from call to call. Holds no result: a route depends on its arguments only. */
const searches = new WeakMap<RoadGraph, Search>()

/** The quickest way between two nodes (A* on driving time); undefined when a node number does not exist. */
export function route(graph: RoadGraph, fromNode: number, toNode: number): Route | undefined {
  const { nodeCount, nodeX, nodeY, firstEdge, edgeTo, edgeLengthM, edgeSpeedKmh } = graph
  if (!(fromNode >= 0 && fromNode < nodeCount && toNode >= 0 && toNode < nodeCount)) return undefined
  const search = searches.get(graph) ?? createSearch(graph)
  searches.set(graph, search)
  search.run++
  const { cost, edge, stamp, run, heapNode, heapKey, topSpeedMs } = search
  const tx = nodeX[toNode]!
  const ty = nodeY[toNode]!
  const ahead = (n: number) => {
    const dx = nodeX[n]! - tx
    const dy = nodeY[n]! - ty
    return Math.sqrt(dx * dx + dy * dy) / topSpeedMs
  }
  let size = 0
  const push = (node: number, key: number) => {
    let i = size++
    while (i > 0) {
      const p = (i - 1) >> 1
      if (heapKey[p]! <= key) break
      heapKey[i] = heapKey[p]!
      heapNode[i] = heapNode[p]!
      i = p
    }
    heapKey[i] = key
    heapNode[i] = node
  }
  const pop = () => {
    const top = heapNode[0]!
    size--
    const key = heapKey[size]!
    const node = heapNode[size]!
    let i = 0
    for (;;) {
      let c = 2 * i + 1
      if (c >= size) break
      if (c + 1 < size && heapKey[c + 1]! < heapKey[c]!) c++
      if (heapKey[c]! >= key) break
      heapKey[i] = heapKey[c]!
      heapNode[i] = heapNode[c]!
      i = c
    }
    heapKey[i] = key
    heapNode[i] = node
    return top
  }
  stamp[fromNode] = run
  cost[fromNode] = 0
  edge[fromNode] = -1
  push(fromNode, ahead(fromNode))
  while (size > 0) {
    const key = heapKey[0]!
    const node = pop()
    if (node === toNode) return trace(graph, search, toNode)
    const here = cost[node]!
    if (key > here + ahead(node) + 1e-6) continue
    for (let e = firstEdge[node]!; e < firstEdge[node + 1]!; e++) {
      const next = edgeTo[e]!
      const total = here + (edgeLengthM[e]! * 3.6) / edgeSpeedKmh[e]!
      if (stamp[next] === run && cost[next]! <= total) continue
      stamp[next] = run
      cost[next] = total
      edge[next] = e
      push(next, total + ahead(next))
    }
  }
  return undefined
}

function createSearch(graph: RoadGraph): Search {
  let top = 1
  for (const speed of graph.edgeSpeedKmh) top = Math.max(top, speed)
  return {
    cost: new Float64Array(graph.nodeCount),
    edge: new Int32Array(graph.nodeCount),
    stamp: new Uint32Array(graph.nodeCount),
    run: 0,
    // A node enters the heap about once for each edge into it; twice leaves room for equal costs.
    heapNode: new Int32Array(2 * graph.edgeCount + 2),
    heapKey: new Float64Array(2 * graph.edgeCount + 2),
    topSpeedMs: top / 3.6,
  }
}

function trace(graph: RoadGraph, search: Search, toNode: number): Route {
  const edges: number[] = []
  let lengthM = 0
  for (let n = toNode; search.edge[n]! >= 0; n = graph.edgeFrom[search.edge[n]!]!) {
    const e = search.edge[n]!
    edges.push(e)
    lengthM += graph.edgeLengthM[e]!
  }
  return { edges: Uint32Array.from(edges.reverse()), lengthM, seconds: search.cost[toNode]! }
}

export type EdgePosition = {
  edge: number
  /** Metres from the edge's start to the nearest point on it. */
  offsetM: number
  /** Metres from the asked point to the edge. */
  distanceM: number
  x: number
  y: number
}

type EdgeIndex = { tree: Flatbush; edge: Uint32Array; point: Uint32Array; offsetM: Float64Array }

const indexes = new WeakMap<RoadGraph, EdgeIndex>()

/** The point of the road network nearest to (x, y). Of the two directions of a two-way road the lower edge number is named. */
export function nearestEdge(city: Pick<City, 'graph'>, x: number, y: number): EdgePosition {
  const { graph } = city
  const index = indexes.get(graph) ?? indexEdges(graph)
  indexes.set(graph, index)
  let best: EdgePosition | undefined
  for (let take = 8; ; take *= 4) {
    const found = index.tree.neighbors(x, y, take)
    for (const id of found) {
      const p = project(graph, index, id, x, y)
      if (!best || p.distanceM < best.distanceM) best = p
    }
    // Boxes come nearest first, so the search ends once boxes lie farther away than the best point.
    const last = found.at(-1)!
    if (found.length < take || boxDistance(graph, index, last, x, y) >= best!.distanceM) return best!
  }
}

function indexEdges(graph: RoadGraph): EdgeIndex {
  const edge: number[] = []
  const point: number[] = []
  const offsetM: number[] = []
  for (let e = 0; e < graph.edgeCount; e++) {
    if (isReverse(graph, e)) continue
    let offset = 0
    for (let p = graph.geometryFirst[e]!; p + 1 < graph.geometryFirst[e + 1]!; p++) {
      edge.push(e)
      point.push(p)
      offsetM.push(offset)
      const dx = graph.geometryX[p + 1]! - graph.geometryX[p]!
      const dy = graph.geometryY[p + 1]! - graph.geometryY[p]!
      offset += Math.sqrt(dx * dx + dy * dy)
    }
  }
  const tree = new Flatbush(edge.length)
  for (const p of point) {
    const ax = graph.geometryX[p]!
    const ay = graph.geometryY[p]!
    const bx = graph.geometryX[p + 1]!
    const by = graph.geometryY[p + 1]!
    tree.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by))
  }
  tree.finish()
  return {
    tree,
    edge: Uint32Array.from(edge),
    point: Uint32Array.from(point),
    offsetM: Float64Array.from(offsetM),
  }
}

/** True when the same stretch of the same road is already there with a lower number, the other way round. */
function isReverse(graph: RoadGraph, e: number): boolean {
  const to = graph.edgeTo[e]!
  for (let k = graph.firstEdge[to]!; k < graph.firstEdge[to + 1]!; k++) {
    if (k < e && graph.edgeTo[k] === graph.edgeFrom[e] && graph.edgeRoad[k] === graph.edgeRoad[e]) return true
  }
  return false
}

function project(graph: RoadGraph, index: EdgeIndex, id: number, x: number, y: number): EdgePosition {
  const p = index.point[id]!
  const ax = graph.geometryX[p]!
  const ay = graph.geometryY[p]!
  const dx = graph.geometryX[p + 1]! - ax
  const dy = graph.geometryY[p + 1]! - ay
  const l2 = dx * dx + dy * dy
  const t = l2 === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / l2))
  const px = ax + dx * t
  const py = ay + dy * t
  return {
    edge: index.edge[id]!,
    offsetM: index.offsetM[id]! + Math.sqrt(l2) * t,
    distanceM: Math.sqrt((px - x) * (px - x) + (py - y) * (py - y)),
    x: px,
    y: py,
  }
}

function boxDistance(graph: RoadGraph, index: EdgeIndex, id: number, x: number, y: number): number {
  const p = index.point[id]!
  const gap = (v: number, a: number, b: number) => Math.max(0, Math.min(a, b) - v, v - Math.max(a, b))
  const dx = gap(x, graph.geometryX[p]!, graph.geometryX[p + 1]!)
  const dy = gap(y, graph.geometryY[p]!, graph.geometryY[p + 1]!)
  return Math.sqrt(dx * dx + dy * dy)
}
