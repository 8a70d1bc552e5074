/**
 * Writes of one turn of the event loop, made together at its end. Thousands of devices report in a turn: written one
 * after the other without anything between, their bytes keep the other side awake instead of waking it for each.
 */
import type { Socket } from 'node:net'

let sockets: Socket[] = []
let pieces: WireBytes[] = []

/** Bytes, or text of one character a byte. */
export type WireBytes = Uint8Array | string

/** Writes bytes once the present turn is done, in the order of the calls; a socket that has ended meanwhile gets none. */
export function writeLater(socket: Socket, bytes: WireBytes): void {
  if (sockets.push(socket) === 1) queueMicrotask(flush)
  pieces.push(bytes)
}

function flush(): void {
  const [to, what] = [sockets, pieces]
  sockets = []
  pieces = []
  for (let i = 0; i < to.length; i++) {
    const socket = to[i]!
    if (!socket.destroyed) socket.write(what[i]!, 'latin1')
  }
}
