import { expect, test } from 'vitest'
import { decodeAlaw, decodeAlawSample, encodeAlaw, encodeAlawSample } from './g711-alaw.ts'

/** Decision values and octets of table 1a and 1b (positive and negative half), in 16-bit scale. */
const STANDARD: readonly [sample: number, octet: number, decoded: number][] = [
  [0, 0xd5, 8],
  [15, 0xd5, 8],
  [16, 0xd4, 24],
  [-1, 0x55, -8],
  [-17, 0x54, -24],
  [255, 0xda, 248],
  [256, 0xc5, 264],
  [511, 0xca, 504],
  [512, 0xf5, 528],
  [1024, 0xe5, 1056],
  [2048, 0x95, 2112],
  [4096, 0x85, 4224],
  [8192, 0xb5, 8448],
  [16384, 0xa5, 16896],
  [32767, 0xaa, 32256],
  [-32768, 0x2a, -32256],
]

test('samples become the octets of the standard and octets the middle of their step', () => {
  for (const [sample, octet, decoded] of STANDARD) {
    expect(encodeAlawSample(sample), `encode ${sample}`).toBe(octet)
    expect(decodeAlawSample(octet), `decode ${octet.toString(16)}`).toBe(decoded)
  }
})

test('the tone of table 5/G.711 (1 kHz at 0 dBm0) is a sine of eight samples', () => {
  const tone = Uint8Array.of(0x34, 0x21, 0x21, 0x34, 0xb4, 0xa1, 0xa1, 0xb4)
  const samples = decodeAlaw(tone)
  expect([...samples]).toEqual([-8960, -20992, -20992, -8960, 8960, 20992, 20992, 8960])
  expect(encodeAlaw(samples)).toEqual(tone)
})

test('every octet comes back from its own sample', () => {
  const octets = Uint8Array.from({ length: 256 }, (_, i) => i)
  expect(encodeAlaw(decodeAlaw(octets))).toEqual(octets)
})

test('no sample is further than half a step from what comes back, and values past 16 bits are clipped', () => {
  for (let sample = -32768; sample <= 32767; sample += 7) {
    const error = Math.abs(decodeAlawSample(encodeAlawSample(sample)) - sample)
    expect(error).toBeLessThanOrEqual(Math.max(9, Math.abs(sample) / 31))
  }
  expect(encodeAlawSample(99_999)).toBe(0xaa)
  expect(encodeAlawSample(-99_999)).toBe(0x2a)
})
