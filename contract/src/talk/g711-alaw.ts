/** G.711 A-law (ITU-T G.711, tables 1a and 1b): 16-bit linear samples to octets and back. Even bits are inverted. */

const EVEN_BITS = 0x55
const SIGN = 0x80
const LOUDEST = 0x7fff

/** The octet of a linear sample; values past 16 bits are clipped. */
export function encodeAlawSample(sample: number): number {
  const positive = sample >= 0
  // The code counts in steps of 16; negative values start at -1, so that both halves have equal steps.
  const magnitude = Math.min(LOUDEST, positive ? sample : -sample - 1)
  const segment = magnitude < 256 ? 0 : 24 - Math.clz32(magnitude)
  const mantissa = (magnitude >> (segment === 0 ? 4 : segment + 3)) & 0x0f
  return ((segment << 4) | mantissa | (positive ? SIGN : 0)) ^ EVEN_BITS
}

/** The linear sample in the middle of an octet's step. */
export function decodeAlawSample(octet: number): number {
  const code = octet ^ EVEN_BITS
  const segment = (code >> 4) & 0x07
  const mantissa = (code & 0x0f) << 4
  const magnitude = segment === 0 ? mantissa + 8 : (mantissa + 0x108) << (segment - 1)
  return (code & SIGN) === 0 ? -magnitude : magnitude
}

const DECODED = Int16Array.from({ length: 256 }, (_, octet) => decodeAlawSample(octet))

export function encodeAlaw(samples: Int16Array): Uint8Array {
  const octets = new Uint8Array(samples.length)
  for (let i = 0; i < samples.length; i++) octets[i] = encodeAlawSample(samples[i]!)
  return octets
}

export function decodeAlaw(octets: Uint8Array): Int16Array {
  const samples = new Int16Array(octets.length)
  for (let i = 0; i < octets.length; i++) samples[i] = DECODED[octets[i]!]!
  return samples
}
