/** Most bytes that a turn of the event loop writes to consoles; at some 2 MB a millisecond that delays nobody. */
const BYTES_A_TURN = 4 * 1024 * 1024

/** Holder of frames that did not fit into a turn. */
export type Waiting = {
  /** Writes the next frame that waits; answers its bytes, or undefined when none does. */
  writeNext(): number | undefined
}

/**
 * How much is written to all consoles together in one turn of the event loop. A hundred consoles that hear of a storm's
 * first alarms are sent fifty megabytes: those go out in several turns, with room between them for everything else.
 */
export class TurnBudget {
  #left = BYTES_A_TURN
  #isRenewing = false
  readonly #waiting = new Set<Waiting>()

  /** Whether this many bytes may be written in this turn; they count as written. */
  take(bytes: number): boolean {
    if (this.#left <= 0) return false
    this.#left -= bytes
    this.#renewLater()
    return true
  }

  /** Whether frames wait that did not fit into earlier turns. */
  get isBacked(): boolean {
    return this.#waiting.size > 0
  }

  /** Lets a writer continue in later turns. */
  later(writer: Waiting): void {
    this.#waiting.add(writer)
    this.#renewLater()
  }

  #renewLater(): void {
    if (this.#isRenewing) return
    this.#isRenewing = true
    setImmediate(() => this.#renew())
  }

  #renew(): void {
    this.#isRenewing = false
    this.#left = BYTES_A_TURN
    for (const writer of this.#waiting) {
      while (this.#left > 0) {
        const bytes = writer.writeNext()
        if (bytes === undefined) {
          this.#waiting.delete(writer)
          break
        }
        this.#left -= bytes
      }
      if (this.#left <= 0) break
    }
    if (this.#waiting.size > 0) this.#renewLater()
  }
}
