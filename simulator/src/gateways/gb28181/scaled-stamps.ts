/**
 * Times of a playback at another speed. Devices differ: some leave the recording's times, so that they run faster than
 * the clock, others write times of the playback. The times that come are told apart by how fast they run, and are made
 * times of the playback.
 */
const MEASURE_MS = 500

export type ScaledStamps = {
  /** Milliseconds of the playback for a tag's time, which comes at `nowMs`. */
  of(stampMs: number, nowMs: number): number
  /** From the next tag on: another place, or another speed. */
  restart(speed: number): void
}

export function createScaledStamps(initialSpeed: number): ScaledStamps {
  let speed = initialSpeed
  /** The recording's times until they show to be others. */
  let divisor = initialSpeed
  let first: { stampMs: number; nowMs: number } | undefined
  let from = { stampMs: 0, outMs: 0 }
  let last = { stampMs: 0, outMs: 0 }
  return {
    of(stampMs, nowMs) {
      if (!first) {
        first = { stampMs, nowMs }
        from = { stampMs, outMs: last.outMs }
      }
      const goneMs = nowMs - first.nowMs
      if (speed !== 1 && goneMs >= MEASURE_MS) {
        const pace = (stampMs - first.stampMs) / goneMs
        // In the middle of 1 and the speed, as ratios.
        const measured = pace > Math.sqrt(speed) ? speed : 1
        if (measured !== divisor) {
          divisor = measured
          from = last
        }
      }
      last = { stampMs, outMs: from.outMs + (stampMs - from.stampMs) / divisor }
      return last.outMs
    },
    restart(next) {
      speed = next
      divisor = next
      first = undefined
    },
  }
}
