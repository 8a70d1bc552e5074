/**
 * How much a listener of the platform does in one turn of the event loop, for all of its connections together. The rest
 * waits for the next turns, each connection in its order of asking, first requests before continued ones: a flood slows
 * itself down, and everybody else and everything else in the program has its turn in between.
 */
export class WorkBudget {
  readonly #most: number
  #left: number
  #first: Waiting[] = []
  #again: Waiting[] = []
  #isRenewing = false

  /** `most`: units of work in one turn; one that costs more than is left is still done. */
  constructor(most: number) {
    this.#most = most
    this.#left = most
  }

  /**
   * Takes units of work: undefined when they fit this turn, else a promise that resolves in the turn they belong to.
   * `goesOn`: the asker has waited for a part of the same work before. One of those has a share of each turn; the
   * others get the remainder.
   */
  take(units = 1, goesOn = false): Promise<void> | undefined {
    const fits = this.#left > 0 && this.#first.length === 0 && this.#again.length === 0
    if (fits) this.#left -= units
    // A turn that is not used up leaves its rest to the next ones: the event loop may sleep in between.
    if (!fits || this.#left <= 0) this.#renewLater()
    if (fits) return undefined
    const queue = goesOn ? this.#again : this.#first
    return new Promise((resolve) => queue.push({ units, resolve }))
  }

  #renewLater(): void {
    if (this.#isRenewing) return
    this.#isRenewing = true
    setImmediate(() => this.#renew())
  }

  #renew(): void {
    this.#isRenewing = false
    this.#left = this.#most
    this.#serve(this.#again, 1)
    this.#serve(this.#first)
    this.#serve(this.#again)
    if (this.#first.length > 0 || this.#again.length > 0) this.#renewLater()
  }

  #serve(queue: Waiting[], most = queue.length): void {
    let served = 0
    while (served < Math.min(most, queue.length) && this.#left > 0) this.#left -= queue[served++]!.units
    for (const { resolve } of queue.splice(0, served)) resolve()
  }
}

type Waiting = { units: number; resolve(): void }
