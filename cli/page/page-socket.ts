import type { ToPlatform } from './messages.ts'

type Post = (message: ToPlatform, transfer?: Transferable[]) => void

/** The platform's end of a socket of the page is a worker: it takes the place of the browser's WebSocket. */
class PageSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSING = 2
  readonly CLOSED = 3
  readonly url: string
  readonly protocol = ''
  readonly extensions = ''
  readonly bufferedAmount = 0
  binaryType: BinaryType = 'blob'
  readyState = 0
  onopen: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onclose: ((event: CloseEvent) => void) | null = null
  onerror: ((event: Event) => void) | null = null
  readonly #id: number
  readonly #sockets: PageSockets

  constructor(id: number, url: URL, sockets: PageSockets) {
    super()
    this.#id = id
    this.url = url.href
    this.#sockets = sockets
  }

  send(data: string | ArrayBufferLike | ArrayBufferView | Blob): void {
    if (this.readyState === 0) throw new DOMException('Still in CONNECTING state.', 'InvalidStateError')
    if (this.readyState !== 1) return
    if (typeof data === 'string') this.#sockets.post({ kind: 'heard', id: this.#id, data })
    else if (data instanceof Blob)
      void data.arrayBuffer().then((bytes) => this.#sendBytes(new Uint8Array(bytes)))
    else if (ArrayBuffer.isView(data))
      this.#sendBytes(new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength).slice())
    else this.#sendBytes(new Uint8Array(data as ArrayBuffer).slice())
  }

  #sendBytes(data: Uint8Array<ArrayBuffer>): void {
    this.#sockets.post({ kind: 'heard', id: this.#id, data }, [data.buffer])
  }

  close(code = 1005): void {
    if (this.readyState >= 2) return
    const wasOpen = this.readyState === 1
    this.readyState = 2
    this.#sockets.post({ kind: 'closed', id: this.#id, code })
    // A handler that is set after this call hears of it, as with the browser's.
    setTimeout(() => this.ended(wasOpen ? code : 1006))
  }

  opened(): void {
    if (this.readyState !== 0) return
    this.readyState = 1
    const event = new Event('open')
    this.onopen?.(event)
    this.dispatchEvent(event)
  }

  heard(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.readyState !== 1) return
    const event = new MessageEvent('message', {
      data: typeof data === 'string' ? data : this.binaryType === 'blob' ? new Blob([data]) : data.buffer,
      origin: location.origin,
    })
    this.onmessage?.(event)
    this.dispatchEvent(event)
  }

  /** 1006: it was never open, or it broke. */
  ended(code: number): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.#sockets.forget(this.#id)
    if (code === 1006) {
      const event = new Event('error')
      this.onerror?.(event)
      this.dispatchEvent(event)
    }
    const event = new CloseEvent('close', { code, wasClean: code !== 1006 })
    this.onclose?.(event)
    this.dispatchEvent(event)
  }
}

/** Sockets of the page to its own origin. */
export class PageSockets {
  readonly post: Post
  readonly #open = new Map<number, PageSocket>()
  #last = 0

  constructor(post: Post) {
    this.post = post
  }

  /** Takes the place of the browser's WebSocket for addresses of the page's own host. */
  install(): void {
    // Workers of the page have the browser's alone: the console's live video (live-way.ts) asks.
    Object.defineProperty(window.WebSocket, 'isOfPage', { value: true, configurable: true })
    window.WebSocket = new Proxy(window.WebSocket, {
      construct: (browsers, [address, ...more]: [string | URL, ...unknown[]]) => {
        const url = new URL(address, document.baseURI)
        return url.host === location.host
          ? this.#connect(url)
          : Reflect.construct(browsers, [address, ...more])
      },
    })
  }

  get(id: number): PageSocket | undefined {
    return this.#open.get(id)
  }

  forget(id: number): void {
    this.#open.delete(id)
  }

  #connect(url: URL): PageSocket {
    url.protocol = url.protocol === 'https:' || url.protocol === 'wss:' ? 'wss:' : 'ws:'
    const id = ++this.#last
    const socket = new PageSocket(id, url, this)
    this.#open.set(id, socket)
    this.post({ kind: 'open', id, path: url.pathname + url.search })
    return socket
  }
}
