/**
 * The camera's geometry: a view camera whose picture plane stays upright (tilt shifts it), so that walls stay
 * vertical in the picture and a column of pixels is a vertical slice of the city.
 */
import type { Pose, SceneCamera } from './scene-input.ts'

export type View = {
  width: number
  height: number
  /** Eye, local metres, and its height above ground. */
  x: number
  y: number
  eyeM: number
  /** Unit vector forwards: (sin, cos). Right is (cos, -sin). */
  sin: number
  cos: number
  /** Focal length in pixels. */
  focal: number
  /** Row of the horizon; may lie outside the picture. */
  horizonY: number
}

/** Focal length of zoom 1 as a part of the width: a horizontal angle of 60°. */
const FOCAL_PART = 0.866
/** Nearer than this nothing is drawn, metres. */
export const NEAR_M = 0.6

export function viewOf(camera: SceneCamera, pose: Pose, width: number, height: number): View {
  const yaw = (pose.panDeg * Math.PI) / 180
  const tilt = (Math.max(-60, Math.min(40, pose.tiltDeg)) * Math.PI) / 180
  const focal = width * FOCAL_PART * Math.max(1, pose.zoom)
  return {
    width,
    height,
    x: camera.x,
    y: camera.y,
    eyeM: camera.mountHeightM,
    sin: Math.sin(yaw),
    cos: Math.cos(yaw),
    focal,
    horizonY: height / 2 + focal * Math.tan(tilt),
  }
}

/** Depth along the optical axis, metres, of a point of the plan. */
export function depthOf(view: View, x: number, y: number): number {
  return (x - view.x) * view.sin + (y - view.y) * view.cos
}

/** Metres to the right of the optical axis. */
export function rightOf(view: View, x: number, y: number): number {
  return (x - view.x) * view.cos - (y - view.y) * view.sin
}

/** Row at which a height above ground appears at a depth. */
export function rowAt(view: View, heightM: number, depthM: number): number {
  return view.horizonY - (view.focal * (heightM - view.eyeM)) / depthM
}

/** Column at which a metre to the right appears at a depth. */
export function columnAt(view: View, rightM: number, depthM: number): number {
  return view.width / 2 + (view.focal * rightM) / depthM
}
