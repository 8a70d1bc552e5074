/** Units of codecs without NAL units: the bytes from one time to the next. */
import { ByteQueue } from '../byte-queue.ts'
import type { PesTimes } from './pes-packet.ts'
import { type PsProblem, psProblem } from './problem.ts'
import type { VideoCodec } from './stream-types.ts'

type TimedUnit = PesTimes & {
  kind: 'unit'
  codec: VideoCodec | undefined
  /** Unknown of these codecs. */
  isKey: boolean
  bytes: Uint8Array
}
type SplitItem = TimedUnit | { kind: 'problem'; problem: PsProblem }

export class TimedUnitSplitter {
  readonly #codec: VideoCodec | undefined
  readonly #unitBytes: number
  #queue = new ByteQueue()
  #times: PesTimes = { pts: undefined, dts: undefined }
  #dropping = false

  constructor(codec: VideoCodec | undefined, unitBytes: number) {
    this.#codec = codec
    this.#unitBytes = unitBytes
  }

  get pending(): number {
    return this.#queue.length
  }

  /** Takes a packet's bytes: a time other than the last begins a unit. */
  add(payload: Uint8Array, times: PesTimes, isMore: boolean, offset: number): SplitItem[] {
    const begins = !isMore && times.pts !== undefined && times.pts !== this.#times.pts
    const items = begins ? this.flush() : []
    if (begins) this.#times = times
    if (this.#dropping) return items
    if (this.#queue.length + payload.length > this.#unitBytes) {
      this.#queue.drop(this.#queue.length)
      this.#dropping = true
      items.push(psProblem('limit', offset, `a video unit is longer than ${this.#unitBytes} bytes`))
    } else this.#queue.append(payload)
    return items
  }

  /** The unit that is under way is over. */
  flush(): SplitItem[] {
    this.#dropping = false
    const bytes = this.#queue.take(this.#queue.length)
    if (bytes.length === 0) return []
    return [{ kind: 'unit', codec: this.#codec, isKey: false, bytes, ...this.#times }]
  }
}
