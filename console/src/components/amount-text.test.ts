import { expect, it } from 'vitest'
import { bytesText, spanText } from './amount-text.ts'

it.each([
  [null, '–'],
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [123_456, '123 kB'],
  [7_340_000_000, '7.3 GB'],
])('%s bytes are %s', (bytes, text) => expect(bytesText(bytes)).toBe(text))

it.each([
  [0, '0 min'],
  [59, '0 min'],
  [3600, '1 h 0 min'],
  [90_061, '1 d 1 h'],
])('%s seconds are %s', (seconds, text) =>
  expect(spanText(seconds, { d: 'd', h: 'h', min: 'min' })).toBe(text),
)
