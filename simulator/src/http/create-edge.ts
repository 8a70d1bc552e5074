import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { HostClock } from '../timeline/clock.ts'
import { type CallRunner, createCallRunner } from './call-runner.ts'
import { type CallTable, createCallTable } from './call-table.ts'
import { serveConsole } from './console-files.ts'
import { createControlGuard } from './control-guard.ts'
import { createApp } from './create-app.ts'
import { createHostGuard } from './host-guard.ts'
import { createHttpMetrics } from './http-metrics.ts'
import { type HttpServer, listen, type UpgradeHandler } from './http-server.ts'
import { createIdempotency } from './idempotency.ts'
import type { Metrics } from './metrics.ts'
import { platformPages } from './platform-pages.ts'
import type { Route } from './route.ts'
import { serveCalls } from './serve-calls.ts'
import type { SessionPort } from './session-port.ts'

export type EdgeDeps = {
  version: string
  host: string
  port: number
  allowedHosts: readonly string[]
  allowedOrigins: readonly string[]
  controlToken: string
  checkReplies: boolean
  consoleFolder: string | undefined
  log: Logger
  hostClock: HostClock
  metrics: Metrics
  health(): Readonly<Record<string, boolean>>
  sessions: SessionPort
  routes: readonly Route[]
  /** Middlewares of other rooms (streams), asked after the calls. */
  middlewares: readonly RequestHandler[]
  upgrades: readonly UpgradeHandler[]
}

/** The platform's HTTP edge: calls, their description, streams and the console on one port. */
export async function createEdge(deps: EdgeDeps): Promise<HttpServer> {
  const { table, run } = createDoors(deps)
  const hostGuard = createHostGuard({
    boundHost: deps.host,
    allowedHosts: deps.allowedHosts,
    allowedOrigins: deps.allowedOrigins,
  })
  const app = createApp({
    log: deps.log,
    hostGuard,
    middlewares: [
      serveCalls({
        table,
        run,
        hostGuard,
        sessions: deps.sessions,
        controlGuard: createControlGuard(deps.controlToken),
        idempotency: createIdempotency(deps.hostClock),
        metrics: createHttpMetrics(deps.metrics.registry),
      }),
      ...deps.middlewares,
      platformPages({ version: deps.version, registry: deps.metrics.registry, health: deps.health }),
      serveConsole(deps.consoleFolder),
    ],
  })
  return listen(app, { host: deps.host, port: deps.port, hostGuard, upgrades: deps.upgrades })
}

/** What HTTP and the channel share: the routes by path and by name, and the way to run one. */
export function createDoors(deps: { routes: readonly Route[]; log: Logger; checkReplies: boolean }): {
  table: CallTable
  run: CallRunner
} {
  return {
    table: createCallTable(deps.routes),
    run: createCallRunner({ log: deps.log, checkReplies: deps.checkReplies }),
  }
}
