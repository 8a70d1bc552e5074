export type PictureSize = { width: number; height: number }

/** Profiles of H.264 whose parameter sets have a chroma format (ITU-T H.264, 7.3.2.1.1). */
const CHROMA_PROFILES = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

/** Size of the pictures of an H.264 sequence parameter set, cropped (ITU-T H.264, 7.3.2.1.1; a whole NAL unit). */
export function avcPictureSize(unit: Uint8Array): PictureSize {
  const bits = new Bits(unit, 1)
  const profile = bits.read(8)
  bits.read(16)
  bits.unsigned()
  let chroma = 1
  let separate = false
  if (CHROMA_PROFILES.includes(profile)) {
    chroma = bits.unsigned()
    if (chroma === 3) separate = bits.read(1) === 1
    bits.unsigned()
    bits.unsigned()
    bits.read(1)
    if (bits.read(1) === 1) {
      for (let list = 0; list < (chroma === 3 ? 12 : 8); list++) {
        if (bits.read(1) === 1) skipScalingList(bits, list < 6 ? 16 : 64)
      }
    }
  }
  bits.unsigned()
  const orderType = bits.unsigned()
  if (orderType === 0) bits.unsigned()
  else if (orderType === 1) {
    bits.read(1)
    bits.signed()
    bits.signed()
    for (let left = bits.unsigned(); left > 0; left--) bits.signed()
  }
  bits.unsigned()
  bits.read(1)
  const width = (bits.unsigned() + 1) * 16
  const mapUnits = bits.unsigned() + 1
  const fields = bits.read(1) === 1 ? 1 : 2
  if (fields === 2) bits.read(1)
  bits.read(1)
  const format = separate ? 0 : chroma
  return cropped(bits, { width, height: mapUnits * 16 * fields }, format, fields)
}

/** Size of the pictures of an H.265 sequence parameter set, cropped (ITU-T H.265, 7.3.2.2; a whole NAL unit). */
export function hevcPictureSize(unit: Uint8Array): PictureSize {
  const bits = new Bits(unit, 2)
  bits.read(4)
  const subLayers = bits.read(3)
  bits.read(1)
  // profile_tier_level: 88 bits of profile, 8 of level, then flags of each sub-layer.
  bits.skip(96)
  const present = Array.from({ length: subLayers }, () => ({ profile: bits.read(1), level: bits.read(1) }))
  if (subLayers > 0) bits.skip(2 * (8 - subLayers))
  for (const { profile, level } of present) bits.skip(88 * profile + 8 * level)
  bits.unsigned()
  const chroma = bits.unsigned()
  const separate = chroma === 3 && bits.read(1) === 1
  const size = { width: bits.unsigned(), height: bits.unsigned() }
  return cropped(bits, size, separate ? 0 : chroma, 1)
}

/** Takes the cropping window away: its unit depends on the chroma format and, of H.264, on pictures made of fields. */
function cropped(bits: Bits, size: PictureSize, chroma: number, fields: number): PictureSize {
  if (bits.read(1) === 0) return size
  const [left, right, top, bottom] = [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()]
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1
  const unitY = (chroma === 1 ? 2 : 1) * fields
  return { width: size.width - unitX * (left + right), height: size.height - unitY * (top + bottom) }
}

function skipScalingList(bits: Bits, count: number): void {
  let next = 8
  for (let at = 0; at < count && next !== 0; at++) next = (next + bits.signed() + 256) % 256
}

/** Bits of a NAL unit, without the bytes that only prevent start codes. Past its end they are 0. */
class Bits {
  readonly #bytes: number[] = []
  #at = 0

  constructor(unit: Uint8Array, headerBytes: number) {
    let zeros = 0
    for (const byte of unit.subarray(headerBytes)) {
      if (zeros >= 2 && byte === 3) {
        zeros = 0
        continue
      }
      zeros = byte === 0 ? zeros + 1 : 0
      this.#bytes.push(byte)
    }
  }

  skip(count: number): void {
    this.#at += count
  }

  read(count: number): number {
    let value = 0
    for (let left = count; left > 0; left--, this.#at++) {
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1)
    }
    return value
  }

  /** ue(v): Exp-Golomb, of at most 32 bits. */
  unsigned(): number {
    let zeros = 0
    while (zeros < 32 && this.read(1) === 0) zeros += 1
    return 2 ** zeros - 1 + this.read(zeros)
  }

  /** se(v) */
  signed(): number {
    const code = this.unsigned()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2
  }
}
