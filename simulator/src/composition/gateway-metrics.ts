import type { ConnectionCounters } from '../gateways/connection-counters.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** Metrics that every gateway has: `backlot_<wire>_connections`, `_events_total`, `_problems_total` and `_cuts_total`. */
export function gatewayMetrics(
  { gauge, counterBy }: Metrics,
  /** The wire's name in metrics and in texts, and the unit of its bytes: packets or messages. */
  { wire, name, unit }: { wire: string; name: string; unit: string },
  gateway: {
    connections(): number
    counters: ConnectionCounters<string> & { problems: ReadonlyMap<string, number> }
  },
): void {
  const { counters } = gateway
  const numbers = () =>
    Object.entries(counters).flatMap(([event, value]) =>
      typeof value === 'number' ? [[event, value] as const] : [],
    )
  gauge(`backlot_${wire}_connections`, `Open ${name} connections.`, () => gateway.connections())
  counterBy(
    `backlot_${wire}_events_total`,
    `Events of the ${name} gateway since its start.`,
    'event',
    numbers,
  )
  counterBy(
    `backlot_${wire}_problems_total`,
    `Bytes that are not a ${unit}, by problem.`,
    'code',
    () => counters.problems,
  )
  counterBy(
    `backlot_${wire}_cuts_total`,
    'Connections ended by the platform, by reason.',
    'reason',
    () => counters.cuts,
  )
}
