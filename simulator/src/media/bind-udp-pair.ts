/** Pairs of UDP sockets for RTP: packets at an even port, reports at the odd one above it (RFC 3550, 11). */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** Pairs that are tried before it fails: the port above a free one may be taken. */
const TRIES = 20
const BUFFER_BYTES = 4 * 1024 * 1024

/** Opens a pair at free ports. Rejects with the system's error when there is none. */
export async function bindUdpPair(host: string): Promise<readonly [rtp: Socket, rtcp: Socket]> {
  let last: unknown
  for (let i = 0; i < TRIES; i++) {
    const first = await bindUdp(host, 0)
    const { port } = first.address()
    try {
      if (port % 2 === 0) return [first, await bindUdp(host, port + 1)]
    } catch (error) {
      last = error
    }
    await closeUdp(first)
  }
  throw last ?? new Error('no pair of UDP ports is free')
}

/** Opens the pair at `port` and the one above. Rejects with the system's error when one of them is taken. */
export async function bindUdpPairAt(
  host: string,
  port: number,
): Promise<readonly [rtp: Socket, rtcp: Socket]> {
  const first = await bindUdp(host, port)
  try {
    return [first, await bindUdp(host, port + 1)]
  } catch (error) {
    await closeUdp(first)
    throw error
  }
}

export const closeUdp = (socket: Socket) => new Promise<void>((resolve) => socket.close(() => resolve()))

async function bindUdp(host: string, port: number): Promise<Socket> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  const listening = once(socket, 'listening')
  socket.bind(port, host)
  try {
    await listening
  } catch (error) {
    socket.close()
    throw error
  }
  // A peer that has gone answers with errors of ICMP.
  socket.on('error', () => undefined)
  try {
    // A key picture is a burst of packets.
    socket.setSendBufferSize(BUFFER_BYTES)
    socket.setRecvBufferSize(BUFFER_BYTES)
  } catch {
    // The system's own sizes serve too.
  }
  return socket
}
