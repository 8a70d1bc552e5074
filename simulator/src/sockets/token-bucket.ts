/** A burst and a rate per second. */
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

  /**
   * Takes `count` more, for what has come and waits or costs its connection; answers after how many milliseconds they are
   * allowed, 0 when they are now.
   */
  take(count: number, nowMs: number): number {
    if (this.#perMs === Number.POSITIVE_INFINITY) return 0
    this.#fill(nowMs)
    this.#left -= count
    return this.#left >= 0 ? 0 : Math.ceil(-this.#left / this.#perMs)
  }

  /** Takes `count` when there are as many, else none: for what is dropped or refused, and may come again. */
  allows(count: number, nowMs: number): boolean {
    if (this.#perMs === Number.POSITIVE_INFINITY) return true
    this.#fill(nowMs)
    if (this.#left < count) return false
    this.#left -= count
    return true
  }

  /** How many are allowed now. */
  left(nowMs: number): number {
    this.#fill(nowMs)
    return this.#left
  }

  #fill(nowMs: number): void {
    this.#left = Math.min(this.#burst, this.#left + Math.max(0, nowMs - this.#atMs) * this.#perMs)
    this.#atMs = nowMs
  }
}
