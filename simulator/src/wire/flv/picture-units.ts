/** NAL units of a picture as streams of other forms need them: with its parameter sets where decoding can begin. */
import { nalUnits, type VideoConfig, type VideoPacket } from './flv-media.ts'

/**
 * The units of a picture, `isKey` where decoding can begin with it. There the parameter sets come first, so that who
 * joins late or lost a packet can decode.
 */
export function pictureUnits(
  config: VideoConfig,
  { codec, data }: VideoPacket,
): { units: Uint8Array[]; isKey: boolean } {
  const units = [...nalUnits(data, config.lengthBytes)]
  const isKey = units.some((unit) => isRandomAccess(codec, unit))
  if (!isKey) return { units, isKey }
  const own = units.filter((unit) => !isParameterSet(codec, unit))
  return { units: [...config.vps, ...config.sps, ...config.pps, ...own], isKey }
}

/** IDR of H.264 (type 5); BLA, IDR and CRA of H.265 (16 to 21). */
function isRandomAccess(codec: 'h264' | 'h265', unit: Uint8Array): boolean {
  if (codec === 'h264') return (unit[0]! & 31) === 5
  const type = (unit[0]! >> 1) & 63
  return type >= 16 && type <= 21
}

function isParameterSet(codec: 'h264' | 'h265', unit: Uint8Array): boolean {
  if (codec === 'h264') return (unit[0]! & 31) === 7 || (unit[0]! & 31) === 8
  const type = (unit[0]! >> 1) & 63
  return type >= 32 && type <= 34
}
