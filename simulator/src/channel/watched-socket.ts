import { WebSocket } from 'ws'

/** How long a console may take to say goodbye. */
const GOODBYE_MS = 1000

/** Bytes of a close frame's reason (RFC 6455 §5.5.1: 125 with its code); the library throws past them. */
const REASON_BYTES = 123

/** As much of a text as a reason holds. */
function inReason(text: string): string {
  let end = Math.min(text.length, REASON_BYTES)
  while (Buffer.byteLength(text.slice(0, end)) > REASON_BYTES) end--
  return text.slice(0, end)
}

/** The socket of one console, as both of its listeners (channel and talk) have it: watched by pings, ended politely. */
export class WatchedSocket {
  protected readonly socket: WebSocket
  readonly #onSilent: () => void
  #heard = true

  /** `onSilent`: the console did not answer a ping and is cut. */
  constructor(socket: WebSocket, onSilent: () => void) {
    this.socket = socket
    this.#onSilent = onSilent
    socket.on('pong', () => {
      this.#heard = true
    })
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN
  }

  cut(): void {
    this.socket.terminate()
  }

  /** Asks whether the other side still lives; ends a link that did not answer since the last time. */
  beat(): void {
    if (!this.#heard) {
      this.#onSilent()
      this.cut()
      return
    }
    this.#heard = false
    if (this.isOpen) this.socket.ping()
  }

  /** Closes with a reason; a console that does not say goodbye is cut. */
  protected sayGoodbye(code: number, text: string): void {
    if (this.socket.readyState === WebSocket.CLOSED) return
    this.socket.close(code, inReason(text))
    const timer = setTimeout(() => this.cut(), GOODBYE_MS)
    timer.unref()
    this.socket.once('close', () => clearTimeout(timer))
  }
}
