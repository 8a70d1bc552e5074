import type Mpegts from 'mpegts.js'
import type { KeyFrameFilter } from './key-frame-filter.ts'

/**
 * Loads a stream over a WebSocket for mpegts.js. Its own loader leaves its error handler on a socket that it closes
 * while that still connects, which then throws into the page; this one lets go of a socket when it is done with it.
 * Received data pass through `filter`.
 */
export function socketLoaderOf(
  mpegts: typeof Mpegts,
  filter: KeyFrameFilter,
): Mpegts.CustomLoaderConstructor {
  const { kIdle, kConnecting, kBuffering, kError, kComplete } = mpegts.LoaderStatus
  return class SocketLoader extends mpegts.BaseLoader {
    #socket: WebSocket | undefined
    #received = 0

    constructor() {
      super('websocket-loader')
      this._needStash = true
    }

    override destroy(): void {
      this.#letGo(kIdle)
      super.destroy()
    }

    override open({ url }: Mpegts.MediaSegment): void {
      this._status = kConnecting
      this.#received = 0
      filter.restart()
      let socket: WebSocket
      try {
        socket = new WebSocket(url)
      } catch (error) {
        this.#fail(error instanceof Error ? error.message : String(error))
        return
      }
      this.#socket = socket
      socket.binaryType = 'arraybuffer'
      socket.onopen = () => {
        this._status = kBuffering
      }
      socket.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (!(data instanceof ArrayBuffer)) {
          this.#fail('A stream of text instead of bytes')
          return
        }
        const passed = filter.push(new Uint8Array(data))
        if (passed.length === 0) return
        const start = this.#received
        this.#received += passed.length
        this.onDataArrival(wholeBuffer(passed), start, this.#received)
      }
      socket.onerror = () => this.#fail('The socket broke')
      socket.onclose = () => {
        this.#letGo(kComplete)
        this.onComplete(0, this.#received - 1)
      }
    }

    override abort(): void {
      this.#letGo(kComplete)
    }

    #fail(msg: string): void {
      this.#letGo(kError)
      this.onError(mpegts.LoaderErrors.EXCEPTION as unknown as Mpegts.LoaderErrors, { code: -1, msg })
    }

    #letGo(status: number): void {
      this._status = status
      const socket = this.#socket
      if (!socket) return
      this.#socket = undefined
      socket.onopen = socket.onmessage = socket.onerror = socket.onclose = null
      socket.close()
    }
  }
}

/** A buffer of just these bytes. */
function wholeBuffer(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  return bytes.length === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer
}
