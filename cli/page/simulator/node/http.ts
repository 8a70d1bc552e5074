/**
 * Node's HTTP server for requests of the page that it runs in: they come as messages, and go to the listening server of
 * their port. A request has a socket of its own, on which raw writes (streams, upgrades) work as on Node's.
 */
import { EventEmitter } from 'node:events'
import { Readable, Writable } from 'node:stream'
import STATUS_CODES from 'statuses/codes.json' with { type: 'json' }
import { Socket } from './net.ts'

export { STATUS_CODES }

type Headers = Record<string, string>
type HeaderValue = number | string | readonly string[]

export type SentRequest = { method: string; url: string; headers: Headers; body?: Uint8Array | undefined }

/** What is made of a reply, in order: the head once, pieces of the body, the end once. */
export type ReplyTo = {
  /** `cookies`: values of Set-Cookie, which does not go into one line as the others do. */
  head(status: number, headers: Headers, cookies: readonly string[]): void
  piece(bytes: Uint8Array): void
  end(): void
}

const listening = new Map<number, Server>()
const FIRST_PORT = 20_000

export class IncomingMessage extends Readable {
  readonly httpVersion = '1.1'
  readonly httpVersionMajor = 1
  readonly httpVersionMinor = 1
  readonly trailers = {}
  readonly aborted = false
  complete = false
  method: string
  url: string
  headers: Headers
  rawHeaders: string[]
  socket: Socket

  constructor({ method, url, headers, body }: SentRequest, socket: Socket) {
    super()
    this.method = method
    this.url = url
    this.headers = headers
    this.rawHeaders = Object.entries(headers).flat()
    this.socket = socket
    if (body && body.length > 0) this.push(Buffer.from(body))
    this.push(null)
    this.complete = true
  }

  get connection(): Socket {
    return this.socket
  }

  override _read(): void {}

  setTimeout(): this {
    return this
  }
}

/** Head and body of a message that is sent. */
export class OutgoingMessage extends Writable {
  headersSent = false
  sendDate = false
  readonly #headers = new Map<string, { name: string; value: HeaderValue }>()

  setHeader(name: string, value: HeaderValue): this {
    this.#headers.set(name.toLowerCase(), { name, value })
    return this
  }

  appendHeader(name: string, value: string | readonly string[]): this {
    const before = this.getHeader(name)
    return this.setHeader(name, before === undefined ? value : [before, value].flat().map(String))
  }

