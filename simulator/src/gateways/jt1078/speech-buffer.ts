/** Speech that arrives in frames of any length and is taken in even ones: two are gathered first, a backlog is cut. */

export type SpeechBuffer = {
  push(samples: Int16Array): void
  /** The next samples; silence where there are not enough. */
  pull(count: number): Int16Array
}

/** 80 ms of 8 kHz are gathered after a pause, and half a second is the most that waits. */
const GATHERED = 640
const MOST = 4000

export function createSpeechBuffer(): SpeechBuffer {
  let waiting = new Int16Array()
  let isPlaying = false
  return {
    push(samples) {
      const all = new Int16Array(waiting.length + samples.length)
      all.set(waiting)
      all.set(samples, waiting.length)
      waiting = all.length > MOST ? all.slice(-MOST) : all
      if (waiting.length >= GATHERED) isPlaying = true
    },
    pull(count) {
      const out = new Int16Array(count)
      if (isPlaying && waiting.length >= count) {
        out.set(waiting.subarray(0, count))
        waiting = waiting.slice(count)
      } else isPlaying = false
      return out
    },
  }
}
