import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { CallRunner } from '../calls/call-runner.ts'
import { createCallTable } from '../calls/call-table.ts'
import type { Route } from '../calls/route.ts'
import { sessionIdsOf } from '../calls/session-check.ts'
import type { SessionPort } from '../calls/session-port.ts'
import type { UpgradeHandler } from '../calls/upgrade-handler.ts'
import { createRequestGuard } from '../faults/affect-requests.ts'
import type { HttpFaults } from '../faults/http-faults.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import { serveConsole } from './console-files.ts'
import { createControlGuard } from './control-guard.ts'
import type { HttpListener } from './create-http-listener.ts'
import { createHttpMetrics, type HttpMetrics } from './http-metrics.ts'
import { createIdempotency } from './idempotency.ts'
import { type PlatformPagesDeps, platformPages } from './platform-pages.ts'
import { serveCalls } from './serve-calls.ts'
import { serveManual } from './serve-manual.ts'

/** Pages that are no calls, by how their paths begin; everything else is the console. */
const PAGES: readonly (readonly [start: string, route: string])[] = [
  ['/live/', '/live/*'],
  ['/replay/', '/replay/*'],
  ['/record/', '/record/*'],
  ['/control/ui', '/control/ui/*'],
  ['/metrics', '/metrics'],
  ['/healthz', '/healthz'],
  ['/openapi.json', '/openapi.json'],
  ['/asyncapi.json', '/asyncapi.json'],
  ['/docs', '/docs'],
  ['/manual', '/manual/*'],
]

/** Methods that are counted by name. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']

export type HttpDeps = {
  version: string
  controlToken: string
  consoleFolder: string | undefined
  hostClock: HostClock
  metrics: Metrics
  health: PlatformPagesDeps['health']
  sessions: SessionPort
  routes: readonly Route[]
  run: CallRunner
  /** Middlewares of other rooms (streams), asked after the calls. */
  middlewares: readonly RequestHandler[]
  upgrades: readonly UpgradeHandler[]
  /** Present when tracing is on. */
  tracer?: Tracer | undefined
  /** Faults of requests; none in tests of areas. */
  faults?: HttpFaults
  /** Whether a token is that of the cluster; left out: there is none. */
  isClusterToken?: ((token: string) => boolean) | undefined
}

/** Opens the platform's HTTP port: calls, streams, their description and the console behind one listener. */
export function openHttp(listener: HttpListener, deps: HttpDeps): void {
  const httpMetrics = createHttpMetrics(deps.metrics.registry)
  const calls = serveCalls({
    table: createCallTable(deps.routes),
    run: deps.run,
    hostGuard: listener.hostGuard,
    sessions: deps.sessions,
    controlGuard: createControlGuard(deps.controlToken),
    idempotency: createIdempotency(deps.hostClock),
    metrics: httpMetrics,
    tracer: deps.tracer,
    refuse: listener.refuse,
  })
  const pages = platformPages({
    version: deps.version,
    registry: deps.metrics.registry,
    host: deps.hostClock,
    health: deps.health,
  })
  const middlewares = [
    countPages(httpMetrics),
    ...deps.middlewares,
    pages,
    serveManual(),
    serveConsole(deps.consoleFolder),
  ]
  const { faults, sessions, hostClock: host } = deps
  const accountOf = (request: IncomingMessage) => {
    for (const id of sessionIdsOf(request)) {
      const found = sessions.peek(id)
      if ('caller' in found) return found.caller.loginName
    }
    return undefined
  }
  const guard =
    faults &&
    createRequestGuard({
      faults,
      host,
      refuse: listener.refuse,
      seen: (request) => ({ account: () => accountOf(request) }),
    })
  const { upgrades, isClusterToken } = deps
  listener.open({ calls, middlewares, upgrades, guard, isClusterToken })
}

/** Counts and times requests other than calls: streams, pages, files. */
function countPages(metrics: HttpMetrics): RequestHandler {
  return (request, response, next) => {
    const route = PAGES.find(([start]) => request.path.startsWith(start))?.[1] ?? '/*'
    const done = metrics.start(METHODS.includes(request.method) ? request.method : 'other', route)
    response.once('close', () => done(response.statusCode))
    next()
  }
}
