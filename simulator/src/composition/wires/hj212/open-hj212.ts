import { createHj212Gateway, type Hj212Gateway } from '../../../gateways/hj212/create-hj212-gateway.ts'
import { unitRulesOf } from '../../../wire/hj212/unit-overrides.ts'
import type { Config } from '../../config.ts'
import { type ListenerDeps, openGateway } from '../open-gateway.ts'

/** Opens the HJ 212 gateway; undefined when it is off. Throws a StartError when its port is taken. */
export async function openHj212(
  deps: ListenerDeps & { config: Pick<Config, 'hj212Units' | 'hj212Unit'> },
): Promise<(Hj212Gateway & { address: string }) | undefined> {
  const { config, metrics } = deps
  const unitsOf = unitRulesOf(config.hj212Units, config.hj212Unit)
  const gateway = await openGateway('hj212', 'packet', deps, (given) =>
    createHj212Gateway({ ...given, unitsOf }),
  )
  if (!gateway) return undefined
  metrics.gauge('backlot_hj212_stations', 'HJ 212 stations that are here.', () => gateway.stations().length)
  metrics.counterBy(
    'backlot_hj212_refusals_total',
    'Packets that were refused, by reason.',
    'reason',
    () => gateway.counters.refusals,
  )
  return gateway
}
