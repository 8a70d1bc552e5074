import { AsyncLocalStorage } from 'node:async_hooks'

/** What befalls a write: the disk has no room for it, or takes its time with the commit it is part of. */
export type WriteBlow = { full?: true; slowMs?: number }

/** Asked for every write, by its name: 'alarms.raise'. */
export type WriteHarm = (name: string) => WriteBlow | undefined

/** The faults that hold the disk under the platform's memory. Reads are never harmed. */
export class StoreFaults {
  readonly #harms = new Set<WriteHarm>()
  readonly #spared = new AsyncLocalStorage<true>()

  get isQuiet(): boolean {
    return this.#harms.size === 0
  }

  /** Answers how to let go. */
  attach(harm: WriteHarm): () => void {
    this.#harms.add(harm)
    return () => {
      this.#harms.delete(harm)
      // Following every promise costs something: nobody is spared once nothing is attached.
      if (this.isQuiet) this.#spared.disable()
    }
  }

  /**
   * What is written inside is not harmed: the control API, what scenarios do, and other faults, which could not be
   * ended otherwise. Costs nothing while nothing is attached.
   */
  spare<Result>(deed: () => Result): Result {
    return this.isQuiet ? deed() : this.#spared.run(true, deed)
  }

  /** A full disk is full; of slow ones the slowest counts. */
  blowFor(name: string): WriteBlow | undefined {
    if (this.isQuiet || this.#spared.getStore()) return undefined
    let found: WriteBlow | undefined
    for (const harm of this.#harms) {
      const blow = harm(name)
      if (!blow) continue
      const slowMs = Math.max(found?.slowMs ?? 0, blow.slowMs ?? 0)
      found = { ...found, ...blow, ...(slowMs > 0 ? { slowMs } : {}) }
    }
    return found
  }
}
