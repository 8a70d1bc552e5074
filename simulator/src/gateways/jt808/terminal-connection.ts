/** One socket at the gateway: bytes to messages, limits, and its end. Its session does the talking. */
import type { Socket } from 'node:net'
import { countIn } from '../../sockets/connection-counters.ts'
import { cutLogLevel, endSocket } from '../../sockets/end-socket.ts'
import { BYTES_A_UNIT, SocketWork, type SocketWorkHandlers } from '../../sockets/socket-work.ts'
import { TokenBucket } from '../../sockets/token-bucket.ts'
import { ByteReader } from '../../wire/jt808/byte-reader.ts'
import type { Jt808Frame } from '../../wire/jt808/frame.ts'
import { type FrameItem, FrameReader } from '../../wire/jt808/frame-reader.ts'
import { joinBatch, type LocationBatch, readBatch } from '../../wire/jt808/location-messages.ts'
import { decodeBody, type Jt808Message, messageId } from '../../wire/jt808/message.ts'
import { type Decoded, decoded, type Jt808Problem } from '../../wire/jt808/problem.ts'
import { SPLIT_LIMITS, SplitAssembler } from '../../wire/jt808/split-assembler.ts'
import type { ReceivedPacket } from '../ingest.ts'
import type { CutReason } from './gateway-limits.ts'
import { type TerminalContext, TerminalSession } from './terminal-session.ts'

/** Bytes of a packet that the packet log gets. */
const LOGGED_BYTES = 1200
/** Packets of a connection that wait for the log: the newest ones. */
const UNLOGGED_MAX = 16
const BATCH_ID = messageId({ kind: 'locationBatch' })

