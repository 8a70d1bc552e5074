import { CHANNEL_ALARMS_PER_SECOND, CHANNEL_TICK_MS } from '@backlot/contract/channel/frames'

/** Limit of alarms sent in full, besides an audience's allowance: a share of it, and a maximum per tick. */
export type Pace = { share: number; most: number }

export const FULL_PACE: Pace = { share: 1, most: CHANNEL_ALARMS_PER_SECOND }

/** A tick that comes later than this found a busy machine: half a tick. */
const LATE_MS = CHANNEL_TICK_MS / 2
const LEAST_SHARE = 1 / 16
/** Growth of a share in a tick that was on time: from the least to all in one and a half seconds. */
const RECOVERY = 1 / 16
/**
 * Alarms that are sent in full in one tick, to all consoles together: at 800 bytes each some 10 MB, which are written
 * in a few turns of the event loop and read within the tick. A console's part is never less than LEAST_MOST, or its share
 * of that while the platform does not keep up.
 */
const ROWS_A_TICK = 12_000
const LEAST_MOST = 10

/**
 * Adapts how many alarms are sent in full to how the platform keeps up: half as many after each late tick or while
 * frames of the tick before still wait to be written, and more again, a little a tick, once it does. The rest is sent
 * as counts, so that sent alarms are fresh.
 */
export class AlarmPace {
  #share = 1
  #lastMs: number | undefined

  /** The pace of a tick at a host moment. `isBacked`: earlier frames still wait. */
  tick(hostMs: number, { consoles, isBacked }: { consoles: number; isBacked: boolean }): Pace {
    const lateMs = this.#lastMs === undefined ? 0 : hostMs - this.#lastMs - CHANNEL_TICK_MS
    this.#lastMs = hostMs
    const isLate = lateMs > LATE_MS || isBacked
    this.#share = isLate ? Math.max(LEAST_SHARE, this.#share / 2) : Math.min(1, this.#share + RECOVERY)
    const most = Math.floor((ROWS_A_TICK * this.#share) / Math.max(1, consoles))
    return {
      share: this.#share,
      most: Math.min(CHANNEL_ALARMS_PER_SECOND, Math.max(Math.ceil(LEAST_MOST * this.#share), most)),
    }
  }
}
