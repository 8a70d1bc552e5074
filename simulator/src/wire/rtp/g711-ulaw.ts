/** G.711 µ-law (ITU-T G.711, tables 2a and 2b): octets, whose bits are all inverted, to 16-bit linear samples. */

/** Half of the smallest step and the shift of the segments, in 16 bits. */
const BIAS = 0x84

function decodeSample(octet: number): number {
  const code = ~octet & 0xff
  const magnitude = ((((code & 0x0f) << 3) + BIAS) << ((code >> 4) & 7)) - BIAS
  return code & 0x80 ? -magnitude : magnitude
}

const DECODED = Int16Array.from({ length: 256 }, (_, octet) => decodeSample(octet))

export const decodeUlaw = (octets: Uint8Array): Int16Array =>
  Int16Array.from(octets, (octet) => DECODED[octet]!)
