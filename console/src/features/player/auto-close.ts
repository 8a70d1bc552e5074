/**
 * Ends video that nobody watches (stated): a counter of seconds, back to 0 with every movement; the video closes at
 * 60 × the minutes of the setting. 0 minutes turn it off; the counter then stays -1. Seconds are those of the clock: a
 * hidden page's timers come once a minute, and those of a machine that sleeps not at all.
 */
export class AutoClose {
  readonly #minutes: number
  readonly #now: () => number
  #sinceMs: number

  /** `now`: milliseconds of a clock that continues while the machine sleeps. */
  constructor(minutes: number, now: () => number = () => Date.now()) {
    this.#minutes = minutes
    this.#now = now
    this.#sinceMs = now()
  }

  get seconds(): number {
    if (this.#minutes === 0) return -1
    const nowMs = this.#now()
    // A clock that was set back restarts the count.
    this.#sinceMs = Math.min(this.#sinceMs, nowMs)
    return Math.floor((nowMs - this.#sinceMs) / 1000)
  }

  /** Somebody is there. */
  moved(): void {
    this.#sinceMs = this.#now()
  }

  /** Whether the video is to be closed now; the count restarts then. */
  isDue(): boolean {
    if (this.#minutes === 0 || this.seconds < this.#minutes * 60) return false
    this.moved()
    return true
  }
}
