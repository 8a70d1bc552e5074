import { type Endpoint, TCP_FLAGS, type TcpSegment, tcpFrame } from './ip-packets.ts'

/** The side that opened a connection, and the one that took it. */
export type Side = 'client' | 'server'
export type ConversationFrame = { from: Side; bytes: Uint8Array }

const { fin, syn, rst, psh, ack } = TCP_FLAGS
/** Maximum segment size of Ethernet (RFC 9293, 3.7.1). */
export const MSS_BYTES = 1460
const WINDOW = 65_535
/** Segments behind which the other side acknowledges, at the latest: well within the window. */
const ACK_EVERY = 16
/** MSS, a window that is not scaled (RFC 7323, 2.2), and padding. */
const SYN_OPTIONS = Uint8Array.of(2, 4, MSS_BYTES >> 8, MSS_BYTES & 0xff, 1, 3, 3, 0)

/**
 * The segments of a TCP connection of which only the bytes are known, as an observer on an ideal network would see them:
 * numbered and acknowledged in order, none lost.
 */
export class TcpConversation {
  readonly #ends: Readonly<Record<Side, Endpoint>>
  /** Sequence number of each side's next byte. */
  readonly #next: Record<Side, number>
  readonly #isDone: Record<Side, boolean> = { client: false, server: false }
  #isReset = false

  /** `seed` decides the initial sequence numbers. */
  constructor(client: Endpoint, server: Endpoint, seed: number) {
    this.#ends = { client, server }
    this.#next = { client: spread(seed), server: spread(seed + 1) }
  }

  /** The handshake. */
  open(): ConversationFrame[] {
    return [
      this.#segment('client', { flags: syn, options: SYN_OPTIONS }),
      this.#segment('server', { flags: syn | ack, options: SYN_OPTIONS }),
      this.#segment('client', { flags: ack }),
    ]
  }

  /** Bytes of a side, in as many segments as they need, acknowledged by the other one. */
  data(from: Side, bytes: Uint8Array): ConversationFrame[] {
    if (this.#isReset || this.#isDone[from]) return []
    const frames: ConversationFrame[] = []
    let unacknowledged = 0
    for (let at = 0; at < bytes.length; at += MSS_BYTES) {
      const payload = bytes.subarray(at, at + MSS_BYTES)
      const isLast = at + MSS_BYTES >= bytes.length
      frames.push(this.#segment(from, { flags: isLast ? psh | ack : ack, payload }))
      unacknowledged++
      if (!isLast && unacknowledged < ACK_EVERY) continue
      frames.push(this.#segment(other(from), { flags: ack }))
      unacknowledged = 0
    }
    return frames
  }

  /** A side sends nothing more. */
  end(from: Side): ConversationFrame[] {
    if (this.#isReset || this.#isDone[from]) return []
    this.#isDone[from] = true
    return [this.#segment(from, { flags: fin | ack }), this.#segment(other(from), { flags: ack })]
  }

  /** A side breaks the connection. */
  reset(from: Side): ConversationFrame[] {
    if (this.#isReset || (this.#isDone.client && this.#isDone.server)) return []
    this.#isReset = true
    return [this.#segment(from, { flags: rst | ack })]
  }

  #segment(from: Side, segment: Pick<TcpSegment, 'flags' | 'options' | 'payload'>): ConversationFrame {
    const to = other(from)
    const isFirst = segment.flags === syn
    const bytes = tcpFrame(this.#ends[from], this.#ends[to], {
      ...segment,
      sequence: this.#next[from],
      acknowledgement: isFirst ? 0 : this.#next[to],
      window: WINDOW,
    })
    const counted = (segment.flags & (syn | fin)) === 0 ? 0 : 1
    this.#next[from] = (this.#next[from] + counted + (segment.payload?.length ?? 0)) >>> 0
    return { from, bytes }
  }
}

const other = (side: Side): Side => (side === 'client' ? 'server' : 'client')

/** Knuth's multiplicative hash: neighbouring seeds give distant numbers. */
const spread = (seed: number): number => Math.imul(seed + 1, 2_654_435_761) >>> 0
