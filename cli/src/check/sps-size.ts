/**
 * Width and height of an H.264 sequence parameter set (ITU-T H.264 §7.3.2.1.1), cropping included; `sps` begins with
 * its NAL header. Undefined when the bytes do not hold one.
 */
export function spsSize(sps: Uint8Array): { width: number; height: number } | undefined {
  if (sps.length < 5 || (sps[0]! & 31) !== 7) return undefined
  const bits = bitReader(withoutEmulation(sps.subarray(1)))
  const profile = bits.read(8)
  bits.read(16)
  bits.golomb()
  let chroma = 1
  if (HIGH_PROFILES.has(profile)) {
    chroma = bits.golomb()
    if (chroma === 3) bits.read(1)
    bits.golomb()
    bits.golomb()
    bits.read(1)
    if (bits.read(1) === 1) skipScaling(bits, chroma === 3 ? 12 : 8)
  }
  bits.golomb()
  const countType = bits.golomb()
  if (countType === 0) bits.golomb()
  else if (countType === 1) {
    bits.read(1)
    bits.signed()
    bits.signed()
    for (let left = bits.golomb(); left > 0; left--) bits.signed()
  }
  bits.golomb()
  bits.read(1)
  const widthBlocks = bits.golomb() + 1
  const heightUnits = bits.golomb() + 1
  const isFrame = bits.read(1)
  if (isFrame === 0) bits.read(1)
  bits.read(1)
  let [left, right, top, bottom] = [0, 0, 0, 0]
  if (bits.read(1) === 1) {
    left = bits.golomb()
    right = bits.golomb()
    top = bits.golomb()
    bottom = bits.golomb()
  }
  if (bits.isOver) return undefined
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1
  const unitY = (chroma === 1 ? 2 : 1) * (2 - isFrame)
  return {
    width: widthBlocks * 16 - (left + right) * unitX,
    height: (2 - isFrame) * heightUnits * 16 - (top + bottom) * unitY,
  }
}

/** Profiles that describe their chroma. */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138])

type Bits = ReturnType<typeof bitReader>

function bitReader(bytes: Uint8Array) {
  let at = 0
  const read = (count: number): number => {
    let value = 0
    for (let i = 0; i < count; i++, at++) value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
    return value
  }
  const golomb = (): number => {
    let zeros = 0
    while (read(1) === 0 && zeros < 32) zeros++
    return 2 ** zeros - 1 + read(zeros)
  }
  return {
    read,
    golomb,
    signed(): number {
      const code = golomb()
      return code % 2 === 0 ? -code / 2 : (code + 1) / 2
    },
    get isOver(): boolean {
      return at > bytes.length * 8
    },
  }
}

function skipScaling(bits: Bits, lists: number): void {
  for (let list = 0; list < lists; list++) {
    if (bits.read(1) === 0) continue
    let [last, next] = [8, 8]
    for (let i = 0; i < (list < 6 ? 16 : 64); i++) {
      if (next !== 0) next = (last + bits.signed() + 256) % 256
      if (next !== 0) last = next
    }
  }
}

/** Bytes that only keep a start code from appearing are taken out (§7.4.1). */
function withoutEmulation(bytes: Uint8Array): Uint8Array {
  const kept: number[] = []
  bytes.forEach((byte, i) => {
    if (!(byte === 3 && bytes[i - 1] === 0 && bytes[i - 2] === 0)) kept.push(byte)
  })
  return Uint8Array.from(kept)
}
