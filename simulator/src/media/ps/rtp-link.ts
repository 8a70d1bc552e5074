/**
 * How RTP travels between a device and a platform of GB/T 28181 (2016: annex C; 2022: annex D): over UDP, or over TCP
 * with a length before each packet (RFC 4571), where either side connects.
 */
import type { SocketTap } from '../../sockets/socket-tap.ts'
import type { PortPool } from './port-pool.ts'

/** `tcp-active`: this side connects; `tcp-passive`: it listens for its peer. */
export type RtpLinkKind = 'udp' | 'tcp-active' | 'tcp-passive'

/** `host` is an IP address. */
export type RtpPeer = { host: string; port: number }

export type RtpTransport = {
  kind: RtpLinkKind
  /** Own address to bind, an IP address. */
  host: string
  /** Own ports; left out: any free ones. `tcp-active` needs none. */
  ports?: PortPool | undefined
  /** Hears its sockets; left out: nobody does. */
  tap?: SocketTap | undefined
  /** How long a connection may take to come about, milliseconds; 10,000 when left out. */
  withinMs?: number | undefined
}

export type RtpLinkEnd =
  /** The peer took no connection in time. */
  | 'unreachable'
  /** Nobody connected in time. */
  | 'notCalled'
  /** The peer closed the connection. */
  | 'peerGone'
  /** What came over the connection is no RTP. */
  | 'noRtp'

export type RtpLinkEvents = {
  /** Packets can be sent now. */
  ready(): void
  /** RTP from the peer. */
  packet(bytes: Uint8Array): void
  /** RTCP from the peer. */
  report(bytes: Uint8Array): void
  /** It is over, not by `close`; `detail` is the system's reason, where there is one. */
  end(reason: RtpLinkEnd, detail?: string): void
}

export type RtpLink = {
  /** Own port of RTP; 0 where this side connects. */
  port: number
  /**
   * Begins: connects to the peer, or lets it in. Without a peer anyone is let in, the first one alone; `tcp-active`
   * throws a RangeError then. UDP and listeners look at the peer's address alone: its port may be another one behind
   * address translation.
   */
  start(peer: RtpPeer | undefined): void
  /** Sends RTP; what cannot be sent is dropped. */
  send(packets: readonly Buffer[]): void
  /** Sends RTCP: over UDP to the port above the peer's, where there is one; over TCP not at all, since receivers take it for RTP. */
  report(bytes: Buffer): void
  /** Bytes that wait for a slow peer. */
  bufferedBytes(): number
  /** Connections and packets of others than the peer. */
  strangers(): number
  close(): Promise<void>
}

/** No port could be had. */
export class RtpPortError extends Error {
  override name = 'RtpPortError'
}

/** Ports of a pool that are tried: others on the machine may have taken some. */
const TRIES = 20

/**
 * Binds a port of the pool, or without one whatever is free (`port` 0). The port goes back to the pool with `give`.
 * Rejects with an RtpPortError.
 */
export async function bindOneOf<T>(
  ports: PortPool | undefined,
  bind: (port: number) => Promise<T>,
): Promise<{ bound: T; give(): void }> {
  let cause: unknown
  for (let i = 0; i < TRIES; i++) {
    const port = ports ? ports.take() : 0
    if (port === undefined) break
    const give = () => ports?.give(port)
    try {
      return { bound: await bind(port), give }
    } catch (error) {
      cause = error
      give()
      if (!ports) break
    }
  }
  throw new RtpPortError('no port for media is free', { cause })
}

/** Whether an address is that of the peer; IPv4 may come as IPv4-mapped IPv6 (RFC 4291). */
export const isFrom = (address: string | undefined, peer: RtpPeer | undefined): boolean =>
  peer === undefined || plain(address ?? '') === plain(peer.host)

const plain = (address: string) => address.replace('::ffff:', '')
