import { courseDepth } from './course.ts'
import type { PlannedRoad } from './planned-road.ts'
import { lineLength } from './polygon.ts'
import type { RoadClass } from './types.ts'
import type { Water } from './water.ts'

/** A road after water: dry, or with bridges as index ranges of its points. */
export type LaidRoad = PlannedRoad & { bridges: [number, number][] }

/** The longest stretch over water that a road of each class bridges, metres. Minor streets stop at the bank. */
const LONGEST_BRIDGE_M: Record<RoadClass, number> = {
  expressway: 1e9,
  ring: 1e9,
  arterial: 320,
  country: 240,
  street: 0,
  lane: 0,
}

/** Distance of bridgeheads from the water. */
const ABUTMENT_M = 8

/** Minor streets end here: a little past the riverside street, so that they surely meet it. */
const MINOR_BANK_M = 30

/** An avenue that would run along the river in its bank zone for longer than this leaves it to the riverside street. */
const LONGEST_ALONG_M = 430
const ALONG_BANK_M = 38
/** Shortest rest of an avenue between two such places that is kept, metres. */
const SHORTEST_AVENUE_M = 800

/** Cuts a planned road at water it does not bridge and marks the bridges it has. */
export function clipAtWater(road: PlannedRoad, water: Water): LaidRoad[] {
  const { depth, river } = water
  if (road.class !== 'arterial') return layAcross(road, depth)
  const { points, wet } = splitByDepth(road.line, (u, v) => courseDepth(river, u, v), -ALONG_BANK_M)
  let lines: number[][] = []
  let line: number[] = []
  for (let i = 0; i < wet.length; ) {
    const { to, lengthM } = alike(points, wet, i)
    if (wet[i] && lengthM > LONGEST_ALONG_M) {
      if (line.length >= 4) lines.push(line)
      line = []
    } else {
      if (line.length === 0) line.push(points[2 * i]!, points[2 * i + 1]!)
      line.push(...points.slice(2 * i + 2, 2 * to + 2))
    }
    i = to
  }
  if (line.length >= 4) lines.push(line)
  if (lines.length > 1 || wet.includes(true))
    lines = lines.filter((part) => lineLength(part) > SHORTEST_AVENUE_M)
  return lines.flatMap((part) => layAcross({ ...road, line: part }, depth))
}

/** The run of segments from i on that are all wet or all dry: the point where it ends, and its length. */
function alike(
  points: readonly number[],
  wet: readonly boolean[],
  i: number,
): { to: number; lengthM: number } {
  let to = i
  let lengthM = 0
  while (to < wet.length && wet[to] === wet[i]) {
    const du = points[2 * to + 2]! - points[2 * to]!
    const dv = points[2 * to + 3]! - points[2 * to + 1]!
    lengthM += Math.sqrt(du * du + dv * dv)
    to++
  }
  return { to, lengthM }
}

function layAcross(road: PlannedRoad, depth: (u: number, v: number) => number): LaidRoad[] {
  const longest = LONGEST_BRIDGE_M[road.class]
  const minor = longest === 0
  const level = minor ? -(road.bankM ?? MINOR_BANK_M) : -ABUTMENT_M
  const { points, wet } = splitByDepth(road.line, depth, level)
  if (!wet.includes(true)) return [{ ...road, bridges: [] }]
  const out: LaidRoad[] = []
  let line: number[] = []
  let bridges: [number, number][] = []
  const flush = () => {
    if (line.length >= 4) out.push({ ...road, line, bridges })
    line = []
    bridges = []
  }
  let i = 0
  while (i < wet.length) {
    const { to: k, lengthM } = alike(points, wet, i)
    if (wet[i] && lengthM > longest) {
      flush()
    } else {
      if (line.length === 0) line.push(points[2 * i]!, points[2 * i + 1]!)
      const first = line.length / 2 - 1
      for (let p = i + 1; p <= k; p++) line.push(points[2 * p]!, points[2 * p + 1]!)
      if (wet[i] && isOverWater(points, i, k, depth)) bridges.push([first, line.length / 2 - 1])
    }
    i = k
  }
  flush()
  return out
}

/** The line with points added where depth crosses `level`; wet[i] is for the segment from point i to i + 1. */
function splitByDepth(line: readonly number[], depth: (u: number, v: number) => number, level: number) {
  const points: number[] = [line[0]!, line[1]!]
  const wet: boolean[] = []
  for (let i = 0; i + 3 < line.length; i += 2) {
    const u = line[i]!
    const v = line[i + 1]!
    const du = line[i + 2]! - u
    const dv = line[i + 3]! - v
    const length = Math.sqrt(du * du + dv * dv)
    if (length === 0) continue
    let t = 0
    let d = depth(u, v) - level
    let state = d > 0
    while (t < 1) {
      // Depth is about a distance, so no bank can lie nearer than half of it.
      const step = Math.max(6, Math.min(Math.abs(d) * 0.5, 2000)) / length
      const next = Math.min(1, t + step)
      d = depth(u + du * next, v + dv * next) - level
      if (d > 0 !== state) {
        let low = t
        let high = next
        for (let n = 0; n < 24; n++) {
          const mid = (low + high) / 2
          if (depth(u + du * mid, v + dv * mid) - level > 0 === state) low = mid
          else high = mid
        }
        const cut = (low + high) / 2
        points.push(u + du * cut, v + dv * cut)
        wet.push(state)
        state = !state
      }
      t = next
    }
    points.push(line[i + 2]!, line[i + 3]!)
    wet.push(state)
  }
  return { points, wet }
}

/** True when points i … k of the line really pass over water and not only close by. */
function isOverWater(
  points: readonly number[],
  i: number,
  k: number,
  depth: (u: number, v: number) => number,
): boolean {
  for (let p = i; p < k; p++) {
    const du = points[2 * p + 2]! - points[2 * p]!
    const dv = points[2 * p + 3]! - points[2 * p + 1]!
    const steps = Math.max(1, Math.ceil(Math.sqrt(du * du + dv * dv) / 4))
    for (let s = 0; s <= steps; s++) {
      if (depth(points[2 * p]! + (du * s) / steps, points[2 * p + 1]! + (dv * s) / steps) > 3) return true
    }
  }
  return false
}
