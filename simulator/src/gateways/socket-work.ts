/**
 * What a gateway's socket brings, worked off item by item: each in a turn of the event loop that has room for it, none
 * before the one before it is done. Nothing is read from the socket while its bytes wait, and what came before it closed
 * still counts.
 */
import type { Socket } from 'node:net'
import type { HostClock } from '../timeline/clock.ts'
import type { WorkBudget } from '../work-budget.ts'

/** Bytes that are read at once: without any item in them they are one piece of work. */
export const BYTES_AT_ONCE = 4096
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
    else void this.#work()
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
    const wait = this.#deps.budget.take(units)
    return wait && this.#waitFor(wait)
  }

  closed(): void {
    this.#isClosed = true
    if (!this.#isWorking) this.#deps.ended()
  }

  async #waitFor(wait: Promise<void>): Promise<void> {
    const { socket, slowed, gather, flush } = this.#deps
    slowed()
    socket.pause()
    // What was answered goes out meanwhile.
    flush()
    await wait
    gather()
  }

  async #work(): Promise<void> {
    const { reader, hostClock, unitsOf, isCut, take, gather, flush, failed, ended } = this.#deps
    this.#isWorking = true
    gather()
    try {
      for (let chunk = this.#chunks.shift(); chunk; chunk = this.#chunks.shift()) {
        let at = 0
        do {
          let items = 0
          for (const item of reader.read(chunk.subarray(at, at + BYTES_AT_ONCE))) {
            items++
            const wait = this.turn(unitsOf?.(item))
            if (wait) await wait
            if (isCut()) return
            const taken = take(item)
            if (taken) await taken
            if (isCut()) return
          }
          const wait = items === 0 ? this.turn() : undefined
          if (wait) await wait
          if (reader.pending === 0) this.#unfinishedMs = undefined
          else if (items > 0 || this.#unfinishedMs === undefined) this.#unfinishedMs = hostClock.now()
          at += BYTES_AT_ONCE
        } while (at < chunk.length && !isCut())
        if (isCut()) return
      }
    } catch (error) {
      failed(error)
    } finally {
      this.#isWorking = false
      flush()
      if (this.#isClosed) ended()
      else this.#resume()
    }
  }

  #resume(): void {
    const { socket, isCut } = this.#deps
    if (this.#isWorking || this.#rests > 0 || isCut() || !socket.isPaused()) return
    socket.resume()
  }
}
