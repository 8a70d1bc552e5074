/**
 * Ends video that nobody watches (stated): a counter goes up every second, back to 0 with every movement, and the video
 * closes at 60 × the minutes of the setting. 0 minutes turn it off; the counter then stays -1.
 */
export class AutoClose {
  seconds = 0
  #minutes: number

  constructor(minutes: number) {
    this.#minutes = minutes
    this.moved()
  }

  setMinutes(minutes: number): void {
    this.#minutes = minutes
    this.moved()
  }

  /** Somebody is there. */
  moved(): void {
    this.seconds = this.#minutes === 0 ? -1 : 0
  }

  /** A second passed; true when the video is to be closed now. */
  tick(): boolean {
    if (this.#minutes === 0) return false
    this.seconds += 1
    if (this.seconds < this.#minutes * 60) return false
    this.seconds = 0
    return true
  }
}
