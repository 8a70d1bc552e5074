/** Pose of a camera before it is steered: its heading, and for a PTZ camera four presets around it. */
import { uniform } from '../world/hash.ts'
import type { PtzPose } from './ptz-pose.ts'
import type { PtzState } from './ptz-track.ts'

const STREAM = { tilt: 801, preset: 802 }

/** The pose a camera was mounted with. */
export function homePose(seed: number, entity: number, headingDeg: number): PtzPose {
  return {
    panDeg: headingDeg - 360 * Math.floor(headingDeg / 360),
    tiltDeg: -6 - 8 * uniform(seed, entity, STREAM.tilt, 0),
    zoom: 1,
    focus: 0.8,
    iris: 0.5,
  }
}

/** Presets 1 home, 2 right, 3 back, 4 left, each a little different from camera to camera. */
export function initialPtzState(seed: number, entity: number, headingDeg: number): PtzState {
  const home = homePose(seed, entity, headingDeg)
  const presets = new Map<number, PtzPose>([[1, home]])
  for (let preset = 2; preset <= 4; preset++) {
    const draw = (index: number) => uniform(seed, entity, STREAM.preset, preset * 8 + index)
    const pan = home.panDeg + (preset - 1) * 90 + 24 * (draw(0) - 0.5)
    presets.set(preset, {
      panDeg: pan - 360 * Math.floor(pan / 360),
      tiltDeg: -4 - 14 * draw(1),
      zoom: 1 + 5 * draw(2) * draw(2),
      focus: 0.8,
      iris: 0.5,
    })
  }
  return { atMs: Number.NEGATIVE_INFINITY, pose: home, motion: {}, home, presets }
}
