/** A pair of UDP ports for all viewers: packets leave from the even one, reports from and to the odd one (RFC 3550, 11). */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

export type UdpPair = AsyncDisposable & {
  ports: readonly [rtp: number, rtcp: number]
  sendPacket(packet: Uint8Array, port: number, address: string): void
  sendReport(report: Uint8Array, port: number, address: string): void
}

/** Pairs that are tried before it fails: the port above a free one may be taken. */
const TRIES = 20
const SEND_BUFFER_BYTES = 4 * 1024 * 1024

/** Opens a pair at free ports. `onReport` gets what comes to the odd one. */
export async function openUdpPair(
  host: string,
  onReport: (bytes: Uint8Array, address: string, port: number) => void,
): Promise<UdpPair> {
  const [packets, reports] = await bindPair(host)
  reports.on('message', (bytes, { address, port }) => onReport(bytes, address, port))
  for (const socket of [packets, reports]) {
    // A viewer that has gone answers with errors of ICMP.
    socket.on('error', () => undefined)
    socket.unref()
  }
  try {
    packets.setSendBufferSize(SEND_BUFFER_BYTES)
  } catch {
    // The system's own size serves too.
  }
  return {
    ports: [packets.address().port, reports.address().port],
    sendPacket: (packet, port, address) => packets.send(packet, port, address, ignore),
    sendReport: (report, port, address) => reports.send(report, port, address, ignore),
    async [Symbol.asyncDispose]() {
      await Promise.all([packets, reports].map(closed))
    },
  }
}

const ignore = (): void => undefined
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.close(() => resolve()))

async function bindPair(host: string): Promise<readonly [Socket, Socket]> {
  let last: unknown
  for (let i = 0; i < TRIES; i++) {
    const first = await bind(host, 0)
    const { port } = first.address()
    try {
      if (port % 2 === 0) return [first, await bind(host, port + 1)]
    } catch (error) {
      last = error
    }
    await closed(first)
  }
  throw last ?? new Error('no pair of UDP ports is free')
}

async function bind(host: string, port: number): Promise<Socket> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  const listening = once(socket, 'listening')
  socket.bind(port, host)
  try {
    await listening
  } catch (error) {
    socket.close()
    throw error
  }
  return socket
}
