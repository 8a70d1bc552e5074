/** The page's sockets at the platform: WebSockets (RFC 6455) over connections within the page. */
import { randomBytes } from 'node:crypto'
import { Receiver, Sender } from 'ws'
import type { FromPlatform } from '../messages.ts'
import { type SentRequest, sendUpgrade } from './node/http.ts'
import type { Socket } from './node/net.ts'

type Post = (message: FromPlatform, transfer?: Transferable[]) => void
type Open = { socket: Socket; sender: Sender }

const ABNORMAL = 1006
const NO_STATUS = 1005
const HEAD_END = '\r\n\r\n'
const IS_SWITCHED = /^HTTP\/1\.1 101 /

export class Sockets {
  readonly #port: number
  readonly #headers: () => Record<string, string>
  readonly #post: Post
  readonly #open = new Map<number, Open>()

  /** `headers`: those that every request of the page has. */
  constructor(port: number, headers: () => Record<string, string>, post: Post) {
    this.#port = port
    this.#headers = headers
    this.#post = post
  }

  open(id: number, path: string): void {
    let head: Buffer | undefined = Buffer.alloc(0)
    let code = ABNORMAL
    const receiver = new Receiver({ isServer: false })
    receiver.on('message', (data: Buffer, isBinary: boolean) => {
      const bytes = new Uint8Array(data)
      if (isBinary) this.#post({ kind: 'message', id, data: bytes }, [bytes.buffer])
      else this.#post({ kind: 'message', id, data: data.toString('utf8') })
    })
    receiver.on('conclude', (given: number) => {
      code = given
      socket.destroy()
    })
    receiver.on('ping', (data: Buffer) => sender.pong(data, true))
    receiver.on('error', () => socket.destroy())
    const heard = (bytes: Uint8Array) => {
      if (!head) return void receiver.write(Buffer.from(bytes))
      head = Buffer.concat([head, bytes])
      const end = head.indexOf(HEAD_END)
      if (end < 0) return
      const [answer, rest] = [head.toString('latin1', 0, end), head.subarray(end + HEAD_END.length)]
      head = undefined
      if (!IS_SWITCHED.test(answer)) return void socket.destroy()
      this.#post({ kind: 'opened', id })
      if (rest.length > 0) receiver.write(rest)
    }
    const request: SentRequest = {
      method: 'GET',
      url: path,
      headers: {
        ...this.#headers(),
        origin: globalThis.location.origin,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    }
    const socket = sendUpgrade(this.#port, request, {
      heard,
      ended: () => {
        if (this.#open.delete(id)) this.#post({ kind: 'close', id, code })
      },
    })
    const sender = new Sender({
      cork() {},
      uncork() {},
      write(bytes, sent) {
        socket.receive(bytes)
        sent?.()
      },
    })
    this.#open.set(id, { socket, sender })
    if (socket.destroyed) socket.emit('close')
  }

  heard(id: number, data: string | Uint8Array): void {
    const binary = typeof data !== 'string'
    this.#open.get(id)?.sender.send(data, { binary, mask: true, fin: true, compress: false })
  }

  /** The page has closed it. */
  closed(id: number, code: number): void {
    const found = this.#open.get(id)
    if (!found) return
    this.#open.delete(id)
    found.sender.close(code === NO_STATUS ? undefined : code, '', true)
    found.socket.push(null)
  }
}
