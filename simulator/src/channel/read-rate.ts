/** Sustained rate of a console: some five hundred small frames a second, or half a megabyte of large ones. */
const COST_PER_SECOND = 512 * 1024
/** Burst of a console: it signs in with all its subscriptions, each of up to 5,000 devices. */
const COST_AT_ONCE = 4 * COST_PER_SECOND
/** Reading a frame costs as much as a kilobyte of it. */
const COST_PER_FRAME = 1024

/** How much a console may send: past it nothing is read from its socket for a while. */
export class ReadRate {
  #left = COST_AT_ONCE
  #filledMs: number

  constructor(hostMs: number) {
    this.#filledMs = hostMs
  }

  /** Counts a frame of this size; answers for how many milliseconds to read nothing more, 0 for none. */
  count(bytes: number, hostMs: number): number {
    const grown = (Math.max(0, hostMs - this.#filledMs) * COST_PER_SECOND) / 1000
    this.#left = Math.min(COST_AT_ONCE, this.#left + grown) - bytes - COST_PER_FRAME
    this.#filledMs = hostMs
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left * 1000) / COST_PER_SECOND)
  }
}
