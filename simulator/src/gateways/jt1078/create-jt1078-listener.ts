/** The platform's port for sound and pictures of terminals, over TCP and UDP (JT/T 1078-2016, 5.5). */
import type { HostClock } from '../../kernel/clock.ts'
import { openWireListener, type WireConnection } from '../../sockets/open-wire-listener.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import { createAskedStreams, type StreamTaker } from './asked-streams.ts'
import { openDatagramSenders } from './datagram-senders.ts'
import { createJt1078Counters, type Jt1078Counters } from './jt1078-counters.ts'
import { JT1078_LIMITS, type Jt1078Cut, type Jt1078Limits } from './jt1078-limits.ts'
import { createMediaConnection, type MediaConnectionDeps } from './media-connection.ts'

export type Jt1078Listener = AsyncDisposable & {
  /** The same for TCP and UDP. */
  port: number
  connections(): number
  counters: Jt1078Counters
  /** Takes a stream from now on, until the returned function is called. */
  ask(taker: StreamTaker): () => void
  /** Streams that are asked for. */
  asked(): number
}

/** Tries for a free port that both transports have. */
const TRIES = 20

/** Listens; rejects with the system's error when the port cannot be had. */
export async function createJt1078Listener(deps: {
  host: string
  /** 0: any free one. */
  port: number
  hostClock: HostClock
  log: MediaConnectionDeps['log']
  limits?: Partial<Jt1078Limits>
  tap?: SocketTap | undefined
}): Promise<Jt1078Listener> {
  const { host, hostClock, log, tap } = deps
  const limits = { ...JT1078_LIMITS, ...deps.limits }
  const counters = createJt1078Counters()
  const asked = createAskedStreams()
  const shared: MediaConnectionDeps = { asked, counters, limits, hostClock, log }

  const openBoth = async (triesLeft: number) => {
    const tcp = await openWireListener<WireConnection, Jt1078Cut>(
      {
        name: 'JT/T 1078',
        wire: 'jt1078',
        tap,
        host,
        port: deps.port,
        most: limits.connections,
        counters,
        hostClock,
        log,
      },
      (socket, onEnd) => createMediaConnection(socket, shared, onEnd),
    )
    try {
      return { tcp, udp: await openDatagramSenders({ host, port: tcp.port, tap }, shared) }
    } catch (error) {
      await tcp[Symbol.asyncDispose]()
      if (deps.port !== 0 || triesLeft === 0) throw error
      return openBoth(triesLeft - 1)
    }
  }
  const { tcp, udp } = await openBoth(TRIES)
  return {
    port: tcp.port,
    connections: () => tcp.connections() + udp.count(),
    counters,
    ask: asked.ask,
    asked: asked.count,
    async [Symbol.asyncDispose]() {
      await Promise.all([tcp[Symbol.asyncDispose](), udp[Symbol.asyncDispose]()])
    },
  }
}
