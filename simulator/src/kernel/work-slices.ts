import { setImmediate } from 'node:timers/promises'

/** Long work that lets others have their turn of the event loop. */
export type WorkSlices = {
  /** To be asked between small pieces: a promise to wait for when the slice is over, undefined while it lasts. */
  pause(): Promise<void> | undefined
}

/** Far below the limit of perception, and long compared with a turn of the event loop. */
const SLICE_MS = 5

/** Slices by the machine's clock. Not for runs that have to repeat turn by turn. */
export function createWorkSlices(sliceMs = SLICE_MS): WorkSlices {
  let beganMs = 0
  return {
    pause() {
      if (performance.now() - beganMs < sliceMs) return undefined
      return setImmediate().then(() => {
        beganMs = performance.now()
      })
    },
  }
}
