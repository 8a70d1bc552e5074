/**
 * A tour: a camera moves from preset to preset and stays a while at each, in rounds. Its pose at a moment follows from
 * the tour's beginning, so that nothing has to drive it.
 */
import type { CruiseStep } from './commands.ts'
import { advancePose, motionTo, type PtzMotionState, type PtzPose, secondsToArrive } from './ptz-pose.ts'

export type Cruise = { name: string; steps: readonly CruiseStep[] }

/** The way to one stop and the stay there. */
type Leg = { from: PtzPose; motion: PtzMotionState; travelMs: number; dwellMs: number }

export type RunningCruise = {
  cruise: number
  fromMs: number
  /** From the camera's position to the first stop; the round begins behind it. */
  approach: Leg
  round: readonly Leg[]
  roundMs: number
}

/** A tour that begins at a moment and a pose; stops whose preset is not set are left out. Undefined without any. */
export function beginCruise(
  cruise: number,
  steps: readonly CruiseStep[],
  presets: ReadonlyMap<number, PtzPose>,
  start: { atMs: number; pose: PtzPose },
): RunningCruise | undefined {
  const stops = steps.flatMap((step) => {
    const pose = presets.get(step.preset)
    return pose ? [{ ...step, pose }] : []
  })
  const [first] = stops
  if (!first) return undefined
  const round = stops.map((stop, at) => {
    const next = stops[(at + 1) % stops.length]!
    return legTo(stop.pose, next.pose, next)
  })
  const roundMs = round.reduce((sum, leg) => sum + leg.travelMs + leg.dwellMs, 0)
  const approach = legTo(start.pose, first.pose, first)
  return { cruise, fromMs: start.atMs, approach, round, roundMs }
}

/** Pose of the camera of a running tour. */
export function cruisePoseAt(running: RunningCruise, atMs: number): PtzPose {
  const { leg, sinceMs } = legAt(running, atMs)
  return advancePose(leg.from, leg.motion, sinceMs / 1000)
}

/** Whether it is on its way between two stops. */
export function cruiseMovesAt(running: RunningCruise, atMs: number): boolean {
  const { leg, sinceMs } = legAt(running, atMs)
  return sinceMs < leg.travelMs
}

function legAt({ fromMs, approach, round, roundMs }: RunningCruise, atMs: number) {
  let sinceMs = atMs - fromMs
  if (sinceMs < approach.travelMs + approach.dwellMs) return { leg: approach, sinceMs }
  sinceMs = (sinceMs - approach.travelMs - approach.dwellMs) % roundMs
  for (const leg of round) {
    const lastsMs = leg.travelMs + leg.dwellMs
    if (sinceMs < lastsMs) return { leg, sinceMs }
    sinceMs -= lastsMs
  }
  return { leg: round[0]!, sinceMs: 0 }
}

/** Whole milliseconds, so that a round lasts the same however often it was gone. */
function legTo(from: PtzPose, to: PtzPose, { dwellMs, speed }: Pick<CruiseStep, 'dwellMs' | 'speed'>): Leg {
  const motion = motionTo(from, to, Math.max(1, Math.min(100, speed)) / 100)
  return { from, motion, travelMs: Math.ceil(secondsToArrive(motion) * 1000), dwellMs }
}
