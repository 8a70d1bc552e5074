/** Pictures that are fetched at once: the platform draws each when it is asked. */
const AT_ONCE = 2

type Turn = { begin: () => void; begun: boolean }

/** Turns of pictures: a few are fetched at once, the others wait in order. */
export class PictureTurns {
  readonly #atOnce: number
  readonly #waiting = new Set<Turn>()
  #running = 0

  constructor(atOnce = AT_ONCE) {
    this.#atOnce = atOnce
  }

  /** Calls `begin` when it is a picture's turn. Answers a function that ends the turn, or takes the wish back. */
  ask(begin: () => void): () => void {
    const turn: Turn = { begin, begun: false }
    this.#waiting.add(turn)
    this.#next()
    let ended = false
    return () => {
      if (ended) return
      ended = true
      if (turn.begun) this.#running--
      else this.#waiting.delete(turn)
      this.#next()
    }
  }

  #next(): void {
    for (const turn of this.#waiting) {
      if (this.#running >= this.#atOnce) return
      this.#waiting.delete(turn)
      turn.begun = true
      this.#running++
      turn.begin()
    }
  }
}
