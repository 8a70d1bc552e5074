import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { PlatformError } from '@backlot/simulator/http/platform-error'
import proxies, { type ServerOptions } from 'http-proxy-3'

export type ProxyOptions = {
  /** Takes any certificate of the platform's. */
  insecure: boolean
  /** Certificates (PEM) to trust beside the system's. */
  ca: string | undefined
  refuse(error: unknown, request: IncomingMessage, response: ServerResponse): void
}

export type PlatformProxy = Disposable & {
  /** Passes a request on to `origin`, with `path` in place of its own when given. */
  pass(request: IncomingMessage, response: ServerResponse, origin: URL, path?: string): void
  /** The same for a WebSocket. */
  passSocket(request: IncomingMessage, socket: Duplex, head: Buffer, origin: URL, path?: string): void
  /** Whether anything answers there within a time. Rejects with the reason. */
  reach(origin: URL, withinMs: number): Promise<number>
}

/**
 * Passes requests on to a platform of another origin, so that to the browser it is the page's own: cookies come without
 * the platform's domain and, over plain http, without `Secure`; the platform sees its own host and origin.
 */
export function createPlatformProxy({ insecure, ca, refuse }: ProxyOptions): PlatformProxy {
  const trust = { rejectUnauthorized: !insecure, ...(ca === undefined ? {} : { ca }) }
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true, ...trust }),
  }
  const agentOf = ({ protocol }: URL) => agents[protocol === 'https:' ? 'https:' : 'http:']
  const proxy = proxies.createProxyServer({ changeOrigin: true, autoRewrite: true, protocolRewrite: 'http' })

  proxy.on('proxyRes', (answer) => {
    const cookies = answer.headers['set-cookie']
    if (cookies) answer.headers['set-cookie'] = cookies.map(asOwnCookie)
  })

  /** To the platform the request is one of its own pages. */
  function readdress(request: IncomingMessage, origin: URL, path: string | undefined): ServerOptions {
    const { headers } = request
    if (headers.origin !== undefined) headers.origin = origin.origin
    if (headers.referer !== undefined) headers.referer = `${origin.origin}/`
    delete headers['sec-fetch-site']
    if (path !== undefined) request.url = path
    return { target: origin, secure: !insecure }
  }

  return {
    pass(request, response, origin, path) {
      const options = { ...readdress(request, origin, path), agent: agentOf(origin) }
      proxy.web(request, response, options, (error) => {
        refuse(unreachable(error, origin), request, response)
      })
    },
    passSocket(request, socket, head, origin, path) {
      const options = { ...readdress(request, origin, path), agent: agentOf(origin) }
      proxy.ws(request, socket, head, options, () => socket.destroy())
    },
    reach(origin, withinMs) {
      const { get } = origin.protocol === 'https:' ? https : http
      return new Promise((resolve, reject) => {
        const asked = get(origin, { agent: agentOf(origin), timeout: withinMs }, (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        asked.on('timeout', () => asked.destroy(new Error(`no answer within ${withinMs} ms`)))
        asked.on('error', reject)
      })
    },
    [Symbol.dispose]() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** The path of a cookie may name a prefix that the page does not have. */
function asOwnCookie(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
  const kept = attributes.filter((one) => !/^(domain|secure|path|samesite)(=|$)/i.test(one))
  return [pair, ...kept, 'Path=/', 'SameSite=Lax'].join('; ')
}

/** Who runs the console wants to know why; the operator sees it in the reply. */
function unreachable(error: Error, origin: URL): PlatformError {
  const reason = 'code' in error && typeof error.code === 'string' ? error.code : error.message
  return new PlatformError('unavailable', `The platform at ${origin.origin} cannot be reached: ${reason}.`)
}
