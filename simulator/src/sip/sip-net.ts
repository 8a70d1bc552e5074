/** Where SIP messages come from and go to: sockets (`open-sip-net.ts`), or memory in tests. */
import type { SipMessage } from '../wire/sip/sip-message.ts'
import type { SipProblem } from '../wire/sip/sip-problem.ts'

export type SipTransport = 'udp' | 'tcp'
/** The other end of a datagram or connection: an IP address without brackets. */
export type SipPeer = { transport: SipTransport; address: string; port: number }

export type SipNetEvents = {
  onMessage(message: SipMessage, from: SipPeer): void
  /** Bytes that hold no message. `bytes`: those of a datagram; undefined on a connection. */
  onBroken(problem: SipProblem, from: SipPeer, bytes?: Uint8Array): void
  /** We close a connection because of a limit: `why` tells which. */
  onCut(peer: SipPeer, why: string): void
  /** A connection has ended, or a peer cannot be reached. */
  onUnreachable(peer: SipPeer): void
}

export type SipNetStats = {
  bytesIn: number
  bytesOut: number
  connections: number
  /** Connections that we closed because of a limit. */
  cuts: number
}

export type SipNet = AsyncDisposable & {
  /** What stands in Via and Contact. The port is undefined where nothing of that transport is listened to. */
  local(transport: SipTransport): { host: string; port: number | undefined }
  /** TCP: over the connection with that peer, which is opened when there is none. */
  send(bytes: Uint8Array, to: SipPeer): void
  /** Whether a connection with the peer is open; true over UDP. */
  isOpen(peer: SipPeer): boolean
  /** Called once, before anything is sent. */
  listen(events: SipNetEvents): void
  stats(): SipNetStats
}

export const peerKey = ({ transport, address, port }: SipPeer): string => `${transport} ${address} ${port}`

/** An IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) as IPv4; others as they are. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d)/, '')
