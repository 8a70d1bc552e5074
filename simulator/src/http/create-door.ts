import type { NextFunction, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { createApp } from './create-app.ts'
import { createHostGuard, type HostGuard } from './host-guard.ts'
import { listen, type UpgradeHandler } from './http-server.ts'
import { PlatformError } from './platform-error.ts'

/** The port of the platform. It is taken first, so that a taken one is said at once, and answers 503 until it opens. */
export type Door = AsyncDisposable & {
  port: number
  hostGuard: HostGuard
  /** From now on requests go through these, in their order. */
  open(middlewares: readonly RequestHandler[], upgrades: readonly UpgradeHandler[]): void
}

/** Throws a StartError when the port is taken or the address is not ours. */
export async function createDoor(options: {
  host: string
  port: number
  allowedHosts: readonly string[]
  allowedOrigins: readonly string[]
  log: Logger
}): Promise<Door> {
  const hostGuard = createHostGuard({ boundHost: options.host, ...options })
  let inside: RequestHandler = (_request, _response, next) =>
    next(new PlatformError('unavailable', 'The platform is starting.'))
  let upgrades: readonly UpgradeHandler[] = []
  const app = createApp({
    log: options.log,
    hostGuard,
    middlewares: [(request, response, next) => inside(request, response, next)],
  })
  const server = await listen(app, {
    host: options.host,
    port: options.port,
    hostGuard,
    upgrade: (request, socket, head) => upgrades.some((take) => take(request, socket, head)),
  })
  return {
    port: server.port,
    hostGuard,
    open(middlewares, takers) {
      inside = chain(middlewares)
      upgrades = takers
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** One middleware after the other. A router would match paths that none of these have. */
function chain(middlewares: readonly RequestHandler[]): RequestHandler {
  return (request, response, done) => {
    let at = 0
    const next: NextFunction = (error?: unknown) => {
      const middleware = middlewares[at++]
      if (error !== undefined || !middleware) return done(error)
      middleware(request, response, next)
    }
    next()
  }
}
