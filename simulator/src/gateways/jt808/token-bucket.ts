/** So much at once, so much a second: what one connection may send. */
export class TokenBucket {
  readonly #burst: number
  readonly #perMs: number
  #left: number
  #atMs: number

  constructor(burst: number, perSecond: number, nowMs: number) {
    this.#burst = burst
    this.#perMs = perSecond / 1000
    this.#left = burst
    this.#atMs = nowMs
  }

  /** Whether `count` more are within what is allowed. */
  take(count: number, nowMs: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + Math.max(0, nowMs - this.#atMs) * this.#perMs)
    this.#atMs = nowMs
    this.#left -= count
    return this.#left >= 0
  }
}
