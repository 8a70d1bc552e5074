/**
 * Guards against weaknesses of the RTMP library: it allocates the length that a message states, for as many chunk
 * streams as are named, buffers what comes before a publish, stops at timestamps beyond 2³², and throws at commands
 * without their fields. Here a fault of a connection ends that connection, never the thread.
 */
import type { Socket } from 'node:net'
import type { RtmpCut } from './rtmp-messages.ts'
import type { TagWindow } from './tag-window.ts'

/** Fields used of the library's reader of one connection. */
export type RtmpParser = {
  parserPacket: { header: { length: number; type: number }; clock: number; payload: Uint8Array }
  inPackets: Map<number, unknown>
  /** Makes room for a message whose head has come. */
  packetAlloc(): void
  /** Takes a message of sound, video or data that has come whole. */
  dataHandler(): void
}

/** A message of sound, video or data; `body` is valid during the call only. */
export type TakeMedia = (type: number, timestampMs: number, body: Uint8Array) => void

/** Commands of a publisher are short, its key frames are not. */
const COMMAND_BYTES_MAX = 64 * 1024
const MESSAGE_BYTES_MAX = 8 * 1024 * 1024
/** Publishers use half a dozen. */
const CHUNK_STREAMS_MAX = 16
/** Bytes that are read at once: some three hundred of the smallest messages. */
const PIECE_BYTES = 4096
/** A client that has not begun to publish by then blocks others. */
const PUBLISH_WITHIN_MS = 15_000
/** A publisher sends all the time. */
const SILENT_MS = 30_000
/** Timestamps have 32 bits and wrap (RTMP 1.0, 3). */
const STAMPS = 2 ** 32

/** A connection that breaks the rules; ends the reading of it. `cut`: the reason, where it has not been counted yet. */
export class RtmpRefusal extends Error {
  override name = 'RtmpRefusal'
  readonly cut: RtmpCut | undefined
  constructor(message: string, cut?: RtmpCut) {
    super(message)
    this.cut = cut
  }
}

/** Sockets that publish with their key. */
const admitted = new WeakSet<Socket>()
const takers = new WeakMap<RtmpParser, TakeMedia>()
const heardMs = new WeakMap<Socket, number>()

/** From now on the connection may send pictures, and stays while it does. */
export function admitPublisher(socket: Socket, parser: RtmpParser, take: TakeMedia): void {
  admitted.add(socket)
  takers.set(parser, take)
}

/** Milliseconds since a connection sent something. */
export function silentForMs(socket: Socket): number {
  return performance.now() - (heardMs.get(socket) ?? 0)
}

/** Limits allocations of every parser of this thread, and passes on the media of publishers. */
export function boundMessages(prototype: RtmpParser): void {
  const allocate = prototype.packetAlloc
  prototype.packetAlloc = function (this: RtmpParser) {
    const most = takers.has(this) ? MESSAGE_BYTES_MAX : COMMAND_BYTES_MAX
    if (this.parserPacket.header.length > most) throw new RtmpRefusal('a message is too long', 'tooLong')
    if (this.inPackets.size > CHUNK_STREAMS_MAX)
      throw new RtmpRefusal('too many chunk streams', 'chunkStreams')
    this.parserPacket.clock %= STAMPS
    allocate.call(this)
  }
  prototype.dataHandler = function (this: RtmpParser) {
    const take = takers.get(this)
    if (!take) throw new RtmpRefusal('media before a publish', 'earlyMedia')
    const { header, clock, payload } = this.parserPacket
    take(header.type, clock, payload.subarray(0, header.length))
  }
}

/**
 * Watches a connection whose reader exists already: errors of the reader, the time until it publishes, and that it
 * reads in small pieces while the window has room. `onCut` gets the reason why a connection was ended, unless its end
 * was a refusal.
 */
export function guardConnection(
  socket: Socket,
  window: Pick<TagWindow, 'isFull' | 'wait'>,
  onCut: (why: RtmpCut) => void,
): void {
  const readers = socket.listeners('data') as ((part: Buffer) => void)[]
  const cut = (why: RtmpCut | undefined) => {
    if (why && !socket.destroyed) onCut(why)
    socket.destroy()
  }
  heardMs.set(socket, performance.now())
  socket.removeAllListeners('data')
  let unread: Buffer[] = []
  const readPiece = (piece: Buffer) => {
    try {
      for (const read of readers) read(piece)
    } catch (error) {
      // Whatever the error is, data of this connection caused it.
      cut(error instanceof RtmpRefusal ? error.cut : 'unreadable')
    }
  }
  const readWaiting = () => {
    const piece = socket.destroyed ? undefined : unread.shift()
    if (!piece) return
    readPiece(piece)
    if (unread.length > 0) window.wait(readWaiting)
    else socket.resume()
  }
  socket.on('data', (part: Buffer) => {
    heardMs.set(socket, performance.now())
    const isWaiting = unread.length > 0
    for (let at = 0; at < part.length && !socket.destroyed; at += PIECE_BYTES) {
      const piece = part.subarray(at, at + PIECE_BYTES)
      if (window.isFull || unread.length > 0) unread.push(piece)
      else readPiece(piece)
    }
    if (isWaiting || unread.length === 0) return
    socket.pause()
    window.wait(readWaiting)
  })
  socket.setTimeout(SILENT_MS, () => cut('silent'))
  const giveUp = setTimeout(() => {
    if (!admitted.has(socket)) cut('noPublish')
  }, PUBLISH_WITHIN_MS)
  socket.once('close', () => {
    clearTimeout(giveUp)
    unread = []
  })
}