export class TerminalConnection {
  static readonly #handlers: SocketWorkHandlers<TerminalConnection, FrameItem> = {
    take: (connection, item) => connection.#takeItem(item),
    gather: (connection) => connection.#socket.cork(),
    flush: (connection) => connection.#socket.uncork(),
    slowed: (connection) => connection.#context.counters.slowed++,
    isCut: (connection) => connection.#cutFor !== undefined,
    failed: (connection, error) => {
      connection.#context.log.error(
        { err: error, remote: connection.#remote },
        'a message could not be handled',
      )
      connection.cut('fault')
    },
    ended: (connection) => {
      connection.session.end()
      connection.#splits.clear()
      connection.#onEnd(connection)
    },
  }

  readonly session: TerminalSession
  readonly #context: TerminalContext
  readonly #socket: Socket
  readonly #work: SocketWork<TerminalConnection, FrameItem>
  readonly #onEnd: (connection: TerminalConnection) => void
  readonly #splits: SplitAssembler
  readonly #messages: TokenBucket
  readonly #bytes: TokenBucket
  readonly #remote: string
  readonly #sinceMs: number
  /** When packets of a split message were requested again, by the serial of its first. */
  readonly #asked = new Map<number, number>()
  /** Packets for the log from before the terminal was known. */
  readonly #unlogged: ReceivedPacket[] = []
  #heardMs: number
  #badInRow = 0
  #cutFor: CutReason | undefined

  constructor(context: TerminalContext, socket: Socket, onEnd: (connection: TerminalConnection) => void) {
    const { hostClock, limits } = context
    const nowMs = hostClock.now()
    this.#context = context
    this.#socket = socket
    this.#onEnd = onEnd
    this.#remote = `${socket.remoteAddress}:${socket.remotePort}`
    this.#sinceMs = this.#heardMs = nowMs
    this.#messages = new TokenBucket(limits.messageBurst, limits.messagesPerSecond, nowMs)
    this.#bytes = new TokenBucket(limits.byteBurst, limits.bytesPerSecond, nowMs)
    this.#splits = new SplitAssembler(SPLIT_LIMITS, context.splitPool)
    this.session = new TerminalSession(context, {
      remote: this.#remote,
      address: socket.remoteAddress ?? '',
      local: socket.localAddress ?? '',
      send: (packet) => this.#send(packet),
      cut: (reason) => this.cut(reason),
    })
    this.#work = new SocketWork({
      socket,
      reader: new FrameReader(),
      budget: context.work,
      hostClock,
      connection: this,
      handlers: TerminalConnection.#handlers,
    })
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', (error) => {
      context.log.debug({ err: error, remote: this.#remote }, 'a terminal connection broke')
    })
    socket.on('close', () => this.#work.closed())
  }

  /** Ends the connection at once. */
  cut(reason: CutReason): void {
    if (this.#cutFor) return
    this.#cutFor = reason
    countIn(this.#context.counters.cuts, reason)
    this.#context.log[cutLogLevel(reason)](
      { remote: this.#remote, sn: this.session.sn, reason },
      'a terminal was cut off',
    )
    this.session.end()
    endSocket(this.#socket, reason, this.#context.hostClock, () => this.#socket.uncork())
  }

  devices(): readonly string[] {
    const { sn } = this.session
    return sn === undefined ? [] : [sn]
  }

  /** Lets time pass: called about once a second. */
  review(nowMs: number): void {
    const reason = this.#overdue(nowMs)
    if (reason) this.cut(reason)
    if (this.#cutFor) return
    this.#reviewSplits(nowMs)
    this.session.review(nowMs)
  }

  #overdue(nowMs: number): CutReason | undefined {
    const { limits } = this.#context
    if (nowMs - this.#heardMs >= limits.silentMs) return 'silent'
    const isNew = !this.session.authenticated
    if (isNew && nowMs - this.#sinceMs >= limits.authenticateWithinMs) return 'notAuthenticated'
    const since = this.#work.unfinishedSinceMs
    return since !== undefined && nowMs - since >= limits.frameWithinMs ? 'slow' : undefined
  }

  #reviewSplits(nowMs: number): void {
    const { splitWithinMs } = this.#context.limits
    for (const { id, firstSerial, missing, sinceMs } of this.#splits.idleSince(nowMs - splitWithinMs)) {
      const askedMs = this.#asked.get(firstSerial)
      if (askedMs === undefined || sinceMs > askedMs) {
        this.#asked.set(firstSerial, nowMs)
        this.session.askAgain(firstSerial, missing)
      } else if (nowMs - askedMs >= splitWithinMs) {
        this.#asked.delete(firstSerial)
        this.#splits.forget(id, firstSerial)
      }
    }
  }

  #receive(chunk: Buffer): void {
    if (this.#cutFor) return
    const { hostClock, counters } = this.#context
    counters.bytesIn += chunk.length
    if (this.#bytes.take(chunk.length, hostClock.now()) > 0) {
      this.cut('flood')
      return
    }
    this.#work.receive(chunk)
  }

  async #takeItem(item: FrameItem): Promise<void> {
    if (this.#messages.take(1, this.#context.hostClock.now()) > 0) {
      this.cut('flood')
      return
    }
    if (item.kind === 'problem') {
      this.#problem(item.problem, item.bytes)
      if (++this.#badInRow >= this.#context.limits.badFrames) this.cut('badFrames')
      return
    }
    this.#badInRow = 0
    const { frame } = item
    this.#context.counters.messagesIn++
    this.#heardMs = this.#context.hostClock.now()
    const whole = this.#whole(frame, item.bytes)
    if (!whole) return
    const body = await this.#decode(whole)
    if (this.#cutFor) return
    if (body.ok) {
      this.#logPacket('in', item.bytes)
      await this.session.take(whole.header, body.value)
      this.#logUnlogged()
    } else {
      this.#problem(body.problem, item.bytes)
      this.session.takeBad(whole.header, body.problem.code === 'encrypted')
    }
  }

  /** Reads a body; a long batch in pieces, with turns between them. */
  async #decode({ header, body }: Jt808Frame): Promise<Decoded<Jt808Message>> {
    const isLong = body.length > BYTES_A_UNIT && header.encryption === 0
    if (!isLong || header.id !== BATCH_ID) return decodeBody(header, body)
    const pieces: LocationBatch[] = []
    const reading = readBatch(new ByteReader(body))
    for (;;) {
      const piece = decoded(() => reading.next())
      if (!piece.ok) return piece
      if (piece.value.done) return { ok: true, value: { kind: 'locationBatch', ...joinBatch(pieces) } }
      pieces.push(piece.value.value)
      const wait = this.#work.turn()
      if (wait) await wait
    }
  }

  /** The message that a frame completes, if it does. */
  #whole(frame: Jt808Frame, bytes: Uint8Array): Jt808Frame | undefined {
    if (!frame.header.split || frame.header.split.total === 1) return frame
    const result = this.#splits.add(frame, this.#heardMs)
    if (result.kind === 'whole') return result
    if (result.kind === 'refused') {
      this.#problem({ code: 'split', offset: 0, message: result.why }, bytes)
      this.session.takeBad(frame.header, false)
    } else {
      this.#logPacket('in', bytes)
      this.session.takePart(frame.header)
    }
    return undefined
  }

  #problem(problem: Jt808Problem, bytes: Uint8Array): void {
    countIn(this.#context.counters.problems, problem.code)
    const { sn } = this.session
    this.#context.log.debug({ remote: this.#remote, sn, problem }, 'bytes that are no message')
    this.#logPacket('in', bytes, `${problem.code} at ${problem.offset}: ${problem.message}`)
  }

  #send(packet: Uint8Array): void {
    const { counters, limits } = this.#context
    if (this.#cutFor || this.#socket.destroyed) return
    counters.bytesOut += packet.length
    this.#socket.write(packet)
    this.#logPacket('out', packet.subarray(1, -1))
    if (this.#socket.writableLength > limits.unreadBytes) this.cut('notReading')
  }

  /** A packet is logged before its effects: items that come before the terminal is known wait for that. */
  #logPacket(direction: 'in' | 'out', bytes: Uint8Array, problem?: string): void {
    const shown = bytes.length > LOGGED_BYTES ? bytes.subarray(0, LOGGED_BYTES) : bytes
    const text = `7e${Buffer.from(shown.buffer, shown.byteOffset, shown.byteLength).toString('hex')}7e`
    const atMs = this.#context.platformClock.now()
    if (this.#unlogged.length >= UNLOGGED_MAX) this.#unlogged.shift()
    this.#unlogged.push({ atMs, direction, text, ...(problem === undefined ? {} : { problem }) })
    this.#logUnlogged()
  }

  #logUnlogged(): void {
    const { sn } = this.session
    if (sn === undefined) return
    for (const packet of this.#unlogged.splice(0)) this.#context.ingest.packet(sn, packet)
  }
}
