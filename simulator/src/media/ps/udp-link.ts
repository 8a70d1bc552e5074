import { isRtcp } from '../../wire/rtp/rtcp.ts'
import { bindUdpPair, bindUdpPairAt, closeUdp } from '../bind-udp-pair.ts'
import type { PortPool } from './port-pool.ts'
import {
  bindOneOf,
  isFrom,
  type RtpLink,
  type RtpLinkEvents,
  type RtpPeer,
  type RtpTransport,
} from './rtp-link.ts'

const LAST_PORT = 65_535

/** RTP over UDP: packets at an even port, reports at the one above it. */
export async function openUdpLink(
  { host, ports, tap }: Pick<RtpTransport, 'host' | 'tap'> & { ports: PortPool | undefined },
  events: RtpLinkEvents,
): Promise<RtpLink> {
  const { bound, give } = await bindOneOf(ports, (port) =>
    port === 0 ? bindUdpPair(host) : bindUdpPairAt(host, port),
  )
  const [packets, reports] = bound
  for (const socket of bound) tap?.udp('gb28181', socket)
  let isStarted = false
  let isClosed = false
  let peer: RtpPeer | undefined
  /** Where packets come from: reports go to the port above it, where the peer's own is not known. */
  let source: RtpPeer | undefined
  let strangers = 0
  let reporting = Promise.resolve()

  const take = (bytes: Uint8Array, address: string, port: number, isReport: boolean): void => {
    if (!isStarted || isClosed) return
    if (!isFrom(address, peer)) {
      strangers++
      return
    }
    if (isReport || isRtcp(bytes)) {
      events.report(bytes)
      return
    }
    source = { host: address, port }
    events.packet(bytes)
  }
  packets.on('message', (bytes, { address, port }) => take(bytes, address, port, false))
  reports.on('message', (bytes, { address, port }) => take(bytes, address, port, true))

  return {
    port: packets.address().port,
    start(to) {
      peer = to
      isStarted = true
      events.ready()
    },
    send(batch) {
      if (!peer || peer.port === 0 || isClosed) return
      for (const packet of batch) packets.send(packet, peer.port, peer.host, ignore)
    },
    report(bytes) {
      const to = peer ?? source
      // Above the last port there is none.
      if (!to || to.port >= LAST_PORT || isClosed) return
      reporting = new Promise((resolve) => reports.send(bytes, to.port + 1, to.host, () => resolve()))
    },
    bufferedBytes: () => packets.getSendQueueSize(),
    strangers: () => strangers,
    async close() {
      if (isClosed) return
      isClosed = true
      // A goodbye is still on its way to the system.
      await reporting
      await Promise.all(bound.map(closeUdp))
      give()
    },
  }
}

/** A datagram that cannot be sent is lost, as on its way. */
const ignore = (): void => undefined
