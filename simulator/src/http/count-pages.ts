import type { RequestHandler } from 'express'
import type { HttpMetrics } from './http-metrics.ts'

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
]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']

/** Counts and times requests other than calls: streams, pages, files. */
export function countPages(metrics: HttpMetrics): RequestHandler {
  return (request, response, next) => {
    const route = PAGES.find(([start]) => request.path.startsWith(start))?.[1] ?? '/*'
    const done = metrics.start(METHODS.includes(request.method) ? request.method : 'other', route)
    response.once('close', () => done(response.statusCode))
    next()
  }
}
