import { expect, it } from 'vitest'
import { decodeUlaw } from './g711-ulaw.ts'

// ITU-T G.711, table 2a: decoder output y1 to y128 in 14 bits, here times four; both zeros are 0.
it.each([
  [0xff, 0],
  [0x7f, 0],
  [0xfe, 8],
  [0xf0, 120],
  [0xef, 132],
  [0xdf, 396],
  [0x80, 32_124],
  [0x00, -32_124],
  [0x7e, -8],
])('octet %i is sample %i', (octet, sample) => {
  expect(decodeUlaw(Uint8Array.of(octet))[0]).toBe(sample)
})
