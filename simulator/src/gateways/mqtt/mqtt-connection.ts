/** The socket of an MQTT client: its bytes are counted and limited before the broker sees them. */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { countIn } from '../../sockets/connection-counters.ts'
import { cutLogLevel } from '../../sockets/end-socket.ts'
import { TokenBucket } from '../../sockets/token-bucket.ts'
import { createPacketLengths, type PacketLengths } from '../../wire/mqtt/packet-lengths.ts'
import type { MqttContext } from './mqtt-context.ts'
import type { MqttCutReason } from './mqtt-limits.ts'
import { MqttSession } from './mqtt-session.ts'

/** How long the broker may take to read the last messages of a client that has left. */
const LAST_WORDS_MS = 5000

export class MqttConnection {
  readonly session: MqttSession
  /** What the broker reads and writes. */
  readonly stream: Duplex
  readonly #context: MqttContext
  readonly #socket: Socket
  readonly #lengths: PacketLengths
  readonly #packetRate: TokenBucket
  readonly #byteRate: TokenBucket
  readonly #remote: string
  #heardMs: number
  #silentMs: number
  #isOver = false

  constructor(context: MqttContext, socket: Socket, onEnd: (connection: MqttConnection) => void) {
    const { limits, hostClock } = context
    this.#context = context
    this.#socket = socket
    this.#lengths = createPacketLengths(limits.packetBytes)
    this.#heardMs = hostClock.now()
    this.#silentMs = limits.silentMs
    this.#packetRate = new TokenBucket(limits.packetBurst, limits.packetsPerSecond, this.#heardMs)
    this.#byteRate = new TokenBucket(limits.byteBurst, limits.bytesPerSecond, this.#heardMs)
    const address = socket.remoteAddress ?? ''
    this.#remote = `${address}:${socket.remotePort ?? 0}`
    this.session = new MqttSession(context, {
      address,
      remote: this.#remote,
      cut: (reason) => this.cut(reason),
    })
    this.stream = new Duplex({
      read: () => void socket.resume(),
      write: (chunk: Buffer, _encoding, done) => {
        context.counters.bytesOut += chunk.length
        socket.write(chunk, done)
      },
      final: (done) => void socket.end(done),
      destroy: (error, done) => {
        socket.destroy()
        done(error)
      },
    })
    // The broker hears of errors by itself; one after it has let go of the stream is nobody's.
    this.stream.on('error', () => {})
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('end', () => this.stream.push(null))
    socket.on('close', (isBroken) => {
      const isCut = this.#isOver
      this.#isOver = true
      onEnd(this)
      if (isCut || isBroken) {
        this.stream.destroy()
        this.session.end()
        return
      }
      // A client may leave right behind its last message: the broker reads what came, then hears of the end.
      if (this.stream.closed) {
        void this.session.endWhenDone()
        return
      }
      const cancel = hostClock.after(LAST_WORDS_MS, () => this.stream.destroy())
      this.stream.on('close', () => {
        cancel()
        void this.session.endWhenDone()
      })
    })
  }

  /** Seconds of keep-alive that the client asked for. */
  keepAlive(seconds: number): void {
    this.#silentMs = Math.max(this.#context.limits.silentMs, seconds * 1500)
  }

  devices(): readonly string[] {
    return this.session.list().map(({ sn }) => sn)
  }

  review(nowMs: number): void {
    if (nowMs - this.#heardMs >= this.#silentMs) this.cut('silent')
    else if (this.#socket.writableLength + this.stream.writableLength > this.#context.limits.unreadBytes)
      this.cut('notReading')
  }

  cut(reason: MqttCutReason): void {
    if (this.#isOver) return
    this.#isOver = true
    countIn(this.#context.counters.cuts, reason)
    this.#context.log[cutLogLevel(reason)]({ remote: this.#remote, reason }, 'an MQTT client was cut off')
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    if (this.#isOver) return
    const { counters, hostClock } = this.#context
    counters.bytesIn += chunk.length
    this.#heardMs = hostClock.now()
    const begun = this.#lengths.add(chunk)
    if (typeof begun === 'string') {
      countIn(counters.problems, 'protocol')
      this.cut('badFrames')
      return
    }
    counters.packetsIn += begun
    const waitMs = Math.max(
      this.#packetRate.take(begun, this.#heardMs),
      this.#byteRate.take(chunk.length, this.#heardMs),
    )
    if (waitMs > 0) this.cut('flood')
    else if (!this.stream.push(chunk)) this.#socket.pause()
  }
}
