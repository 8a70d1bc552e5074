/** The viewers' door: FLV over WebSocket and over HTTP on the platform's server. Paths and tokens are strict. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Fanout, ViewerClose, ViewerSink } from './stream-fanout.ts'
import { readStreamPath, type StreamName, streamPath } from './stream-path.ts'
import type { TokenDesk } from './stream-token.ts'

/** Close codes of the WebSocket, documented in docs/media.md. */
export const CLOSE_CODES = {
  unauthorised: 4401,
  absent: 4404,
  stopped: 4410,
  revoked: 4403,
  tooSlow: 4408,
} as const

export type ViewerEdge = {
  /** Answers GET /live/…; false when the path is not under /live/. */
  handleHttp(request: IncomingMessage, response: ServerResponse): boolean
  /** Takes WebSocket upgrades under /live/; false when the path is not. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  close(): void
}

type Door = { ok: true; fanout: Fanout; sessionId: string } | { ok: false; status: 401 | 404 }

export function createViewerEdge(deps: {
  tokens: Pick<TokenDesk, 'verify'>
  /** The stream's fan-out, when it runs. */
  find(name: StreamName): Fanout | undefined
}): ViewerEdge {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 4096 })

  const open = (url: string): Door => {
    const cut = url.indexOf('?')
    const name = readStreamPath(cut < 0 ? url : url.slice(0, cut))
    if (!name) return { ok: false, status: 404 }
    const token = new URLSearchParams(cut < 0 ? '' : url.slice(cut + 1)).get('token') ?? ''
    const check = deps.tokens.verify(streamPath(name), token)
    if (!check.ok) return { ok: false, status: 401 }
    const fanout = deps.find(name)
    return fanout ? { ok: true, fanout, sessionId: check.sessionId } : { ok: false, status: 404 }
  }

  return {
    handleHttp(request, response) {
      const url = request.url ?? ''
      if (!url.startsWith('/live/')) return false
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('allow', 'GET')
        refuse(response, 405, 'streams are read with GET')
        return true
      }
      const door = open(url)
      if (!door.ok) {
        const msg = door.status === 401 ? 'stream token missing or stale' : 'no such stream'
        refuse(response, door.status, msg)
        return true
      }
      response.writeHead(200, {
        'content-type': 'video/x-flv',
        'cache-control': 'no-store',
        connection: 'close',
      })
      if (request.method === 'HEAD') {
        response.end()
        return true
      }
      const viewer = door.fanout.join(httpSink(response), door.sessionId)
      response.on('close', () => viewer.leave())
      return true
    },
    handleUpgrade(request, socket, head) {
      const url = request.url ?? ''
      if (!url.startsWith('/live/')) return false
      sockets.handleUpgrade(request, socket, head, (client) => {
        const door = open(url)
        client.on('error', () => client.terminate())
        if (!door.ok) {
          client.close(door.status === 401 ? CLOSE_CODES.unauthorised : CLOSE_CODES.absent, `${door.status}`)
          return
        }
        const viewer = door.fanout.join(socketSink(client), door.sessionId)
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

/** A refusal in the contract's form. */
function refuse(response: ServerResponse, code: number, msg: string): void {
  response.writeHead(code, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ code, msg }))
}

function httpSink(response: ServerResponse): ViewerSink {
  return {
    send: (chunk) => response.write(chunk),
    bufferedBytes: () => response.writableLength,
    close(reason) {
      if (reason === 'tooSlow') response.destroy()
      else response.end()
    },
  }
}

function socketSink(client: WebSocket): ViewerSink {
  return {
    send: (chunk) => client.send(chunk, { binary: true }),
    bufferedBytes: () => client.bufferedAmount,
    close(reason: ViewerClose) {
      if (reason === 'tooSlow') client.terminate()
      else client.close(CLOSE_CODES[reason], reason)
    },
  }
}
