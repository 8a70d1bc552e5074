/**
 * Works off the items of a gateway's socket one by one: each in a turn of the event loop that has room for it, none
 * before the previous one is done. While bytes of a socket wait, at most one more piece is read from it; bytes that
 * arrived before it closed still count.
 */
import type { Socket } from 'node:net'
import type { HostClock } from '../kernel/clock.ts'
import type { WorkBudget } from '../kernel/work-budget.ts'

/** Bytes that count as one unit of work at least, whatever is in them. */
export const BYTES_A_UNIT = 4096
/**
 * Units that a connection takes together at most, when it has to wait again and again: twice as many each time. One at a
 * time, the waiting would cost more than the work, and each item would find memory that was not touched for long.
 */
const UNITS_TOGETHER = 16
const NOTHING = new Uint8Array()

/**
 * Handlers of a gateway for its connections' bytes: one object for all of them, so that a packet touches as little
 * memory as possible.
 */
export type SocketWorkHandlers<Connection, Item> = {
  /** Units of work that an item costs; left out: 1 each. */
  unitsOf?(connection: Connection, item: Item): number
  /** Takes an item; the next one waits for the promise. */
  take(connection: Connection, item: Item): Promise<void> | undefined
  /** Collects everything sent from now on, to go out together with `flush`. */
  gather(connection: Connection): void
  flush(connection: Connection): void
  /** The connection waits for a later turn. */
  slowed(connection: Connection): void
  isCut(connection: Connection): boolean
  failed(connection: Connection, error: unknown): void
  /** The socket has closed, and everything it brought is done. */
  ended(connection: Connection): void
}

export type SocketWorkDeps<Connection, Item> = {
  socket: Socket
  /** Makes items of bytes, one at a time; `pending` are those of an unfinished frame that wait for the rest. */
  reader: { feed(chunk: Uint8Array): void; next(): Item | undefined; readonly pending: number }
  /** Shared by all connections of the gateway. */
  budget: WorkBudget
  hostClock: HostClock
  connection: Connection
  handlers: SocketWorkHandlers<Connection, Item>
}

export class SocketWork<Connection, Item> {
  readonly #socket: Socket
  readonly #reader: SocketWorkDeps<Connection, Item>['reader']
  readonly #budget: WorkBudget
  readonly #hostClock: HostClock
  readonly #connection: Connection
  readonly #handlers: SocketWorkHandlers<Connection, Item>
  readonly #chunks: Uint8Array[] = []
  #isWorking = false
  #isClosed = false
  /** Pauses that have not ended. */
  #rests = 0
  #unfinishedMs: number | undefined
  /** A chunk is being worked off: its items so far, and the one that waits for its turn. */
  #isReading = false
  #count = 0
  #next: Item | undefined
  /** Units that this chunk costs at least and that were not taken yet. */
  #unpaid = 0
  /** Times that the bytes which are being worked off had to wait, and units left of those taken together. */
  #waits = 0
  #granted = 0

  constructor(deps: SocketWorkDeps<Connection, Item>) {
    const { socket, reader, budget, hostClock, connection, handlers } = deps
    this.#socket = socket
    this.#reader = reader
    this.#budget = budget
    this.#hostClock = hostClock
    this.#connection = connection
    this.#handlers = handlers
  }

  /** Since when a frame is unfinished, host time; undefined also while bytes wait here for their turn. */
  get unfinishedSinceMs(): number | undefined {
    return this.#isWorking ? undefined : this.#unfinishedMs
  }

  /** The socket's next bytes. */
  receive(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    if (this.#isWorking) this.#socket.pause()
    else this.#begin()
  }

  /** Lets the reader continue though no bytes came. */
  readOn(): void {
    this.receive(NOTHING)
  }

  /** Reads nothing from the socket for a while: the sender waits, nobody else does. */
  rest(forMs: number): void {
    this.#rests++
    this.#socket.pause()
    this.#hostClock.after(forMs, () => {
      this.#rests--
      this.#resume()
    })
  }

  /** Waits for a turn of the event loop that has room for this much more work. */
  turn(units = 1): Promise<void> | undefined {
    this.#unpaid -= units
    if (units <= this.#granted) {
      this.#granted -= units
      return undefined
    }
    const together = Math.max(units, Math.min(2 ** this.#waits, UNITS_TOGETHER))
    const wait = this.#budget.take(together, this.#waits > 0)
    if (wait) return this.#waitFor(wait, together - units)
    this.#granted = together - units
    return undefined
  }

  closed(): void {
    this.#isClosed = true
    if (!this.#isWorking) this.#handlers.ended(this.#connection)
  }

  #waitFor(wait: Promise<void>, granted: number): Promise<void> {
    this.#waits++
    this.#handlers.slowed(this.#connection)
    // Answers go out meanwhile.
    this.#handlers.flush(this.#connection)
    return wait.then(() => {
      this.#granted = granted
      this.#handlers.gather(this.#connection)
    })
  }

  #begin(): void {
    this.#isWorking = true
    this.#waits = 0
    this.#handlers.gather(this.#connection)
    this.#goOn()
  }

  /** Works until it has to wait, and then again; no promise is made without a wait. */
  #goOn(): void {
    try {
      while (!this.#handlers.isCut(this.#connection)) {
        const wait = this.#next === undefined ? this.#read() : this.#takeNext()
        if (wait === 'done') break
        if (wait) {
          wait.then(
            () => this.#goOn(),
            (error) => this.#fail(error),
          )
          return
        }
      }
      this.#stop()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Reads the next item, from the next chunk if need be. Answers a promise when it has to wait for its turn. */
  #read(): Promise<void> | 'done' | undefined {
    if (!this.#isReading) {
      const chunk = this.#chunks.shift()
      if (!chunk) return 'done'
      this.#reader.feed(chunk)
      this.#isReading = true
      this.#count = 0
      this.#unpaid = Math.max(1, Math.ceil(chunk.length / BYTES_A_UNIT))
    }
    const item = this.#reader.next()
    if (item !== undefined) {
      this.#count++
      this.#next = item
      return this.turn(this.#handlers.unitsOf?.(this.#connection, item))
    }
    this.#isReading = false
    if (this.#reader.pending === 0) this.#unfinishedMs = undefined
    else if (this.#count > 0 || this.#unfinishedMs === undefined) this.#unfinishedMs = this.#hostClock.now()
    return this.#unpaid > 0 ? this.turn(this.#unpaid) : undefined
  }

  #takeNext(): Promise<void> | undefined {
    const item = this.#next as Item
    this.#next = undefined
    return this.#handlers.take(this.#connection, item)
  }

  #fail(error: unknown): void {
    this.#handlers.failed(this.#connection, error)
    this.#stop()
  }

  #stop(): void {
    this.#isWorking = false
    this.#isReading = false
    this.#next = undefined
    this.#granted = 0
    this.#handlers.flush(this.#connection)
    if (this.#isClosed) this.#handlers.ended(this.#connection)
    else this.#resume()
  }

  #resume(): void {
    if (this.#isWorking || this.#rests > 0 || this.#handlers.isCut(this.#connection)) return
    if (this.#socket.isPaused()) this.#socket.resume()
  }
}
