import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** Where a span belongs: 32 and 16 hexadecimal digits, as W3C trace context has them. */
export type SpanContext = { traceId: string; spanId: string; isSampled: boolean }

/** Kinds of OpenTelemetry. */
export const SPAN_KIND = { internal: 1, server: 2, producer: 4, client: 3 } as const

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A span that has ended. Times are epoch milliseconds with their fraction. */
export type EndedSpan = SpanContext & {
  parentSpanId: string | undefined
  name: string
  kind: number
  startMs: number
  endMs: number
  attributes: Attributes
  /** Error; undefined on success. */
  error: string | undefined
}

export type Span = {
  context: SpanContext
  /** Does something within the span: spans begun meanwhile belong to it. */
  run<T>(work: () => T): T
  end(attributes?: Attributes, error?: string): void
}

/** Spans of the platform's work. Nothing of it exists unless OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export type Tracer = {
  /** Begins a span below the one that runs, or below `parent` (a traceparent header), or a new trace. */
  start(name: string, kind: number, options?: { parent?: string | undefined; attributes?: Attributes }): Span
  /** A span that is reported when it is over. */
  tell(name: string, kind: number, tookMs: number, attributes: Attributes): void
}

export type Sampling = {
  /** Share of new traces that is kept, 0 to 1. */
  ratio: number
  /** Whether the caller's decision counts, when it has one. */
  followsParent: boolean
}

export function createTracer(deps: {
  sampling: Sampling
  onEnd(span: EndedSpan): void
  nowMs?(): number
}): Tracer {
  const { sampling, onEnd } = deps
  const nowMs = deps.nowMs ?? (() => performance.timeOrigin + performance.now())
  const current = new AsyncLocalStorage<SpanContext>()

  const contextOf = (parent: SpanContext | undefined): SpanContext => {
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
    const isSampled = parent && sampling.followsParent ? parent.isSampled : isKept(traceId, sampling.ratio)
    return { traceId, spanId: randomBytes(8).toString('hex'), isSampled }
  }
  return {
    start(name, kind, { parent: header, attributes = {} } = {}) {
      const parent = current.getStore() ?? parseTraceparent(header)
      const context = contextOf(parent)
      const startMs = nowMs()
      let isOpen = true
      return {
        context,
        run: (work) => current.run(context, work),
        end(more = {}, error) {
          if (!isOpen || !context.isSampled) return
          isOpen = false
          const all = { ...attributes, ...more }
          onEnd({
            ...context,
            parentSpanId: parent?.spanId,
            name,
            kind,
            startMs,
            endMs: nowMs(),
            attributes: all,
            error,
          })
        },
      }
    },
    tell(name, kind, tookMs, attributes) {
      const context = contextOf(undefined)
      if (!context.isSampled) return
      const endMs = nowMs()
      onEnd({
        ...context,
        parentSpanId: undefined,
        name,
        kind,
        startMs: endMs - tookMs,
        endMs,
        attributes,
        error: undefined,
      })
    },
  }
}

/** The same share of traces everywhere: by the last 32 bits of their id, as OpenTelemetry's ratio sampler does by 56. */
function isKept(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32
}

/** `00-<trace>-<span>-<flags>`; undefined when it is none. */
export function parseTraceparent(header: string | undefined): SpanContext | undefined {
  const found = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '')
  if (!found || /^0+$/.test(found[1]!) || /^0+$/.test(found[2]!)) return undefined
  return { traceId: found[1]!, spanId: found[2]!, isSampled: (Number.parseInt(found[3]!, 16) & 1) === 1 }
}
