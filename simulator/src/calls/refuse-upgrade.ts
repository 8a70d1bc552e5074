import type { Duplex } from 'node:stream'

/** How long a client that was refused a WebSocket may take to read why, milliseconds. */
const LINGER_MS = 1000

/** Refuses a WebSocket with an HTTP status (RFC 6455 §4.2.2). The client is to close; one that does not is cut. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer)).resume()
}

export const UNAVAILABLE = '503 Service Unavailable'
