/** Surroundings that a reconnecting socket needs; tests pass their own. */
export type SocketEnvironment = {
  openSocket(): WebSocket
  setTimer(run: () => void, ms: number): unknown
  clearTimer(timer: unknown): void
  /** Host time that never jumps, milliseconds. */
  now(): number
}

/** The page's own sockets and timers. `address` is called for every attempt. */
export function pageSockets(address: () => string): SocketEnvironment {
  return {
    openSocket: () => new WebSocket(address()),
    ...pageTimers,
  }
}

/** The page's own timers. */
export const pageTimers: Omit<SocketEnvironment, 'openSocket'> = {
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as number),
  now: () => performance.now(),
}

/** Owner of the socket: signs in over it, reads messages, and decides when to try again. */
type SocketOwner = {
  opening(): void
  opened(): void
  heard(data: unknown): void
  /** The socket is gone. Answers after how many milliseconds to open the next one; undefined: not by itself. */
  lost(closeCode: number): number | undefined
  /** The frame that keeps the line awake; undefined where none is taken, and silence then means nothing. */
  ping?(at: number): object | undefined
  /** The line has been silent for 5 s (true), or a frame arrived after that (false). */
  quiet?(isQuiet: boolean): void
}

/** How often the line is checked. */
const TICK_MS = 1000
/** Silence after which a line is pinged, and the interval from then on. */
const ASK_AFTER_MS = 2000
/** A line on which frames arrive is pinged too: proxies cut connections whose client sends nothing. */
const PING_MS = 15_000
/** Silence after which the owner shows a line as lost; the socket may still recover by itself. */
const QUIET_MS = 5000
/** Silence after which a socket is given up. */
const SILENCE_MS = 15_000
/** A socket that is not signed in by then is given up: an attempt into a dead network hangs for minutes. */
const OPEN_WITHIN_MS = 15_000
/** Close code of a socket that fell silent, for its owner alone: it never goes over the wire. */
const SILENT = 4000

/** One socket at a time that is reopened when it is lost, as its owner decides, and watched while it is up. */
export class ReconnectingSocket {
  readonly #environment: SocketEnvironment
  readonly #owner: SocketOwner
  #socket: WebSocket | undefined
  #reopenTimer: unknown
  #pingTimer: unknown
  #openTimer: unknown
  #lastHeardAt = 0
  #tickedAt = 0
  #pingedAt = 0
  /** Silence so far. A late tick counts as one that was in time: a throttled page or a machine that slept reads nothing. */
  #silentMs = 0
  #isQuiet = false

  constructor(environment: SocketEnvironment, owner: SocketOwner) {
    this.#environment = environment
    this.#owner = owner
  }

  /** Opens a socket now. There must be none. */
  open(): void {
    this.#environment.clearTimer(this.#reopenTimer)
    this.#owner.opening()
    const mine = this.#environment.openSocket()
    mine.binaryType = 'arraybuffer'
    this.#socket = mine
    this.#openTimer = this.#environment.setTimer(() => this.#giveUp(), OPEN_WITHIN_MS)
    mine.onopen = () => {
      this.#lastHeardAt = this.#environment.now()
      this.#owner.opened()
    }
    mine.onmessage = (event: MessageEvent) => {
      if (this.#socket !== mine) return
      this.#lastHeardAt = this.#environment.now()
      this.#silentMs = 0
      this.#setQuiet(false)
      this.#owner.heard(event.data)
    }
    mine.onclose = (event: CloseEvent) => {
      if (this.#socket === mine) this.#lost(event.code)
    }
  }

  /** Lets go permanently: the owner hears nothing of it. */
  close(): void {
    this.#environment.clearTimer(this.#reopenTimer)
    this.#stopTimers()
    const mine = this.#socket
    this.#socket = undefined
    closeSocket(mine)
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

  /** When the last frame arrived, or the socket opened: host time of the environment, milliseconds. */
  get lastHeardAt(): number {
    return this.#lastHeardAt
  }

  /** Watches the line from now on, and gives up a socket that is silent. Called when the sign-in was answered. */
  keepAlive(): void {
    this.#stopTimers()
    this.#tickedAt = this.#environment.now()
    this.#pingedAt = this.#tickedAt
    if (this.#ping()) this.#pingTimer = this.#environment.setTimer(() => this.#tick(), TICK_MS)
  }

  /** The browser reports that the network is gone: counts as silence until a frame arrives. */
  suspect(): void {
    const ping = this.#ping()
    if (ping) this.send(ping)
    this.#silentMs = Math.max(this.#silentMs, QUIET_MS)
    this.#setQuiet(true)
  }

  #tick(): void {
    const now = this.#environment.now()
    this.#silentMs += Math.min(TICK_MS, now - this.#tickedAt, now - this.#lastHeardAt)
    this.#tickedAt = now
    if (this.#silentMs >= SILENCE_MS) {
      this.#giveUp()
      return
    }
    this.#setQuiet(this.#silentMs >= QUIET_MS)
    const apartMs = this.#silentMs >= ASK_AFTER_MS ? ASK_AFTER_MS : PING_MS
    const ping = this.#ping()
    if (ping && now - this.#pingedAt >= apartMs) {
      this.#pingedAt = now
      this.send(ping)
    }
    this.#pingTimer = this.#environment.setTimer(() => this.#tick(), TICK_MS)
  }

  #setQuiet(isQuiet: boolean): void {
    if (isQuiet === this.#isQuiet) return
    this.#isQuiet = isQuiet
    this.#owner.quiet?.(isQuiet)
  }

  #giveUp(): void {
    const dead = this.#socket
    this.#lost(SILENT)
    closeSocket(dead)
  }

  #stopTimers(): void {
    this.#environment.clearTimer(this.#pingTimer)
    this.#environment.clearTimer(this.#openTimer)
    this.#silentMs = 0
    this.#isQuiet = false
  }

  #ping(): object | undefined {
    const at = this.#environment.now()
    return this.#owner.ping ? this.#owner.ping(at) : { type: 'ping', at }
  }

  #lost(closeCode: number): void {
    this.#socket = undefined
    this.#stopTimers()
    const afterMs = this.#owner.lost(closeCode)
    // The owner may have opened the next one already.
    if (afterMs === undefined || this.#socket !== undefined) return
    this.#reopenTimer = this.#environment.setTimer(() => this.open(), afterMs)
  }
}

/** A socket that is closed while it opens is an error to the browser: it is closed when it is open. */
function closeSocket(socket: WebSocket | undefined): void {
  if (socket?.readyState === 0) socket.onopen = () => socket.close()
  else socket?.close()
}
