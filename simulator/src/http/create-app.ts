import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Refuse } from '../calls/refuse.ts'
import { PlatformError } from '../kernel/platform-error.ts'

/** The Express application: middlewares in order, a fallback for unanswered requests, errors in the contract's form. */
export function createApp(deps: { refuse: Refuse; middlewares: readonly RequestHandler[] }): Express {
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
