/**
 * How much a door of the platform does in one turn of the event loop, for all of its connections together. What does not fit waits
 * for the next turns, each connection in its order of asking: a flood slows itself down, and everything else in the
 * program has its turn in between.
 */
export class WorkBudget {
  readonly #most: number
  #left: number
  #waiting: { units: number; resolve(): void }[] = []
  #isRenewing = false

  /** `most`: units of work in one turn; one that costs more than is left is still done. */
  constructor(most: number) {
    this.#most = most
    this.#left = most
  }

  /** Takes units of work: undefined when they fit this turn, else a promise that resolves in the turn they belong to. */
  take(units = 1): Promise<void> | undefined {
    this.#renewLater()
    if (this.#left > 0 && this.#waiting.length === 0) {
      this.#left -= units
      return undefined
    }
    return new Promise((resolve) => this.#waiting.push({ units, resolve }))
  }

  #renewLater(): void {
    if (this.#isRenewing) return
    this.#isRenewing = true
    setImmediate(() => this.#renew())
  }

  #renew(): void {
    this.#isRenewing = false
    this.#left = this.#most
    let served = 0
    while (served < this.#waiting.length && this.#left > 0) this.#left -= this.#waiting[served++]!.units
    for (const { resolve } of this.#waiting.splice(0, served)) resolve()
    if (this.#waiting.length > 0) this.#renewLater()
  }
}
