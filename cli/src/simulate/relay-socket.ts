import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

/** Longest frame, bytes: longer ones than any of the contract. */
const MAX_FRAME = 16 * 1024 * 1024
const acceptor = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME })
/** Close codes that an end may send (RFC 6455, section 7.4). */
const maySend = (code: number) =>
  (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || code >= 3000

/** Accepts a page's WebSocket. */
export function acceptSocket(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<WebSocket> {
  return new Promise((resolve) => acceptor.handleUpgrade(request, socket, head, resolve))
}

export type PageFrames = (hear: (said: string | Buffer) => void) => void

/**
 * Holds what a page says from now on, until the answered function is told who hears it. Its socket is paused; what came
 * with the frame before waits here.
 */
export function holdFrames(page: WebSocket): PageFrames {
  const waiting: (string | Buffer)[] = []
  let hear = (said: string | Buffer): void => void waiting.push(said)
  page.pause()
  page.on('message', (data, isBinary) => hear(frameOf(data, isBinary)))
  return (listener) => {
    hear = listener
    for (const said of waiting) listener(said)
    page.resume()
  }
}

/** Opens a WebSocket. What is sent before it is open waits. */
export class Upstream {
  readonly #socket: WebSocket
  readonly #waiting: (string | Buffer)[] = []

  constructor(
    address: URL,
    options: { headers: Record<string, string>; rejectUnauthorized?: boolean; ca?: string },
    heard: { message(data: string | Buffer): void; closed(code: number, reason: string): void },
  ) {
    this.#socket = new WebSocket(address, { ...options, maxPayload: MAX_FRAME, handshakeTimeout: 15_000 })
    this.#socket.on('open', () => {
      for (const data of this.#waiting.splice(0)) this.#socket.send(data)
    })
    this.#socket.on('message', (data, isBinary) => heard.message(frameOf(data, isBinary)))
    this.#socket.on('close', (code, reason) => heard.closed(code, reason.toString()))
    // `close` follows.
    this.#socket.on('error', () => {})
  }

  send(data: string | Buffer): void {
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#waiting.push(data)
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(data)
  }

  close(code = 1000): void {
    closeSocket(this.#socket, code)
  }
}

export const frameOf = (data: RawData, isBinary: boolean): string | Buffer =>
  isBinary ? Buffer.from(data as Buffer) : data.toString()

/** Longest reason of a close frame, bytes (RFC 6455, section 5.5). */
const REASON_MAX = 123

/** Closes with the code, or without one where none may be sent. A longer reason than a frame holds is cut. */
export function closeSocket(socket: WebSocket, code: number, reason = ''): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.terminate()
  else if (maySend(code)) socket.close(code, cutReason(reason))
  else socket.close()
}

function cutReason(reason: string): string {
  let cut = reason
  while (Buffer.byteLength(cut) > REASON_MAX) cut = cut.slice(0, -1)
  return cut
}
