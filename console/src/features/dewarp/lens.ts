/**
 * Directions of a fish-eye that looks down from a ceiling. A ray is [right, ahead, up] as the picture shows the place
 * from above: ahead is its upper edge. A direction turns clockwise from there and sinks from the horizon (0°) to
 * straight down (90°).
 */

export type Ray = readonly [right: number, ahead: number, up: number]
/** A point of a picture, in halves of its width and height from its middle: x to the right, y up. */
type Point = { x: number; y: number }
/** Where an imagined camera below the ceiling looks, and how many degrees it sees from top to bottom. */
export type Aim = { panDeg: number; tiltDeg: number; heightDeg: number }

const RAD = Math.PI / 180

/**
 * Where the lens shows a ray, from the middle of its circle in parts of its radius: beyond 1 lies what is above the
 * horizon.
 */
export function circlePoint([right, ahead, up]: Ray): Point {
  const aside = Math.hypot(right, ahead)
  if (aside === 0) return { x: 0, y: 0 }
  const part = Math.atan2(aside, -up) / (Math.PI / 2) / aside
  return { x: right * part, y: ahead * part }
}

/** Axes of a camera's picture: its point (x, y) shows `middle + x · right + y · up`. */
export function axesOf(aim: Aim, aspect: number): { middle: Ray; right: Ray; up: Ray } {
  const [pan, tilt] = [aim.panDeg * RAD, aim.tiltDeg * RAD]
  const half = Math.tan((aim.heightDeg / 2) * RAD)
  const [sin, cos] = [Math.sin(pan), Math.cos(pan)]
  const [down, level] = [Math.sin(tilt), Math.cos(tilt)]
  const wide = half * aspect
  return {
    middle: [sin * level, cos * level, -down],
    right: [cos * wide, -sin * wide, 0],
    up: [sin * down * half, cos * down * half, level * half],
  }
}

/** The ray that a camera shows at a point. */
export function rayAt(aim: Aim, aspect: number, { x, y }: Point): Ray {
  const { middle, right, up } = axesOf(aim, aspect)
  const along = (axis: 0 | 1 | 2) => middle[axis] + x * right[axis] + y * up[axis]
  return [along(0), along(1), along(2)]
}

/** The ray of a direction. */
export function rayTo(panDeg: number, tiltDeg: number): Ray {
  const [pan, tilt] = [panDeg * RAD, tiltDeg * RAD]
  return [Math.sin(pan) * Math.cos(tilt), Math.cos(pan) * Math.cos(tilt), -Math.sin(tilt)]
}

/** The camera turned so that it shows a ray at a point, as far as it turns. */
export function turnedTo(aim: Aim, aspect: number, ray: Ray, { x, y }: Point): Aim {
  const half = Math.tan((aim.heightDeg / 2) * RAD)
  const [aside, above] = [x * half * aspect, y * half]
  const length = Math.hypot(...ray)
  // The third axis: above · cos(tilt) − sin(tilt) = sink, with the ray scaled to the plane of the picture.
  const sink = (ray[2] / length) * Math.hypot(aside, above, 1)
  const reach = Math.hypot(above, 1)
  const tilt = Math.acos(Math.max(-1, Math.min(1, sink / reach))) - Math.atan2(1, above)
  const { tiltDeg } = inRange({ ...aim, tiltDeg: tilt / RAD })
  const level = Math.cos(tiltDeg * RAD) + above * Math.sin(tiltDeg * RAD)
  const panDeg = (Math.atan2(ray[0], ray[1]) - Math.atan2(aside, level)) / RAD
  return { ...aim, panDeg: wrapped(panDeg), tiltDeg }
}

/** Degrees that a camera sees from top to bottom. */
export const HEIGHT_RANGE = { least: 12, most: 76 } as const

/** The nearest aim within reach: from straight down to the horizon at the picture's upper edge. */
export function inRange({ panDeg, tiltDeg, heightDeg }: Aim): Aim {
  const height = Math.max(HEIGHT_RANGE.least, Math.min(HEIGHT_RANGE.most, heightDeg))
  return {
    panDeg: wrapped(panDeg),
    tiltDeg: Math.max(height / 2, Math.min(90, tiltDeg)),
    heightDeg: height,
  }
}

/** 0 to 360. */
export const wrapped = (deg: number): number => ((deg % 360) + 360) % 360
