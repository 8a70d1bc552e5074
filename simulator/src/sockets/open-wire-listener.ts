/** A gateway's listening socket and the connections behind it: counted, limited, reviewed, and ended with it. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { CapturedWire } from '@backlot/contract/pcapng/wires'
import type { HostClock } from '../kernel/clock.ts'
import { type ConnectionCounters, countIn } from './connection-counters.ts'
import type { CommonCutReason } from './end-socket.ts'
import type { SocketTap } from './socket-tap.ts'

/** Members of a connection that the listener needs. */
export type WireConnection = {
  /** Lets time pass: called about once a second. */
  review(nowMs: number): void
  cut(reason: CommonCutReason): void
  /** Serial numbers of the devices that speak on it, as far as they are known; left out: nobody asks. */
  devices?(): readonly string[]
}

export type WireListener = AsyncDisposable & {
  port: number
  connections(): number
}

const REVIEW_MS = 1000
const KEEP_ALIVE_MS = 60_000

/**
 * Listens; rejects with the system's error when the port cannot be had. `connect` makes the connection of a socket,
 * which calls `onEnd` once it is closed. Past `most` connections a socket is closed at once.
 */
export async function openWireListener<Connection extends WireConnection, Cut>(
  listener: {
    /** The wire's name, for the log. */
    name: string
    host: string
    port: number
    /** Connections that the system holds for us; left out: Node's own number. */
    backlog?: number
    most: number
    counters: ConnectionCounters<Cut | CommonCutReason>
    hostClock: HostClock
    /** Hears the connections, as those of `wire`; left out: nobody does. */
    tap?: SocketTap | undefined
    wire: CapturedWire
    log: { error(fields: object, message: string): void }
  },
  connect: (socket: Socket, onEnd: (connection: Connection) => void) => Connection,
): Promise<WireListener> {
  const { counters, hostClock } = listener
  const connections = new Set<Connection>()
  const leave = (connection: Connection) => connections.delete(connection)
  const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS }
  const server = createServer(options, (socket) => {
    counters.accepted++
    if (connections.size >= listener.most) {
      countIn(counters.cuts, 'full')
      socket.destroy()
      return
    }
    const connection = connect(socket, leave)
    connections.add(connection)
    listener.tap?.tcp(listener.wire, socket, {
      opener: 'remote',
      devices: () => connection.devices?.() ?? [],
    })
  })
  server.listen({ host: listener.host, port: listener.port, backlog: listener.backlog })
  await once(server, 'listening')
  server.on('error', (error) => listener.log.error({ err: error }, `the ${listener.name} listener failed`))
  const stopReview = hostClock.every(REVIEW_MS, () => {
    const nowMs = hostClock.now()
    for (const connection of connections) connection.review(nowMs)
  })
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections.size,
    async [Symbol.asyncDispose]() {
      stopReview()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const connection of connections) connection.cut('closing')
      await closed
    },
  }
}
