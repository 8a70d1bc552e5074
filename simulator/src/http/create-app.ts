import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { HostGuard } from './host-guard.ts'
import { PlatformError } from './platform-error.ts'
import { asPlatformError, refusalAnswer, send } from './reply.ts'
import { createRequestIds, requestIdOf, setRequestId } from './request-identity.ts'
import { setSecurityHeaders } from './security-headers.ts'

/**
 * The Express application: identity and guards first, then the given middlewares in their order, then what nobody
 * answered, then errors. Every refusal has the contract's form.
 */
export function createApp(deps: {
  log: Logger
  hostGuard: HostGuard
  middlewares: readonly RequestHandler[]
}): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  const nextId = createRequestIds()
  app.use((request, response, next) => {
    setRequestId(response, nextId(request.headers['x-request-id']))
    setSecurityHeaders(response)
    deps.hostGuard.checkHost(request)
    next()
  })
  for (const middleware of deps.middlewares) app.use(middleware)
  app.use((request, _response, next) =>
    next(new PlatformError('notFound', `There is nothing at ${request.path}.`)),
  )
  app.use(errorHandler(deps.log))
  return app
}

function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const refusal = asPlatformError(expressError(error))
    if (refusal !== error && refusal.code === 500) {
      log.error({ err: error, requestId: requestIdOf(response), path: request.path }, 'a call failed')
    }
    if (response.headersSent) {
      response.destroy()
      return
    }
    send(response, refusalAnswer(refusal))
  }
}

/** Errors that Express and its static server throw about a request (a bad escape in the path, say). */
function expressError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PlatformError) return error
  const status = 'status' in error ? error.status : undefined
  if (status === 404) return new PlatformError('notFound', 'There is nothing here.')
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new PlatformError('invalid', error.message)
  return error
}
