/**
 * Digests that passwords travel as. Written out because `crypto.subtle` is missing on plain-http pages and never knew
 * MD5. Hex, lower case, of the text's UTF-8 bytes.
 */
export function hashPassword(password: string, kind: 'sha256' | 'md5'): string {
  const bytes = new TextEncoder().encode(password)
  return kind === 'md5' ? md5(bytes) : sha256(bytes)
}

/** FIPS 180-4. */
export function sha256(bytes: Uint8Array): string {
  const view = padded(bytes, false)
  const h = Uint32Array.from(fractions(8, 1 / 2))
  const k = Uint32Array.from(fractions(64, 1 / 3))
  const w = new Uint32Array(64)
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(block + i * 4)
    for (let i = 16; i < 64; i += 1) {
      const a = w[i - 15]!
      const b = w[i - 2]!
      w[i] =
        w[i - 16]! +
        (right(a, 7) ^ right(a, 18) ^ (a >>> 3)) +
        w[i - 7]! +
        (right(b, 17) ^ right(b, 19) ^ (b >>> 10))
    }
    let [a, b, c, d, e, f, g, z] = h as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    for (let i = 0; i < 64; i += 1) {
      const t1 =
        (z + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + k[i]! + w[i]!) >>> 0
      const t2 = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0
      z = g
      g = f
      f = e
      e = (d + t1) >>> 0
      d = c
      c = b
      b = a
      a = (t1 + t2) >>> 0
    }
    const turned = [a, b, c, d, e, f, g, z]
    for (let i = 0; i < 8; i += 1) h[i] = h[i]! + turned[i]!
  }
  return Array.from(h, (word) => word.toString(16).padStart(8, '0')).join('')
}

/** RFC 1321. */
export function md5(bytes: Uint8Array): string {
  const view = padded(bytes, true)
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
  for (let block = 0; block < view.byteLength; block += 64) {
    let [a, b, c, d] = state as unknown as [number, number, number, number]
    for (let i = 0; i < 64; i += 1) {
      const round = i >> 4
      const mix =
        round === 0
          ? (b & c) | (~b & d)
          : round === 1
            ? (d & b) | (~d & c)
            : round === 2
              ? b ^ c ^ d
              : c ^ (b | ~d)
      const word = round === 0 ? i : round === 1 ? 5 * i + 1 : round === 2 ? 3 * i + 5 : 7 * i
      const sum = (a + mix + SINES[i]! + view.getUint32(block + (word % 16) * 4, true)) >>> 0
      const turn = TURNS[round]![i % 4]!
      a = d
      d = c
      c = b
      b = (b + ((sum << turn) | (sum >>> (32 - turn)))) >>> 0
    }
    const turned = [a, b, c, d]
    for (let i = 0; i < 4; i += 1) state[i] = state[i]! + turned[i]!
  }
  const out = new DataView(new ArrayBuffer(16))
  state.forEach((word, i) => {
    out.setUint32(i * 4, word, true)
  })
  return Array.from(new Uint8Array(out.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const TURNS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
]
const SINES = Uint32Array.from({ length: 64 }, (_unused, i) =>
  Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32),
)

const right = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** First 32 bits of the fractional parts of the n-th roots of the first primes. */
function fractions(count: number, power: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n += 1) {
    let prime = true
    for (let d = 2; d * d <= n; d += 1) prime &&= n % d !== 0
    if (prime) found.push(Math.floor((n ** power % 1) * 2 ** 32))
  }
  return found
}

/** The message with its 1 bit, zeros and 64-bit length, in whole blocks of 64 bytes. */
function padded(bytes: Uint8Array, littleEndian: boolean): DataView {
  const length = Math.ceil((bytes.length + 9) / 64) * 64
  const out = new Uint8Array(length)
  out.set(bytes)
  out[bytes.length] = 0x80
  const view = new DataView(out.buffer)
  const bits = bytes.length * 8
  view.setUint32(length - (littleEndian ? 8 : 4), bits >>> 0, littleEndian)
  view.setUint32(length - (littleEndian ? 4 : 8), Math.floor(bits / 2 ** 32), littleEndian)
  return view
}
