/** The four bytes before a frame of so many samples. */
export const g711Header = (samples: number): Uint8Array => Uint8Array.of(0, 1, samples >> 1, 0)

/**
 * Samples of a G.711 frame. Terminals with HiSilicon's encoder put four bytes before each: 00 01, the number of 16-bit
 * words that follow, 00.
 */
export function g711Samples(body: Uint8Array): Uint8Array {
  const isHeaded =
    body.length > 4 && body[0] === 0 && body[1] === 1 && body[3] === 0 && body[2]! * 2 === body.length - 4
  return isHeaded ? body.subarray(4) : body
}