  getHeader(name: string): HeaderValue | undefined {
    return this.#headers.get(name.toLowerCase())?.value
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name.toLowerCase())
  }

  removeHeader(name: string): void {
    this.#headers.delete(name.toLowerCase())
  }

  getHeaderNames(): string[] {
    return [...this.#headers.keys()]
  }

  getHeaders(): Record<string, HeaderValue> {
    return Object.fromEntries([...this.#headers].map(([name, { value }]) => [name, value]))
  }
}

export class ServerResponse extends OutgoingMessage {
  statusCode = 200
  statusMessage = ''
  finished = false
  readonly req: IncomingMessage
  /** Null when the reply is out. */
  socket: Socket | null
  readonly #to: ReplyTo

  /** `to`: left out for a reply that nobody waits for. */
  constructor(request: IncomingMessage, to: ReplyTo = { head() {}, piece() {}, end() {} }) {
    super()
    this.req = request
    this.socket = request.socket
    this.#to = to
  }

  get connection(): Socket | null {
    return this.socket
  }

  writeHead(status: number, ...rest: unknown[]): this {
    const [first, second] = rest
    const given = typeof first === 'string' ? second : first
    this.statusCode = status
    if (typeof first === 'string') this.statusMessage = first
    for (const [name, value] of headersOf(given)) this.setHeader(name, value)
    this.flushHeaders()
    return this
  }

  flushHeaders(): void {
    if (this.headersSent) return
    this.headersSent = true
    const { 'set-cookie': cookies = [], ...headers } = this.getHeaders()
    const lines = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
    this.#to.head(this.statusCode, Object.fromEntries(lines), [cookies].flat().map(String))
  }

  writeContinue(): void {}

  setTimeout(): this {
    return this
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, taken: (error?: Error | null) => void): void {
    this.flushHeaders()
    if (this.req.method !== 'HEAD') this.#to.piece(chunk)
    taken()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.flushHeaders()
    this.finished = true
    this.#to.end()
    done()
    this.socket = null
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.writableFinished) this.req.socket.destroy()
    done(error)
  }
}

/** Headers of writeHead: an object, pairs, or names and values in turn. */
function headersOf(given: unknown): [string, HeaderValue][] {
  if (!Array.isArray(given)) return Object.entries((given ?? {}) as Record<string, HeaderValue>)
  if (Array.isArray(given[0])) return given as [string, HeaderValue][]
  return given.flatMap((name, at) => (at % 2 === 0 ? [[name, given[at + 1]] as [string, HeaderValue]] : []))
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export class Server extends EventEmitter {
  listening = false
  readonly #sockets = new Set<Socket>()
  #port = 0

  constructor(options?: object | Handler, handler?: Handler) {
    super()
    const answer = typeof options === 'function' ? (options as Handler) : handler
    if (answer) this.on('request', answer)
  }

  listen(wish: { port?: number } | number = 0): this {
    const asked = typeof wish === 'number' ? wish : (wish.port ?? 0)
    this.#port = asked || FIRST_PORT + listening.size
    listening.set(this.#port, this)
    this.listening = true
    queueMicrotask(() => this.emit('listening'))
    return this
  }

  address() {
    return { address: '127.0.0.1', family: 'IPv4', port: this.#port }
  }

  close(closed?: () => void): this {
    listening.delete(this.#port)
    this.listening = false
    queueMicrotask(() => {
      closed?.()
      this.emit('close')
    })
    return this
  }

  closeAllConnections(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  closeIdleConnections(): void {}

  setTimeout(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  /** A connection, as one of a client on this machine. */
  connect(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    this.emit('connection', socket)
  }
}

export const createServer = (options?: object | Handler, handler?: Handler) => new Server(options, handler)

function serverAt(port: number): Server {
  const server = listening.get(port)
  if (!server) throw new Error(`Nothing listens on port ${port} of this page.`)
  return server
}

/** Sends a request to the server of a port. The returned function breaks its connection off. */
export function sendRequest(port: number, sent: SentRequest, to: ReplyTo): () => void {
  const server = serverAt(port)
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    to.end()
  }
  const socket = new Socket({ heard: (bytes) => isOver || to.piece(bytes), ended: end })
  server.connect(socket)
  const request = new IncomingMessage(sent, socket)
  const response = new ServerResponse(request, { ...to, end })
  socket.once('close', () => response.destroy())
  // A reply that is broken off ends with its connection.
  response.once('close', () => {
    end()
    socket.destroy()
  })
  server.emit('request', request, response)
  return () => socket.destroy()
}

/** Asks the server of a port for an upgrade: all that it writes is heard, the head of its reply first. */
export function sendUpgrade(
  port: number,
  sent: SentRequest,
  end: ConstructorParameters<typeof Socket>[0],
): Socket {
  const server = serverAt(port)
  const socket = new Socket(end)
  server.connect(socket)
  const request = new IncomingMessage(sent, socket)
  if (!server.emit('upgrade', request, socket, Buffer.alloc(0))) socket.destroy()
  return socket
}

/** A page makes no connections: what the platform would send to others is refused as by a machine that is not there. */
class ClientRequest extends OutgoingMessage {
  constructor() {
    super()
    globalThis.setTimeout(() =>
      this.destroy(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
    )
  }

  override _write(_chunk: unknown, _encoding: BufferEncoding, taken: (error?: Error | null) => void): void {
    taken()
  }

  setNoDelay(): void {}

  setTimeout(): this {
    return this
  }
}

export const request = () => new ClientRequest()
export const get = request
export class Agent {
  destroy(): void {}
}
export const globalAgent = new Agent()
export const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']
export const validateHeaderName = () => {}
export const validateHeaderValue = () => {}
export default {
  METHODS,
  IncomingMessage,
  OutgoingMessage,
  ServerResponse,
  Server,
  Agent,
  globalAgent,
  createServer,
  request,
  get,
}
