/** How far the picture stays behind the playback's clock, to bridge the jitter of arriving pictures. */
export const BEHIND_MS = 400
/** Off by less is in step: well below a picture's length (83 ms). */
const CLOSE_MS = 25
/** A larger difference is corrected at once instead of by playing faster or slower. */
const JUMP_MS = 1_500
/** A larger difference does not concern the pace: pictures of the previous place are still being shown. */
const ELSEWHERE_MS = 8_000
const MOST_CHANGE = 0.25

type Pace = { rate: number /** Seconds to move the player by. */; jumpSeconds?: number }

/**
 * How a player keeps step with the clock of its playback, and so with the other channels of the group. `shownMs` is the
 * recorded moment in its picture, `clockMs` that of the playback's clock, `speed` recorded time by played time.
 * `aheadSeconds` of pictures wait to be shown.
 */
export function replayPace(at: {
  shownMs: number
  clockMs: number
  speed: number
  aheadSeconds: number
}): Pace {
  const lateMs = (at.clockMs - at.shownMs) / at.speed - BEHIND_MS
  if (Math.abs(lateMs) < CLOSE_MS || Math.abs(lateMs) > ELSEWHERE_MS) return { rate: 1 }
  if (lateMs > JUMP_MS && at.aheadSeconds * 1000 > lateMs) return { rate: 1, jumpSeconds: lateMs / 1000 }
  const change = Math.max(-MOST_CHANGE, Math.min(MOST_CHANGE, lateMs / 1000))
  return { rate: 1 + change }
}
