/** Width and height of pictures, as their first SPS says (H.264, 7.3.2.1.1 and 7.4.2.1.1; H.265, 7.3.2.2.1). */
import type { VideoConfig } from './flv-media.ts'
import { bitReader, subLayerBits, withoutEmulation } from './parameter-bits.ts'

export type PictureSize = { width: number; height: number }

/** The size that is shown, in pixels; undefined when the SPS is cut off or says nothing sensible. */
export function pictureSize({ codec, sps }: Pick<VideoConfig, 'codec' | 'sps'>): PictureSize | undefined {
  const first = sps[0]
  if (!first || first.length < 4) return undefined
  const size = codec === 'h264' ? h264Size(withoutEmulation(first)) : h265Size(withoutEmulation(first))
  return size && size.width > 0 && size.height > 0 && size.width <= SIDE_MOST && size.height <= SIDE_MOST
    ? size
    : undefined
}

/** The highest levels of both codecs stay below. */
const SIDE_MOST = 16_888
/** Profiles whose SPS tells the colour format. */
const WITH_CHROMA: readonly number[] = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
const MACROBLOCK = 16
/** Most num_ref_frames_in_pic_order_cnt_cycle. */
const CYCLE_MOST = 255
/** Chroma samples are this far apart, by the colour format: 4:0:0, 4:2:0, 4:2:2, 4:4:4 (table 6-1 of both). */
const CHROMA_WIDTH = [1, 2, 2, 1]
const CHROMA_HEIGHT = [1, 2, 1, 1]

function h264Size(bytes: Uint8Array): PictureSize | undefined {
  const bits = bitReader(bytes, 4 * 8)
  bits.golomb()
  let chroma = 1
  if (WITH_CHROMA.includes(bytes[1]!)) {
    chroma = bits.golomb()
    if (chroma === 3) bits.take(1)
    bits.golomb()
    bits.golomb()
    bits.take(1)
    if (bits.take(1) === 1) skipScaling(bits, chroma === 3 ? 12 : 8)
  }
  bits.golomb()
  const orderType = bits.golomb()
  if (orderType === 0) bits.golomb()
  else if (orderType === 1) {
    bits.take(1)
    bits.golomb()
    bits.golomb()
    const cycle = bits.golomb()
    if (cycle > CYCLE_MOST) return undefined
    for (let i = 0; i < cycle; i++) bits.golomb()
  }
  bits.golomb()
  bits.take(1)
  const width = (bits.golomb() + 1) * MACROBLOCK
  const units = bits.golomb() + 1
  const isFrames = bits.take(1)
  const height = units * MACROBLOCK * (2 - isFrames)
  if (isFrames === 0) bits.take(1)
  bits.take(1)
  const crop = cropOf(bits)
  if (bits.isPast() || chroma > 3) return undefined
  return cropped({ width, height }, crop, chroma, 2 - isFrames)
}

function h265Size(bytes: Uint8Array): PictureSize | undefined {
  const layers = ((bytes[2]! >> 1) & 7) + 1
  const bits = bitReader(bytes, 15 * 8 + subLayerBits(bytes, layers))
  bits.golomb()
  const chroma = bits.golomb()
  if (chroma === 3) bits.take(1)
  const width = bits.golomb()
  const height = bits.golomb()
  const crop = cropOf(bits)
  if (bits.isPast() || chroma > 3) return undefined
  return cropped({ width, height }, crop, chroma, 1)
}

type Bits = ReturnType<typeof bitReader>
type Crop = { left: number; right: number; top: number; bottom: number }

function cropOf(bits: Bits): Crop {
  if (bits.take(1) === 0) return { left: 0, right: 0, top: 0, bottom: 0 }
  const [left, right, top, bottom] = [bits.golomb(), bits.golomb(), bits.golomb(), bits.golomb()]
  return { left, right, top, bottom }
}

function cropped(size: PictureSize, crop: Crop, chroma: number, fields: number): PictureSize {
  return {
    width: size.width - (crop.left + crop.right) * CHROMA_WIDTH[chroma]!,
    height: size.height - (crop.top + crop.bottom) * CHROMA_HEIGHT[chroma]! * fields,
  }
}

/** Scaling lists (7.3.2.1.1.1): signed Exp-Golomb differences, of which a next scale of 0 ends a list. */
function skipScaling(bits: Bits, lists: number): void {
  for (let list = 0; list < lists; list++) {
    if (bits.take(1) === 0) continue
    let lastScale = 8
    let nextScale = 8
    for (let i = 0; i < (list < 6 ? 16 : 64) && !bits.isPast(); i++) {
      if (nextScale !== 0) {
        const code = bits.golomb()
        const delta = code % 2 === 1 ? (code + 1) / 2 : -code / 2
        nextScale = (lastScale + delta + 256) % 256
      }
      lastScale = nextScale === 0 ? lastScale : nextScale
    }
  }
}
