/** ADTS header of an AAC frame of `frameBytes` bytes without one (ISO/IEC 14496-3, 1.A.3.2): seven bytes, no CRC. */
export function adtsHeader(audioSpecificConfig: Uint8Array, frameBytes: number): Uint8Array {
  const [first = 0, second = 0] = audioSpecificConfig
  // ADTS has two bits for the object type: AAC Main, LC, SSR, LTP. Others (SBR) carry LC inside.
  const object = first >> 3
  const profile = object >= 1 && object <= 4 ? object - 1 : 1
  const rate = ((first & 7) << 1) | (second >> 7)
  const channels = (second >> 3) & 7
  const size = frameBytes + 7
  return Uint8Array.of(
    0xff,
    0xf1,
    (profile << 6) | (rate << 2) | (channels >> 2),
    ((channels & 3) << 6) | (size >> 11),
    (size >> 3) & 0xff,
    ((size & 7) << 5) | 0x1f,
    0xfc,
  )
}
