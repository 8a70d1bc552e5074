import { expect, test } from 'vitest'
import { codecOf, kindOf } from '../wire/flv/flv-tag.ts'

const HVC1 = [...Buffer.from('hvc1')]
const OPUS = [...Buffer.from('Opus')]
/** A modifier before the packet type (enhanced RTMP v2): three bytes of nanoseconds; the same with a size of 16 bits. */
const NANO = [2, 0, 0, 1]
const LONG = [255, 1, 0, ...new Array<number>(257).fill(0)]

// Literal bytes: FLV 10.1, E.4.2.1 and E.4.3.1; codec id 12 as H.264's; enhanced RTMP v2, "ExVideoTagHeader".
test.each<[string, number, number[], string, string]>([
  ['H.264, sequence header', 9, [0x17, 0], 'videoHeader', 'H.264'],
  ['H.264, key frame', 9, [0x17, 1], 'key', 'H.264'],
  ['H.264, inter frame', 9, [0x27, 1], 'video', 'H.264'],
  ['H.264, end of sequence', 9, [0x17, 2], 'other', 'H.264'],
  ['H.264, command that starts a seek', 9, [0x57, 0], 'other', 'H.264'],
  ['H.265 by id, sequence header', 9, [0x1c, 0], 'videoHeader', 'H.265'],
  ['H.265 by id, key frame', 9, [0x1c, 1], 'key', 'H.265'],
  ['H.265 by id, inter frame', 9, [0x2c, 1], 'video', 'H.265'],
  ['H.265 by id, end of sequence', 9, [0x1c, 2], 'other', 'H.265'],
  ['H.263, key frame', 9, [0x12, 0], 'key', 'H.263'],
  ['H.265 by letters, sequence header', 9, [0x90, ...HVC1], 'videoHeader', 'H.265'],
  ['H.265 by letters, key frame', 9, [0x91, ...HVC1], 'key', 'H.265'],
  ['H.265 by letters, inter frame without composition time', 9, [0xa3, ...HVC1], 'video', 'H.265'],
  ['H.265 by letters, end of sequence', 9, [0x92, ...HVC1], 'other', 'H.265'],
  ['H.265 by letters, colour metadata', 9, [0x94, ...HVC1], 'other', 'H.265'],
  ['H.265 by letters, a further track', 9, [0x96, 0, ...HVC1, 1], 'other', '\0hvc'],
  ['H.265 by letters, key frame with nanoseconds', 9, [0x97, ...NANO, 0x01, ...HVC1], 'key', 'H.265'],
  [
    'H.265 by letters, header with a long modifier',
    9,
    [0x97, ...LONG, 0x10, ...HVC1],
    'videoHeader',
    'H.265',
  ],
  ['a modifier without end', 9, [0x97, 255], 'other', ''],
  ['AAC, sequence header', 8, [0xaf, 0], 'audioHeader', 'AAC'],
  ['AAC, sound', 8, [0xaf, 1], 'audio', 'AAC'],
  ['G.711', 8, [0x72, 0], 'audio', 'G.711 A-law'],
  ['Opus by letters, sequence header', 8, [0x90, ...OPUS], 'audioHeader', 'Opus'],
  ['Opus by letters, sound', 8, [0x91, ...OPUS], 'audio', 'Opus'],
  ['Opus by letters, layout of channels', 8, [0x94, ...OPUS], 'other', 'Opus'],
  ['metadata', 18, [2, 0, 10], 'script', 'codec 0'],
])('%s', (_name, type, bytes, kind, codec) => {
  const tag = { type, body: Uint8Array.from(bytes) }
  expect(kindOf(tag)).toBe(kind)
  if (type !== 18) expect(codecOf(tag)).toBe(codec)
})
