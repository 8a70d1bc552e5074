/**
 * Lets few begin at once: players, fetches of pictures. Sixteen sockets opened together leave the last ones seconds late;
 * with at most four lacking a first frame all sixteen show a picture within half a second. First come, first served.
 */
export class StartQueue {
  readonly #most: number
  readonly #waiting: Ticket[] = []
  #started = 0

  constructor(most = 4) {
    this.#most = most
  }

  /** Calls `begin` when a place is free (perhaps at once). The answer gives the place back, any number of times. */
  enter(begin: () => void): () => void {
    const ticket: Ticket = { begin, state: 'waiting' }
    this.#waiting.push(ticket)
    this.#next()
    return () => {
      if (ticket.state === 'waiting') this.#waiting.splice(this.#waiting.indexOf(ticket), 1)
      if (ticket.state === 'started') this.#started--
      const had = ticket.state
      ticket.state = 'left'
      if (had === 'started') this.#next()
    }
  }

  #next(): void {
    while (this.#started < this.#most) {
      const ticket = this.#waiting.shift()
      if (!ticket) return
      ticket.state = 'started'
      this.#started++
      ticket.begin()
    }
  }
}

type Ticket = { begin: () => void; state: 'waiting' | 'started' | 'left' }
