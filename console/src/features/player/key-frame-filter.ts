import {
  FlvReader,
  fourLetters,
  int24,
  joined,
  TAG_END_BYTES,
  TAG_HEADER_BYTES,
  tagTimeMs,
} from './flv-reader.ts'

const VIDEO_TAG = 9
/** Frame types of a video tag: E.4.3.1; the same in Enhanced RTMP v2. */
const KEY = 1
const INTER = 2
const DISPOSABLE = 3
/** Codecs whose tags have a packet type and a composition time: H.264, and H.265 as cameras number it. */
const PACKETED_CODECS = [7, 12]
/** Packet types: pictures; and those of Enhanced RTMP v2 (VideoPacketType) that hold or may hold pictures. */
const PICTURES = 1
const ENHANCED_PICTURES = [PICTURES, 3, 6, 7]
/** Milliseconds of the stream after the last held-back picture until playback is at its live edge again. */
export const RESUMED_AFTER_MS = 400
/** Key frames further apart than live may be late are no live video: such a stream keeps all its pictures. */
export const KEYS_APART_MOST_MS = 5_000

/**
 * all: every picture passes. keys: key frames only. resuming: all are wanted again; the next key frame, or the first
 * pictures after it, are still to come.
 */
export type Passing = 'all' | 'keys' | 'resuming'

/** Content of a video tag; undefined fields: not a picture. Times in milliseconds of the stream. */
type Picture = { isKey: boolean; decodedMs: number; shownMs: number }

/**
 * Thins an FLV stream to its key frames, and back. Everything but pictures passes unchanged: header, script and audio
 * tags, configurations. Timestamps stay. Holding back begins at once, since nothing that passes refers to held-back
 * pictures until the next key frame; it ends at a key frame. The first picture shown after a key frame passes too:
 * mpegts.js appends a picture only when it knows the next one's time, and would be late by a whole group of pictures.
 * Takes the stream in pieces of any size and answers whole tags.
 */
export class KeyFrameFilter {
  /** Video tags that were held back. */
  heldBack = 0
  /** Milliseconds of the stream between the last two key frames; undefined before the second one. */
  keyEveryMs: number | undefined
  #keysOnly = false
  /** Pictures are held back until a key frame comes. */
  #holding = false
  readonly #reader = new FlvReader()
  /** The last key frame that passed, while its companion has not. */
  #companionless: Picture | undefined
  #keyMs: number | undefined
  #lastHeldMs: number | undefined
  #nowMs = 0

  get keysOnly(): boolean {
    return this.#keysOnly
  }
  set keysOnly(keysOnly: boolean) {
    if (keysOnly) this.#holding = true
    this.#keysOnly = keysOnly
  }

  get passing(): Passing {
    if (this.#keysOnly) return 'keys'
    const since = this.#lastHeldMs === undefined ? Number.POSITIVE_INFINITY : this.#nowMs - this.#lastHeldMs
    return this.#holding || (since >= 0 && since < RESUMED_AFTER_MS) ? 'resuming' : 'all'
  }

  /** Another connection: the stream restarts. The wanted mode stays. */
  restart(): void {
    this.#reader.restart()
    this.#companionless = undefined
    this.#keyMs = undefined
    this.#lastHeldMs = undefined
    this.#nowMs = 0
    this.#holding = this.#keysOnly
  }

  /** Takes the next piece of the stream; answers the parts of it, and of earlier pieces, that pass on. */
  push(piece: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const { whole, header, tags } = this.#reader.push(piece)
    if (this.#reader.isForeign) return whole
    const passed = tags.filter((tag) => this.#passes(tag))
    if (passed.length === tags.length) return whole
    if (header) passed.unshift(header)
    return joined(
      passed,
      passed.reduce((sum, { length }) => sum + length, 0),
    )
  }

  #passes(tag: Uint8Array): boolean {
    const picture = pictureOf(tag)
    if (!picture) return true
    this.#nowMs = picture.decodedMs
    if (picture.isKey) {
      if (this.#keyMs !== undefined) this.keyEveryMs = picture.decodedMs - this.#keyMs
      this.#keyMs = picture.decodedMs
      this.#holding = this.#keysOnly
      this.#companionless = this.#keysOnly ? picture : undefined
      return true
    }
    if (!this.#holding) return true
    // Pictures before a key frame in the order of showing refer to the group before it, which is not there.
    if (this.#companionless && picture.shownMs > this.#companionless.shownMs) {
      this.#companionless = undefined
      if (this.#keysOnly) return true
    }
    this.heldBack += 1
    this.#lastHeldMs = picture.decodedMs
    return false
  }
}

/** The picture in a whole tag; undefined for sound, scripts, configurations, commands and ends of sequences. */
function pictureOf(tag: Uint8Array): Picture | undefined {
  const body = TAG_HEADER_BYTES
  if ((tag[0]! & 0x1f) !== VIDEO_TAG || tag.length < body + 1 + TAG_END_BYTES) return undefined
  const head = tag[body]!
  const isEnhanced = (head & 0x80) !== 0
  const frameType = (head >> 4) & 7
  if (frameType !== KEY && frameType !== INTER && frameType !== DISPOSABLE) return undefined
  const decodedMs = tagTimeMs(tag)
  const isKey = frameType === KEY
  const packetType = isEnhanced ? head & 0x0f : tag[body + 1]!
  if (isEnhanced) {
    if (!ENHANCED_PICTURES.includes(packetType)) return undefined
    // Only CodedFrames of AVC and HEVC carries a composition time.
    const hasOffset = packetType === PICTURES && /^(avc1|hvc1)$/.test(fourLetters(tag, body + 1))
    return { isKey, decodedMs, shownMs: decodedMs + (hasOffset ? int24(tag, body + 5) : 0) }
  }
  if (!PACKETED_CODECS.includes(head & 0x0f)) return { isKey, decodedMs, shownMs: decodedMs }
  if (packetType !== PICTURES) return undefined
  return { isKey, decodedMs, shownMs: decodedMs + int24(tag, body + 2) }
}
