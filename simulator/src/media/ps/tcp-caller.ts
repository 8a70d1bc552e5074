import { connect, type Socket } from 'node:net'
import type { HostClock } from '../../kernel/clock.ts'
import { type FramedSocket, framedSocket } from './framed-socket.ts'
import type { RtpLink, RtpLinkEvents, RtpPeer, RtpTransport } from './rtp-link.ts'

/** Distance of attempts: the peer may listen a little later than it says. */
const RETRY_MS = 500

/** RTP over a connection that this side makes. */
export function openTcpCaller(
  {
    host,
    withinMs,
    hostClock,
    tap,
  }: Pick<RtpTransport, 'host' | 'tap'> & { withinMs: number; hostClock: HostClock },
  events: RtpLinkEvents,
): RtpLink {
  let attempt: Socket | undefined
  let framed: FramedSocket | undefined
  let isOver = false
  let problem: string | undefined
  let cancelRetry = (): void => undefined
  let cancelWait = (): void => undefined

  const stop = (): void => {
    isOver = true
    cancelRetry()
    cancelWait()
    attempt?.destroy()
    framed?.destroy()
  }
  const call = (peer: RtpPeer): void => {
    const socket = connect({ ...peer, localAddress: host })
    attempt = socket
    const failed = (error: Error): void => {
      problem = error.message
    }
    const retry = (): void => {
      if (!isOver) cancelRetry = hostClock.after(RETRY_MS, () => call(peer))
    }
    socket.once('error', failed)
    socket.once('close', retry)
    socket.once('connect', () => {
      socket.off('error', failed)
      socket.off('close', retry)
      cancelWait()
      attempt = undefined
      tap?.tcp('gb28181', socket, { opener: 'local' })
      framed = framedSocket(socket, events)
      events.ready()
    })
  }

  return {
    port: 0,
    start(peer) {
      if (!peer) throw new RangeError('no peer to connect to')
      if (isOver) return
      cancelWait = hostClock.after(withinMs, () => {
        stop()
        events.end('unreachable', problem)
      })
      call(peer)
    },
    send: (packets) => framed?.send(packets),
    report: () => undefined,
    bufferedBytes: () => framed?.bufferedBytes() ?? 0,
    strangers: () => 0,
    async close() {
      stop()
    },
  }
}
