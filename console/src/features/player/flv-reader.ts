/** FLV (Adobe, Video File Format 10.1, annex E): header, tag header, and the size of the tag that follows each tag. */
const FILE_HEADER_BYTES = 13
export const TAG_HEADER_BYTES = 11
export const TAG_END_BYTES = 4

const SCRIPT_TAG = 18
/** Name of the rate in a script tag, with the marker of a number after it. */
const RATE_NAME = 'framerate\0'
/** Scripts are short; no more of one is searched. */
const SCRIPT_BYTES_READ = 2000

type Bytes = Uint8Array<ArrayBuffer>

/** Completed parts of a stream after a piece: `whole` is `header` and `tags` in one, without a copy. */
type FlvParts = { whole: Bytes; header: Bytes | undefined; tags: readonly Bytes[] }

/** Cuts an FLV stream that comes in pieces of any size into whole tags, each with its header and the size after it. */
export class FlvReader {
  #pending: Bytes[] = []
  #pendingBytes = 0
  #neededBytes = FILE_HEADER_BYTES
  #inTags = false
  #isForeign = false

  /** The stream is no FLV: pieces come back as they are, in `whole`. */
  get isForeign(): boolean {
    return this.#isForeign
  }

  /** Another connection: the stream restarts. */
  restart(): void {
    this.#pending = []
    this.#pendingBytes = 0
    this.#neededBytes = FILE_HEADER_BYTES
    this.#inTags = false
    this.#isForeign = false
  }

  push(piece: Bytes): FlvParts {
    if (this.#isForeign) return { whole: piece, header: undefined, tags: [] }
    this.#pending.push(piece)
    this.#pendingBytes += piece.length
    if (this.#pendingBytes < this.#neededBytes)
      return { whole: new Uint8Array(0), header: undefined, tags: [] }
    const bytes = this.#pending.length === 1 ? piece : joined(this.#pending, this.#pendingBytes)
    let header: Bytes | undefined
    let from = 0
    if (!this.#inTags) {
      if (String.fromCharCode(...bytes.subarray(0, 3)) !== 'FLV') {
        this.#isForeign = true
        this.#pending = []
        return { whole: bytes, header: undefined, tags: [] }
      }
      this.#inTags = true
      header = bytes.subarray(0, FILE_HEADER_BYTES)
      from = FILE_HEADER_BYTES
    }
    const tags: Bytes[] = []
    for (;;) {
      const left = bytes.length - from
      const length = left < TAG_HEADER_BYTES ? TAG_HEADER_BYTES : tagBytes(bytes, from)
      if (left < length) {
        this.#neededBytes = length
        break
      }
      tags.push(bytes.subarray(from, from + length))
      from += length
    }
    this.#pending = from < bytes.length ? [bytes.subarray(from)] : []
    this.#pendingBytes = bytes.length - from
    return { whole: bytes.subarray(0, from), header, tags }
  }
}

/** Time of a tag in milliseconds of the stream, unsigned 32 bits. */
export function tagTimeMs(tag: Uint8Array): number {
  return (tag[7]! * 2 ** 24 + uint24(tag, 4)) >>> 0
}

/** Pictures a second as a script tag states them (onMetaData, E.5; a number of AMF 0); undefined: no such tag. */
export function statedRate(tag: Uint8Array): number | undefined {
  if ((tag[0]! & 0x1f) !== SCRIPT_TAG) return undefined
  const text = String.fromCharCode(...tag.subarray(0, SCRIPT_BYTES_READ))
  const at = text.indexOf(RATE_NAME) + RATE_NAME.length
  if (at < RATE_NAME.length || at + 8 > tag.length) return undefined
  const rate = new DataView(tag.buffer, tag.byteOffset + at, 8).getFloat64(0)
  return rate > 0 ? rate : undefined
}

const uint24 = (bytes: Uint8Array, at: number) => (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!
export const int24 = (bytes: Uint8Array, at: number) => (uint24(bytes, at) << 8) >> 8
export const fourLetters = (bytes: Uint8Array, at: number) =>
  String.fromCharCode(...bytes.subarray(at, at + 4))

export function joined(pieces: readonly Uint8Array[], length: number): Bytes {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

function tagBytes(bytes: Uint8Array, at: number): number {
  return TAG_HEADER_BYTES + uint24(bytes, at + 1) + TAG_END_BYTES
}
