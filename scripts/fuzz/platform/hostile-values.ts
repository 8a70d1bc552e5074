// Values and bytes that nobody sends by mistake and that have broken other platforms.
import fc from 'fast-check'

/** An object with a key that reaches its prototype when it is copied carelessly. */
export function withKey(key: string, value: unknown, into: object = {}): object {
  return Object.defineProperty({ ...into }, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

/** A value within a value, `depth` times. */
export function nested(depth: number, key?: string): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = key === undefined ? [value] : { [key]: value }
  return value
}

/** Names that every object has. */
export const OBJECT_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
] as const

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b.jpg',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%',
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  '%_%',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\r\nSet-Cookie: x=1',
  '\ud800',
  '\u202e\u0000\ufeff',
  '😀'.repeat(40),
  'ﷺ'.repeat(64),
  '2026-13-45 99:99:99',
  '0000-00-00 00:00:00',
  '99999-01-01',
  '1e999',
  'NaN',
  '-0',
  '0x10',
  '9'.repeat(400),
  'a'.repeat(70_000),
  'http://169.254.169.254/latest/meta-data',
  'http://[::ffff:127.0.0.1]:8080/control/status',
  'file:///etc/passwd',
  ...OBJECT_NAMES,
] as const

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.5,
  255,
  65_536,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  5e-324,
] as const

/** Values in the place of others. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 4, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], [{}]) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...OBJECT_NAMES).map((name) => withKey(name, { isAdmin: true })),
  },
  { weight: 1, arbitrary: fc.constantFrom(40, 200, 1000).map((depth) => nested(depth)) },
  { weight: 1, arbitrary: fc.constantFrom(40, 1000).map((depth) => nested(depth, 'a')) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 'x', null).map((each) => Array(6000).fill(each)) },
)

/** Pieces of text for headers and paths, without line ends. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TEXTS).map((text) => text.slice(0, 4000)),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

/** How bytes are damaged: where (a share of the length), how, and with which bytes. */
export type ByteDamage = { at: number; kind: 'set' | 'drop' | 'insert' | 'repeat' | 'cut'; bytes: Uint8Array }

export const byteDamage: fc.Arbitrary<ByteDamage> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom('set', 'drop', 'insert', 'repeat', 'cut'),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 16 }),
    fc.constantFrom(
      Uint8Array.of(0xff, 0xff, 0xff, 0xff),
      Uint8Array.of(0, 0, 0, 0),
      Uint8Array.of(0x7f, 0xff, 0xff, 0xff),
      Uint8Array.of(0x80, 0, 0, 0),
    ),
  ),
})

/** Bytes after their damage. */
export function spoil(whole: Uint8Array, damages: readonly ByteDamage[]): Buffer {
  let bytes = Buffer.from(whole)
  for (const { at, kind, bytes: other } of damages) {
    const where = Math.floor(at * bytes.length)
    const [head, tail] = [bytes.subarray(0, where), bytes.subarray(where)]
    if (kind === 'cut') bytes = Buffer.from(head)
    else if (kind === 'drop') bytes = Buffer.concat([head, tail.subarray(other.length)])
    else if (kind === 'insert') bytes = Buffer.concat([head, other, tail])
    else if (kind === 'repeat') bytes = Buffer.concat([head, tail.subarray(0, 200), tail])
    else bytes = Buffer.concat([head, other.subarray(0, tail.length), tail.subarray(other.length)])
  }
  return bytes
}
