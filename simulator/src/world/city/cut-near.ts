import type { PlannedRoad } from './planned-road.ts'
import { isNear, type SegmentGrid } from './segment-grid.ts'

const STEP_M = 8

/** Lanes end where a railway or an expressway is in the way: the stretches of a two-point road that keep clear. */
export function cutNear(road: PlannedRoad, barrier: SegmentGrid, clearM: number): PlannedRoad[] {
  const [u0, v0, u1, v1] = [road.line[0]!, road.line[1]!, road.line[2]!, road.line[3]!]
  const length = Math.sqrt((u1 - u0) * (u1 - u0) + (v1 - v0) * (v1 - v0))
  if (!isNear(barrier, (u0 + u1) / 2, (v0 + v1) / 2, length / 2 + clearM)) return [road]
  const steps = Math.max(1, Math.ceil(length / STEP_M))
  const out: PlannedRoad[] = []
  let start = -1
  for (let i = 0; i <= steps + 1; i++) {
    const t = i / steps
    const free = i <= steps && !isNear(barrier, u0 + (u1 - u0) * t, v0 + (v1 - v0) * t, clearM)
    if (free && start < 0) start = i
    if (free || start < 0) continue
    const [a, b] = [start / steps, (i - 1) / steps]
    start = -1
    if ((b - a) * length < 30) continue
    const at = (s: number) =>
      s === 0 ? [u0, v0] : s === 1 ? [u1, v1] : [u0 + (u1 - u0) * s, v0 + (v1 - v0) * s]
    out.push({ ...road, line: [...at(a), ...at(b)] as number[] })
  }
  return out
}
