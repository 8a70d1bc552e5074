/**
 * Frames out of a stream of bytes, however it is cut. Every 7E ends what stands before it and begins what follows, so
 * that a lost delimiter or noise costs one frame at most.
 */
import { DELIMITER } from './escape.ts'
import { decodeFrame, ESCAPED_MAX, type Jt808Frame } from './frame.ts'
import type { Jt808Problem } from './problem.ts'

export type FrameItem =
  | { kind: 'frame'; frame: Jt808Frame; bytes: Uint8Array }
  /** `bytes` are the first of those that were given up. */
  | { kind: 'problem'; problem: Jt808Problem; bytes: Uint8Array }

export class FrameReader {
  #kept: Uint8Array[] = []
  #keptLength = 0
  /** Stream offset of the first kept byte. */
  #start = 0
  #read = 0
  /** A delimiter was seen: what follows may be a frame. */
  #inside = false
  /** Dropping bytes up to the next delimiter. */
  #skipping = false

  /** Bytes of an unfinished frame that wait for the rest. */
  get pending(): number {
    return this.#inside ? this.#keptLength : 0
  }

  /** Takes the next bytes of the stream and answers what they complete. Never throws. */
  push(chunk: Uint8Array): FrameItem[] {
    const items: FrameItem[] = []
    let from = 0
    while (from < chunk.length) {
      const found = chunk.indexOf(DELIMITER, from)
      const end = found < 0 ? chunk.length : found
      if (end > from) this.#keep(chunk.subarray(from, end), this.#read + from, items)
      if (found < 0) break
      this.#finish(items)
      from = found + 1
    }
    this.#read += chunk.length
    return items
  }

  #keep(bytes: Uint8Array, at: number, items: FrameItem[]): void {
    if (this.#skipping) return
    if (this.#keptLength === 0) this.#start = at
    this.#kept.push(bytes.slice())
    this.#keptLength += bytes.length
    if (this.#keptLength <= ESCAPED_MAX) return
    const message = this.#inside ? `no end within ${ESCAPED_MAX} bytes` : 'bytes outside any frame'
    const code = this.#inside ? 'tooLong' : 'noise'
    items.push({ kind: 'problem', problem: { code, offset: this.#start, message }, bytes: this.#take() })
    this.#skipping = true
  }

  /** A delimiter. */
  #finish(items: FrameItem[]): void {
    const wasInside = this.#inside
    const length = this.#keptLength
    const bytes = this.#take()
    this.#inside = true
    this.#skipping = false
    if (length === 0) return
    if (!wasInside) {
      const message = 'bytes outside any frame'
      items.push({ kind: 'problem', problem: { code: 'noise', offset: this.#start, message }, bytes })
      return
    }
    const result = decodeFrame(bytes, this.#start)
    if (result.ok) items.push({ kind: 'frame', frame: result.value, bytes })
    else items.push({ kind: 'problem', problem: result.problem, bytes })
  }

  #take(): Uint8Array {
    const bytes = this.#kept.length === 1 ? this.#kept[0]! : new Uint8Array(this.#keptLength)
    if (this.#kept.length > 1) {
      let at = 0
      for (const part of this.#kept) {
        bytes.set(part, at)
        at += part.length
      }
    }
    this.#kept = []
    this.#keptLength = 0
    return bytes
  }
}
