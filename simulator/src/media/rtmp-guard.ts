/**
 * What the RTMP library leaves open: it allocates what a message says of its length, for as many chunk streams as are
 * named, and throws at commands without their fields. Here a fault of a connection ends that connection, never the
 * thread.
 */
import type { Socket } from 'node:net'

/** What of the library's reader of one connection matters here. */
export type RtmpParser = {
  parserPacket: { header: { length: number } }
  inPackets: Map<number, unknown>
  /** Makes room for a message whose head has come. */
  packetAlloc(): void
}

/** Commands of a publisher are short, its key frames are not. */
const COMMAND_BYTES_MAX = 64 * 1024
const MESSAGE_BYTES_MAX = 8 * 1024 * 1024
/** Publishers use half a dozen. */
const CHUNK_STREAMS_MAX = 16
/** Whoever has not begun to publish by then is in the way of others. */
const PUBLISH_WITHIN_MS = 15_000
/** A publisher sends all the time. */
const SILENT_MS = 30_000

/** A connection that breaks the rules; it ends what is being read of it. */
export class RtmpRefusal extends Error {
  override name = 'RtmpRefusal'
}

/** Sockets that publish with their key. */
const admitted = new WeakSet<Socket>()
const admittedParsers = new WeakSet<RtmpParser>()

/** From now on the connection may send pictures, and stays as long as it does. */
export function admitPublisher(socket: Socket, parser: RtmpParser): void {
  admitted.add(socket)
  admittedParsers.add(parser)
}

/** Bounds what every parser of this thread allocates. */
export function boundMessages(prototype: RtmpParser): void {
  const allocate = prototype.packetAlloc
  prototype.packetAlloc = function (this: RtmpParser) {
    const most = admittedParsers.has(this) ? MESSAGE_BYTES_MAX : COMMAND_BYTES_MAX
    if (this.parserPacket.header.length > most) throw new RtmpRefusal('a message is too long')
    if (this.inPackets.size > CHUNK_STREAMS_MAX) throw new RtmpRefusal('too many chunk streams')
    allocate.call(this)
  }
}

/** Watches a connection whose reader is there already: what the reader throws, and how long it takes to publish. */
export function guardConnection(socket: Socket): void {
  const readers = socket.listeners('data') as ((part: Buffer) => void)[]
  socket.removeAllListeners('data')
  socket.on('data', (part: Buffer) => {
    if (socket.destroyed) return
    try {
      for (const read of readers) read(part)
    } catch {
      // Whatever it is, it came of what this connection sent.
      socket.destroy()
    }
  })
  socket.setTimeout(SILENT_MS, () => socket.destroy())
  const giveUp = setTimeout(() => {
    if (!admitted.has(socket)) socket.destroy()
  }, PUBLISH_WITHIN_MS)
  socket.once('close', () => clearTimeout(giveUp))
}
