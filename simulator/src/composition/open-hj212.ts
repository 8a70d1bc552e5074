import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createHj212Gateway, type Hj212Gateway } from '../gateways/hj212/create-hj212-gateway.ts'
import type { Intake } from '../gateways/intake.ts'
import type { Metrics } from '../http/metrics.ts'
import { StartError } from '../start-error.ts'
import type { HostClock, PlatformClock } from '../timeline/clock.ts'
import { FIELD_UNITS } from '../wire/hj212/units.ts'

/** Opens the HJ 212 gateway; undefined when it is off. Throws a StartError when its port is taken. */
export async function openHj212(deps: {
  config: Pick<Config, 'host' | 'hj212Port' | 'hj212Units'>
  intake: Intake
  clock: PlatformClock
  host: HostClock
  log: Logger
  metrics: Metrics
}): Promise<Hj212Gateway | undefined> {
  const { config, metrics } = deps
  const port = config.hj212Port
  if (port === null) return undefined
  try {
    const gateway = await createHj212Gateway({
      host: config.host,
      port,
      intake: deps.intake,
      hostClock: deps.host,
      platformClock: deps.clock,
      log: deps.log.child({ gateway: 'hj212' }),
      units: config.hj212Units === 'standard' ? { profile: 'standard' } : FIELD_UNITS,
    })
    showMetrics(metrics, gateway)
    return gateway
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const why = code === 'EACCES' ? 'may not be used' : 'is taken'
    throw new StartError(`HJ 212 port ${port} ${why}. Use --hj212 with another one, 0, or off.`, {
      cause: error,
    })
  }
}

function showMetrics({ gauge, gaugeBy }: Metrics, gateway: Hj212Gateway): void {
  const { counters } = gateway
  gauge('backlot_hj212_connections', 'Open HJ 212 connections.', () => gateway.connections())
  gauge('backlot_hj212_stations', 'HJ 212 stations that are here.', () => gateway.stations().length)
  const numbers = () =>
    Object.entries(counters).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value] as const] : [],
    )
  gaugeBy('backlot_hj212_events', 'What the HJ 212 gateway has seen since its start.', 'event', numbers)
  gaugeBy('backlot_hj212_problems', 'Bytes that were no packet, by problem.', 'code', () => counters.problems)
  gaugeBy(
    'backlot_hj212_refusals',
    'Packets that were refused, by reason.',
    'reason',
    () => counters.refusals,
  )
  gaugeBy('backlot_hj212_cuts', 'Connections ended by us, by reason.', 'reason', () => counters.cuts)
}
