/** Spans and metrics in the JSON of OTLP 1.x, as `POST /v1/traces` and `/v1/metrics` take them. */
import type { Attributes, EndedSpan } from './tracer.ts'

type Value = { stringValue: string } | { intValue: string } | { doubleValue: number } | { boolValue: boolean }
type KeyValue = { key: string; value: Value }

function keyValues(attributes: Attributes): KeyValue[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }))
}

function anyValue(value: string | number | boolean): Value {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** Milliseconds as the decimal text of nanoseconds: they exceed a number's precision. */
export const nanoseconds = (ms: number): string =>
  String(BigInt(Math.floor(ms)) * 1_000_000n + BigInt(Math.round((ms % 1) * 1e6)))

const SCOPE = { name: 'backlot' }
const ERROR_STATUS = 2

export function tracesBody(resource: Attributes, spans: readonly EndedSpan[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [{ scope: SCOPE, spans: spans.map(spanOf) }],
      },
    ],
  }
}

function spanOf({
  traceId,
  spanId,
  parentSpanId,
  name,
  kind,
  startMs,
  endMs,
  attributes,
  error,
}: EndedSpan): object {
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind,
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: keyValues(attributes),
    status: error === undefined ? {} : { code: ERROR_STATUS, message: error },
  }
}

/** Values of one metric from prom-client. */
export type PromMetric = {
  name: string
  help: string
  type: string
  values: readonly { value: number; labels: Readonly<Record<string, string | number>>; metricName?: string }[]
}

/** Sums since the start of the process. */
const CUMULATIVE = 2

export function metricsBody(
  resource: Attributes,
  metrics: readonly PromMetric[],
  { startMs, nowMs }: { startMs: number; nowMs: number },
): object {
  const times = { startTimeUnixNano: nanoseconds(startMs), timeUnixNano: nanoseconds(nowMs) }
  return {
    resourceMetrics: [
      {
        resource: { attributes: keyValues(resource) },
        scopeMetrics: [{ scope: SCOPE, metrics: metrics.map((metric) => metricOf(metric, times)) }],
      },
    ],
  }
}

type Times = { startTimeUnixNano: string; timeUnixNano: string }

function metricOf({ name, help, type, values }: PromMetric, times: Times): object {
  const unit = name.includes('_seconds') ? 's' : name.includes('_bytes') ? 'By' : '1'
  const head = { name, description: help, unit }
  const points = () =>
    values.map(({ value, labels }) => ({ ...times, asDouble: value, attributes: keyValues(labels) }))
  if (type === 'histogram') {
    return {
      ...head,
      histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histogramPoints(values, times) },
    }
  }
  if (type === 'counter') {
    return { ...head, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints: points() } }
  }
  return { ...head, gauge: { dataPoints: points() } }
}

/** prom-client counts up to each bound; OTLP counts between them. */
function histogramPoints(values: PromMetric['values'], times: Times): object[] {
  type Point = {
    labels: Record<string, string | number>
    upTo: [bound: number, count: number][]
    sum: number
    count: number
  }
  const points = new Map<string, Point>()
  for (const { value, labels, metricName = '' } of values) {
    const { le, ...others } = labels
    const key = JSON.stringify(others)
    let point = points.get(key)
    if (!point) {
      point = { labels: others, upTo: [], sum: 0, count: 0 }
      points.set(key, point)
    }
    if (metricName.endsWith('_sum')) point.sum = value
    else if (metricName.endsWith('_count')) point.count = value
    else if (le !== undefined && le !== '+Inf') point.upTo.push([Number(le), value])
  }
  return [...points.values()].map(({ labels, upTo, sum, count }) => {
    upTo.sort(([a], [b]) => a - b)
    const between = [...upTo.map(([, value]) => value), count].map(
      (value, i, all) => value - (all[i - 1] ?? 0),
    )
    return {
      ...times,
      attributes: keyValues(labels),
      count: String(count),
      sum,
      bucketCounts: between.map(String),
      explicitBounds: upTo.map(([bound]) => bound),
    }
  })
}
