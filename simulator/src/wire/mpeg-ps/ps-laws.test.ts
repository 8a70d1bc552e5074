import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniform } from '../../world/hash.ts'
import { CLOCK_WRAP } from './clock.ts'
import { createPsDemuxer } from './ps-demuxer.ts'
import { createPsMuxer } from './ps-muxer.ts'
import { demuxed, HIKVISION, hexOf, joined, nalUnits, problemsOf } from './ps-streams.test-support.ts'

const picture = fc.record({
  kind: fc.constant('video' as const),
  isKey: fc.boolean(),
  size: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 400 }) },
    fc.integer({ min: 65_000, max: 140_000 }),
  ),
  step: fc.integer({ min: 1, max: 9000 }),
})
const sound = fc.record({
  kind: fc.constant('audio' as const),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 400 }),
  step: fc.integer({ min: 0, max: 9000 }),
})

/** Seeded garbage in which start codes are frequent. */
function garbage(seed: number, length: number): Uint8Array {
  const ids = [0xb9, 0xba, 0xbb, 0xbc, 0xbd, 0xbe, 0xc0, 0xe0, 0xe1, 0x67, 0x65, 0x40]
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at++) {
    bytes[at] = Math.floor(uniform(seed, at, 1, 0) * 256)
    if (at < 4 || uniform(seed, at, 2, 0) > 0.05) continue
    bytes.set([0, 0, 1, ids[Math.floor(uniform(seed, at, 3, 0) * ids.length)]!], at - 4)
  }
  return bytes
}

/** Items as text: that is compared much faster. */
const textOf = (items: readonly unknown[]) =>
  JSON.stringify(items, (_, value) => (value instanceof Uint8Array ? hexOf(value) : value))

describe('laws', () => {
  it('what is muxed is demuxed, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('h264' as const, 'h265' as const),
        fc.array(fc.oneof(picture, sound), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: CLOCK_WRAP }),
        fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 6 }),
        (codec, units, startTicks, sizes) => {
          const muxer = createPsMuxer({ video: codec, audio: 'pcma' })
          let pts = startTicks
          const sent = units.map((unit) => {
            pts += unit.step
            const time = pts % CLOCK_WRAP
            if (unit.kind === 'audio') {
              return { pack: muxer.audio(unit.bytes, pts), is: `audio ${time} ${hexOf(unit.bytes)}` }
            }
            const nals = nalUnits(codec, unit.isKey, unit.size)
            const annexB = nals.map((nal) => `00000001${hexOf(nal)}`).join('')
            return { pack: muxer.video(nals, { pts }), is: `video ${time} ${unit.isKey} ${annexB}` }
          })
          const stream = joined(...sent.map(({ pack }) => pack))
          const chunks: Uint8Array[] = []
          for (let at = 0, i = 0; at < stream.length; i++) {
            const size = sizes[i % sizes.length]!
            chunks.push(stream.subarray(at, at + size))
            at += size
          }
          const items = demuxed(chunks)
          expect(problemsOf(items)).toEqual([])
          const received = items.flatMap((item) => {
            if (item.kind === 'audio') return [`audio ${item.pts} ${hexOf(item.bytes)}`]
            if (item.kind !== 'video') return []
            return [`video ${item.pts} ${item.isKey} ${hexOf(item.bytes)}`]
          })
          // A picture is answered when the next begins, behind the sound between them.
          const ofKind = (kind: string, list: string[]) => list.filter((text) => text.startsWith(kind))
          const expected = sent.map(({ is }) => is)
          expect(ofKind('audio', received)).toEqual(ofKind('audio', expected))
          expect(ofKind('video', received)).toEqual(ofKind('video', expected))
        },
      ),
      { numRuns: 25, seed: 7 },
    )
  })
  it('a stream yields the same wherever it is cut in two, damaged or not', () => {
    const muxer = createPsMuxer({ video: 'h264', audio: undefined })
    const packs = [0, 1, 2].map((i) => muxer.video(nalUnits('h264', i === 0, 30), { pts: i }))
    const cutShort = packs[0]!.subarray(0, -20)
    const stream = joined(HIKVISION, garbage(3, 40), ...packs, cutShort, ...packs)
    const whole = demuxed([stream])
    expect(problemsOf(whole).length).toBeGreaterThan(1)
    const text = textOf(whole)
    for (let cut = 0; cut <= stream.length; cut++) {
      expect(textOf(demuxed([stream.subarray(0, cut), stream.subarray(cut)]))).toBe(text)
    }
    expect(textOf(demuxed(Array.from(stream, (byte) => Uint8Array.of(byte))))).toBe(text)
  })
  it('garbage and damaged streams yield typed items and bounded memory, never a throw', () => {
    const muxer = createPsMuxer({ video: 'h264', audio: 'pcma' })
    const good = joined(
      ...[0, 1, 2].map((i) => muxer.video(nalUnits('h264', i === 0, 3000), { pts: i })),
      muxer.audio(new Uint8Array(300).fill(0xd5), 3),
    )
    const limits = { unitBytes: 4000, streams: 3 }
    const most = limits.streams * (limits.unitBytes + 65_541) + 65_541 + 1400
    for (let run = 0; run < 25; run++) {
      const demuxer = createPsDemuxer(limits)
      for (let i = 0; i < 20; i++) {
        const damaged = good.slice(0, 1400 * Math.ceil(uniform(run, i, 5, 0) * 7))
        for (let hit = 0; hit < 6; hit++) {
          damaged[Math.floor(uniform(run, i, 6, hit) * damaged.length)] = Math.floor(
            uniform(run, i, 7, hit) * 256,
          )
        }
        demuxer.push(uniform(run, i, 8, 0) < 0.5 ? damaged : garbage(run * 100 + i, 1400))
        expect(demuxer.pending).toBeLessThan(most)
      }
      demuxer.push(new Uint8Array(70_000).fill(0xff))
      const items = [...demuxer.push(good), ...demuxer.push(good), ...demuxer.end()]
      expect(items.some((item) => item.kind === 'video' && item.isKey)).toBe(true)
      expect(demuxer.pending).toBeLessThan(10)
    }
  })
})
