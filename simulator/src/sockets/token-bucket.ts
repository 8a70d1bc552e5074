/** A burst and a rate per second: the limit of one connection. */
export class TokenBucket {
  readonly #burst: number
  readonly #perMs: number
  #left: number
  #atMs: number

  /** `perSecond` may be infinite: then everything is allowed. */
  constructor(burst: number, perSecond: number, nowMs: number) {
    this.#burst = burst
    this.#perMs = perSecond / 1000
    this.#left = burst
    this.#atMs = nowMs
  }

  /** Takes `count` more; answers after how many milliseconds they are allowed, 0 when they are now. */
  take(count: number, nowMs: number): number {
    if (this.#perMs === Number.POSITIVE_INFINITY) return 0
    this.#left = Math.min(this.#burst, this.#left + Math.max(0, nowMs - this.#atMs) * this.#perMs) - count
    this.#atMs = nowMs
    return this.#left >= 0 ? 0 : Math.ceil(-this.#left / this.#perMs)
  }
}
