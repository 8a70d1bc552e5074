/**
 * Packets out of a program stream, however it is cut (ISO/IEC 13818-1, 2.5.3; ISO/IEC 11172-1 too). Packets are held
 * until they are whole, those of unbounded length are passed on piece by piece.
 */
import { ByteQueue } from '../byte-queue.ts'
import { readPackHeader } from './pack-header.ts'
import { type PesTimes, readPesHeader } from './pes-packet.ts'
import { type PsProblem, type PsProblemCode, psProblem } from './problem.ts'
import { type ProgramStreamMap, readStreamMap } from './program-stream-map.ts'
import { isAudioId, isVideoId, START_CODES } from './stream-types.ts'

export type PsPacket =
  | { kind: 'pack'; scr: number }
  /** A map other than the last one. */
  | { kind: 'map'; map: ProgramStreamMap }
  /** `isMore`: further bytes of the packet before, which has no length. `offset` is that of its start code. */
  | ({ kind: 'pes'; streamId: number; payload: Uint8Array; isMore: boolean; offset: number } & PesTimes)
  | { kind: 'end' }
  | { kind: 'problem'; problem: PsProblem }

/** Nothing was found: it wants more bytes. */
const MORE = 'more'
/** Bytes were passed over. */
const AGAIN = 'again'
type Step = PsPacket | typeof MORE | typeof AGAIN

const PACK_START = Buffer.from([0, 0, 1, START_CODES.pack])
const PREFIX = PACK_START.subarray(0, 3)
const LENGTH_AT = 4
const HEAD_BYTES = 6

export class PsPacketReader {
  #queue = new ByteQueue()
  /** Between garbage and the next pack header. */
  #lost = false
  /** Video whose packet has no length, and the offset of the packet. */
  #open: { streamId: number; offset: number } | undefined
  #lastMap = Buffer.alloc(0)
  #waiting: PsPacket[] = []

  /** Bytes of an unfinished packet that wait for the rest. */
  get pending(): number {
    return this.#queue.length
  }

  /** Takes the next bytes of the stream and answers the completed packets. Never throws. */
  push(chunk: Uint8Array): PsPacket[] {
    this.#queue.append(chunk)
    const packets: PsPacket[] = []
    for (let step = this.#step(); step !== MORE; step = this.#step()) if (step !== AGAIN) packets.push(step)
    return packets
  }

  /** Bytes are missing: the unfinished packet is dropped, the next pack is looked for. */
  lost(): void {
    this.#queue.drop(this.#queue.length)
    this.#open = undefined
    this.#waiting = []
    this.#lost = true
  }

  /** The stream is over: what is left, and a problem where that is the beginning of a packet. */
  end(): PsPacket[] {
    const left = this.#queue.length
    const { offset } = this.#queue
    const open = this.#open
    const bytes = this.#queue.take(left)
    this.#open = undefined
    if (open) return left > 0 ? [pes(open.streamId, bytes, open.offset, true)] : []
    if (this.#lost || !bytes.some((byte) => byte !== 0)) return []
    return [psProblem('cut', offset, `the stream ends ${left} bytes into a packet`)]
  }

  #step(): Step {
    const waiting = this.#waiting.shift()
    if (waiting) return waiting
    if (this.#open) return this.#more(this.#open)
    if (this.#lost) return this.#search()
    const view = this.#queue.view()
    if (view.length < 4) return MORE
    if (view.subarray(0, 3).every((byte) => byte === 0)) return this.#pass(1)
    const id = view[3]!
    if (!view.subarray(0, 3).equals(PREFIX) || id < START_CODES.programEnd) {
      return this.#lose('noise', 1, `${view.toString('hex', 0, 4)} is no start code of a program stream`)
    }
    if (id === START_CODES.pack) return this.#pack(view)
    if (id === START_CODES.programEnd) {
      this.#queue.drop(4)
      return { kind: 'end' }
    }
    return this.#packet(view, id)
  }

  #pass(count: number): typeof AGAIN {
    this.#queue.drop(count)
    return AGAIN
  }

  #lose(code: PsProblemCode, count: number, message: string): PsPacket {
    const { offset } = this.#queue
    this.#queue.drop(count)
    this.#lost = true
    return psProblem(code, offset, message)
  }

  #search(): typeof MORE | typeof AGAIN {
    const view = this.#queue.view()
    const at = view.indexOf(PACK_START)
    this.#lost = at < 0
    this.#queue.drop(at < 0 ? Math.max(0, view.length - 3) : at)
    return at < 0 ? MORE : AGAIN
  }

