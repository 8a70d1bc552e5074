import type { MessageFailure } from '@backlot/contract/device-messages/entities'
import { WIRES, type WireName } from '@backlot/contract/wires/wires'
import type { Logger } from 'pino'
import type { TextForUnit } from '../../areas/device-messages/ports.ts'
import type { ConnectedDevice } from '../../gateways/connected-device.ts'
import type { DeviceIngest } from '../../gateways/ingest.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { hostInUrl } from '../../kernel/reachable-host.ts'
import { StartError } from '../../kernel/start-error.ts'
import type { ConnectionCounters } from '../../sockets/connection-counters.ts'
import type { WireListener } from '../../sockets/open-wire-listener.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { type Config, wirePortOf } from '../config.ts'

/** A listener of a wire, with what every gateway counts. */
type CountingListener = WireListener & {
  counters: ConnectionCounters<string> & { problems: ReadonlyMap<string, number> }
}

/** A gateway that listens, as the platform knows it whatever its wire. */
export type OpenGateway = CountingListener & {
  /** host:port. */
  address: string
  /** Devices that are connected; `standard` is what they speak, in words. */
  clients(): (ConnectedDevice & { standard: string })[]
  connection(sn: string): ConnectedDevice | undefined
  /** Ends a device's connection, if there is one, and forgets what it stands for. */
  drop(sn: string): void
  /** Brings a text to a device; undefined when it is not connected. Left out: the wire carries no texts. */
  deliverText?(sn: string, text: TextForUnit): Promise<'acknowledged' | MessageFailure> | undefined
}

/** Dependencies of a gateway. */
export type ListenerDeps = {
  config: Pick<Config, 'host' | 'port' | `${WireName}Port`>
} & ListenerSurroundings

/** What any gateway needs of the platform. */
export type ListenerSurroundings = {
  ingest: DeviceIngest
  clock: PlatformClock
  host: HostClock
  log: Logger
  metrics: Metrics
  /** Hears the sockets; left out: nobody does. */
  tap?: SocketTap | undefined
}

type Create<Gateway> = (given: {
  host: string
  port: number
  ingest: DeviceIngest
  hostClock: HostClock
  platformClock: PlatformClock
  log: Logger
  tap: SocketTap | undefined
}) => Promise<Gateway>

/**
 * Opens the gateway of a wire, with the metrics that all have; undefined when it is off. `unit` is what its bytes are
 * made of, in words. Throws a StartError that names the port and its option when the port cannot be had.
 */
export function openGateway<Gateway extends CountingListener>(
  wire: WireName,
  unit: 'packet' | 'message',
  { config, ...surroundings }: ListenerDeps,
  create: Create<Gateway>,
): Promise<(Gateway & { address: string }) | undefined> {
  const port = wirePortOf(config, wire)
  const facts = { wire, title: WIRES[wire].title, unit }
  return openListener(facts, { host: config.host, port }, surroundings, create)
}

/** The same of any protocol of devices: `wire` is its option and the name of its metrics, `port` null is off. */
export async function openListener<Gateway extends CountingListener>(
  facts: { wire: string; title: string; unit: 'packet' | 'message' },
  listen: { host: string; port: number | null },
  { ingest, clock, host, log, metrics, tap }: ListenerSurroundings,
  create: Create<Gateway>,
): Promise<(Gateway & { address: string }) | undefined> {
  const { wire, title } = facts
  const { port } = listen
  if (port === null) return undefined
  try {
    const gateway = await create({
      host: listen.host,
      port,
      ingest,
      hostClock: host,
      platformClock: clock,
      log: log.child({ gateway: wire }),
      tap,
    })
    showMetrics(metrics, facts, gateway)
    return { ...gateway, address: `${hostInUrl(listen.host)}:${gateway.port}` }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const why = code === 'EACCES' ? 'cannot be used by this user' : 'is already in use'
    throw new StartError(`${title} port ${port} ${why}. Use --${wire} with another one, 0, or off.`, {
      cause: error,
    })
  }
}

/** `backlot_<wire>_connections`, `_events_total`, `_problems_total` and `_cuts_total`. */
function showMetrics(
  { gauge, counterBy }: Metrics,
  { wire, title, unit }: { wire: string; title: string; unit: string },
  { counters, connections }: CountingListener,
): void {
  const numbers = () =>
    Object.entries(counters).flatMap(([event, value]) =>
      typeof value === 'number' ? [[event, value] as const] : [],
    )
  gauge(`backlot_${wire}_connections`, `Open ${title} connections.`, connections)
  counterBy(
    `backlot_${wire}_events_total`,
    `What the ${title} gateway has seen since its start.`,
    'event',
    numbers,
  )
  counterBy(
    `backlot_${wire}_problems_total`,
    `Bytes that were no ${unit}, by problem.`,
    'code',
    () => counters.problems,
  )
  counterBy(
    `backlot_${wire}_cuts_total`,
    'Connections ended by us, by reason.',
    'reason',
    () => counters.cuts,
  )
}
