/** Reading the parameter sets of H.264 and H.265 bit by bit. */

/** Without the bytes that keep start codes out of a unit (7.4.2). */
export function withoutEmulation(unit: Uint8Array): Uint8Array {
  return Uint8Array.from(unit.filter((byte, at) => !(byte === 3 && unit[at - 1] === 0 && unit[at - 2] === 0)))
}

export function bitReader(bytes: Uint8Array, from: number) {
  let at = from
  const take = (count: number): number => {
    let value = 0
    for (let i = 0; i < count; i++, at++) value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
    return value
  }
  return {
    take,
    /** Exp-Golomb code (9.2); of more than 31 zeros it reads none. */
    golomb(): number {
      let zeros = 0
      while (zeros < 32 && at < bytes.length * 8 && take(1) === 0) zeros++
      return 2 ** zeros - 1 + take(zeros)
    },
    isPast: () => at > bytes.length * 8,
  }
}

/** Bits of the profiles and levels of sub-layers, behind those of the stream. */
export function subLayerBits(bytes: Uint8Array, layers: number): number {
  if (layers === 1) return 0
  let count = 16
  for (let layer = 0; layer < layers - 1; layer++) {
    const at = 15 * 8 + layer * 2
    const bit = (nth: number) => ((bytes[nth >> 3] ?? 0) >> (7 - (nth & 7))) & 1
    count += bit(at) * 88 + bit(at + 1) * 8
  }
  return count
}
