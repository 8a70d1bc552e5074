/** How fast a connection may be read: so much at once, so much a second. */
export class BytePace {
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

  /** Takes what came in; answers for how long nothing more is to be read, 0 when all is well. */
  take(bytes: number, nowMs: number): number {
    if (this.#perMs === Number.POSITIVE_INFINITY) return 0
    this.#left = Math.min(this.#burst, this.#left + Math.max(0, nowMs - this.#atMs) * this.#perMs) - bytes
    this.#atMs = nowMs
    return this.#left >= 0 ? 0 : Math.ceil(-this.#left / this.#perMs)
  }
}
