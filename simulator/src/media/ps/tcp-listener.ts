import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { HostClock } from '../../kernel/clock.ts'
import { type FramedSocket, framedSocket } from './framed-socket.ts'
import type { PortPool } from './port-pool.ts'
import {
  bindOneOf,
  isFrom,
  type RtpLink,
  type RtpLinkEvents,
  type RtpPeer,
  type RtpTransport,
} from './rtp-link.ts'

/** RTP over the one connection that the peer makes. Other connections are closed at once. */
export async function openTcpListener(
  options: Pick<RtpTransport, 'host' | 'tap'> & {
    ports: PortPool | undefined
    withinMs: number
    hostClock: HostClock
  },
  events: RtpLinkEvents,
): Promise<RtpLink> {
  let peer: RtpPeer | undefined
  let isStarted = false
  let isOver = false
  let framed: FramedSocket | undefined
  /** A connection that came before the start: whose it is shows then. Nothing is read from it. */
  let early: Socket | undefined
  let strangers = 0
  let cancelWait = (): void => undefined
  const { bound: server, give } = await bindOneOf(options.ports, (port) => listen(options.host, port))

  server.on('connection', (socket) => {
    if (isOver || framed || (isStarted && !isFrom(socket.remoteAddress, peer))) {
      strangers++
      socket.destroy()
      return
    }
    if (!isStarted) {
      early?.destroy()
      early = socket
      socket.on('error', () => undefined)
      return
    }
    admit(socket)
  })
  server.on('error', () => undefined)
  const admit = (socket: Socket): void => {
    cancelWait()
    options.tap?.tcp('gb28181', socket, { opener: 'remote' })
    framed = framedSocket(socket, events)
    events.ready()
  }
  const closed = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
  const stop = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    cancelWait()
    early?.destroy()
    framed?.destroy()
    await closed()
    give()
  }

  return {
    port: (server.address() as AddressInfo).port,
    start(expected) {
      peer = expected
      isStarted = true
      cancelWait = options.hostClock.after(options.withinMs, () => {
        void stop()
        events.end('notCalled')
      })
      const waiting = early
      early = undefined
      if (!waiting || waiting.destroyed) return
      if (isFrom(waiting.remoteAddress, peer)) admit(waiting)
      else {
        strangers++
        waiting.destroy()
      }
    },
    send: (packets) => framed?.send(packets),
    report: () => undefined,
    bufferedBytes: () => framed?.bufferedBytes() ?? 0,
    strangers: () => strangers,
    close: stop,
  }
}

async function listen(host: string, port: number): Promise<Server> {
  const server = createServer()
  server.listen({ host, port, backlog: 4 })
  await once(server, 'listening')
  return server
}
