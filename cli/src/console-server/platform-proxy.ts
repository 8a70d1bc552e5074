import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { PlatformError } from '@backlot/simulator/http/platform-error'
import proxies, { type ServerOptions } from 'http-proxy-3'
import { cookieForPage, cookiesForHost } from './proxy-cookies.ts'

/** What a platform says of its own origin, which this one is not. */
const FOR_ITS_OWN_ORIGIN =
  /^(access-control-.*|clear-site-data|content-security-policy.*|service-worker-allowed|strict-transport-security|refresh|sourcemap)$/
/** Whatever a platform answers is data to the console: a page of its own runs nothing here, and no other site may embed it. */
const AS_DATA = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

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

  proxy.on('proxyRes', (answer, request) => {
    const { headers } = answer
    const cookies = headers['set-cookie']
    const host = hosts.get(request)
    if (cookies && host !== undefined)
      headers['set-cookie'] = cookies.map((cookie) => cookieForPage(cookie, host))
    for (const name of Object.keys(headers)) if (FOR_ITS_OWN_ORIGIN.test(name)) delete headers[name]
    Object.assign(headers, AS_DATA)
  })

  /** Which host a request went to. */
  const hosts = new WeakMap<IncomingMessage, string>()

  /** To the platform the request is one of its own pages, with its own cookies and nobody else's. */
  function readdress(request: IncomingMessage, origin: URL, path: string | undefined): ServerOptions {
    const { headers } = request
    if (headers.origin !== undefined) headers.origin = origin.origin
    if (headers.referer !== undefined) headers.referer = `${origin.origin}/`
    delete headers['sec-fetch-site']
    const cookie = cookiesForHost(headers.cookie, origin.hostname)
    if (cookie === undefined) delete headers.cookie
    else headers.cookie = cookie
    hosts.set(request, origin.hostname)
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

/** Who runs the console wants to know why; the operator sees it in the reply. */
function unreachable(error: Error, origin: URL): PlatformError {
  const reason = 'code' in error && typeof error.code === 'string' ? error.code : error.message
  return new PlatformError('unavailable', `The platform at ${origin.origin} cannot be reached: ${reason}.`)
}
