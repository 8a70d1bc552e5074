/** Shortest-path trees of the road graph from one node, forwards or backwards, by Dijkstra on a binary heap. */
import type { RoadGraph } from '../city/types.ts'

export type ShortestTree = {
  /** Cost of the way between root and node, seconds; Infinity where there is no way. */
  costS: Float64Array
  /** Forward: the last edge on the way from the root. Backward: the first edge on the way to the root. -1: none. */
  viaEdge: Int32Array
}

/** Seconds added for every node passed: makes routes prefer few junctions. */
const NODE_DELAY_S = 6

/** Edges by the node they end in: CSR like the graph's own. */
export type Incoming = { first: Uint32Array; edges: Uint32Array }

export function incomingEdges(graph: RoadGraph): Incoming {
  const first = new Uint32Array(graph.nodeCount + 1)
  for (let e = 0; e < graph.edgeCount; e++) first[graph.edgeTo[e]! + 1]!++
  for (let n = 0; n < graph.nodeCount; n++) first[n + 1]! += first[n]!
  const next = first.slice()
  const edges = new Uint32Array(graph.edgeCount)
  for (let e = 0; e < graph.edgeCount; e++) edges[next[graph.edgeTo[e]!]!++] = e
  return { first, edges }
}

/** The tree of a root by the cost of each edge; `incoming` turns it into the tree of ways to the root. */
export function shortestTree(
  graph: RoadGraph,
  root: number,
  edgeCostS: Float64Array,
  incoming?: Incoming,
): ShortestTree {
  const costS = new Float64Array(graph.nodeCount).fill(Number.POSITIVE_INFINITY)
  const viaEdge = new Int32Array(graph.nodeCount).fill(-1)
  // A node may be in the heap more than once; stale entries are skipped when they come up.
  const heapNode: number[] = [root]
  const heapCost: number[] = [0]
  costS[root] = 0
  while (heapNode.length > 0) {
    const node = heapNode[0]!
    const cost = heapCost[0]!
    popTop(heapNode, heapCost)
    if (cost > costS[node]!) continue
    const from = incoming ? incoming.first[node]! : graph.firstEdge[node]!
    const to = incoming ? incoming.first[node + 1]! : graph.firstEdge[node + 1]!
    for (let i = from; i < to; i++) {
      const edge = incoming ? incoming.edges[i]! : i
      const other = incoming ? graph.edgeFrom[edge]! : graph.edgeTo[edge]!
      const next = cost + edgeCostS[edge]! + NODE_DELAY_S
      if (next < costS[other]!) {
        costS[other] = next
        viaEdge[other] = edge
        push(heapNode, heapCost, other, next)
      }
    }
  }
  return { costS, viaEdge }
}

function push(nodes: number[], costs: number[], node: number, cost: number): void {
  let at = nodes.length
  nodes.push(node)
  costs.push(cost)
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (costs[parent]! <= cost) break
    nodes[at] = nodes[parent]!
    costs[at] = costs[parent]!
    at = parent
  }
  nodes[at] = node
  costs[at] = cost
}

function popTop(nodes: number[], costs: number[]): void {
  const node = nodes.pop()!
  const cost = costs.pop()!
  const size = nodes.length
  if (size === 0) return
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= size) break
    if (child + 1 < size && costs[child + 1]! < costs[child]!) child++
    if (costs[child]! >= cost) break
    nodes[at] = nodes[child]!
    costs[at] = costs[child]!
    at = child
  }
  nodes[at] = node
  costs[at] = cost
}
