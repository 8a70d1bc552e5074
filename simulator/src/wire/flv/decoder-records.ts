/** Decoder configuration records of H.264 and H.265 (ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1) out of parameter sets. */

import { bitReader, subLayerBits, withoutEmulation } from './parameter-bits.ts'

type Sets = { vps: readonly Uint8Array[]; sps: readonly Uint8Array[]; pps: readonly Uint8Array[] }

/** Lengths of four bytes before NAL units. */
const LENGTH_SIZE = 3
const [VPS, SPS, PPS] = [32, 33, 34]

/** AVCDecoderConfigurationRecord; undefined while a set is missing or its first is cut off. */
export function avcRecord({ sps, pps }: Omit<Sets, 'vps'>): Uint8Array | undefined {
  const first = sps[0]
  if (!first || first.length < 4 || pps.length === 0) return undefined
  return Buffer.concat([
    Uint8Array.of(1, first[1]!, first[2]!, first[3]!, 0xfc | LENGTH_SIZE, 0xe0 | sps.length),
    ...sps.map(sized),
    Uint8Array.of(pps.length),
    ...pps.map(sized),
    highProfileFacts(first),
  ])
}

const HIGH_PROFILES = [100, 110, 122, 144]

/** Colour format and depths, which the record of a high profile has at its end (H.264, 7.3.2.1.1). */
function highProfileFacts(sps: Uint8Array): Uint8Array {
  if (!HIGH_PROFILES.includes(sps[1]!)) return new Uint8Array()
  const bits = bitReader(withoutEmulation(sps), 4 * 8)
  bits.golomb()
  const chroma = bits.golomb()
  if (chroma === 3) bits.take(1)
  const [luma, chromaDepth] = [bits.golomb(), bits.golomb()]
  return Uint8Array.of(0xfc | (chroma & 3), 0xf8 | (luma & 7), 0xf8 | (chromaDepth & 7), 0)
}

/** HEVCDecoderConfigurationRecord; undefined while a set is missing or the first SPS is cut off. */
export function hevcRecord({ vps, sps, pps }: Sets): Uint8Array | undefined {
  const facts = sps[0] && readHevcSps(sps[0])
  if (!facts || vps.length === 0 || pps.length === 0) return undefined
  const { profile, chroma, lumaBits, chromaBits, layers, isNested } = facts
  const array = (type: number, units: readonly Uint8Array[]) =>
    Buffer.concat([Uint8Array.of(0x80 | type, units.length >> 8, units.length & 255), ...units.map(sized)])
  return Buffer.concat([
    Uint8Array.of(1),
    profile,
    // No spatial segmentation and no kind of parallelism are promised.
    Uint8Array.of(0xf0, 0, 0xfc, 0xfc | chroma, 0xf8 | (lumaBits - 8), 0xf8 | (chromaBits - 8), 0, 0),
    Uint8Array.of((layers << 3) | (isNested ? 4 : 0) | LENGTH_SIZE, 3),
    array(VPS, vps),
    array(SPS, sps),
    array(PPS, pps),
  ])
}

const sized = (unit: Uint8Array) => Buffer.concat([Uint8Array.of(unit.length >> 8, unit.length & 255), unit])

type HevcSps = {
  /** The twelve bytes of profile, tier and level. */
  profile: Uint8Array
  chroma: number
  lumaBits: number
  chromaBits: number
  layers: number
  isNested: boolean
}

/** Facts of an SPS of H.265 (7.3.2.2.1, 7.3.3); undefined when it is cut off. */
function readHevcSps(unit: Uint8Array): HevcSps | undefined {
  const bytes = withoutEmulation(unit)
  if (bytes.length < 16) return undefined
  const layers = ((bytes[2]! >> 1) & 7) + 1
  const profile = bytes.subarray(3, 15)
  const bits = bitReader(bytes, 15 * 8 + subLayerBits(bytes, layers))
  bits.golomb()
  const chroma = bits.golomb()
  if (chroma === 3) bits.take(1)
  bits.golomb()
  bits.golomb()
  if (bits.take(1) === 1) for (let side = 0; side < 4; side++) bits.golomb()
  const [lumaBits, chromaBits] = [bits.golomb() + 8, bits.golomb() + 8]
  if (bits.isPast() || chroma > 3 || lumaBits > 15 || chromaBits > 15) return undefined
  return { profile, chroma, lumaBits, chromaBits, layers, isNested: (bytes[2]! & 1) === 1 }
}
