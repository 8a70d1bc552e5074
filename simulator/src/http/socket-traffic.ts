import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Traffic } from '../calls/traffic.ts'

/** Counts the traffic of a server's sockets, upgraded ones too: of closed ones, and of open ones so far. */
export function countTraffic(server: Server): () => Traffic {
  const open = new Set<Socket>()
  let [bytesIn, bytesOut] = [0, 0]
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      bytesIn += socket.bytesRead
      bytesOut += socket.bytesWritten
    })
  })
  return () => {
    let [carriedIn, carriedOut] = [bytesIn, bytesOut]
    for (const socket of open) {
      carriedIn += socket.bytesRead
      carriedOut += socket.bytesWritten
    }
    return { connections: open.size, bytesIn: carriedIn, bytesOut: carriedOut }
  }
}
