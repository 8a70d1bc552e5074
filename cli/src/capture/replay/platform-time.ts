import type { ClockState } from '@backlot/contract/session/entities'
import type { Capture, RecordedClock } from '../read-capture.ts'

/** The platform's clock at a moment of the recording, as last announced; the host's where it never was. */
export function createPlatformTime({ clocks, manifest }: Pick<Capture, 'clocks' | 'manifest'>) {
  function last(t: number): RecordedClock | undefined {
    let found = clocks[0]
    for (const clock of clocks) {
      if (clock.t > t) break
      found = clock
    }
    return found
  }
  return {
    /** Epoch milliseconds. */
    at(t: number): number {
      const clock = last(t)
      return clock ? clock.platformMs + (t - clock.t) * clock.rate : manifest.beganMs + t
    },
    /** An announced platform clock, adjusted to a moment of a replay at a speed. */
    told(clock: ClockState, t: number, speed: number, loops: number): ClockState {
      return { ...clock, nowMs: this.at(t), rate: clock.rate * speed, epoch: clock.epoch + loops }
    },
  }
}
export type PlatformTime = ReturnType<typeof createPlatformTime>
