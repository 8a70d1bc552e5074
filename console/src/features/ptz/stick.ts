import { PTZ } from '@backlot/contract/ptz/calls'

/** Commands by eighths of a turn, clockwise from the top. */
const AROUND: readonly number[] = [
  PTZ.up,
  PTZ.upRight,
  PTZ.right,
  PTZ.downRight,
  PTZ.down,
  PTZ.downLeft,
  PTZ.left,
  PTZ.upLeft,
]

/** Part of the radius around the middle where a stick is at rest. */
const REST = 0.3
/** A finger that trembles between two directions stays with the one it had. */
const STICKY_DEG = 8
const EIGHTH_DEG = 45
const TURN_DEG = 360

/**
 * Command of a stick that is pushed to a point, whose distance from the middle is in radii of its disc; undefined at
 * rest. `before`: its command so far.
 */
export function stickCommand(
  { x, y }: { x: number; y: number },
  diagonals: boolean,
  before?: number,
): number | undefined {
  if (Math.hypot(x, y) < REST) return undefined
  const turn = ((Math.atan2(x, -y) * TURN_DEG) / (2 * Math.PI) + TURN_DEG) % TURN_DEG
  const step = diagonals ? 1 : 2
  const stepDeg = EIGHTH_DEG * step
  const held = before === undefined ? -1 : AROUND.indexOf(before)
  if (held >= 0) {
    const off = Math.abs(((turn - held * EIGHTH_DEG + TURN_DEG * 1.5) % TURN_DEG) - TURN_DEG / 2)
    if (off <= stepDeg / 2 + STICKY_DEG) return before
  }
  return AROUND[(Math.round(turn / stepDeg) * step) % AROUND.length]
}
