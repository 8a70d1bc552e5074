import type { LaidRoad } from './clip-water.ts'
import { addLine, createSegmentGrid, type SegmentGrid } from './segment-grid.ts'
import type { RoadClass } from './types.ts'

/**
 * A road whose junctions are points of its line. node[i] is -1 or the junction's number; bridge[i] is for the segment
 * after point i.
 */
export type NodedRoad = { road: LaidRoad; line: number[]; node: number[]; bridge: boolean[] }

export type Noding = { roads: NodedRoad[]; nodeU: number[]; nodeV: number[] }

type Hit = { segment: number; t: number; u: number; v: number }

/** Roads closer than this at an end meet there, metres. */
const TOUCH_M = 0.8
const MERGE_M = 2
/** Loose ends past the last junction up to this length are cut off. */
const STUB_M = 62

/** Finds where roads meet on the drawing board. `joins` decides which classes do at a point. */
export function findJunctions(
  roads: readonly LaidRoad[],
  joins: (a: RoadClass, b: RoadClass, u: number, v: number) => boolean,
): Noding {
  const grid = createSegmentGrid(200)
  const firstSegment: number[] = []
  for (const [id, road] of roads.entries()) {
    firstSegment.push(grid.ax.length)
    addLine(grid, road.line, id)
  }
  const hits: Hit[][] = roads.map(() => [])
  for (const [cell, ids] of grid.cells) {
    for (let i = 0; i < ids.length; i++) {
      for (let k = i + 1; k < ids.length; k++)
        meet(grid, cell, ids[i]!, ids[k]!, roads, firstSegment, hits, joins)
    }
  }
  const ends = createRegistry(MERGE_M)
  const endCount: number[] = []
  for (const { line } of roads) {
    for (const p of [0, line.length - 2]) {
      const id = ends.at(line[p]!, line[p + 1]!)
      endCount[id] = (endCount[id] ?? 0) + 1
    }
  }
  const shared = (u: number, v: number) => endCount[ends.at(u, v)]! > 1
  const nodes = createRegistry(MERGE_M)
  const out: NodedRoad[] = []
  for (const [id, road] of roads.entries()) {
    const noded = thread(road, hits[id]!, nodes, shared)
    if (noded) out.push(noded)
  }
  return { roads: out, nodeU: nodes.us, nodeV: nodes.vs }
}

function meet(
  grid: SegmentGrid,
  cell: number,
  a: number,
  b: number,
  roads: readonly LaidRoad[],
  firstSegment: readonly number[],
  hits: Hit[][],
  joins: (a: RoadClass, b: RoadClass, u: number, v: number) => boolean,
): void {
  const ra = grid.owner[a]!
  const rb = grid.owner[b]!
  if (ra === rb) return
  const ax = grid.ax[a]!
  const ay = grid.ay[a]!
  const dx = grid.bx[a]! - ax
  const dy = grid.by[a]! - ay
  const ex = grid.bx[b]! - grid.ax[b]!
  const ey = grid.by[b]! - grid.ay[b]!
  const cross = dx * ey - dy * ex
  const la = Math.sqrt(dx * dx + dy * dy)
  const lb = Math.sqrt(ex * ex + ey * ey)
  if (Math.abs(cross) < 0.012 * la * lb) return
  const ox = grid.ax[b]! - ax
  const oy = grid.ay[b]! - ay
  const t = (ox * ey - oy * ex) / cross
  const s = (ox * dy - oy * dx) / cross
  const ta = TOUCH_M / la
  const sb = TOUCH_M / lb
  if (t < -ta || t > 1 + ta || s < -sb || s > 1 + sb) return
  const u = ax + dx * t
  const v = ay + dy * t
  const m = grid.cellM
  if ((Math.floor(u / m) + 2048) * 4096 + Math.floor(v / m) + 2048 !== cell) return
  if (!joins(roads[ra]!.class, roads[rb]!.class, u, v)) return
  hits[ra]!.push({ segment: a - firstSegment[ra]!, t: clamp(t), u, v })
  hits[rb]!.push({ segment: b - firstSegment[rb]!, t: clamp(s), u, v })
}

const clamp = (t: number) => Math.min(1, Math.max(0, t))

