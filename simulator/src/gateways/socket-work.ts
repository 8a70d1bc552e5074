/**
 * What a gateway's socket brings, worked off item by item: each in a turn of the event loop that has room for it, none
 * before the one before it is done. While bytes of a socket wait, one more piece is read from it at most; what came
 * before it closed still counts.
 */
import type { Socket } from 'node:net'
import type { HostClock } from '../timeline/clock.ts'
import type { WorkBudget } from '../work-budget.ts'

/** So many bytes are one unit of work at least, whatever is in them. */
export const BYTES_A_UNIT = 4096
/**
 * Units that a connection takes together at most, when it has to wait again and again: twice as many each time. One at a
 * time, the waiting would cost more than the work, and each item would find memory that was not touched for long.
 */
const UNITS_TOGETHER = 16
const NOTHING = new Uint8Array()

export type SocketWorkDeps<Item> = {
  socket: Socket
  /** Makes items of bytes; `pending` are those of an unfinished frame that wait for the rest. */
  reader: { read(chunk: Uint8Array): Iterable<Item>; readonly pending: number }
  /** Shared by all connections of the gateway. */
  budget: WorkBudget
  hostClock: HostClock
  /** Units of work that an item costs; left out: 1 each. */
  unitsOf?(item: Item): number
  /** Takes an item; the next one waits for the promise. */
  take(item: Item): Promise<void> | undefined
  /** What is sent from `gather` on goes out together with `flush`. */
  gather(): void
  flush(): void
  /** The connection waits for a later turn. */
  slowed(): void
  isCut(): boolean
  failed(error: unknown): void
  /** The socket has closed, and everything it brought is done. */
  ended(): void
}

export class SocketWork<Item> {
  readonly #deps: SocketWorkDeps<Item>
  readonly #chunks: Uint8Array[] = []
  #isWorking = false
  #isClosed = false
  /** Pauses that have not ended. */
  #rests = 0
  #unfinishedMs: number | undefined
  /** Items of the chunk that is being worked off, and the one that waits for its turn. */
  #items: Iterator<Item> | undefined
  #next: Item | undefined
  #count = 0
  /** Units that this chunk costs at least and that were not taken yet. */
  #unpaid = 0
  /** Times that the bytes which are being worked off had to wait, and units left of those taken together. */
  #waits = 0
  #granted = 0

  constructor(deps: SocketWorkDeps<Item>) {
    this.#deps = deps
  }

  /** Since when a frame is unfinished, host time; undefined also while bytes wait here for their turn. */
  get unfinishedSinceMs(): number | undefined {
    return this.#isWorking ? undefined : this.#unfinishedMs
  }

  /** The socket's next bytes. */
  receive(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    if (this.#isWorking) this.#deps.socket.pause()
    else this.#begin()
  }

  /** Lets the reader go on though no bytes came. */
  readOn(): void {
    this.receive(NOTHING)
  }

  /** Reads nothing from the socket for a while: the sender waits, nobody else does. */
  rest(forMs: number): void {
    this.#rests++
    this.#deps.socket.pause()
    this.#deps.hostClock.after(forMs, () => {
      this.#rests--
      this.#resume()
    })
  }

  /** Waits for a turn of the event loop that has room for so much more work. */
  turn(units = 1): Promise<void> | undefined {
    this.#unpaid -= units
    if (units <= this.#granted) {
      this.#granted -= units
      return undefined
    }
    const { budget } = this.#deps
    const together = Math.max(units, Math.min(2 ** this.#waits, UNITS_TOGETHER))
    const wait = budget.take(together, this.#waits > 0)
    if (wait) return this.#waitFor(wait, together - units)
    this.#granted = together - units
    return undefined
  }

  closed(): void {
    this.#isClosed = true
    if (!this.#isWorking) this.#deps.ended()
  }

  #waitFor(wait: Promise<void>, granted: number): Promise<void> {
    const { slowed, gather, flush } = this.#deps
    this.#waits++
    slowed()
    // What was answered goes out meanwhile.
    flush()
    return wait.then(() => {
      this.#granted = granted
      gather()
    })
  }

  #begin(): void {
    this.#isWorking = true
    this.#waits = 0
    this.#deps.gather()
    this.#goOn()
  }

  /** Works until it has to wait, and then again; no promise is made for what need not wait. */
  readonly #goOn = (): void => {
    try {
      while (!this.#deps.isCut()) {
        const wait = this.#next === undefined ? this.#read() : this.#takeNext()
        if (wait === 'done') break
        if (wait) {
          wait.then(this.#goOn, this.#fail)
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
    const { reader, hostClock, unitsOf } = this.#deps
    if (!this.#items) {
      const chunk = this.#chunks.shift()
      if (!chunk) return 'done'
      this.#items = reader.read(chunk)[Symbol.iterator]()
      this.#count = 0
      this.#unpaid = Math.max(1, Math.ceil(chunk.length / BYTES_A_UNIT))
    }
    const { done, value } = this.#items.next()
    if (!done) {
      this.#count++
      this.#next = value
      return this.turn(unitsOf?.(value))
    }
    this.#items = undefined
    if (reader.pending === 0) this.#unfinishedMs = undefined
    else if (this.#count > 0 || this.#unfinishedMs === undefined) this.#unfinishedMs = hostClock.now()
    return this.#unpaid > 0 ? this.turn(this.#unpaid) : undefined
  }

  #takeNext(): Promise<void> | undefined {
    const item = this.#next as Item
    this.#next = undefined
    return this.#deps.take(item)
  }

  readonly #fail = (error: unknown): void => {
    this.#deps.failed(error)
    this.#stop()
  }

  #stop(): void {
    this.#isWorking = false
    this.#items = undefined
    this.#next = undefined
    this.#granted = 0
    this.#deps.flush()
    if (this.#isClosed) this.#deps.ended()
    else this.#resume()
  }

  #resume(): void {
    const { socket, isCut } = this.#deps
    if (this.#isWorking || this.#rests > 0 || isCut() || !socket.isPaused()) return
    socket.resume()
  }
}
