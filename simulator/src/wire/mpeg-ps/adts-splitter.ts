/** AAC frames with their ADTS headers (ISO/IEC 14496-3, 1.A.3.2) out of packets, which need not end where frames do. */
import { ByteQueue } from '../byte-queue.ts'

const HEADER_BYTES = 7
const SAMPLES = 1024
const RATES: readonly number[] = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]
const CLOCK_HZ = 90_000

export type AdtsFrame = { bytes: Uint8Array; pts: number | undefined }

/** Whether an ADTS header can begin here: the sync word, and layer 0. */
export const isAdtsStart = (first: number, second: number) => first === 0xff && (second & 0xf6) === 0xf0

export class AdtsSplitter {
  #queue = new ByteQueue()
  /** The time of the next frame, when known. */
  #pts: number | undefined

  get pending(): number {
    return this.#queue.length
  }

  /** Takes a packet's bytes; `skipped` counts those that belong to no frame. */
  add(payload: Uint8Array, pts: number | undefined): { frames: AdtsFrame[]; skipped: number } {
    const frames: AdtsFrame[] = []
    let skipped = 0
    // The time is that of the first frame that begins in the packet, not of one that ends in it.
    let carried = this.#queue.length
    this.#queue.append(payload)
    if (carried === 0 && pts !== undefined) this.#pts = pts
    for (;;) {
      const view = this.#queue.view()
      if (view.length < HEADER_BYTES) break
      const length = isAdtsStart(view[0]!, view[1]!) ? frameLength(view) : 0
      if (length < HEADER_BYTES) {
        const next = view.indexOf(0xff, 1)
        const count = next < 0 ? view.length : next
        this.#queue.drop(count)
        skipped += count
        carried = Math.max(0, carried - count)
        continue
      }
      if (view.length < length) break
      const rate = RATES[(view[2]! >> 2) & 15]
      frames.push({ bytes: this.#queue.take(length), pts: this.#pts })
      const isLastCarried = carried > 0 && carried <= length
      carried = Math.max(0, carried - length)
      if (isLastCarried && pts !== undefined) this.#pts = pts
      else if (this.#pts !== undefined) {
        this.#pts = rate === undefined ? undefined : this.#pts + Math.round((SAMPLES * CLOCK_HZ) / rate)
      }
    }
    return { frames, skipped }
  }
}

const frameLength = (bytes: Uint8Array) => ((bytes[3]! & 3) << 11) | (bytes[4]! << 3) | (bytes[5]! >> 5)
