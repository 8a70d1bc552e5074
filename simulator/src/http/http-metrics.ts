import { Counter, Histogram, type Registry } from 'prom-client'

/** Counts and times of requests. */
export type HttpMetrics = {
  /**
   * Call when a request begins; call the result with the HTTP status when it has been answered. `route` is a template,
   * never a path: labels are bounded.
   */
  start(method: string, route: string): (status: number) => void
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const LONGEST_MS = 60_000

export function createHttpMetrics(registry: Registry): HttpMetrics {
  const seconds = new Histogram({
    name: 'backlot_http_request_duration_seconds',
    help: 'Time to answer a request, by path template.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers: [registry],
  })
  const requests = new Counter({
    name: 'backlot_http_requests_total',
    help: 'Answered requests, by path template and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  // Looking labels up costs more than counting.
  const timers = new Map<string, { observe(value: number): void }>()
  const counters = new Map<string, { inc(): void }>()
  return {
    start(method, route) {
      const beganMs = performance.now()
      return (status) => {
        const key = `${method} ${route}`
        const tookMs = performance.now() - beganMs
        // Streams last while they are watched: they have no answer time.
        if (tookMs < LONGEST_MS) made(timers, key, () => seconds.labels(method, route)).observe(tookMs / 1000)
        made(counters, `${key} ${status}`, () => requests.labels(method, route, String(status))).inc()
      }
    },
  }
}

function made<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key)
  if (found) return found
  const fresh = make()
  known.set(key, fresh)
  return fresh
}
