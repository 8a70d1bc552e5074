import type { LinedRoad } from './road-lines.ts'
import type { RoadGraph } from './types.ts'

type Edges = {
  from: number[]
  to: number[]
  road: number[]
  /** Point range in the road's line; first > last runs against the line. */
  first: number[]
  last: number[]
}

/**
 * The directed road graph, cut down to its largest strongly connected part. One-way roads that would strand a
 * junction are made two-way first (their `oneWay` is cleared).
 */
export function buildGraph(roads: readonly LinedRoad[], nodeCount: number): RoadGraph {
  let edges = collect(roads)
  let kept = strongPart(edges, nodeCount)
  for (let round = 0; round < 5; round++) {
    let changed = false
    for (const { road, node } of roads) {
      if (!road.oneWay || !node.some((n) => n >= 0 && !kept[n])) continue
      road.oneWay = false
      changed = true
    }
    if (!changed) break
    edges = collect(roads)
    kept = strongPart(edges, nodeCount)
  }
  return pack(roads, edges, kept, nodeCount)
}

function collect(roads: readonly LinedRoad[]): Edges {
  const out: Edges = { from: [], to: [], road: [], first: [], last: [] }
  const add = (from: number, to: number, road: number, first: number, last: number) => {
    out.from.push(from)
    out.to.push(to)
    out.road.push(road)
    out.first.push(first)
    out.last.push(last)
  }
  for (const { road, node } of roads) {
    let held = -1
    for (let i = 0; i < node.length; i++) {
      if (node[i]! < 0 || isFarOut(road.line, i)) continue
      if (held >= 0 && node[held] !== node[i]) {
        add(node[held]!, node[i]!, road.id, held, i)
        if (!road.oneWay) add(node[i]!, node[held]!, road.id, i, held)
      }
      held = i
    }
  }
  return out
}

/** Roads that leave the map are drawn to their far ends, but nobody drives there. */
const GRAPH_REACH_M = 22_000

function isFarOut(line: Float64Array, point: number): boolean {
  return Math.abs(line[2 * point]!) > GRAPH_REACH_M || Math.abs(line[2 * point + 1]!) > GRAPH_REACH_M
}

/** 1 for nodes in the largest strongly connected part (found from several starts: forward and backward reach). */
function strongPart(edges: Edges, nodeCount: number): Uint8Array {
  const forward = adjacency(edges.from, edges.to, nodeCount)
  const backward = adjacency(edges.to, edges.from, nodeCount)
  let best = new Uint8Array(nodeCount)
  let bestCount = 0
  const seen = new Uint8Array(nodeCount)
  for (let start = 0; start < nodeCount && bestCount * 2 < nodeCount; start++) {
    if (seen[start]) continue
    const f = reach(forward, start, nodeCount)
    const b = reach(backward, start, nodeCount)
    let count = 0
    for (let i = 0; i < nodeCount; i++) {
      f[i] = f[i]! & b[i]!
      if (!f[i]) continue
      count++
      seen[i] = 1
    }
    if (count > bestCount) {
      best = f
      bestCount = count
    }
  }
  return best
}

type Adjacency = { first: Uint32Array; to: Uint32Array }

function adjacency(from: readonly number[], to: readonly number[], nodeCount: number): Adjacency {
  const first = new Uint32Array(nodeCount + 1)
  for (const n of from) first[n + 1] = first[n + 1]! + 1
  for (let i = 0; i < nodeCount; i++) first[i + 1] = first[i + 1]! + first[i]!
  const at = first.slice()
  const out = new Uint32Array(from.length)
  for (let e = 0; e < from.length; e++) {
    const n = from[e]!
    out[at[n]!] = to[e]!
    at[n] = at[n]! + 1
  }
  return { first, to: out }
}

