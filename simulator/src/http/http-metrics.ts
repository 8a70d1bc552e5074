import { Counter, Histogram, type Registry } from 'prom-client'

/** Counts and times of calls. */
export type HttpMetrics = {
  /** Call when a request begins; call the result with the HTTP status when it has been answered. */
  start(call: string): (status: number) => void
}

export function createHttpMetrics(registry: Registry): HttpMetrics {
  const seconds = new Histogram({
    name: 'backlot_http_call_seconds',
    help: 'Time to answer a call.',
    labelNames: ['call'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const refused = new Counter({
    name: 'backlot_http_refused_total',
    help: 'Calls answered with an HTTP status of 400 or more.',
    labelNames: ['call', 'status'],
    registers: [registry],
  })
  const timers = new Map<string, ReturnType<typeof seconds.labels>>()
  const timerOf = (call: string) => {
    const known = timers.get(call)
    if (known) return known
    const made = seconds.labels(call)
    timers.set(call, made)
    return made
  }
  return {
    start(call) {
      const beganMs = performance.now()
      return (status) => {
        timerOf(call).observe((performance.now() - beganMs) / 1000)
        if (status >= 400) refused.labels(call, String(status)).inc()
      }
    },
  }
}
