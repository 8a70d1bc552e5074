/** What a kept socket needs from its surroundings; tests bring their own. */
export type SocketEdge = {
  openSocket(): WebSocket
  setTimer(run: () => void, ms: number): unknown
  clearTimer(timer: unknown): void
  /** Host time that never jumps, milliseconds. */
  now(): number
}

/** The page's own sockets and timers. `address` is asked anew for every attempt. */
export function pageSockets(address: () => string): SocketEdge {
  return {
    openSocket: () => new WebSocket(address()),
    ...pageTimers,
  }
}

/** The page's own timers. */
export const pageTimers: Omit<SocketEdge, 'openSocket'> = {
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as number),
  now: () => performance.now(),
}

/** Who signs in over the socket, reads what comes, and says when to try again. */
type SocketOwner = {
  opening(): void
  opened(): void
  heard(data: unknown): void
  /** The socket is gone. Answers after how many milliseconds to open the next one; undefined: not by itself. */
  lost(closeCode: number): number | undefined
  /** The frame that keeps the line awake; undefined where none is taken, and silence then means nothing. */
  ping?(at: number): object | undefined
}

/** A ping every so often keeps proxies from cutting an idle socket; two unanswered ones cut it ourselves. */
const PING_MS = 15_000
const SILENCE_MS = 35_000
/** Close code of a socket that fell silent, for its owner alone: it never goes over the wire. */
const SILENT = 4000

/** One socket at a time that is opened again when it is lost, as its owner says, and watched while it is up. */
export class KeptSocket {
  readonly #edge: SocketEdge
  readonly #owner: SocketOwner
  #socket: WebSocket | undefined
  #reopenTimer: unknown
  #pingTimer: unknown
  #lastHeardAt = 0

  constructor(edge: SocketEdge, owner: SocketOwner) {
    this.#edge = edge
    this.#owner = owner
  }

  /** Opens a socket now. There must be none. */
  open(): void {
    this.#edge.clearTimer(this.#reopenTimer)
    this.#owner.opening()
    const mine = this.#edge.openSocket()
    mine.binaryType = 'arraybuffer'
    this.#socket = mine
    mine.onopen = () => {
      this.#lastHeardAt = this.#edge.now()
      this.#owner.opened()
    }
    mine.onmessage = (event: MessageEvent) => {
      if (this.#socket !== mine) return
      this.#lastHeardAt = this.#edge.now()
      this.#owner.heard(event.data)
    }
    mine.onclose = (event: CloseEvent) => {
      if (this.#socket === mine) this.#lost(event.code)
    }
  }

  /** Lets go for good: the owner hears nothing of it. */
  close(): void {
    this.#edge.clearTimer(this.#reopenTimer)
    this.#edge.clearTimer(this.#pingTimer)
    const mine = this.#socket
    this.#socket = undefined
    // A socket that is closed while it opens is an error to the browser.
    if (mine?.readyState === 0) mine.onopen = () => mine.close()
    else mine?.close()
  }

  /** Sends JSON as text, or bytes as they are. Answers whether they went out. */
  send(what: object | Uint8Array<ArrayBuffer>): boolean {
    if (this.#socket?.readyState !== 1) return false
    this.#socket.send(what instanceof Uint8Array ? what : JSON.stringify(what))
    return true
  }

  /** Bytes that wait in the browser. */
  get waitingBytes(): number {
    return this.#socket?.bufferedAmount ?? 0
  }

  /** Pings from now on, and gives a socket up that is silent. Called when the sign-in was answered. */
  keepAlive(): void {
    this.#edge.clearTimer(this.#pingTimer)
    if (!this.#ping()) return
    this.#pingTimer = this.#edge.setTimer(() => {
      if (this.#edge.now() - this.#lastHeardAt > SILENCE_MS) {
        const dead = this.#socket
        this.#lost(SILENT)
        dead?.close()
        return
      }
      this.send(this.#ping() ?? {})
      this.keepAlive()
    }, PING_MS)
  }

  #ping(): object | undefined {
    const at = this.#edge.now()
    return this.#owner.ping ? this.#owner.ping(at) : { type: 'ping', at }
  }

  #lost(closeCode: number): void {
    this.#socket = undefined
    this.#edge.clearTimer(this.#pingTimer)
    const afterMs = this.#owner.lost(closeCode)
    // Who was told may have opened the next one already.
    if (afterMs === undefined || this.#socket !== undefined) return
    this.#reopenTimer = this.#edge.setTimer(() => this.open(), afterMs)
  }
}
