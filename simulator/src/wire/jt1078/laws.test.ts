import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniform } from '../../world/hash.ts'
import { decodeRtpDatagram } from './decode-datagram.ts'
import { FrameAssembler } from './frame-assembler.ts'
import { createRtpPacketizer } from './rtp-packetizer.ts'
import { createRtpReader } from './rtp-reader.ts'
import {
  hexOf,
  itemsOf,
  joined,
  PICTURE,
  PICTURE_2,
  packetsOf,
  problemsOf,
  SOUND,
} from './rtp-streams.test-support.ts'
import { decodeSignal, SIGNAL_IDS } from './signals.test-support.ts'

const frame = fc
  .record({
    dataType: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const, 4 as const),
    payloadType: fc.constantFrom(6, 19, 91, 98, 99),
    timestampMs: fc.integer({ min: 0, max: 2 ** 45 }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 3000 }),
  })
  .map(({ timestampMs, ...rest }) => (rest.dataType === 4 ? rest : { ...rest, timestampMs }))

/** Bytes in which the magic is frequent. */
function garbage(seed: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at++) {
    bytes[at] = Math.floor(uniform(seed, at, 1, 0) * 256)
    if (at >= 16 && uniform(seed, at, 2, 0) < 0.03) bytes.set([0x30, 0x31, 0x63, 0x64, 0x81], at - 16)
  }
  return bytes
}

/** Items as text: that is compared much faster. */
const textOf = (items: readonly unknown[]) =>
  JSON.stringify(items, (_, value) => (value instanceof Uint8Array ? hexOf(value) : value))

describe('laws', () => {
  it('frames that are sent come together again, however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(6 as const, 10 as const),
        fc.integer({ min: 0, max: 65_535 }),
        fc.integer({ min: 0, max: 999_999_999_999 }).map(String),
        fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 5 }),
        (frames, simBytes, serial, sim, sizes) => {
          const packetize = createRtpPacketizer({ sim, simBytes, channel: 3, serial })
          const stream = joined(...frames.flatMap(packetize))
          const chunks: Uint8Array[] = []
          for (let at = 0, i = 0; at < stream.length; i++) {
            chunks.push(stream.subarray(at, at + sizes[i % sizes.length]!))
            at += sizes[i % sizes.length]!
          }
          const items = itemsOf(chunks, { simBytes })
          expect(problemsOf(items)).toEqual([])
          const assembler = new FrameAssembler()
          const found = packetsOf(items).flatMap((packet) => assembler.add(packet))
          expect(
            found.map((item) => (item.kind === 'frame' ? hexOf(item.frame.bytes) : item.problem.code)),
          ).toEqual(frames.map(({ bytes }) => hexOf(bytes)))
        },
      ),
      { numRuns: 60, seed: 7 },
    )
  })
  it('a damaged stream yields the same wherever it is cut in two', () => {
    const ten = createRtpPacketizer({ sim: '13912345678', simBytes: 10, channel: 1 })
    const more = [1, 2].flatMap((timestampMs) =>
      ten({ payloadType: 98, dataType: 1, timestampMs, bytes: new Uint8Array(30) }),
    )
    for (const stream of [
      joined(PICTURE, garbage(1, 60), PICTURE_2, PICTURE, garbage(2, 90), SOUND, PICTURE),
      joined(...more, garbage(3, 40), ...more, PICTURE.subarray(0, 40), PICTURE, PICTURE_2),
      joined(PICTURE, garbage(4, 5)),
    ]) {
      const whole = itemsOf([stream])
      expect(packetsOf(whole).length).toBeGreaterThan(0)
      const text = textOf(whole)
      for (let cut = 0; cut <= stream.length; cut++) {
        expect(textOf(itemsOf([stream.subarray(0, cut), stream.subarray(cut)]))).toBe(text)
      }
      expect(textOf(itemsOf(Array.from(stream, (byte) => Uint8Array.of(byte))))).toBe(text)
    }
  })
  it('garbage yields typed items and bounded memory, never a throw, and good packets behind it are found', () => {
    const good = joined(PICTURE, SOUND, PICTURE_2)
    for (let run = 0; run < 60; run++) {
      const reader = createRtpReader()
      const assembler = new FrameAssembler({ frameBytes: 5000, frames: 4 })
      for (let i = 0; i < 10; i++) {
        const bytes = good.slice()
        for (let hit = 0; hit < 4; hit++) {
          bytes[Math.floor(uniform(run, i, 3, hit) * bytes.length)] = Math.floor(
            uniform(run, i, 4, hit) * 256,
          )
        }
        const chunk = i % 2 ? bytes : garbage(run * 10 + i, 300)
        decodeRtpDatagram(chunk)
        for (const packet of packetsOf(reader.push(chunk))) assembler.add(packet)
        expect(reader.pending).toBeLessThan(1000)
        expect(assembler.pending).toBeLessThanOrEqual(20_000)
      }
      reader.push(new Uint8Array(1000))
      const found = packetsOf([...reader.push(good), ...reader.end()])
      expect(found.map(({ serial }) => serial)).toEqual([0x1088, 0x10ba, 0x10bb])
    }
  })
  it('bodies of any bytes are a signal or a typed problem', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SIGNAL_IDS), fc.uint8Array({ maxLength: 120 }), (id, body) => {
        const result = decodeSignal(id, body)
        if (!result.ok) expect(['body', 'value']).toContain(result.problem.code)
      }),
      { numRuns: 1000, seed: 8 },
    )
  })
})
