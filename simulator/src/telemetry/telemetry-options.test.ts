import { expect, it } from 'vitest'
import { telemetryOptions } from './telemetry-options.ts'

it('is nothing without an endpoint, and when it is switched off', () => {
  expect(telemetryOptions({}, '1')).toBeUndefined()
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  expect(telemetryOptions({ ...endpoint, OTEL_SDK_DISABLED: 'true' }, '1')).toBeUndefined()
})

it('reads the variables as OpenTelemetry names them', () => {
  const options = telemetryOptions(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x, a=b',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=mine,team=t1',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    },
    '1.2.3',
  )
  expect(options).toMatchObject({
    tracesUrl: 'http://127.0.0.1:4318/v1/traces',
    metricsUrl: undefined,
    headers: { authorization: 'Bearer x', a: 'b' },
    resource: { 'service.name': 'mine', 'service.version': '1.2.3', team: 't1' },
    sampling: { ratio: 0.25, followsParent: false },
    spanDelayMs: 200,
  })
})

it('names the variable that makes no sense', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  const wrong = { ...endpoint, OTEL_TRACES_SAMPLER_ARG: '2' }
  expect(() => telemetryOptions({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, '1')).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  )
  expect(() => telemetryOptions(wrong, '1')).toThrow('OTEL_TRACES_SAMPLER_ARG')
  expect(() => telemetryOptions({ ...endpoint, OTEL_BSP_SCHEDULE_DELAY: 'soon' }, '1')).toThrow('OTEL_BSP')
})
