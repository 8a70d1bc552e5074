import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TurnQueue } from './turn-queue.ts'

/** Answers a request. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The requests of one socket, answered one after the other. A client may send requests without waiting for the replies
 * (RFC 9112, 9.3.2), and Node hands over all that it finds in one read of up to 64 kB, thousands of them. Here the next
 * one begins when the reply before it has gone to the network, and nothing is read while one waits. So a socket costs
 * one reply, and a client that does not read stops itself.
 */
export class RequestLine {
  readonly socket: Socket
  readonly #turns: TurnQueue
  #current: ServerResponse | undefined
  #waiting: { request: IncomingMessage; response: ServerResponse; answer: Answering }[] = []
  #begunMs = 0
  #isTimed = false

  constructor(socket: Socket, turns: TurnQueue) {
    this.socket = socket
    this.#turns = turns
    // Node resumes a socket by itself at the end of a message or when a reply has drained.
    socket.on('resume', () => this.#pauseWhileWaiting())
    socket.once('close', () => {
      this.#waiting = []
    })
  }

  /** Requests that wait for the reply before them. */
  get waitingRequests(): number {
    return this.#waiting.length
  }

  /** The reply that is being made or sent. */
  get reply(): ServerResponse | undefined {
    return this.#isAnswering ? this.#current : undefined
  }

  /** Whether a reply is being made or sent, or is to be. */
  get isBusy(): boolean {
    return this.#isAnswering || this.#waiting.length > 0
  }

  /** Bytes of a complete reply that the client has not taken yet. Streams have bounds of their own. */
  get waitingBytes(): number {
    const isSending = this.#isAnswering && this.#current?.writableEnded
    return isSending && !this.socket.destroyed ? this.socket.writableLength : 0
  }

  /** When its latest request began, by the process's monotonic clock. */
  get begunMs(): number {
    return this.#begunMs
  }

  /** A reply has its socket until the last byte of it is with the system. */
  get #isAnswering(): boolean {
    return this.#current !== undefined && this.#current.socket !== null
  }

  /** Answers the request at once when nothing is before it, else in its turn. */
  take(request: IncomingMessage, response: ServerResponse, answer: Answering): void {
    if (!this.isBusy) {
      this.#begin(request, response, answer)
      return
    }
    this.#waiting.push({ request, response, answer })
    if (this.#waiting.length === 1) {
      this.#current?.once('close', this.#later)
      // Not at once: in the middle of a read, Node would resume it again.
      process.nextTick(() => this.#pauseWhileWaiting())
    }
  }

  /**
   * Makes the socket emit 'timeout' when the client takes none of its waiting bytes for this long; at the end of the
   * reply Node sets its own. For the few slow ones: a timer for each reply costs a twentieth of a cached one.
   */
  timeReading(stalledMs: number): void {
    if (this.#isTimed || !this.#isAnswering || this.socket.writableLength === 0) return
    this.#isTimed = true
    this.socket.setTimeout(stalledMs)
  }

  #begin(request: IncomingMessage, response: ServerResponse, answer: Answering): void {
    this.#current = response
    this.#isTimed = false
    this.#begunMs = performance.now()
    answer(request, response)
  }

  readonly #later = () => this.#turns.add(this.#next)

  readonly #next = () => {
    const next = this.#waiting.shift()
    // After a reply that closes the connection nothing more is answered.
    if (!next || !this.socket.writable) return
    if (this.#waiting.length === 0) this.socket.resume()
    else next.response.once('close', this.#later)
    this.#begin(next.request, next.response, next.answer)
  }

  #pauseWhileWaiting(): void {
    if (this.#waiting.length === 0 || this.socket.destroyed) return
    // Pausing a stream whose resuming is not done yet has no effect: Node's server is notified by hand.
    if (this.socket.isPaused()) this.socket.emit('pause')
    else this.socket.pause()
  }
}
