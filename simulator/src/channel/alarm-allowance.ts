import { CHANNEL_ALARMS_PER_SECOND } from '@backlot/contract/channel/frames'
import { FULL_PACE, type Pace } from './channel-pace.ts'

/** How many alarms an audience may still be sent: a bucket that holds one second's worth and fills steadily. */
export class AlarmAllowance {
  #left = CHANNEL_ALARMS_PER_SECOND
  #filledMs: number

  constructor(hostMs: number) {
    this.#filledMs = hostMs
  }

  /**
   * Takes up to `wanted` at a host moment; answers how many were granted. At a slower pace each costs more, and at most
   * the pace's share of a second is granted at once.
   */
  take(wanted: number, hostMs: number, pace: Pace = FULL_PACE): number {
    const grown = ((hostMs - this.#filledMs) * CHANNEL_ALARMS_PER_SECOND) / 1000
    this.#left = Math.min(CHANNEL_ALARMS_PER_SECOND, this.#left + Math.max(0, grown))
    this.#filledMs = hostMs
    const granted = Math.min(wanted, Math.floor(this.#left * pace.share), pace.most)
    this.#left -= granted / pace.share
    return granted
  }
}
