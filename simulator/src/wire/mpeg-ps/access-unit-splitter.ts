/**
 * Access units out of the bytes of one video stream. Packets need not end where units do; a packet's time is that of
 * the first unit that begins in it (ISO/IEC 13818-1, 2.4.3.7).
 */
import { ByteQueue } from '../byte-queue.ts'
import { likelyCodec, sureCodec } from './guess-codec.ts'
import { type NalCodec, nalKind, START_CODE_PREFIX } from './nal-units.ts'
import type { PesTimes } from './pes-packet.ts'
import { type PsProblem, psProblem } from './problem.ts'
import { PtsMarks } from './pts-marks.ts'

export type AccessUnit = PesTimes & {
  kind: 'unit'
  /** Undefined where neither a map nor the bytes tell. */
  codec: NalCodec | undefined
  isKey: boolean
  /** With start codes. */
  bytes: Uint8Array
}
type SplitItem = AccessUnit | { kind: 'problem'; problem: PsProblem }

/** Bytes of a NAL unit that tell its kind. */
const KIND_BYTES = 3

export class AccessUnitSplitter {
  #queue = new ByteQueue()
  #marks = new PtsMarks()
  #codec: NalCodec | undefined
  readonly #unitBytes: number
  /** Offset in the stream of video up to which it was searched for start codes. */
  #searched = 0
  /** A first start code was seen. */
  #begun = false
  #toldStart = false
  #hasPicture = false
  #isKey = false
  /** The unit is too long: its bytes are dropped. */
  #dropping = false

  constructor(codec: NalCodec | undefined, unitBytes: number) {
    this.#codec = codec
    this.#unitBytes = unitBytes
  }

  get pending(): number {
    return this.#queue.length
  }

  /** Takes bytes of a packet at `offset`; `isMore` when they go on with the packet of the call before. */
  add(payload: Uint8Array, times: PesTimes, isMore: boolean, offset: number): SplitItem[] {
    const from = this.#queue.offset + this.#queue.length
    this.#queue.append(payload)
    this.#marks.add(from, from + payload.length, times, isMore)
    const items: SplitItem[] = []
    while (this.#search(offset, items)) {}
    this.#bound(offset, items)
    return items
  }

  /** The unit that is under way is over. */
  flush(): SplitItem[] {
    const items: SplitItem[] = []
    if (this.#begun && this.#queue.length > 0) this.#emit(this.#queue.length, items)
    this.#begun = false
    return items
  }

  /** Goes to the next start code; false when there is none yet. */
  #search(offset: number, items: SplitItem[]): boolean {
    const view = this.#queue.view()
    const base = this.#queue.offset
    const at = view.indexOf(START_CODE_PREFIX, this.#searched - base)
    const nalAt = at + START_CODE_PREFIX.length
    if (at < 0 || nalAt + KIND_BYTES > view.length) {
      this.#searched = Math.max(this.#searched, base + (at < 0 ? view.length - 2 : at))
      return false
    }
    const [first, second, third] = [view[nalAt]!, view[nalAt + 1]!, view[nalAt + 2]!]
    const start = at > 0 && view[at - 1] === 0 ? at - 1 : at
    if (!this.#begun) this.#begin(start, offset, items)
    this.#learn(first, second, offset, items)
    const kind = nalKind(this.#codec ?? 'h264', first, second, third)
    if (this.#codec && this.#hasPicture && kind.opens) this.#emit(base + start - this.#queue.offset, items)
    this.#hasPicture ||= kind.isPicture
    this.#isKey ||= kind.isKey
    this.#searched = base + nalAt
    return true
  }

  #begin(start: number, offset: number, items: SplitItem[]): void {
    this.#begun = true
    if (start > 0) this.#skip(start, offset, items)
    this.#toldStart = false
  }

  /** Bytes before the first start code. */
  #skip(count: number, offset: number, items: SplitItem[]): void {
    const isFilling = this.#queue
      .view()
      .subarray(0, count)
      .every((byte) => byte === 0)
    this.#queue.drop(count)
    if (isFilling || this.#toldStart) return
    this.#toldStart = true
    items.push(psProblem('unit', offset, 'the video does not begin with a start code'))
  }

  #learn(first: number, second: number, offset: number, items: SplitItem[]): void {
    const sure = sureCodec(first, second)
    if (this.#codec && sure && sure !== this.#codec) {
      items.push(psProblem('codec', offset, `the video is ${sure}, not ${this.#codec}`))
      this.#codec = sure
    }
    if (this.#codec) return
    this.#codec = likelyCodec(first, second)
    // What was taken for pictures of H.264 may be none.
    this.#hasPicture = false
    this.#isKey = false
  }

  /** Ends the unit of `length` bytes. */
  #emit(length: number, items: SplitItem[]): void {
    const from = this.#queue.offset
    const times = this.#marks.of(from, from + length)
    if (this.#dropping) this.#queue.drop(length)
    else {
      const bytes = this.#queue.take(length)
      items.push({ kind: 'unit', codec: this.#codec, isKey: this.#isKey, bytes, ...times })
    }
    this.#hasPicture = false
    this.#isKey = false
    this.#dropping = false
    this.#searched = Math.max(this.#searched, this.#queue.offset)
  }

  #bound(offset: number, items: SplitItem[]): void {
    const searched = Math.max(0, this.#searched - this.#queue.offset - 1)
    if (!this.#begun && searched > 0) this.#skip(searched, offset, items)
    if (this.#queue.length > this.#unitBytes && !this.#dropping) {
      const message = `a video unit is longer than ${this.#unitBytes} bytes`
      items.push(psProblem('limit', offset, message))
      this.#dropping = true
      // Every start of a unit ends it.
      this.#hasPicture = true
    }
    if (this.#dropping && searched > 0) this.#queue.drop(searched)
  }
}
