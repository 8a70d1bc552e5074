import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { metricsBody, nanoseconds, type PromMetric, tracesBody } from './otlp-json.ts'
import { createTracer, type EndedSpan, parseTraceparent } from './tracer.ts'

it('writes moments as nanoseconds without losing any', () => {
  expect(nanoseconds(1_795_359_166_353)).toBe('1795359166353000000')
  expect(nanoseconds(1000.25)).toBe('1000250000')
})

it('tells counters as sums, histograms by the counts between their bounds', async () => {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'a_total', help: 'A.', labelNames: ['x'], registers }).labels('1').inc(3)
  new Gauge({ name: 'b_bytes', help: 'B.', registers }).set(0.5)
  const times = new Histogram({ name: 'c_seconds', help: 'C.', buckets: [0.1, 1], registers })
  for (const value of [0.05, 0.5, 0.7, 5]) times.observe(value)
  const metrics = (await registry.getMetricsAsJSON()) as unknown as PromMetric[]
  expect(metricsBody({ 'service.name': 's' }, metrics, { startMs: 1000, nowMs: 2000 })).toMatchObject({
    resourceMetrics: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 's' } }] },
        scopeMetrics: [
          {
            metrics: [
              {
                name: 'a_total',
                sum: {
                  isMonotonic: true,
                  aggregationTemporality: 2,
                  dataPoints: [
                    {
                      asDouble: 3,
                      startTimeUnixNano: '1000000000',
                      timeUnixNano: '2000000000',
                      attributes: [{ key: 'x', value: { stringValue: '1' } }],
                    },
                  ],
                },
              },
              { name: 'b_bytes', unit: 'By', gauge: { dataPoints: [{ asDouble: 0.5 }] } },
              {
                name: 'c_seconds',
                unit: 's',
                histogram: {
                  dataPoints: [
                    { count: '4', sum: 6.25, explicitBounds: [0.1, 1], bucketCounts: ['1', '2', '1'] },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  })
})

it('spans go below whoever called and below each other, and a share of the traces is kept whole', async () => {
  const ended: EndedSpan[] = []
  const tracer = createTracer({
    sampling: { ratio: 0.5, followsParent: true },
    onEnd: (span) => ended.push(span),
  })
  const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const outer = tracer.start('GET /x', 2, { parent })
  await outer.run(async () => {
    await Promise.resolve()
    tracer.start('store.write y', 1).end({}, 'no room')
  })
  outer.end({ 'http.response.status_code': 200 })
  const [inner, request] = ended
  expect(request).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16), error: undefined })
  expect(inner).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: request!.spanId, error: 'no room' })
  expect(tracesBody({}, ended)).toMatchObject({
    resourceSpans: [{ scopeSpans: [{ spans: [{ status: { code: 2 } }, { kind: 2, status: {} }] }] }],
  })
  ended.length = 0
  tracer.start('GET /x', 2, { parent: parent.replace(/01$/, '00') }).end()
  expect(ended).toEqual([])
  for (let i = 0; i < 2000; i++) tracer.start('GET /x', 2).end()
  expect(ended.length).toBeGreaterThan(800)
  expect(ended.length).toBeLessThan(1200)
})

it('a traceparent that is none is passed over', () => {
  for (const header of [
    undefined,
    '',
    '00-00-00-01',
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'A'.repeat(32)}-${'b'.repeat(16)}-01`,
  ])
    expect(parseTraceparent(header)).toBeUndefined()
})
