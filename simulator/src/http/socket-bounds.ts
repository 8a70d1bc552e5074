import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { CODES } from '@backlot/contract/codes'
import { CONNECTIONS_PER_ADDRESS } from '../kernel/defaults.ts'
import { type Answering, RequestLine } from './request-line.ts'
import { TurnQueue } from './turn-queue.ts'

/** Limits of a socket, or of all sockets of one address. */
export type SocketLimits = {
  /** Open sockets of one address, upgraded ones included; null: any number. */
  connectionsPerAddress: number | null
  /** Requests that a socket may send ahead of the replies. Tools that measure servers send 16, some 64. */
  waitingRequests: number
  /** Bytes of complete replies that the sockets of one address have not taken. */
  waitingBytesPerAddress: number
  /**
   * How long a client may take nothing while bytes wait for it, milliseconds. Node looks for progress at the end of each
   * such time, so a client has between once and twice as long.
   */
  stalledMs: number
}

const LIMITS: SocketLimits = {
  connectionsPerAddress: CONNECTIONS_PER_ADDRESS,
  waitingRequests: 100,
  waitingBytesPerAddress: 64 * 1024 * 1024,
  stalledMs: 30_000,
}

/** How often slow clients are looked for, milliseconds. */
const LOOK_MS = 500
/** A client that was turned away may try again after this time, seconds. */
const RETRY_SECONDS = 5

/** Why a connection was closed: the client did not read, sent too much ahead, or its address had too much of all. */
const CLOSE_REASONS = ['tooSlow', 'pipelined', 'backlog', 'connections'] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/** Limits memory that clients make the server hold: one instance for all its ports. */
export class SocketBounds implements Disposable {
  readonly #limits: SocketLimits
  readonly #onClosed: (reason: CloseReason, address: string) => void
  readonly #turns = new TurnQueue()
  readonly #lines = new WeakMap<object, RequestLine>()
  readonly #addresses = new Map<string, Set<RequestLine>>()
  readonly #closed = new Map<CloseReason, number>(CLOSE_REASONS.map((reason) => [reason, 0]))
  readonly #looking: NodeJS.Timeout

  /** `onClosed`: hears of each connection that is closed. */
  constructor(
    limits: Partial<SocketLimits> = {},
    onClosed: (reason: CloseReason, address: string) => void = () => {},
  ) {
    this.#limits = { ...LIMITS, ...limits }
    this.#onClosed = onClosed
    this.#looking = setInterval(() => this.look(), LOOK_MS).unref()
  }

  /** Bounds the sockets of a server. To be called before it listens. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#admit(socket))
    server.on('timeout', (socket: Socket) => this.#onTimeout(socket))
  }

  /** The same answering, one request of a socket after the other. */
  inTurn(answer: Answering): Answering {
    return (request: IncomingMessage, response: ServerResponse) => {
      const line = this.#lines.get(request.socket)
      // A closed socket: other requests of the same read belong to nobody.
      if (!line || request.socket.destroyed) return
      line.take(request, response, answer)
      if (line.waitingRequests > this.#limits.waitingRequests) this.#close(line.socket, 'pipelined')
    }
  }

  /** Whether a reply of the socket is still to be sent: nothing else may be written there. */
  isBusy(socket: object): boolean {
    return this.#lines.get(socket)?.isBusy ?? false
  }

  /** An edge's connection, which carries requests of many addresses: the edge bounds those. */
  exempt(socket: Socket): void {
    const line = this.#lines.get(socket)
    const address = socket.remoteAddress ?? ''
    const lines = this.#addresses.get(address)
    if (!line || !lines?.delete(line)) return
    if (lines.size === 0) this.#addresses.delete(address)
  }

  /** Current backlog: complete replies that wait for their clients, requests that wait for the reply before them. */
  waiting(): { bytes: number; requests: number } {
    let [bytes, requests] = [0, 0]
    for (const lines of this.#addresses.values()) {
      for (const line of lines) {
        bytes += line.waitingBytes
        requests += line.waitingRequests
      }
    }
    return { bytes, requests }
  }

  /** Replies that are being made or sent. */
  replies(): ServerResponse[] {
    const lines = [...this.#addresses.values()].flatMap((each) => [...each])
    return lines.flatMap(({ reply }) => reply ?? [])
  }

  /** Connections closed so far, by reason. */
  closed(): ReadonlyMap<CloseReason, number> {
    return this.#closed
  }

  /**
   * Times the clients for which bytes wait, and closes sockets of an address for which too much waits, those first that
   * have not read for longest.
   */
  look(): void {
    for (const lines of this.#addresses.values()) {
      for (const line of lines) line.timeReading(this.#limits.stalledMs)
      const slow = [...lines].filter(({ waitingBytes }) => waitingBytes > 0)
      let bytes = slow.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0)
      if (bytes <= this.#limits.waitingBytesPerAddress) continue
      for (const line of slow.sort((a, b) => a.begunMs - b.begunMs)) {
        if (bytes <= this.#limits.waitingBytesPerAddress) break
        bytes -= line.waitingBytes
        this.#close(line.socket, 'backlog')
      }
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looking)
  }

  #admit(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const lines = this.#addresses.get(address) ?? new Set()
    const { connectionsPerAddress: most } = this.#limits
    if (most !== null && lines.size >= most) {
      this.#turnAway(socket, most)
      return
    }
    const line = new RequestLine(socket, this.#turns)
    this.#lines.set(socket, line)
    this.#addresses.set(address, lines.add(line))
    socket.once('close', () => {
      lines.delete(line)
      if (lines.size === 0 && this.#addresses.get(address) === lines) this.#addresses.delete(address)
    })
  }

  #turnAway(socket: Socket, most: number): void {
    const msg = `At most ${most} connections per address: close some, or wait ${RETRY_SECONDS} s.`
    const body = JSON.stringify({ code: CODES.unavailable, msg })
    socket.end(
      `HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nRetry-After: ${RETRY_SECONDS}\r\nConnection: close\r\n\r\n${body}`,
    )
    // Once that is written, and before anything is read.
    socket.destroySoon()
    this.#count(socket, 'connections')
  }

  /** Nothing was sent or received for a while. A reply in the making, or a quiet stream, may last. */
  #onTimeout(socket: Socket): void {
    if (socket.writableLength > 0) this.#close(socket, 'tooSlow')
    else if (!this.isBusy(socket)) socket.destroy()
  }

  #close(socket: Socket, reason: CloseReason): void {
    if (socket.destroyed) return
    this.#count(socket, reason)
    socket.destroy()
  }

  #count(socket: Socket, reason: CloseReason): void {
    this.#closed.set(reason, (this.#closed.get(reason) ?? 0) + 1)
    this.#onClosed(reason, socket.remoteAddress ?? '')
  }
}
