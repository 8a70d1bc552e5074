import { AsyncLocalStorage } from 'node:async_hooks'

/** Impact on a write: the disk is full, or the commit it belongs to is slow. */
export type WriteImpact = { full?: true; slowMs?: number }

/** Called for every write, by its name: 'alarms.raise'. */
export type WriteEffect = (name: string) => WriteImpact | undefined

/** The faults that hold the disk under the platform's memory. Reads are never affected. */
export class StoreFaults {
  readonly #effects = new Set<WriteEffect>()
  readonly #spared = new AsyncLocalStorage<true>()

  get isQuiet(): boolean {
    return this.#effects.size === 0
  }

  /** Returns a function that detaches it. */
  attach(effect: WriteEffect): () => void {
    this.#effects.add(effect)
    return () => {
      this.#effects.delete(effect)
      // Following every promise costs something: nobody is spared once nothing is attached.
      if (this.isQuiet) this.#spared.disable()
    }
  }

  /**
   * Writes inside `work` are not affected: the control API, scenarios' own actions, and other faults, which could not
   * be ended otherwise. Costs nothing while nothing is attached.
   */
  spare<Result>(work: () => Result): Result {
    return this.isQuiet ? work() : this.#spared.run(true, work)
  }

  /** A full disk is full; of slow ones the slowest counts. */
  impactFor(name: string): WriteImpact | undefined {
    if (this.isQuiet || this.#spared.getStore()) return undefined
    let found: WriteImpact | undefined
    for (const effect of this.#effects) {
      const impact = effect(name)
      if (!impact) continue
      const slowMs = Math.max(found?.slowMs ?? 0, impact.slowMs ?? 0)
      found = { ...found, ...impact, ...(slowMs > 0 ? { slowMs } : {}) }
    }
    return found
  }
}
