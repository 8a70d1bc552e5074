import { expect, test } from 'vitest'
import { decodeAudio, encodeAudio } from './audio-frame.ts'

test('a PCM frame is little-endian 16-bit samples', () => {
  const bytes = encodeAudio('pcm', Int16Array.of(1, -2, 0x1234))
  expect([...bytes]).toEqual([1, 0, 0xfe, 0xff, 0x34, 0x12])
})

test('a frame comes back from its bytes, also from the middle of a larger buffer', () => {
  const samples = Int16Array.from({ length: 320 }, (_, i) => i * 100 - 16_000)
  const bytes = encodeAudio('pcm', samples)
  const larger = new Uint8Array(700)
  larger.set(bytes, 3)
  expect(decodeAudio('pcm', larger.subarray(3, 643))).toEqual(samples)
  expect(decodeAudio('alaw', encodeAudio('alaw', samples))?.length).toBe(320)
})

test('what has not the length of a frame is none', () => {
  expect(decodeAudio('pcm', new Uint8Array(320))).toBeUndefined()
  expect(decodeAudio('alaw', new Uint8Array(640))).toBeUndefined()
  expect(decodeAudio('pcm', new Uint8Array(0))).toBeUndefined()
})
