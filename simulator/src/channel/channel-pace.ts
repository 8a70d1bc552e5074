import { CHANNEL_ALARMS_PER_SECOND, CHANNEL_TICK_MS } from '@backlot/contract/channel/frames'

/** Limit of alarms sent in full, besides an audience's allowance: a share of it, and a maximum per batch. */
export type Pace = { share: number; most: number }

export const FULL_PACE: Pace = { share: 1, most: CHANNEL_ALARMS_PER_SECOND }

/** A tick that comes later than this found a busy machine: half a tick. */
const LATE_MS = CHANNEL_TICK_MS / 2
const LEAST_SHARE = 1 / 16
/** Growth of a share in a tick that was on time: from the least to all in one and a half seconds. */
const RECOVERY = 1 / 16
/** Most ticks from one batch to the next. */
const MOST_APART = 8
/**
 * Alarms that are sent in full in one batch, to all consoles together: at 800 bytes each some 10 MB, which are written
 * in a few turns of the event loop and read within the tick. A console's part is never less than LEAST_MOST, or its share
 * of that while the platform does not keep up.
 */
const ROWS_A_TICK = 12_000
const LEAST_MOST = 10

/**
 * Adapts what is sent to how the platform keeps up: half as many alarms in full after each late tick or while frames of
 * the batch before still wait to be written, then batches further apart, and more again, a little at a time, once it
 * does. The other alarms are sent as counts, and states as they are by the next batch: what is sent is fresh.
 */
export class ChannelPace {
  #share = 1
  /** Ticks from one batch to the next. */
  #apart = 1
  #lastMs: number | undefined
  #batchMs = Number.NEGATIVE_INFINITY

  /**
   * The pace of a tick at a host moment, and whether a batch is due. `consoles`: that one process writes to; `isBacked`:
   * earlier frames still wait.
   */
  tick(
    hostMs: number,
    { consoles, isBacked }: { consoles: number; isBacked: boolean },
  ): Pace & { isDue: boolean } {
    const lateMs = this.#lastMs === undefined ? 0 : hostMs - this.#lastMs - CHANNEL_TICK_MS
    this.#lastMs = hostMs
    const isDue = this.#apart === 1 || hostMs - this.#batchMs > this.#apart * CHANNEL_TICK_MS - LATE_MS
    if (isDue) {
      this.#batchMs = hostMs
      this.#adapt(lateMs > LATE_MS || isBacked)
    }
    const most = Math.floor((ROWS_A_TICK * this.#share) / Math.max(1, consoles))
    return {
      share: this.#share,
      most: Math.min(CHANNEL_ALARMS_PER_SECOND, Math.max(Math.ceil(LEAST_MOST * this.#share), most)),
      isDue,
    }
  }

  #adapt(isLate: boolean): void {
    if (!isLate && this.#apart > 1) this.#apart--
    else if (!isLate) this.#share = Math.min(1, this.#share + RECOVERY)
    else if (this.#share > LEAST_SHARE) this.#share = Math.max(LEAST_SHARE, this.#share / 2)
    else this.#apart = Math.min(MOST_APART, this.#apart * 2)
  }
}
