import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { refuseUpgrade, UNAVAILABLE } from '@backlot/simulator/calls/refuse-upgrade'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import proxies, { type ServerOptions } from 'http-proxy-3'
import { cookieForPage, cookiesForHost } from './proxy-cookies.ts'

/** Headers of a platform for its own origin, which this one is not. */
const FOR_ITS_OWN_ORIGIN =
  /^(access-control-.*|clear-site-data|content-security-policy.*|service-worker-allowed|strict-transport-security|refresh|sourcemap)$/
/** Whatever a platform answers is data to the console: a page of its own runs nothing here, and no other site may embed it. */
export const AS_DATA = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** Listener to the proxy's traffic. It may leave headers out of a request before it is passed on. */
export type ProxyTap = {
  /** `path` is the page's request. Called before the request's body is read. */
  asked(request: IncomingMessage, path: string): void
  /** Called before the answer's body is read. */
  answered(request: IncomingMessage, answer: IncomingMessage): void
  failed(request: IncomingMessage, reason: string): void
  socketAsked(request: IncomingMessage, path: string): void
  /** Both ends, before any byte goes from one to the other. */
  socketOpened(request: IncomingMessage, console: Duplex, platform: Duplex): void
}

export type ProxyOptions = {
  /** Takes any certificate of the platform's. */
  insecure: boolean
  /** Certificates (PEM) to trust beside the system's. */
  ca: string | undefined
  /** The page comes over https. */
  secure: boolean
  /** The platform is that of this page: its cookies, pages and headers are passed on as they are. */
  isOwn?: boolean
  /** Why the platform does not answer; omitted: its address, and the error. */
  unreachable?(error: Error): PlatformError
  refuse(error: unknown, request: IncomingMessage, response: ServerResponse): void
  tap?: ProxyTap | undefined
}

export type PlatformProxy = Disposable & {
  /** Passes a request on to `origin`, with `path` in place of its own when given. */
  pass(request: IncomingMessage, response: ServerResponse, origin: URL, path?: string): void
  /** The same for a WebSocket. */
  passSocket(request: IncomingMessage, socket: Duplex, head: Buffer, origin: URL, path?: string): void
  /** Whether anything answers there within a time. Rejects with the reason. */
  reach(origin: URL, withinMs: number): Promise<number>
}

const createProxy = (secure: boolean) =>
  proxies.createProxyServer({
    changeOrigin: true,
    autoRewrite: true,
    protocolRewrite: secure ? 'https' : 'http',
  })

/**
 * Passes requests on to a platform of another origin, so that to the browser it is the page's own: cookies come without
 * the platform's domain and with `Secure` over https only; the platform sees its own host and origin.
 */
