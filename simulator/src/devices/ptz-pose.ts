/**
 * Where a PTZ camera points. Between commands every axis moves at a constant rate, freely or towards a target, so the
 * pose at a moment is the state after the last command, carried forward.
 */

export type PtzPose = {
  /** Degrees clockwise from north, [0, 360). */
  panDeg: number
  /** Degrees above the horizon; negative looks down. */
  tiltDeg: number
  /** Optical magnification. */
  zoom: number
  /** 0 nearest … 1 infinity. */
  focus: number
  /** 0 closed … 1 open. */
  iris: number
}
export type PtzAxis = keyof PtzPose

export const PTZ_LIMITS = {
  tiltDeg: { min: -90, max: 20 },
  zoom: { min: 1, max: 32 },
  focus: { min: 0, max: 1 },
  iris: { min: 0, max: 1 },
} as const

/** Full speed by hand and slew rate on the way to a preset, per second; zoom as natural logarithm. */
const MANUAL = { panDeg: 60, tiltDeg: 40, zoom: 0.9, focus: 0.35, iris: 0.35 } as const
const SLEW = { panDeg: 100, tiltDeg: 70, zoom: 1.6, focus: 0.8, iris: 0.8 } as const
/** Tangents of half the field of view at ×1: 60° wide, 16:9, on a picture plane that stays upright (world/scenes/view.ts). */
const HALF_VIEW_TAN = { horizontal: 0.5 / 0.866, vertical: 0.5 / 0.866 / (16 / 9) } as const
const DEG = Math.PI / 180

const PTZ_AXES: readonly PtzAxis[] = ['panDeg', 'tiltDeg', 'zoom', 'focus', 'iris']

/** One axis at work: a rate per second, for a time; a target ends it where it stops. */
export type AxisMotion = { ratePerS: number; seconds: number; target?: number }
export type PtzMotionState = Partial<Record<PtzAxis, AxisMotion>>

/** The pose `seconds` after `pose` under a motion. */
export function advancePose(pose: PtzPose, motion: PtzMotionState, seconds: number): PtzPose {
  return {
    panDeg: turned(advanceAxis('panDeg', pose.panDeg, motion.panDeg, seconds)),
    tiltDeg: advanceAxis('tiltDeg', pose.tiltDeg, motion.tiltDeg, seconds),
    zoom: advanceAxis('zoom', pose.zoom, motion.zoom, seconds),
    focus: advanceAxis('focus', pose.focus, motion.focus, seconds),
    iris: advanceAxis('iris', pose.iris, motion.iris, seconds),
  }
}

function advanceAxis(axis: PtzAxis, from: number, motion: AxisMotion | undefined, seconds: number): number {
  if (!motion) return from
  if (seconds >= motion.seconds && motion.target !== undefined) return motion.target
  const moved = motion.ratePerS * Math.min(seconds, motion.seconds)
  if (axis === 'panDeg') return from + moved
  const value = axis === 'zoom' ? from * Math.exp(moved) : from + moved
  return clampAxis(axis, value)
}

/** Rest of a motion after `seconds` of it. */
export function remainingMotion(motion: PtzMotionState, seconds: number): PtzMotionState {
  const left: PtzMotionState = {}
  for (const axis of PTZ_AXES) {
    const part = motion[axis]
    if (part && part.seconds > seconds) left[axis] = { ...part, seconds: part.seconds - seconds }
  }
  return left
}

/** Free motion of one axis at a share (-1 … 1) of speed 1–100. Pan and tilt are slower the closer the lens looks. */
export function manualMotion(
  axis: PtzAxis,
  direction: number,
  speed: number,
  zoom: number,
  forMs: number | undefined,
): AxisMotion {
  const share = Math.max(1, Math.min(100, speed)) / 100
  const eased = axis === 'panDeg' || axis === 'tiltDeg' ? 1 / Math.sqrt(Math.max(1, zoom)) : 1
  return {
    ratePerS: direction * MANUAL[axis] * share * eased,
    seconds: forMs === undefined ? Number.POSITIVE_INFINITY : forMs / 1000,
  }
}

/** Motion of every axis from a pose to a target at `share` of the slew rate; pan takes the short way round. */
export function motionTo(from: PtzPose, to: PtzPose, share = 1): PtzMotionState {
  const motion: PtzMotionState = {}
  for (const axis of PTZ_AXES) {
    let way = axis === 'zoom' ? Math.log(to.zoom / from.zoom) : to[axis] - from[axis]
    if (axis === 'panDeg') way -= 360 * Math.round(way / 360)
    if (way === 0) continue
    const seconds = Math.abs(way) / (SLEW[axis] * share)
    motion[axis] = { ratePerS: way / seconds, seconds, target: to[axis] }
  }
  return motion
}

/** Seconds until a motion to a target has arrived. */
export function secondsToArrive(motion: PtzMotionState): number {
  return Math.max(0, ...PTZ_AXES.map((axis) => motion[axis]?.seconds ?? 0))
}

/**
 * The pose that brings a point of the picture to its middle, x and y from -1 (left, bottom) to 1 (right, top). The
 * picture plane is upright: after a turn by an angle, slopes are scaled by its cosine.
 */
export function poseAtPoint(from: PtzPose, x: number, y: number, zoomFactor: number): PtzPose {
  const turn = Math.atan((x * HALF_VIEW_TAN.horizontal) / from.zoom)
  const slope = Math.tan(from.tiltDeg * DEG) + (y * HALF_VIEW_TAN.vertical) / from.zoom
  return {
    ...from,
    panDeg: turned(from.panDeg + turn / DEG),
    tiltDeg: clampAxis('tiltDeg', Math.atan(slope * Math.cos(turn)) / DEG),
    zoom: clampAxis('zoom', from.zoom * zoomFactor),
  }
}

/** The nearest pose within the limits of every axis. */
export function reachable(pose: PtzPose): PtzPose {
  return {
    panDeg: turned(pose.panDeg),
    tiltDeg: clampAxis('tiltDeg', pose.tiltDeg),
    zoom: clampAxis('zoom', pose.zoom),
    focus: clampAxis('focus', pose.focus),
    iris: clampAxis('iris', pose.iris),
  }
}

export function clampAxis(axis: Exclude<PtzAxis, 'panDeg'>, value: number): number {
  const { min, max } = PTZ_LIMITS[axis]
  return value < min ? min : value > max ? max : value
}

function turned(degrees: number): number {
  const around = degrees - 360 * Math.floor(degrees / 360)
  return around >= 360 ? 0 : around
}
