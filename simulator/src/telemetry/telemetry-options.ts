import { hostname } from 'node:os'
import type { Attributes, Sampling } from './tracer.ts'

/** Options from OpenTelemetry's environment variables. */
export type TelemetryOptions = {
  /** Where spans go; undefined: nowhere. */
  tracesUrl: string | undefined
  metricsUrl: string | undefined
  headers: Readonly<Record<string, string>>
  resource: Attributes
  sampling: Sampling
  /** How long spans are gathered. */
  spanDelayMs: number
  metricsEveryMs: number
  timeoutMs: number
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the OTEL_… variables. Undefined when none of the endpoints is given or OTEL_SDK_DISABLED is true: then nothing of
 * telemetry is loaded. Throws an Error that names the variable when its value makes no sense.
 */
export function telemetryOptions(env: Environment, version: string): TelemetryOptions | undefined {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return undefined
  const base = env['OTEL_EXPORTER_OTLP_ENDPOINT']
  const urlOf = (signal: 'traces' | 'metrics') => {
    const upper = signal.toUpperCase()
    if (env[`OTEL_${upper}_EXPORTER`] === 'none') return undefined
    const own = env[`OTEL_EXPORTER_OTLP_${upper}_ENDPOINT`]
    if (own) return checkedUrl(`OTEL_EXPORTER_OTLP_${upper}_ENDPOINT`, own)
    return base
      ? checkedUrl('OTEL_EXPORTER_OTLP_ENDPOINT', `${base.replace(/\/$/, '')}/v1/${signal}`)
      : undefined
  }
  const [tracesUrl, metricsUrl] = [urlOf('traces'), urlOf('metrics')]
  if (tracesUrl === undefined && metricsUrl === undefined) return undefined
  return {
    tracesUrl,
    metricsUrl,
    headers: pairsOf(env['OTEL_EXPORTER_OTLP_HEADERS']),
    resource: {
      'service.version': version,
      'host.name': hostname(),
      'process.pid': process.pid,
      ...pairsOf(env['OTEL_RESOURCE_ATTRIBUTES']),
      ...(env['OTEL_SERVICE_NAME'] ? { 'service.name': env['OTEL_SERVICE_NAME'] } : {}),
      ...(env['OTEL_SERVICE_NAME'] || env['OTEL_RESOURCE_ATTRIBUTES']?.includes('service.name=')
        ? {}
        : { 'service.name': 'backlot' }),
    },
    sampling: samplingOf(env),
    spanDelayMs: millisecondsOf(env, 'OTEL_BSP_SCHEDULE_DELAY', 5000),
    metricsEveryMs: millisecondsOf(env, 'OTEL_METRIC_EXPORT_INTERVAL', 60_000),
    timeoutMs: millisecondsOf(env, 'OTEL_EXPORTER_OTLP_TIMEOUT', 10_000),
  }
}

function checkedUrl(name: string, text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text
  throw new Error(`${name}: '${text}' must be an address like http://127.0.0.1:4318.`)
}

/** `a=1,b=2`, values percent-encoded. */
function pairsOf(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((part): [string, string][] => {
    const at = part.indexOf('=')
    if (at <= 0) return []
    return [[part.slice(0, at).trim(), decoded(part.slice(at + 1).trim())]]
  })
  return Object.fromEntries(pairs)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function samplingOf(env: Environment): Sampling {
  const name = env['OTEL_TRACES_SAMPLER'] ?? 'parentbased_traceidratio'
  const followsParent = name.startsWith('parentbased_')
  const kind = name.replace('parentbased_', '')
  if (kind === 'always_on') return { ratio: 1, followsParent }
  if (kind === 'always_off') return { ratio: 0, followsParent }
  if (kind !== 'traceidratio') throw new Error(`OTEL_TRACES_SAMPLER: '${name}' is not a known sampler.`)
  const text = env['OTEL_TRACES_SAMPLER_ARG'] ?? String(DEFAULT_RATIO)
  const ratio = Number(text)
  if (text.trim() === '' || !(ratio >= 0 && ratio <= 1)) {
    throw new Error(`OTEL_TRACES_SAMPLER_ARG: '${text}' must be a share from 0 to 1.`)
  }
  return { ratio, followsParent }
}

/** A platform of thousands of devices makes more spans than anybody looks at. */
const DEFAULT_RATIO = 0.1

function millisecondsOf(env: Environment, name: string, usual: number): number {
  const text = env[name]
  if (text === undefined || text === '') return usual
  const value = Number(text)
  if (Number.isFinite(value) && value >= 1) return value
  throw new Error(`${name}: '${text}' must be a number of milliseconds.`)
}
