/**
 * Frames out of a stream of bytes, however it is cut. Every 7E ends the bytes before it and begins the next ones, so
 * that a lost delimiter or noise costs one frame at most.
 */
import { DELIMITER } from './escape.ts'
import { decodeFrame, ESCAPED_MAX, type Jt808Frame } from './frame.ts'
import type { Jt808Problem } from './problem.ts'

export type FrameItem =
  | { kind: 'frame'; frame: Jt808Frame; bytes: Uint8Array }
  /** `bytes` are the first of those that were given up. */
  | { kind: 'problem'; problem: Jt808Problem; bytes: Uint8Array }

/** More delimiters in a row than this are no filling between frames. */
const EMPTY_MAX = 64
const NOTHING = new Uint8Array()

export class FrameReader {
  #kept: Uint8Array[] = []
  #keptLength = 0
  /** Stream offset of the first kept byte. */
  #start = 0
  #read = 0
  /** Chunk being read, its stream offset, and the offset of its first unread byte. */
  #chunk: Uint8Array = NOTHING
  #origin = 0
  #from = 0
  /** A delimiter was seen: a frame may follow. */
  #inside = false
  /** Dropping bytes up to the next delimiter. */
  #skipping = false
  /** Delimiters in a row. */
  #empty = 0

  /** Bytes of an unfinished frame that wait for the rest. */
  get pending(): number {
    return this.#inside ? this.#keptLength : 0
  }

  /** Takes the next bytes of the stream and answers the completed items. Never throws. */
  push(chunk: Uint8Array): FrameItem[] {
    this.feed(chunk)
    const items: FrameItem[] = []
    for (let item = this.next(); item; item = this.next()) items.push(item)
    return items
  }

  /** Takes the next bytes; read all items in them before the next ones. */
  feed(chunk: Uint8Array): void {
    this.#chunk = chunk
    this.#from = 0
    this.#origin = this.#read
  }

  /** The next item in the order of the stream, parsed on demand; undefined when more bytes are needed. */
  next(): FrameItem | undefined {
    const chunk = this.#chunk
    while (this.#from < chunk.length) {
      const from = this.#from
      const found = chunk.indexOf(DELIMITER, from)
      const end = found < 0 ? chunk.length : found
      this.#from = end
      const tooLong = end > from ? this.#keep(chunk.subarray(from, end), this.#origin + from) : undefined
      this.#read = this.#origin + end
      if (tooLong) return tooLong
      if (found < 0) break
      const item = this.#finish()
      this.#from = found + 1
      this.#read = this.#origin + this.#from
      if (item) return item
    }
    this.#chunk = NOTHING
    this.#from = 0
    return undefined
  }

  #keep(bytes: Uint8Array, at: number): FrameItem | undefined {
    this.#empty = 0
    if (this.#skipping) return undefined
    if (this.#keptLength === 0) this.#start = at
    this.#kept.push(bytes.slice())
    this.#keptLength += bytes.length
    if (this.#keptLength <= ESCAPED_MAX) return undefined
    const message = this.#inside ? `no end within ${ESCAPED_MAX} bytes` : 'bytes outside any frame'
    const code = this.#inside ? 'tooLong' : 'noise'
    this.#skipping = true
    return { kind: 'problem', problem: { code, offset: this.#start, message }, bytes: this.#take() }
  }

  /** A delimiter. */
  #finish(): FrameItem | undefined {
    const wasInside = this.#inside
    this.#inside = true
    this.#skipping = false
    if (this.#keptLength === 0) return this.#nothing()
    const bytes = this.#take()
    if (!wasInside) {
      const message = 'bytes outside any frame'
      return { kind: 'problem', problem: { code: 'noise', offset: this.#start, message }, bytes }
    }
    const result = decodeFrame(bytes, this.#start)
    return result.ok
      ? { kind: 'frame', frame: result.value, bytes }
      : { kind: 'problem', problem: result.problem, bytes }
  }

  /** Two delimiters are the end of one frame and the beginning of the next; more of them are noise. */
  #nothing(): FrameItem | undefined {
    if (++this.#empty < EMPTY_MAX) return undefined
    this.#empty = 0
    const offset = this.#read - EMPTY_MAX + 1
    const message = `${EMPTY_MAX} delimiters with nothing between them`
    return { kind: 'problem', problem: { code: 'noise', offset, message }, bytes: NOTHING }
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
