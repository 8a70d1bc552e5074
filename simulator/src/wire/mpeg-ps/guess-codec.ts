/** Tells H.264 from H.265 by the first bytes of a NAL unit. */
import type { NalCodec } from './nal-units.ts'

/** profile_idc of the parameter sets of H.264 (A.2, G, H). */
const H264_PROFILES: readonly number[] = [44, 66, 77, 83, 86, 88, 100, 110, 118, 122, 128, 138, 144, 244]
/** H.265 units of layer 0 and the lowest temporal layer have this second byte. */
const H265_SECOND = 1

/** The codec where it is beyond doubt: a parameter set of one that is no unit of the other. */
export function sureCodec(first: number, second: number): NalCodec | undefined {
  if (second === H265_SECOND && (first === 0x40 || first === 0x42)) return 'h265'
  const isH264Set = (first & 0x9f) === 7 && (first & 0x60) !== 0
  return isH264Set && H264_PROFILES.includes(second) ? 'h264' : undefined
}

/** The codec whose unit this can be, when it can be of one only. */
export function likelyCodec(first: number, second: number): NalCodec | undefined {
  const sure = sureCodec(first, second)
  if (sure) return sure
  const [h264, h265] = [mayBeH264(first), mayBeH265(first, second)]
  return h264 === h265 ? undefined : h264 ? 'h264' : 'h265'
}

/** H.264, 7.4.1: sets and IDR slices are reference units, SEI and delimiters are not. */
function mayBeH264(first: number): boolean {
  if (first & 0x80) return false
  const type = first & 31
  const isReference = (first & 0x60) !== 0
  if (type === 1) return true
  if (type === 5 || type === 7 || type === 8) return isReference
  return (type === 6 || (type >= 9 && type <= 12)) && !isReference
}

/** H.265, 7.4.2.2: layer 0, a type that is in use, a temporal layer. */
function mayBeH265(first: number, second: number): boolean {
  const type = (first >> 1) & 63
  const isUsed = type <= 9 || (type >= 16 && type <= 21) || (type >= 32 && type <= 40)
  return (first & 0x81) === 0 && isUsed && second >> 3 === 0 && (second & 7) !== 0
}
