import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { HostClock } from '../kernel/clock.ts'
import { metricsBody, type PromMetric, tracesBody } from './otlp-json.ts'
import type { TelemetryOptions } from './telemetry-options.ts'
import { createTracer, type EndedSpan, type Tracer } from './tracer.ts'

/** Spans and metrics on their way to a collector. Disposing sends the rest. */
export type Telemetry = AsyncDisposable & { tracer: Tracer | undefined }

/** Most waiting spans: further ones while a collector is away are dropped, and reported. */
const WAITING_MOST = 10_000
const BATCH_MOST = 1000

/** Sends spans and the metrics of a registry to a collector, by OTLP over HTTP in JSON. */
export function openTelemetry(deps: {
  options: TelemetryOptions
  registry: Registry
  host: HostClock
  log: Logger
}): Telemetry {
  const { options, registry, host, log } = deps
  const { tracesUrl, metricsUrl, resource } = options
  const startMs = host.now()
  let waiting: EndedSpan[] = []
  let dropped = 0
  let isAway = false

  const post = async (url: string, body: object): Promise<boolean> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...options.headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(options.timeoutMs),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`status ${response.status}`)
      if (isAway) log.info({ url }, 'the telemetry collector is reachable again')
      isAway = false
      return true
    } catch (error) {
      // Once: a collector that is away for a night would fill the log.
      if (!isAway) log.warn({ err: error, url }, 'telemetry could not be sent')
      isAway = true
      return false
    }
  }
  const sendSpans = async (): Promise<void> => {
    while (tracesUrl !== undefined && waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MOST)
      waiting = waiting.slice(BATCH_MOST)
      if (!(await post(tracesUrl, tracesBody(resource, batch)))) dropped += batch.length
    }
    if (dropped > 0) log.debug({ dropped }, 'spans were dropped')
  }
  const sendMetrics = async (): Promise<void> => {
    if (metricsUrl === undefined) return
    const metrics = (await registry.getMetricsAsJSON()) as unknown as PromMetric[]
    await post(metricsUrl, metricsBody(resource, metrics, { startMs, nowMs: host.now() }))
  }
  /** One after the other: a slow collector is not asked twice at once. */
  let working: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    working = working.then(work).catch((error: unknown) => log.error({ err: error }, 'telemetry failed'))
  }
  const stops = [
    host.every(options.spanDelayMs, () => waiting.length > 0 && inTurn(sendSpans)),
    host.every(options.metricsEveryMs, () => inTurn(sendMetrics)),
  ]
  const onEnd = (span: EndedSpan) => {
    if (waiting.length < WAITING_MOST) waiting.push(span)
    else dropped++
  }
  return {
    tracer: tracesUrl === undefined ? undefined : createTracer({ sampling: options.sampling, onEnd }),
    async [Symbol.asyncDispose]() {
      for (const stop of stops) stop()
      inTurn(sendSpans)
      inTurn(sendMetrics)
      await working
    },
  }
}
