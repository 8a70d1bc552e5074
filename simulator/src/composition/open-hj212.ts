import type { Logger } from 'pino'
import { createHj212Gateway, type Hj212Gateway } from '../gateways/hj212/create-hj212-gateway.ts'
import type { DeviceIngest } from '../gateways/ingest.ts'
import type { HostClock, PlatformClock } from '../kernel/clock.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { unitRulesOf } from '../wire/hj212/unit-overrides.ts'
import type { Config } from './config.ts'
import { gatewayMetrics } from './gateway-metrics.ts'
import { openGatewayPort } from './open-gateway-port.ts'

/** Opens the HJ 212 gateway; undefined when it is off. Throws a StartError when its port is taken. */
export async function openHj212(deps: {
  config: Pick<Config, 'host' | 'hj212Port' | 'hj212Units' | 'hj212Unit'>
  ingest: DeviceIngest
  clock: PlatformClock
  host: HostClock
  log: Logger
  metrics: Metrics
}): Promise<Hj212Gateway | undefined> {
  const { config, metrics } = deps
  const port = config.hj212Port
  if (port === null) return undefined
  const gateway = await openGatewayPort({ name: 'HJ 212', option: '--hj212', port }, () =>
    createHj212Gateway({
      host: config.host,
      port,
      ingest: deps.ingest,
      hostClock: deps.host,
      platformClock: deps.clock,
      log: deps.log.child({ gateway: 'hj212' }),
      unitsOf: unitRulesOf(config.hj212Units, config.hj212Unit),
    }),
  )
  showMetrics(metrics, gateway)
  return gateway
}

function showMetrics(metrics: Metrics, gateway: Hj212Gateway): void {
  gatewayMetrics(metrics, { wire: 'hj212', name: 'HJ 212', unit: 'packet' }, gateway)
  metrics.gauge('backlot_hj212_stations', 'Connected HJ 212 stations.', () => gateway.stations().length)
  metrics.counterBy(
    'backlot_hj212_refusals_total',
    'Refused packets, by reason.',
    'reason',
    () => gateway.counters.refusals,
  )
}
