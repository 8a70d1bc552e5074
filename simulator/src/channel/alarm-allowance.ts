import { CHANNEL_ALARMS_PER_SECOND } from '@backlot/contract/channel/frames'

/** How many alarms an audience may still be sent: a bucket that holds one second's worth and fills steadily. */
export class AlarmAllowance {
  #left = CHANNEL_ALARMS_PER_SECOND
  #filledMs: number

  constructor(hostMs: number) {
    this.#filledMs = hostMs
  }

  /** How many would be granted at a host moment. */
  available(hostMs: number): number {
    const grown = ((hostMs - this.#filledMs) * CHANNEL_ALARMS_PER_SECOND) / 1000
    this.#left = Math.min(CHANNEL_ALARMS_PER_SECOND, this.#left + Math.max(0, grown))
    this.#filledMs = hostMs
    return Math.floor(this.#left)
  }

  /** Takes up to `wanted` at a host moment; answers how many were granted. */
  take(wanted: number, hostMs: number): number {
    const granted = Math.min(wanted, this.available(hostMs))
    this.#left -= granted
    return granted
  }
}
