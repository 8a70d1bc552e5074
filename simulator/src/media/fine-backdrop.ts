/**
 * Decides for each picture of a stream whether it can have the fine backdrop: only a still camera gets one, once it has
 * been prepared; until then, and while a new one is made, the old or a quick one serves.
 */
import { type Pose, skyMoment } from '../world/scenes/scene-input.ts'

export type BackdropChoice = {
  quality: 'fine' | 'quick'
  skyTimeMs: number /** Have this one prepared. */
  prepare: boolean
}

export type BackdropPolicy = {
  choose(atMs: number, camera: number, pose: Pose, rate: number): BackdropChoice
  /** The last requested backdrop is ready, or could not be made. */
  prepared(ok: boolean): void
}

/** A camera counts as still after this many equal pictures; a stream's first pictures are quick for a quick start. */
const STILL_PICTURES = 5
const QUICK_PICTURES = 14
/** Beyond this pace of the clock skies change too fast to be worth it. */
const RATE_LIMIT = 6
/** A backdrop as old as this shows the wrong light. */
const STALE_MS = 400_000

/** `quickPictures`: how many come before a fine one is thought of. */
export function createBackdropPolicy(quickPictures = QUICK_PICTURES): BackdropPolicy {
  let pictures = 0
  let still = 0
  let pose = ''
  let ready: { pose: string; skyTimeMs: number } | undefined
  let asked: { pose: string; skyTimeMs: number } | undefined
  return {
    choose(atMs, camera, nextPose, rate) {
      const key = `${nextPose.panDeg}/${nextPose.tiltDeg}/${nextPose.zoom}`
      still = key === pose ? still + 1 : 0
      pose = key
      pictures++
      const skyTimeMs = skyMoment(atMs, camera)
      const usable = ready?.pose === key && Math.abs(skyTimeMs - ready.skyTimeMs) < STALE_MS
      const current = usable && ready?.skyTimeMs === skyTimeMs
      const due =
        !current &&
        !asked &&
        still >= Math.min(STILL_PICTURES, quickPictures) &&
        pictures > quickPictures &&
        rate <= RATE_LIMIT
      if (due) asked = { pose: key, skyTimeMs }
      if (usable && ready) return { quality: 'fine', skyTimeMs: ready.skyTimeMs, prepare: due }
      return { quality: 'quick', skyTimeMs, prepare: due }
    },
    prepared(ok) {
      if (ok) ready = asked
      asked = undefined
    },
  }
}