/** Works the hits of one road into its line; undefined when nothing of it remains. */
function thread(
  road: LaidRoad,
  hits: Hit[],
  nodes: Registry,
  shared: (u: number, v: number) => boolean,
): NodedRoad | undefined {
  const source = road.line
  const last = source.length / 2 - 1
  const along = [0]
  for (let i = 0; i < last; i++) {
    const du = source[2 * i + 2]! - source[2 * i]!
    const dv = source[2 * i + 3]! - source[2 * i + 1]!
    along.push(along[i]! + Math.sqrt(du * du + dv * dv))
  }
  const total = along[last]!
  type Stop = { s: number; u: number; v: number; node: number }
  const stops: Stop[] = hits.map((h) => ({
    s: along[h.segment]! + (along[h.segment + 1]! - along[h.segment]!) * h.t,
    u: h.u,
    v: h.v,
    node: nodes.at(h.u, h.v),
  }))
  stops.sort((a, b) => a.s - b.s)
  let start = 0
  let end = total
  const [u0, v0, u1, v1] = [source[0]!, source[1]!, source[2 * last]!, source[2 * last + 1]!]
  const first = stops[0]
  const final = stops.at(-1)
  const stubM = road.class === 'arterial' ? 2 * STUB_M : STUB_M
  if (road.class !== 'ring' && first && final && first !== final) {
    if (first.s < stubM && !shared(u0, v0)) start = first.s
    if (total - final.s < stubM && !shared(u1, v1)) end = final.s
  }
  if (!stops.length && total < 40) return undefined
  if (start === 0) stops.unshift({ s: 0, u: u0, v: v0, node: nodes.at(u0, v0) })
  if (end === total) stops.push({ s: total, u: u1, v: v1, node: nodes.at(u1, v1) })
  const isBridge = new Array<boolean>(last).fill(false)
  for (const [from, to] of road.bridges) for (let i = from; i < to; i++) isBridge[i] = true
  const out: NodedRoad = { road, line: [], node: [], bridge: [] }
  let p = 0
  const push = (u: number, v: number, node: number, s: number) => {
    while (p < last - 1 && along[p + 1]! <= s + 0.001) p++
    out.line.push(u, v)
    out.node.push(node)
    out.bridge.push(isBridge[p] ?? false)
  }
  let vertex = 0
  let held = -1
  for (const stop of stops) {
    while (vertex <= last && along[vertex]! < stop.s - MERGE_M) {
      if (along[vertex]! > start + MERGE_M && !nearStop(stops, along[vertex]!)) {
        push(source[2 * vertex]!, source[2 * vertex + 1]!, -1, along[vertex]!)
      }
      vertex++
    }
    if (stop.node === held && out.node.at(-1) === held) continue
    push(nodes.us[stop.node]!, nodes.vs[stop.node]!, stop.node, stop.s)
    held = stop.node
  }
  return out.node.length >= 2 ? out : undefined
}

function nearStop(stops: readonly { s: number }[], s: number): boolean {
  for (const stop of stops) if (Math.abs(stop.s - s) <= MERGE_M) return true
  return false
}

type Registry = { us: number[]; vs: number[]; at(u: number, v: number): number }

/** Numbers points; points within `mergeM` of a known one get its number. */
function createRegistry(mergeM: number): Registry {
  const us: number[] = []
  const vs: number[] = []
  const cells = new Map<number, number[]>()
  const key = (i: number, j: number) => (i + 200_000) * 400_000 + (j + 200_000)
  return {
    us,
    vs,
    at(u, v) {
      const i = Math.floor(u / mergeM)
      const j = Math.floor(v / mergeM)
      for (let a = i - 1; a <= i + 1; a++) {
        for (let b = j - 1; b <= j + 1; b++) {
          for (const id of cells.get(key(a, b)) ?? []) {
            const du = us[id]! - u
            const dv = vs[id]! - v
            if (du * du + dv * dv < mergeM * mergeM) return id
          }
        }
      }
      const id = us.length
      us.push(u)
      vs.push(v)
      const k = key(i, j)
      const list = cells.get(k)
      if (list) list.push(id)
      else cells.set(k, [id])
      return id
    },
  }
}
