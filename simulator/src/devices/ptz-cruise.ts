/**
 * A tour: a camera moves from preset to preset and stays a while at each, in rounds. A scan: it sweeps from one pan to
 * another and back. Its pose at a moment follows from the beginning, so that nothing has to drive it.
 */
import type { CruiseStep } from './commands.ts'
import {
  advancePose,
  manualMotion,
  motionTo,
  type PtzMotionState,
  type PtzPose,
  secondsToArrive,
} from './ptz-pose.ts'

export type Cruise = { name: string; steps: readonly CruiseStep[] }
/** Clockwise from left to right. Speed: 1 to 100 of the fastest by hand. */
export type Scan = { leftDeg?: number; rightDeg?: number; speed?: number }

const SCAN_SPEED = 50

/** The way to one stop and the stay there. */
type Leg = { from: PtzPose; motion: PtzMotionState; travelMs: number; dwellMs: number }

export type RunningCruise = {
  /** Undefined: a scan. */
  cruise: number | undefined
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

/** A scan that begins at a moment and a pose, which keeps its other axes. Undefined without two different limits. */
export function beginScan(
  { leftDeg, rightDeg, speed = SCAN_SPEED }: Scan,
  { atMs, pose }: { atMs: number; pose: PtzPose },
): RunningCruise | undefined {
  if (leftDeg === undefined || rightDeg === undefined || leftDeg === rightDeg) return undefined
  const { ratePerS } = manualMotion('panDeg', 1, speed, pose.zoom, undefined)
  const seconds = ((rightDeg - leftDeg + 360) % 360) / ratePerS
  const sweep = (fromDeg: number, target: number, rate: number): Leg => ({
    from: { ...pose, panDeg: fromDeg },
    motion: { panDeg: { ratePerS: rate, seconds, target } },
    travelMs: Math.ceil(seconds * 1000),
    dwellMs: 0,
  })
  const round = [sweep(leftDeg, rightDeg, ratePerS), sweep(rightDeg, leftDeg, -ratePerS)]
  const roundMs = round.reduce((sum, { travelMs }) => sum + travelMs, 0)
  const approach = legTo(pose, { ...pose, panDeg: leftDeg }, { dwellMs: 0, speed })
  return { cruise: undefined, fromMs: atMs, approach, round, roundMs }
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
