import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type { Logger } from 'pino'
import { EDGE_HEADERS, noteSender } from '../calls/client-address.ts'
import { createRefuse, type Refuse } from '../calls/refuse.ts'
import { refuseUpgrade } from '../calls/refuse-upgrade.ts'
import { createRequestIds, requestIdOf, setRequestId } from '../calls/request-identity.ts'
import { setSecurityHeaders } from '../calls/security-headers.ts'
import type { Traffic } from '../calls/traffic.ts'
import type { UpgradeHandler } from '../calls/upgrade-handler.ts'
import type { RequestGuard } from '../faults/affect-requests.ts'
import { CONNECTIONS_PER_ADDRESS } from '../kernel/defaults.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { logClosedSockets } from './closed-sockets-log.ts'
import { createHostGuard, type HostGuard } from './host-guard.ts'
import { type HttpServer, listen, type Tls } from './http-server.ts'
import type { CallServer } from './serve-calls.ts'
import { SocketBounds } from './socket-bounds.ts'
import { countTraffic } from './socket-traffic.ts'

/** Calls that are in progress when the platform is set back get so long to be answered. */
const ANSWERED_WITHIN_MS = 1000

/**
 * The port of the platform. It is taken first, so that a taken one is reported at once, and answers 503 until it opens.
 */
export type HttpListener = AsyncDisposable & {
  port: number
  hostGuard: HostGuard
  /** Answers an error in the contract's form. */
  refuse: Refuse
  /** Bounds of this port's sockets; further ports share them. */
  bounds: SocketBounds
  /** Open sockets, and the traffic of all of them. */
  traffic(): Traffic
  /** Key and certificate of connections from now on. Only of a listener that began with some. */
  setTls: HttpServer['setTls']
  /**
   * From now on requests wait until it opens again. Resolves when those before are answered; of what is not within a
   * second, and of replies that last, the connections are cut by `cutRest`. `except`: who asked for it.
   */
  hold(except?: ServerResponse): Promise<void>
  cutRest(): void
  /** From now on requests go to the calls, else through the middlewares in their order. */
  open(parts: {
    calls: CallServer
    middlewares: readonly RequestHandler[]
    upgrades: readonly UpgradeHandler[]
    /** Faults: asked first, may take a request over. */
    guard?: RequestGuard | undefined
    /** Whether a token is that of the cluster, whose edges pass requests on; left out: there is none. */
    isClusterToken?: ((token: string) => boolean) | undefined
  }): void
}

/**
 * `connectionsPerAddress`: most open sockets of one address; null: any number. Throws a StartError when the port is taken
 * or the address is not ours.
 */
export async function createHttpListener(options: {
  host: string
  port: number
  allowedHosts: readonly string[]
  allowedOrigins: readonly string[]
  connectionsPerAddress?: number | null
  /** Speaks TLS on the port, and nothing else. */
  tls?: Tls | undefined
  log: Logger
}): Promise<HttpListener> {
  const hostGuard = createHostGuard({ boundHost: options.host, ...options })
  const refuse = createRefuse(options.log)
  const nextId = createRequestIds()
  const starting: RequestHandler = (_request, _response, next) =>
    next(new PlatformError('unavailable', 'The platform is starting.'))
  let app = createApp({ refuse, middlewares: [starting] })
  let calls: CallServer = () => false
  let upgrades: readonly UpgradeHandler[] = []
  let guard: RequestGuard = () => false
  let isClusterToken: (token: string) => boolean = () => false
  /** What an edge says of its client is believed by the cluster's token alone. */
  const noteEdge = (request: IncomingMessage): void => {
    const { [EDGE_HEADERS.token]: token, [EDGE_HEADERS.client]: client } = request.headers
    if (typeof token !== 'string' || !isClusterToken(token)) return
    noteSender(request, typeof client === 'string' ? client : undefined)
    bounds.exempt(request.socket)
  }
  /** While it is held: resolves when it opens. */
  let held: { opened: Promise<void>; open(): void; before: readonly ServerResponse[] } | undefined
  const take: UpgradeHandler = (request, socket, head) =>
    upgrades.some((handler) => handler(request, socket, head))
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    if (calls(request, response)) return
    setSecurityHeaders(response)
    response.setHeader('x-request-id', requestIdOf(response))
    app(request as Request, response as Response)
  }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    setRequestId(response, nextId(request.headers['x-request-id']))
    noteEdge(request)
    try {
      hostGuard.checkHost(request)
    } catch (error) {
      return refuse(error, request, response)
    }
    if (!guard(request, response, serve)) serve(request, response)
  }
  const { connectionsPerAddress = CONNECTIONS_PER_ADDRESS } = options
  const bounds = new SocketBounds({ connectionsPerAddress }, logClosedSockets(options.log))
  const server = await listen({
    host: options.host,
    port: options.port,
    hostGuard,
    bounds,
    tls: options.tls,
    answer(request, response) {
      if (held) void held.opened.then(() => answer(request, response))
      else answer(request, response)
    },
    upgrade(request, socket, head) {
      noteEdge(request)
      if (!held) return take(request, socket, head)
      void held.opened.then(() => take(request, socket, head) || refuseUpgrade(socket, '404 Not Found'))
      return true
    },
    onFailure: (error) => options.log.error({ err: error }, 'the HTTP listener failed'),
  })
  return {
    port: server.port,
    hostGuard,
    refuse,
    bounds,
    traffic: countTraffic(server.server),
    setTls: server.setTls,
    async hold(except) {
      let open = () => {}
      const opened = new Promise<void>((resolve) => {
        open = resolve
      })
      const before = bounds.replies().filter((reply) => reply !== except)
      held = { opened, open, before }
      const waiting = before.filter((reply) => !reply.headersSent)
      await Promise.race([
        Promise.all(waiting.map((reply) => once(reply, 'close'))),
        setTimeout(ANSWERED_WITHIN_MS, undefined, { ref: false }),
      ])
    },
    cutRest() {
      for (const reply of held?.before ?? []) if (!reply.writableFinished) reply.destroy()
    },
    open(parts) {
      held?.open()
      held = undefined
      calls = parts.calls
      app = createApp({ refuse, middlewares: parts.middlewares })
      upgrades = parts.upgrades
      guard = parts.guard ?? guard
      isClusterToken = parts.isClusterToken ?? isClusterToken
    },
    async [Symbol.asyncDispose]() {
      bounds[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** The Express application: middlewares in order, a fallback for unanswered requests, errors in the contract's form. */
function createApp(deps: { refuse: Refuse; middlewares: readonly RequestHandler[] }): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  for (const middleware of deps.middlewares) app.use(middleware)
  app.use((request, _response, next) =>
    next(new PlatformError('notFound', `There is nothing at ${request.path}.`)),
  )
  const onError: ErrorRequestHandler = (error: unknown, request, response, _next) =>
    deps.refuse(error, request, response)
  app.use(onError)
  return app
}
