/** Pack header and system header (ISO/IEC 13818-1, 2.5.3.3 and 2.5.3.5). */
import { readClockReference, readTimestamp, writeClockReference } from './clock.ts'
import { START_CODES } from './stream-types.ts'

/** Rates are in units of 50 bytes a second, 22 bits. */
const RATE_MAX = 0x3f_ffff
const PACK_BYTES = 14
/** ISO/IEC 11172-1. */
const MPEG1_PACK_BYTES = 12

/** Throws a RangeError unless `rate` is 1 to 4,194,303 units of 50 bytes a second. */
export function checkRate(rate: number): void {
  if (!(Number.isInteger(rate) && rate >= 1 && rate <= RATE_MAX)) throw new RangeError(`${rate} is no rate`)
}

/** A pack header without stuffing: `scr` in ticks of 90 kHz, `rate` in units of 50 bytes a second. */
export function writePackHeader(scr: number, rate: number): Uint8Array {
  checkRate(rate)
  const bytes = new Uint8Array(PACK_BYTES)
  bytes.set([0, 0, 1, START_CODES.pack])
  writeClockReference(bytes, 4, scr)
  bytes[10] = rate >> 14
  bytes[11] = (rate >> 6) & 0xff
  bytes[12] = ((rate << 2) & 0xfc) | 3
  bytes[13] = 0xf8
  return bytes
}

/** 232 KiB of video and 4 KiB of sound, as cameras state. */
const VIDEO_BUFFER = 0xe0e8
const AUDIO_BUFFER = 0xc020

/** A system header that bounds the rate and the buffers of the streams that there are. */
export function writeSystemHeader(hasVideo: boolean, hasAudio: boolean, rate: number): Uint8Array {
  checkRate(rate)
  const bytes = [0x80 | (rate >> 15), (rate >> 7) & 0xff, ((rate << 1) & 0xfe) | 1]
  // Bound of audio streams; both locks; bound of video streams; the reserved byte.
  bytes.push((hasAudio ? 1 : 0) << 2, 0xe0 | (hasVideo ? 1 : 0), 0x7f)
  if (hasVideo) bytes.push(START_CODES.video, VIDEO_BUFFER >> 8, VIDEO_BUFFER & 0xff)
  if (hasAudio) bytes.push(START_CODES.audio, AUDIO_BUFFER >> 8, AUDIO_BUFFER & 0xff)
  return Uint8Array.from([0, 0, 1, START_CODES.systemHeader, 0, bytes.length, ...bytes])
}

export type PackHeader = {
  /** Bytes with the start code; stuffing included. */
  length: number
  /** Ticks of 90 kHz. */
  scr: number
}

/** Reads a pack header that begins at 0: 'more' where bytes are missing, undefined where it is none. */
export function readPackHeader(bytes: Uint8Array): PackHeader | 'more' | undefined {
  if (bytes.length < 5) return 'more'
  const first = bytes[4]!
  if ((first & 0xc0) === 0x40) {
    if (bytes.length < PACK_BYTES) return 'more'
    const length = PACK_BYTES + (bytes[13]! & 7)
    return bytes.length < length ? 'more' : { length, scr: readClockReference(bytes, 4) }
  }
  if ((first & 0xf0) !== 0x20) return undefined
  if (bytes.length < MPEG1_PACK_BYTES) return 'more'
  return { length: MPEG1_PACK_BYTES, scr: readTimestamp(bytes, 4) }
}
