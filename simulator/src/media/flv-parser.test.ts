import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeTag, type FlvTag, flvHeader, kindOf, retimed } from '../wire/flv/flv-tag.ts'
import { createFlvParser, FlvFormatError } from './flv-parser.ts'

/** Header, an AVC sequence header at 0 and a key frame at 0x01020304 ms, as the FLV specification lays them out. */
const LITERAL = Buffer.from(
  '464c560105000000090000000009000005000000000000001700000000000000100900000602030401000000170100000065' +
    '00000011',
  'hex',
)

test('reads a literal stream: header, sequence header, key frame with an extended timestamp', () => {
  const tags = createFlvParser().push(LITERAL)
  expect(tags.map((tag) => ({ ...tag, body: Buffer.from(tag.body).toString('hex') }))).toEqual([
    { type: 9, timestampMs: 0, body: '1700000000' },
    { type: 9, timestampMs: 0x0102_0304, body: '170100000065' },
  ])
  expect(tags.map(kindOf)).toEqual(['videoHeader', 'key'])
})

test('what is encoded is what is read, at every split', () => {
  const tags: FlvTag[] = [
    { type: 18, timestampMs: 0, body: Uint8Array.of(2, 0, 1) },
    { type: 8, timestampMs: 64, body: Uint8Array.of(0xaf, 1, 9, 9) },
    { type: 9, timestampMs: 16_777_300, body: new Uint8Array(300).fill(0x27) },
  ]
  const bytes = Buffer.concat([flvHeader(true), ...tags.map(encodeTag)])
  for (let split = 0; split <= bytes.length; split++) {
    const parser = createFlvParser()
    const read = [...parser.push(bytes.subarray(0, split)), ...parser.push(bytes.subarray(split))]
    expect(read.map((tag) => ({ ...tag, body: new Uint8Array(tag.body) }))).toEqual(tags)
  }
})

test('garbage throws a format error or waits for more, and never anything else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, headed) => {
      const parser = createFlvParser()
      if (headed) parser.push(flvHeader(true))
      try {
        parser.push(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(FlvFormatError)
      }
    }),
    { seed: 11 },
  )
})

test('a retimed tag differs in its timestamp only', () => {
  const tag = encodeTag({ type: 9, timestampMs: 5000, body: Uint8Array.of(0x17, 1, 0, 0, 0, 7) })
  const moved = createFlvParser().push(Buffer.concat([flvHeader(false), retimed(tag, 90_000_000)]))
  expect(moved[0]?.timestampMs).toBe(90_000_000)
  expect(tag.readUIntBE(4, 3)).toBe(5000)
})