function reach({ first, to }: Adjacency, start: number, nodeCount: number): Uint8Array<ArrayBuffer> {
  const seen = new Uint8Array(nodeCount)
  const queue = [start]
  seen[start] = 1
  while (queue.length) {
    const n = queue.pop()!
    for (let e = first[n]!; e < first[n + 1]!; e++) {
      const m = to[e]!
      if (seen[m]) continue
      seen[m] = 1
      queue.push(m)
    }
  }
  return seen
}

function pack(roads: readonly LinedRoad[], edges: Edges, kept: Uint8Array, allNodes: number): RoadGraph {
  const renumber = new Int32Array(allNodes).fill(-1)
  let nodeCount = 0
  for (let i = 0; i < allNodes; i++) if (kept[i]) renumber[i] = nodeCount++
  const order: number[] = []
  for (let e = 0; e < edges.from.length; e++) if (kept[edges.from[e]!] && kept[edges.to[e]!]) order.push(e)
  order.sort((a, b) => renumber[edges.from[a]!]! - renumber[edges.from[b]!]! || a - b)
  const edgeCount = order.length
  let points = 0
  for (const e of order) points += Math.abs(edges.last[e]! - edges.first[e]!) + 1
  const graph: RoadGraph = {
    nodeCount,
    edgeCount,
    nodeX: new Float64Array(nodeCount),
    nodeY: new Float64Array(nodeCount),
    firstEdge: new Uint32Array(nodeCount + 1),
    edgeTo: new Uint32Array(edgeCount),
    edgeFrom: new Uint32Array(edgeCount),
    edgeLengthM: new Float64Array(edgeCount),
    edgeSpeedKmh: new Float32Array(edgeCount),
    edgeRoad: new Uint32Array(edgeCount),
    geometryFirst: new Uint32Array(edgeCount + 1),
    geometryX: new Float64Array(points),
    geometryY: new Float64Array(points),
    nodeIsJunction: new Uint8Array(nodeCount),
  }
  let p = 0
  for (const [index, e] of order.entries()) {
    const from = renumber[edges.from[e]!]!
    const to = renumber[edges.to[e]!]!
    const { road } = roads[edges.road[e]!]!
    graph.edgeFrom[index] = from
    graph.edgeTo[index] = to
    graph.edgeRoad[index] = road.id
    graph.edgeSpeedKmh[index] = road.speedLimitKmh
    graph.firstEdge[from + 1] = graph.firstEdge[from + 1]! + 1
    graph.geometryFirst[index] = p
    const step = edges.last[e]! > edges.first[e]! ? 1 : -1
    let length = 0
    for (let i = edges.first[e]!; ; i += step) {
      graph.geometryX[p] = road.line[2 * i]!
      graph.geometryY[p] = road.line[2 * i + 1]!
      if (i !== edges.first[e]) {
        const dx = graph.geometryX[p]! - graph.geometryX[p - 1]!
        const dy = graph.geometryY[p]! - graph.geometryY[p - 1]!
        length += Math.sqrt(dx * dx + dy * dy)
      } else {
        graph.nodeX[from] = graph.geometryX[p]!
        graph.nodeY[from] = graph.geometryY[p]!
      }
      p++
      if (i === edges.last[e]) break
    }
    graph.edgeLengthM[index] = length
  }
  graph.geometryFirst[edgeCount] = p
  for (let n = 0; n < nodeCount; n++) graph.firstEdge[n + 1] = graph.firstEdge[n + 1]! + graph.firstEdge[n]!
  markJunctions(graph)
  return graph
}

/** A junction is where three or more different neighbours meet, counting both directions. */
function markJunctions(graph: RoadGraph): void {
  const neighbours: Set<number>[] = Array.from({ length: graph.nodeCount }, () => new Set())
  for (let e = 0; e < graph.edgeCount; e++) {
    neighbours[graph.edgeFrom[e]!]!.add(graph.edgeTo[e]!)
    neighbours[graph.edgeTo[e]!]!.add(graph.edgeFrom[e]!)
  }
  for (let n = 0; n < graph.nodeCount; n++) graph.nodeIsJunction[n] = neighbours[n]!.size >= 3 ? 1 : 0
}
