/** Carriageway widths for drawing. */
import type { Road } from '../city/types.ts'

export const LANE_M = 3.4
export const SIDEWALK_M = 4.2

/** Half the carriageway: lanes are those of both directions together. */
export function roadHalfWidthM(road: Road): number {
  const least = road.class === 'lane' || road.class === 'country' ? 2.8 : 3.6
  return Math.max(least, (road.lanes * LANE_M) / 2 + (road.lanes >= 6 ? 0.8 : 0.2))
}
