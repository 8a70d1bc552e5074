/** NAL units in the byte stream format of H.264 and H.265 (annex B of both). */
import type { VideoCodec } from './stream-types.ts'

export type NalCodec = Extract<VideoCodec, 'h264' | 'h265'>

export const START_CODE_PREFIX = Buffer.from([0, 0, 1])

/** What the first bytes of a unit say of the picture that it belongs to. */
export type NalKind = {
  /** It holds picture data. */
  isPicture: boolean
  /** Behind picture data it begins the next access unit (H.264, 7.4.1.2.3; H.265, 7.4.2.4.4). */
  opens: boolean
  /** H.264: IDR. H.265: IRAP. */
  isKey: boolean
}

/** Kind of the unit whose bytes behind the start code begin with these three. */
export function nalKind(codec: NalCodec, first: number, second: number, third: number): NalKind {
  if (codec === 'h264') {
    const type = first & 31
    const isPicture = type >= 1 && type <= 5
    // A slice whose first_mb_in_slice is 0 begins with a 1 bit. Partitions B and C begin with other fields.
    const isFirst = (type === 1 || type === 2 || type === 5) && (second & 0x80) !== 0
    return {
      isPicture,
      opens: isFirst || (type >= 6 && type <= 9) || (type >= 14 && type <= 18),
      isKey: type === 5,
    }
  }
  const type = (first >> 1) & 63
  const isPicture = type < 32
  const opensOther =
    (type >= 32 && type <= 35) || type === 39 || (type >= 41 && type <= 44) || (type >= 48 && type <= 55)
  return {
    isPicture,
    opens: isPicture ? (third & 0x80) !== 0 : opensOther,
    isKey: type >= 16 && type <= 23,
  }
}

/** Whether a byte stream has a key picture in it. */
export function hasKeyPicture(codec: NalCodec, annexB: Uint8Array): boolean {
  const bytes = Buffer.from(annexB.buffer, annexB.byteOffset, annexB.length)
  for (let at = bytes.indexOf(START_CODE_PREFIX); at >= 0; at = bytes.indexOf(START_CODE_PREFIX, at + 3)) {
    const first = bytes[at + 3]
    if (first !== undefined && nalKind(codec, first, 0, 0).isKey) return true
  }
  return false
}

/** NAL units without start codes as one byte stream, four-byte start codes between them. */
export function joinNalUnits(units: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(units.reduce((sum, { length }) => sum + length + 4, 0))
  let at = 0
  for (const unit of units) {
    bytes[at + 3] = 1
    bytes.set(unit, at + 4)
    at += unit.length + 4
  }
  return bytes
}
