import type { Logger } from 'pino'
import { createJt1078Listener, type Jt1078Listener } from '../../../gateways/jt1078/create-jt1078-listener.ts'
import type { HostClock } from '../../../kernel/clock.ts'
import { hostInUrl } from '../../../kernel/reachable-host.ts'
import { StartError } from '../../../kernel/start-error.ts'
import type { SocketTap } from '../../../sockets/socket-tap.ts'
import type { Metrics } from '../../../telemetry/metrics.ts'
import { type Config, jt1078PortOf } from '../../config.ts'

/** The listener for media of terminals, with its address as host:port. */
export type OpenJt1078 = Jt1078Listener & { address: string }

/** Opens the port for sound and pictures of terminals; undefined when it is off. Throws a StartError when it is taken. */
export async function openJt1078({
  config,
  host,
  log,
  metrics,
  tap,
}: {
  config: Config
  host: HostClock
  log: Logger
  metrics: Metrics
  tap?: SocketTap | undefined
}): Promise<OpenJt1078 | undefined> {
  const port = jt1078PortOf(config)
  if (port === null) return undefined
  try {
    const listener = await createJt1078Listener({
      host: config.host,
      port,
      hostClock: host,
      log: log.child({ gateway: 'jt1078' }),
      tap,
    })
    showMetrics(metrics, listener)
    return { ...listener, address: `${hostInUrl(config.host)}:${listener.port}` }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const why = code === 'EACCES' ? 'cannot be used by this user' : 'is already in use'
    throw new StartError(`JT/T 1078 port ${port} ${why}. Use --jt1078 with another one, 0, or off.`, {
      cause: error,
    })
  }
}

function showMetrics({ gauge, counterBy }: Metrics, listener: Jt1078Listener): void {
  const { counters } = listener
  gauge('backlot_jt1078_connections', 'Senders of JT/T 1078, over TCP and UDP.', listener.connections)
  gauge('backlot_jt1078_streams', 'Streams that terminals are asked for.', listener.asked)
  counterBy(
    'backlot_jt1078_events_total',
    'What the JT/T 1078 listener has seen since its start.',
    'event',
    () =>
      Object.entries(counters).flatMap(([event, value]) =>
        typeof value === 'number' ? [[event, value] as const] : [],
      ),
  )
  counterBy(
    'backlot_jt1078_problems_total',
    'Packets and frames that could not be read, by problem.',
    'code',
    () => counters.problems,
  )
  counterBy('backlot_jt1078_cuts_total', 'Senders cut off by us, by reason.', 'reason', () => counters.cuts)
}
