/** SIP over sockets: one UDP port, TCP connections that come in at one port and go out from any. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { WireTransform } from '../fleet/uplinks/uplink.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { SocketTap } from '../sockets/socket-tap.ts'
import { readSipDatagram } from '../wire/sip/read-sip-datagram.ts'
import { plainAddress, type SipNet, type SipNetEvents, type SipPeer } from './sip-net.ts'
import { createTcpPeers, type TcpPeers } from './tcp-peers.ts'

/** The port cannot be had. */
export class SipPortError extends Error {
  override name = 'SipPortError'
}

const UDP_BUFFER_BYTES = 2 * 1024 * 1024
const BACKLOG = 512

/**
 * Opens the sockets; rejects with a SipPortError when a port cannot be had. `port` 0: any free one, the same for both
 * transports. `tcp`: 'listen' takes connections, 'call' only makes them. `advertised`: the host in Via and Contact
 * when `host` is that of all interfaces. `transform`: faults of what is sent over connections.
 */
export async function openSipNet(
  options: {
    host: string
    port: number
    udp: boolean
    tcp: 'listen' | 'call'
    advertised?: string
    transform?: (() => WireTransform | undefined) | undefined
    /** Hears the sockets; left out: nobody does. */
    tap?: SocketTap | undefined
  },
  hostClock: HostClock,
): Promise<SipNet> {
  const { host, advertised = host } = options
  let events: SipNetEvents | undefined
  const bytes = { bytesIn: 0, bytesOut: 0 }
  let udp: UdpSocket | undefined
  let server: Server | undefined
  let peers: TcpPeers | undefined
  let port = options.port
  try {
    if (options.tcp === 'listen') {
      server = createServer({ noDelay: true }, (socket: Socket) => peers?.take(socket))
      server.listen({ host, port, backlog: BACKLOG })
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
    }
    if (options.udp) udp = await bindUdp(host, port)
  } catch (cause) {
    server?.close()
    throw new SipPortError(`port ${options.port}`, { cause })
  }
  peers = createTcpPeers(
    hostClock,
    {
      onMessage: (message, from) => events?.onMessage(message, from),
      onBroken: (problem, from) => events?.onBroken(problem, from),
      onCut: (peer, why) => events?.onCut(peer, why),
      onUnreachable: (peer) => events?.onUnreachable(peer),
    },
    options.transform,
    options.tap,
  )
  if (udp) options.tap?.udp('gb28181', udp)
  const { connections, send, isOpen, close, stats } = peers
  const udpPort = udp?.address().port
  const tcpPort = server && (server.address() as AddressInfo).port
  udp?.on('message', (datagram, { address, port: from }) => {
    bytes.bytesIn += datagram.length
    const peer: SipPeer = { transport: 'udp', address: plainAddress(address), port: from }
    const read = readSipDatagram(datagram)
    if (read.ok) events?.onMessage(read.value, peer)
    else events?.onBroken(read.problem, peer, datagram)
  })
  // What ICMP says of one peer concerns its transactions alone, which wait for their time.
  udp?.on('error', () => undefined)
  server?.on('error', () => undefined)

  return {
    local: (transport) => ({
      host: advertised,
      port: (transport === 'udp' ? udpPort : tcpPort) ?? udpPort ?? tcpPort,
    }),
    send(message, to) {
      if (to.transport === 'tcp') return send(message, to)
      if (!udp) return void hostClock.after(0, () => events?.onUnreachable(to))
      bytes.bytesOut += message.length
      const unreachable = (): void => events?.onUnreachable(to)
      try {
        udp.send(message, to.port, to.address, (error) => {
          if (error) unreachable()
        })
      } catch {
        // A datagram may come from port 0, where none can go.
        hostClock.after(0, unreachable)
      }
    },
    isOpen: (peer) => peer.transport === 'udp' || isOpen(peer),
    listen(listener) {
      events = listener
    },
    stats: () => {
      const tcp = stats()
      return {
        bytesIn: bytes.bytesIn + tcp.bytesIn,
        bytesOut: bytes.bytesOut + tcp.bytesOut,
        connections: connections(),
        cuts: tcp.cuts,
      }
    },
    async [Symbol.asyncDispose]() {
      events = undefined
      const closed = server && new Promise<void>((resolve) => server.close(() => resolve()))
      close()
      await closed
      if (udp) await new Promise<void>((resolve) => udp.close(() => resolve()))
    },
  }
}

async function bindUdp(host: string, port: number): Promise<UdpSocket> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.bind(port, host)
  try {
    await once(socket, 'listening')
  } catch (error) {
    socket.close()
    throw error
  }
  try {
    socket.setRecvBufferSize(UDP_BUFFER_BYTES)
  } catch {
    // The system's own size serves too.
  }
  return socket
}
