import type { RecentFlow } from '@backlot/contract/situation/calls'
import type { CityPlane } from './city-view.ts'
import type { TrailPiece } from './trail-ring.ts'
import { isDriven } from './vehicle-motion.ts'

/** Positions further apart in time have nothing between them that was seen. */
const GAP_S = 60
/** Movement below this leaves no trail. */
const STOOD_M = 5

/**
 * Pieces of trails out of past positions, the oldest first, of all vehicles. `bornOf`: the stage's second of a moment.
 */
export function flowPieces(
  flows: readonly RecentFlow[],
  plane: Pick<CityPlane, 'point'>,
  bornOf: (seconds: number) => number,
): TrailPiece[] {
  const pieces: TrailPiece[] = []
  for (const { time, longitude, latitude, speed } of flows) {
    for (let i = 1; i < time.length; i++) {
      const gapS = time[i]! - time[i - 1]!
      if (gapS > GAP_S) continue
      const from = plane.point(longitude[i - 1]!, latitude[i - 1]!)
      const to = plane.point(longitude[i]!, latitude[i]!)
      const driven = Math.hypot(to.x - from.x, to.y - from.y)
      if (driven < STOOD_M || !isDriven(driven, gapS * 1000)) continue
      pieces.push({
        ...{ x0: from.x, y0: from.y, x1: to.x, y1: to.y },
        ...{ bornS: bornOf(time[i]!), speedKmh: speed[i]! },
      })
    }
  }
  return pieces.sort((a, b) => a.bornS - b.bornS)
}
