import type { ClockState } from '@backlot/contract/session/entities'
import type { Capture, RecordedClock } from '../capture.ts'
import type { Visitor } from './visitor.ts'

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
    /** An announced platform clock, adjusted to a visitor's moment and speed. */
    told(clock: ClockState, { clock: replay, loops }: Pick<Visitor, 'clock' | 'loops'>): ClockState {
      return {
        ...clock,
        nowMs: this.at(replay.t()),
        rate: clock.rate * replay.speed,
        epoch: clock.epoch + loops,
      }
    },
  }
}
export type PlatformTime = ReturnType<typeof createPlatformTime>
