import { lineLength } from './polygon.ts'
import type { Name, Road } from './types.ts'

/** All roads that carry one name, with the metres of that name that lie before each. */
export type NamedRoad = { name: Name; roads: Road[]; before: number[]; lengthM: number }

/** A pair of house numbers, odd on the left and even on the right, takes this much of a road. */
const METRES_PER_PAIR = 15

export function gatherNames(roads: readonly Road[]): Map<string, NamedRoad> {
  const out = new Map<string, NamedRoad>()
  for (const road of roads) {
    let named = out.get(road.name.zh)
    if (!named) {
      named = { name: road.name, roads: [], before: [], lengthM: 0 }
      out.set(road.name.zh, named)
    }
    named.roads.push(road)
    named.before.push(named.lengthM)
    named.lengthM += lineLength(road.line)
  }
  return out
}

/** House number at the point of `road` nearest to (x, y), on the side where (x, y) lies. */
export function houseNumberAt(named: NamedRoad, road: Road, x: number, y: number): number {
  const { line } = road
  let nearest = Infinity
  let at = 0
  let left = true
  let sum = 0
  for (let i = 0; i + 3 < line.length; i += 2) {
    const dx = line[i + 2]! - line[i]!
    const dy = line[i + 3]! - line[i + 1]!
    const length = Math.sqrt(dx * dx + dy * dy)
    const [px, py] = [x - line[i]!, y - line[i + 1]!]
    const t = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / (length * length)))
    const [ex, ey] = [px - dx * t, py - dy * t]
    const d = ex * ex + ey * ey
    if (d < nearest) {
      nearest = d
      at = sum + length * t
      left = dx * py - dy * px >= 0
    }
    sum += length
  }
  const before = named.before[named.roads.indexOf(road)] ?? 0
  return 2 * Math.floor((before + at) / METRES_PER_PAIR) + (left ? 1 : 2)
}

/** Where a house number lies, beside the carriageway; undefined past the road's end. */
export function placeOfHouse(named: NamedRoad, number: number): { x: number; y: number } | undefined {
  if (number < 1) return undefined
  const left = number % 2 === 1
  const along = (Math.floor((number - 1) / 2) + 0.5) * METRES_PER_PAIR
  if (along > named.lengthM) return undefined
  let k = named.roads.length - 1
  while (k > 0 && named.before[k]! > along) k--
  const { line } = named.roads[k]!
  let rest = along - named.before[k]!
  for (let i = 0; i + 3 < line.length; i += 2) {
    const dx = line[i + 2]! - line[i]!
    const dy = line[i + 3]! - line[i + 1]!
    const length = Math.sqrt(dx * dx + dy * dy)
    if (rest > length && i + 5 < line.length) {
      rest -= length
      continue
    }
    const t = Math.min(1, rest / (length || 1))
    const side = (left ? 12 : -12) / (length || 1)
    return { x: line[i]! + dx * t - dy * side, y: line[i + 1]! + dy * t + dx * side }
  }
  return undefined
}
