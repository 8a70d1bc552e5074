/** Headers of PES packets (ISO/IEC 13818-1, 2.4.3.6) and of packets of ISO/IEC 11172-1, 2.4.3.3. */
import { readTimestamp, writeTimestamp } from './clock.ts'

/** Most bytes of a packet, start code and length included. */
export const PES_MAX_BYTES = 65_535

export type PesTimes = {
  /** Ticks of 90 kHz, 33 bits; undefined when the packet has none. */
  pts: number | undefined
  dts: number | undefined
}

/** The header of a packet that holds `payload` bytes. `dts` without `pts` is not written. */
export function writePesHeader(
  streamId: number,
  { pts, dts }: PesTimes,
  aligned: boolean,
  payload: number,
): Uint8Array {
  const timeBytes = pts === undefined ? 0 : dts === undefined ? 5 : 10
  const bytes = new Uint8Array(9 + timeBytes)
  const length = 3 + timeBytes + payload
  bytes.set([0, 0, 1, streamId, length >> 8, length & 0xff, aligned ? 0x84 : 0x80])
  bytes[7] = timeBytes === 0 ? 0 : timeBytes === 5 ? 0x80 : 0xc0
  bytes[8] = timeBytes
  if (pts !== undefined) writeTimestamp(bytes, 9, dts === undefined ? 2 : 3, pts)
  if (pts !== undefined && dts !== undefined) writeTimestamp(bytes, 14, 1, dts)
  return bytes
}

/** Where the payload begins, and the times. */
export type PesHeader = PesTimes & { payloadAt: number }

/**
 * Reads the header of a packet that begins at 0 with its start code: 'more' where bytes are missing, undefined where
 * it is none.
 */
export function readPesHeader(bytes: Uint8Array): PesHeader | 'more' | undefined {
  if (bytes.length < 7) return 'more'
  return (bytes[6]! & 0xc0) === 0x80 ? readMpeg2(bytes) : readMpeg1(bytes)
}

function readMpeg2(bytes: Uint8Array): PesHeader | 'more' | undefined {
  if (bytes.length < 9) return 'more'
  const payloadAt = 9 + bytes[8]!
  if (bytes.length < payloadAt) return 'more'
  const flags = bytes[7]! >> 6
  const has = (count: number) => payloadAt >= 9 + count
  return {
    payloadAt,
    pts: flags >= 2 && has(5) ? readTimestamp(bytes, 9) : undefined,
    dts: flags === 3 && has(10) ? readTimestamp(bytes, 14) : undefined,
  }
}

/** Stuffing bytes that MPEG-1 allows. */
const STUFFING_MAX = 16

function readMpeg1(bytes: Uint8Array): PesHeader | 'more' | undefined {
  let at = 6
  while (bytes[at] === 0xff && at < 6 + STUFFING_MAX) at++
  if (((bytes[at] ?? 0) & 0xc0) === 0x40) at += 2
  const mark = bytes[at]
  if (mark === undefined) return 'more'
  const times = mark >> 4 === 2 ? 1 : mark >> 4 === 3 ? 2 : 0
  if (times === 0 && mark !== 0x0f) return undefined
  const payloadAt = at + (times === 0 ? 1 : times * 5)
  if (bytes.length < payloadAt) return 'more'
  return {
    payloadAt,
    pts: times > 0 ? readTimestamp(bytes, at) : undefined,
    dts: times > 1 ? readTimestamp(bytes, at + 5) : undefined,
  }
}
