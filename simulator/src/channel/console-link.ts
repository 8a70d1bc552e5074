import { CLOSE } from '@backlot/contract/channel/frames'
import { WebSocket } from 'ws'
import type { ChannelMetrics } from './channel-metrics.ts'

/** Bytes that may wait for a console; past it the console is too slow and is cut. */
export const BUFFER_MAX_BYTES = 256 * 1024
/** Below it a snapshot goes on. */
const BUFFER_EASY_BYTES = 64 * 1024
/** How long a cut console may take to say goodbye. */
const GOODBYE_MS = 1000

/** The socket of one console: writes frames, watches how much waits, closes with a reason. */
export class ConsoleLink {
  readonly #socket: WebSocket
  readonly #metrics: ChannelMetrics
  #heard = true

  constructor(socket: WebSocket, metrics: ChannelMetrics) {
    this.#socket = socket
    this.#metrics = metrics
    socket.on('pong', () => {
      this.#heard = true
    })
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** Whether so little waits that more than the live frames may be sent. */
  get isEasy(): boolean {
    return this.#socket.bufferedAmount < BUFFER_EASY_BYTES
  }

  /** Sends a frame, or cuts a console that does not keep up. Answers whether it was sent. */
  send(text: string | Buffer): boolean {
    if (!this.isOpen) return false
    if (this.#socket.bufferedAmount > BUFFER_MAX_BYTES) {
      this.#metrics.dropped('tooSlow')
      this.close('tooSlow', 'This console does not keep up.')
      return false
    }
    this.#socket.send(text, { binary: false, compress: false })
    this.#metrics.sent(text.length)
    return true
  }

  close(reason: keyof typeof CLOSE, text: string): void {
    if (this.#socket.readyState === WebSocket.CLOSED) return
    this.#socket.close(CLOSE[reason], text)
    const timer = setTimeout(() => this.#socket.terminate(), GOODBYE_MS)
    timer.unref()
    this.#socket.once('close', () => clearTimeout(timer))
  }

  cut(): void {
    this.#socket.terminate()
  }

  /** Asks whether the other side still lives; ends a link that did not answer since the last time. */
  beat(): void {
    if (!this.#heard) {
      this.#metrics.dropped('silent')
      this.#socket.terminate()
      return
    }
    this.#heard = false
    if (this.isOpen) this.#socket.ping()
  }
}
