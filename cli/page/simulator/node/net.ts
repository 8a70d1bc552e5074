/** Sockets within the page. Nothing is connected to from here, and nobody but the page's own requests comes in. */
import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'

/** The other end of a socket. */
export type SocketEnd = {
  heard(bytes: Uint8Array): void
  ended(): void
}

const LOOPBACK = '127.0.0.1'
let lastPort = 40_000

export class Socket extends Duplex {
  readonly remoteAddress = LOOPBACK
  readonly remoteFamily = 'IPv4'
  readonly remotePort = ++lastPort
  readonly localAddress = LOOPBACK
  readonly localPort = 0
  readonly encrypted = globalThis.location.protocol === 'https:'
  bytesRead = 0
  bytesWritten = 0
  #end: SocketEnd | undefined

  /** `end`: left out for a socket that is to connect, which cannot be done. */
  constructor(end?: SocketEnd) {
    super()
    this.#end = end
    this.once('close', () => {
      this.#end?.ended()
      this.#end = undefined
    })
  }

  /** Bytes from the other end. */
  receive(bytes: Uint8Array): void {
    if (this.destroyed) return
    this.bytesRead += bytes.length
    this.push(Buffer.from(bytes))
  }

  connect(): this {
    queueMicrotask(() => this.destroy(refused()))
    return this
  }

  destroySoon(): void {
    this.end(() => this.destroy())
  }

  address() {
    return { address: LOOPBACK, family: 'IPv4', port: this.localPort }
  }

  setTimeout(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, taken: (error?: Error | null) => void): void {
    this.bytesWritten += chunk.length
    this.#end?.heard(chunk)
    taken()
  }

  override _final(done: (error?: Error | null) => void): void {
    done()
    this.destroy()
  }
}

const refused = () => Object.assign(new Error('A page makes no connections.'), { code: 'ECONNREFUSED' })

/** Ports of other wires are off in a page. */
export class Server extends EventEmitter {
  listen(): this {
    queueMicrotask(() =>
      this.emit('error', Object.assign(new Error('A page has no ports.'), { code: 'EACCES' })),
    )
    return this
  }
}

export const createServer = () => new Server()
export const connect = () => new Socket().connect()
export const createConnection = connect

export const isIPv4 = (text: string) => /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text)
export const isIPv6 = (text: string) => text.includes(':')
export const isIP = (text: string) => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0)

/** Lists of addresses that may be reached: none can be. */
export class BlockList {
  addAddress(): void {}
  addRange(): void {}
  addSubnet(): void {}
  check(): boolean {
    return false
  }
}

export default { Socket, Server, createServer, connect, createConnection, isIP, isIPv4, isIPv6, BlockList }
