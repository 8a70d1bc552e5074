import { isNear, type SegmentGrid } from './segment-grid.ts'
import type { Water } from './water.ts'

/** Areas that buildings must keep off besides the margins of their own block. */
export type Ground = {
  water: Water
  /** Ring roads and expressways. */
  wide: SegmentGrid
  /** Railways, riverside streets. */
  slim: SegmentGrid
}

/** True where nothing may be built: in or beside water, on a ring, an expressway or a railway. */
export function isBlocked(ground: Ground, u: number, v: number): boolean {
  return ground.water.depth(u, v) > -26 || isNear(ground.wide, u, v, 42) || isNear(ground.slim, u, v, 20)
}

/** True when no place within `radiusM` (at most 250) can be blocked, so that single checks may be left out. */
export function isAllFree(ground: Ground, u: number, v: number, radiusM: number): boolean {
  return (
    ground.water.depth(u, v) < -(radiusM * 1.3 + 26) &&
    !isNear(ground.wide, u, v, radiusM + 42) &&
    !isNear(ground.slim, u, v, radiusM + 20)
  )
}
