import { CLOSE } from '@backlot/contract/channel/frames'
import { WebSocket } from 'ws'
import type { FrameLine } from '../faults/frame-line.ts'
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
  readonly #line: FrameLine | undefined
  #heard = true

  /** `line`: the faults that its frames pass. */
  constructor(socket: WebSocket, metrics: ChannelMetrics, line?: FrameLine) {
    this.#socket = socket
    this.#metrics = metrics
    this.#line = line
    socket.once('close', () => line?.close())
    socket.on('pong', () => {
      this.#heard = true
    })
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** Whether so little waits that more than the live frames may be sent. */
  get isEasy(): boolean {
    return this.#waitingBytes < BUFFER_EASY_BYTES
  }

  /** Whose console it is: from here on faults may harm its frames. */
  signedIn(loginName: string): void {
    if (this.#line) this.#line.account = loginName
  }

  /** Sends a frame, or cuts a console that does not keep up. Answers whether it was sent. */
  send(text: string | Buffer): boolean {
    if (!this.isOpen) return false
    if (this.#waitingBytes > BUFFER_MAX_BYTES) {
      this.#metrics.dropped('tooSlow')
      this.close('tooSlow', 'This console does not keep up.')
      return false
    }
    const line = this.#line
    const write = () => this.#write(text)
    if (!line || line.isFree) write()
    else line.pass(text.length, write, () => this.cut())
    return true
  }

  get #waitingBytes(): number {
    return this.#socket.bufferedAmount + (this.#line?.waitingBytes ?? 0)
  }

  #write(text: string | Buffer): void {
    if (!this.isOpen) return
    this.#socket.send(text, { binary: false, compress: false })
    this.#metrics.sent(text.length)
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
