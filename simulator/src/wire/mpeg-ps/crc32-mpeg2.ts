/** CRC-32 of ISO/IEC 13818-1, annex A: polynomial 04C11DB7, all ones first, neither reflected nor inverted. */

const POLYNOMIAL = 0x04c1_1db7

/** Remainders of all bytes. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24
  for (let bit = 0; bit < 8; bit++) rest = rest < 0 ? (rest << 1) ^ POLYNOMIAL : rest << 1
  return rest >>> 0
})

/** The CRC of `bytes`, 0 to FFFFFFFF. Of bytes that end with their own CRC it is 0. */
export function crc32Mpeg2(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) crc = ((crc << 8) ^ TABLE[(crc >>> 24) ^ byte]!) >>> 0
  return crc
}
