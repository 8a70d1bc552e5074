import { WebSocket } from 'ws'

/** How long a console may take to say goodbye. */
const GOODBYE_MS = 1000

/** The socket of one console, as both of its doors (channel and talk) have it: watched by pings, ended politely. */
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
    this.socket.close(code, text)
    const timer = setTimeout(() => this.cut(), GOODBYE_MS)
    timer.unref()
    this.socket.once('close', () => clearTimeout(timer))
  }
}
