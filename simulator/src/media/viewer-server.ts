/** The viewers' listener: FLV over WebSocket and over HTTP on the platform's server. Paths and tokens are strict. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { clientAddressOf, isOfEdge } from '../calls/client-address.ts'
import type { MediaEffects } from '../faults/media-faults.ts'
import type { Fanout, ViewerClose, ViewerSink } from './stream-fanout.ts'
import type { StreamTokens } from './stream-token.ts'
import type { UnsentBytes } from './unsent-bytes.ts'

/** Close codes of the WebSocket, documented in docs/media.md. */
const CLOSE_CODES = {
  unauthorised: 4401,
  absent: 4404,
  stopped: 4410,
  revoked: 4403,
  tooSlow: 4408,
} as const

export type ViewerServer = {
  /** Answers GET /live/… and /replay/…; false when the path is neither. */
  handleHttp(request: IncomingMessage, response: ServerResponse): boolean
  /** Takes WebSocket upgrades of the same paths; false for others. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  close(): void
}

/** Nobody's session. */
const OF_EDGE = { ok: true, sessionId: '' } as const

type Opened =
  | { ok: true; fanout: Fanout; sessionId: string; lateMs: number | undefined }
  | { ok: false; status: 401 | 404 }

/** A stream that runs, and the camera whose it is. */
export type OpenStream = { fanout: Fanout; sn: string }

export function createViewerServer(deps: {
  tokens: Pick<StreamTokens, 'verify'>
  /** Whether a path is that of a stream, whether it runs or not: strictly, encoded characters are refused. */
  isStream(path: string): boolean
  /** The stream of such a path, when it runs. */
  find(path: string): OpenStream | undefined
  effects?: MediaEffects
  unsent: UnsentBytes
}): ViewerServer {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 4096,
    // One frame of a socket in a turn of the event loop: viewers have nothing to send.
    allowSynchronousEvents: false,
  })

  const open = (url: string, request: IncomingMessage): Opened => {
    const cut = url.indexOf('?')
    const path = cut < 0 ? url : url.slice(0, cut)
    if (!deps.isStream(path)) return { ok: false, status: 404 }
    const token = new URLSearchParams(cut < 0 ? '' : url.slice(cut + 1)).get('token') ?? ''
    // An edge has asked before, whether its viewer may.
    const check = isOfEdge(request) ? OF_EDGE : deps.tokens.verify(path, token)
    if (!check.ok) return { ok: false, status: 401 }
    const stream = deps.find(path)
    const impact =
      stream && deps.effects?.isQuiet === false ? deps.effects.openingImpact(stream.sn) : undefined
    if (!stream || impact?.notFound) return { ok: false, status: 404 }
    return { ok: true, fanout: stream.fanout, sessionId: check.sessionId, lateMs: impact?.lateMs }
  }

  const answer = (url: string, request: IncomingMessage, response: ServerResponse): void => {
    const listener = open(url, request)
    if (!listener.ok) {
      const msg = listener.status === 401 ? 'stream token missing or stale' : 'no such stream'
      refuse(response, listener.status, msg)
      return
    }
    // Without chunks: the sent bytes are then the same for all viewers, and end with the connection.
    response.removeHeader('transfer-encoding')
    response.writeHead(200, {
      'content-type': 'video/x-flv',
      'cache-control': 'no-store',
      connection: 'close',
    })
    if (request.method === 'HEAD') {
      response.end()
      return
    }
    response.flushHeaders()
    const { socket } = request
    const sent = deps.unsent.open(clientAddressOf(request), socket, () => socket.writableLength)
    const viewer = listener.fanout.join(httpSink(response, socket, sent), listener.sessionId, listener.lateMs)
    response.on('close', () => viewer.leave())
  }

  return {
    handleHttp(request, response) {
      const url = request.url ?? ''
      if (!isOurs(url)) return false
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('allow', 'GET')
        refuse(response, 405, 'streams are read with GET')
        return true
      }
      inItsTurn(response, () => answer(url, request, response))
      return true
    },
    handleUpgrade(request, socket, head) {
      const url = request.url ?? ''
      if (!isOurs(url)) return false
      sockets.handleUpgrade(request, socket, head, (client) => {
        const listener = open(url, request)
        client.on('error', () => client.terminate())
        if (!listener.ok) {
          client.close(
            listener.status === 401 ? CLOSE_CODES.unauthorised : CLOSE_CODES.absent,
            `${listener.status}`,
          )
          return
        }
        const sent = deps.unsent.open(clientAddressOf(request), socket, () => socket.writableLength)
        const viewer = listener.fanout.join(
          socketSink(client, socket, sent),
          listener.sessionId,
          listener.lateMs,
        )
        client.on('close', () => viewer.leave())
      })
      return true
    },
    close() {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}

const isOurs = (url: string) => url.startsWith('/live/') || url.startsWith('/replay/')

/** A refusal in the contract's form. */
export function refuse(response: ServerResponse, code: number, msg: string): void {
  response.writeHead(code, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ code, msg }))
}

/** Runs when the replies before this one on its socket are out: one that waits would gather all that it is to send. */
export function inItsTurn(response: ServerResponse, run: () => void): void {
  if (response.socket) run()
  else response.once('socket', run)
}

type Sent = (bytes: number) => void

function httpSink(response: ServerResponse, socket: Duplex, sent: Sent): ViewerSink {
  return {
    // Past the response: the head is out, and all that follows is the body.
    send(chunk) {
      socket.write(chunk)
      sent(chunk.length)
    },
    bufferedBytes: () => socket.writableLength,
    close(reason) {
      if (reason === 'tooSlow' || reason === 'cut') response.destroy()
      else response.end()
    },
  }
}

function socketSink(client: WebSocket, socket: Duplex, sent: Sent): ViewerSink {
  const isOpen = () => client.readyState === client.OPEN
  return {
    send(chunk) {
      client.send(chunk, { binary: true })
      sent(chunk.length)
    },
    // Beside ws, which would make a frame for each viewer; nothing of its own is ever half written.
    sendFrame(frame) {
      if (!isOpen()) return
      socket.write(frame)
      sent(frame.length)
    },
    bufferedBytes: () => socket.writableLength,
    close(reason: ViewerClose) {
      if (reason === 'tooSlow' || reason === 'cut') client.terminate()
      else client.close(CLOSE_CODES[reason], reason)
    },
  }
}
