import { expect, test } from 'vitest'
import { binaryFrame, textFrame, textOf } from './websocket-frame.ts'

test('frames begin as RFC 6455 section 5.7 shows them', () => {
  expect(textFrame('Hello').toString('hex')).toBe('810548656c6c6f')
  expect(textFrame('').toString('hex')).toBe('8100')
  expect(textFrame('x'.repeat(125)).subarray(0, 2).toString('hex')).toBe('817d')
  expect(textFrame('x'.repeat(126)).subarray(0, 4).toString('hex')).toBe('817e007e')
  expect(textFrame('x'.repeat(256)).subarray(0, 4).toString('hex')).toBe('817e0100')
  expect(textFrame('x'.repeat(65_535)).subarray(0, 4).toString('hex')).toBe('817effff')
  expect(textFrame('x'.repeat(65_536)).subarray(0, 10).toString('hex')).toBe('817f0000000000010000')
})

test('the length is counted in bytes', () => {
  const frame = textFrame('出租车')
  expect(frame[1]).toBe(9)
  expect(frame.subarray(2).toString()).toBe('出租车')
})

test('a frame says what it was made of, and bytes are a binary frame', () => {
  for (const text of ['', '出租车', 'x'.repeat(126), 'y'.repeat(70_000)])
    expect(textOf(textFrame(text))).toBe(text)
  expect(binaryFrame(Uint8Array.of(1, 2)).toString('hex')).toBe('82020102')
})