export function createPlatformProxy(options: ProxyOptions): PlatformProxy {
  const { insecure, ca, secure, refuse, tap, isOwn = false } = options
  const trust = { rejectUnauthorized: !insecure, ...(ca === undefined ? {} : { ca }) }
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true, ...trust }),
  }
  const agentOf = ({ protocol }: URL) => agents[protocol === 'https:' ? 'https:' : 'http:']
  const proxy = createProxy(secure)

  // Every request and socket has its own way with failures; without a listener the library would throw the rest, such
  // as a refused socket whose page has left.
  proxy.on('error', (_error, _request, answer) => void answer?.destroy?.())
  proxy.on('proxyRes', (answer, request) => {
    tap?.answered(request, answer)
    if (isOwn) return
    const { headers } = answer
    const cookies = headers['set-cookie']
    const host = hosts.get(request)
    if (cookies && host !== undefined)
      headers['set-cookie'] = cookies.map((cookie) => cookieForPage(cookie, host, secure))
    for (const name of Object.keys(headers)) if (FOR_ITS_OWN_ORIGIN.test(name)) delete headers[name]
    Object.assign(headers, AS_DATA)
  })

  if (tap) tellSockets(proxy, tap)

  /** What was sent to the platform for each request. */
  const sent = new WeakMap<IncomingMessage, ClientRequest>()
  proxy.on('proxyReq', (asked, request) => void sent.set(request, asked))
  /**
   * Whether the platform has closed a connection just as another read was sent on it (RFC 9112, section 9.3.1): that is
   * sent again on another one.
   */
  const isWorthAnother = (request: IncomingMessage, response: ServerResponse, error: Error): boolean =>
    (request.method === 'GET' || request.method === 'HEAD') &&
    sent.get(request)?.reusedSocket === true &&
    'code' in error &&
    error.code === 'ECONNRESET' &&
    !response.headersSent &&
    !request.socket.destroyed

  /** Sockets of pages that the platform has taken. */
  const joined = new WeakSet<Duplex>()
  proxy.on('proxyReqWs', (asked, _request, socket) => asked.once('upgrade', () => joined.add(socket)))

  /** Which host a request went to. */
  const hosts = new WeakMap<IncomingMessage, string>()

  /** To the platform the request is one of its own pages, with its own cookies and nobody else's. */
  function readdress(request: IncomingMessage, origin: URL, path: string | undefined): ServerOptions {
    const { headers } = request
    if (headers.origin !== undefined) headers.origin = origin.origin
    if (headers.referer !== undefined) headers.referer = `${origin.origin}/`
    delete headers['sec-fetch-site']
    if (path !== undefined) {
      request.url = path
      // RFC 9110, section 7.6.3. A control API on this machine refuses who comes through a proxy without its token.
      headers.via = '1.1 backlot'
    }
    if (isOwn) return { target: origin, secure: !insecure }
    const cookie = cookiesForHost(headers.cookie, origin.hostname, secure)
    if (cookie === undefined) delete headers.cookie
    else headers.cookie = cookie
    hosts.set(request, origin.hostname)
    return { target: origin, secure: !insecure }
  }

  return {
    pass(request, response, origin, path) {
      tap?.asked(request, pathOf(request))
      const way = { ...readdress(request, origin, path), agent: agentOf(origin) }
      const send = () =>
        proxy.web(request, response, way, (error) => {
          if (isWorthAnother(request, response, error)) return send()
          const told = options.unreachable?.(error) ?? unreachable(error, origin)
          tap?.failed(request, told.message)
          refuse(told, request, response)
        })
      send()
    },
    passSocket(request, socket, head, origin, path) {
      tap?.socketAsked(request, pathOf(request))
      const way = { ...readdress(request, origin, path), agent: agentOf(origin) }
      proxy.ws(request, socket, head, way, () => {
        if (joined.has(socket)) socket.destroy()
        else refuseUpgrade(socket, UNAVAILABLE)
      })
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

/** Express keeps the original path where it changes the address. */
const pathOf = (request: IncomingMessage): string =>
  ('originalUrl' in request && typeof request.originalUrl === 'string' ? request.originalUrl : request.url) ??
  '/'

/** Both ends of a socket are known only once it is open; bytes flow in the next turn. */
function tellSockets(proxy: ReturnType<typeof createProxy>, tap: ProxyTap): void {
  const opened = new WeakMap<Duplex, () => void>()
  proxy.on('proxyReqWs', (asked, request, console) => {
    asked.once('upgrade', (_answer, platform: Duplex) =>
      opened.set(platform, () => tap.socketOpened(request, console, platform)),
    )
    asked.once('response', (answer) => tap.answered(request, answer))
    asked.once('error', (error) => tap.failed(request, error.message))
  })
  proxy.on('open', (platform) => opened.get(platform)?.())
}

/** Who runs the console wants to know why; the operator sees it in the reply. */
function unreachable(error: Error, origin: URL): PlatformError {
  const reason = 'code' in error && typeof error.code === 'string' ? error.code : error.message
  return new PlatformError('unavailable', `The platform at ${origin.origin} cannot be reached: ${reason}.`)
}
