import type { HostClock } from '../../kernel/clock.ts'
import type { RtpLink, RtpLinkEvents, RtpTransport } from './rtp-link.ts'
import { openTcpCaller } from './tcp-caller.ts'
import { openTcpListener } from './tcp-listener.ts'
import { openUdpLink } from './udp-link.ts'

/** Time for a connection to come about: a platform listens before it invites. */
const WITHIN_MS = 10_000

/** Binds its port. Rejects with an RtpPortError when none is free. */
export async function openRtpLink(
  transport: RtpTransport,
  hostClock: HostClock,
  events: RtpLinkEvents,
): Promise<RtpLink> {
  const { host, ports, tap, withinMs = WITHIN_MS } = transport
  switch (transport.kind) {
    case 'udp':
      return openUdpLink({ host, ports, tap }, events)
    case 'tcp-active':
      return openTcpCaller({ host, withinMs, hostClock, tap }, events)
    case 'tcp-passive':
      return openTcpListener({ host, ports, withinMs, hostClock, tap }, events)
  }
}
