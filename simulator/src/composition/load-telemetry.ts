import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { HostClock } from '../kernel/clock.ts'
import type { Disposal } from '../kernel/disposal.ts'
import { StartError } from '../kernel/start-error.ts'
import type { Store } from '../store/store.ts'
import type { Tracer } from '../telemetry/tracer.ts'

const ASKED = /^OTEL_EXPORTER_OTLP_((TRACES|METRICS)_)?ENDPOINT$/

/**
 * Telemetry by environment: nothing of it is loaded unless an endpoint of OpenTelemetry is given. Answers the tracer,
 * if traces are wanted; metrics go out by themselves. Throws a StartError when a variable makes no sense.
 */
export async function loadTelemetry(
  deps: {
    env: Readonly<Record<string, string | undefined>>
    version: string
    registry: Registry
    store: Store
    host: HostClock
    log: Logger
  },
  disposal: Disposal,
): Promise<Tracer | undefined> {
  const { env } = deps
  if (!Object.keys(env).some((name) => ASKED.test(name) && env[name])) return undefined
  const [{ telemetryOptions }, { openTelemetry }, { traceStore }] = await Promise.all([
    import('../telemetry/telemetry-options.ts'),
    import('../telemetry/open-telemetry.ts'),
    import('../telemetry/trace-store.ts'),
  ])
  const options = optionsOf(telemetryOptions, env, deps.version)
  if (!options) return undefined
  const { tracer } = disposal.use(openTelemetry({ ...deps, options }))
  if (tracer) traceStore(deps.store, tracer)
  return tracer
}

function optionsOf<Options>(
  read: (env: Readonly<Record<string, string | undefined>>, version: string) => Options,
  env: Readonly<Record<string, string | undefined>>,
  version: string,
): Options {
  try {
    return read(env, version)
  } catch (error) {
    throw new StartError((error as Error).message)
  }
}