  #pack(view: Buffer): Step {
    const header = readPackHeader(view)
    if (header === 'more') return MORE
    if (header) {
      this.#queue.drop(header.length)
      return { kind: 'pack', scr: header.scr }
    }
    if (view.length < 7) return MORE
    // Hikvision sends bare start codes of packs.
    if (view.subarray(4, 7).equals(PREFIX)) return this.#pass(4)
    return this.#lose('pack', 4, `a pack header cannot begin with ${view.toString('hex', 4, 5)}`)
  }

  #packet(view: Buffer, id: number): Step {
    if (view.length < HEAD_BYTES) return MORE
    const length = view.readUInt16BE(LENGTH_AT)
    const total = HEAD_BYTES + length
    if (length === 0 && isVideoId(id)) return this.#unbounded(view, id)
    if (view.length < total) return MORE
    const packet = view.subarray(0, total)
    const { offset } = this.#queue
    if (id === START_CODES.programStreamMap) return this.#map(packet)
    if (id === START_CODES.private2) {
      const payload = this.#queue.take(total).subarray(HEAD_BYTES)
      return pes(id, payload, offset, false)
    }
    if (!isAudioId(id) && !isVideoId(id) && id !== START_CODES.private1) return this.#pass(total)
    const header = readPesHeader(packet)
    if (header === undefined || header === 'more') {
      this.#queue.drop(total)
      return psProblem('pes', offset, `the header of a packet of stream ${id} is broken`)
    }
    return this.#whole(packet, id, header)
  }

  /** Video holds no start code of a pack: where there is one, bytes are missing before it. */
  #whole(packet: Buffer, id: number, { payloadAt, pts, dts }: PesTimes & { payloadAt: number }): PsPacket {
    const { offset } = this.#queue
    const cutAt = isVideoId(id) ? packet.indexOf(PACK_START, payloadAt) : -1
    const end = cutAt < 0 ? packet.length : cutAt
    if (cutAt >= 0) {
      const missing = packet.length - cutAt
      const message = `${missing} bytes of a packet of stream ${id} are missing`
      this.#waiting.push(psProblem('cut', offset + cutAt, message))
    }
    const payload = this.#queue.take(end).subarray(payloadAt)
    return { ...pes(id, payload, offset, false), pts, dts }
  }

  #map(packet: Buffer): Step {
    const { offset } = this.#queue
    const isNew = !packet.equals(this.#lastMap)
    const map = isNew ? readStreamMap(packet) : undefined
    if (isNew) this.#lastMap = Buffer.from(packet)
    this.#queue.drop(packet.length)
    if (!isNew) return AGAIN
    if (!map) return psProblem('map', offset, 'the lengths in the program stream map contradict each other')
    if (!map.crcOk) {
      this.#waiting.push(psProblem('crc', offset, 'the CRC of the program stream map is wrong'))
    }
    return { kind: 'map', map }
  }

  #unbounded(view: Buffer, streamId: number): Step {
    const header = readPesHeader(view)
    if (header === 'more') return MORE
    if (!header) return this.#lose('pes', 4, `the header of a packet of stream ${streamId} is broken`)
    const { offset } = this.#queue
    this.#queue.drop(header.payloadAt)
    this.#open = { streamId, offset }
    const { pts, dts } = header
    return { ...pes(streamId, new Uint8Array(), offset, false), pts, dts }
  }

  /** The bytes up to the next start code of the program stream; those of NAL units are below it. */
  #more({ streamId, offset }: { streamId: number; offset: number }): Step {
    const view = this.#queue.view()
    let at = view.indexOf(PREFIX)
    while (at >= 0 && at + 3 < view.length && view[at + 3]! < START_CODES.programEnd) {
      at = view.indexOf(PREFIX, at + 3)
    }
    const isOver = at >= 0 && at + 3 < view.length
    // The last bytes can be the beginning of a start code.
    const count = at >= 0 ? at : Math.max(0, view.length - 2)
    if (isOver) this.#open = undefined
    if (count === 0) return isOver ? AGAIN : MORE
    return pes(streamId, this.#queue.take(count), offset, true)
  }
}

const pes = (streamId: number, payload: Uint8Array, offset: number, isMore: boolean) =>
  ({ kind: 'pes', streamId, payload, isMore, offset, pts: undefined, dts: undefined }) as const
