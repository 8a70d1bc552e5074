import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniform } from '../../world/hash.ts'
import { hasBit } from './alarm-bits.ts'
import { ESCAPED_MAX } from './frame.ts'
import { gbkBytes, gbkText } from './gbk.ts'
import type { Jt808Version } from './header.ts'
import { digitsOf, type LocationReport } from './location.ts'
import { decodeBody, encodeMessage, type Jt808Message } from './message.ts'
import { mutateStream } from './mutate-stream.ts'
import { SplitAssembler } from './split-assembler.ts'
import { bytesOf, framesOf, hexOf, VECTORS, vector } from './wire-vectors.test-support.ts'

const version = fc.constantFrom<Jt808Version>(2013, 2019)
const ascii = (maxLength: number) => fc.string({ unit: 'grapheme-ascii', maxLength }).map((s) => s.trim())
const word = fc.integer({ min: 0, max: 0xffff })
const byte = fc.integer({ min: 0, max: 255 })
const dword = fc.integer({ min: 0, max: 0xffff_ffff })
const report: fc.Arbitrary<LocationReport> = fc
  .record({
    alarm: dword,
    status: dword.map((status) => (status & ~12) >>> 0),
    latitude: fc.integer({ min: 1, max: 90_000_000 }).map((v) => v / 1e6),
    longitude: fc.integer({ min: 1, max: 180_000_000 }).map((v) => v / 1e6),
    altitudeM: fc.integer({ min: -500, max: 9000 }),
    speedKmh: word.map((v) => v / 10),
    directionDeg: fc.integer({ min: 0, max: 359 }),
    atMs: fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }).map((s) => s * 1000),
    extras: fc.array(
      fc.record({ id: fc.constantFrom(0xe1, 0xe2, 0xf0), bytes: fc.uint8Array({ maxLength: 40 }) }),
      {
        maxLength: 5,
      },
    ),
  })
  .map((fields) => ({ ...fields, digits: digitsOf(fields.atMs), tail: new Uint8Array() }))
const message: fc.Arbitrary<Jt808Message> = fc.oneof(
  fc.record({ kind: fc.constant('terminalAck' as const), serial: word, id: word, result: byte }),
  fc
    .record({ kind: fc.constant('location' as const) })
    .chain(() => report.map((r) => ({ kind: 'location' as const, ...r }))),
  report.chain((r) => word.map((serial) => ({ kind: 'locationReply' as const, serial, location: r }))),
  fc
    .array(report, { maxLength: 40 })
    .map((items) => ({ kind: 'locationBatch' as const, type: 1, items, problems: [] })),
  fc
    .record({
      kind: fc.constant('text' as const),
      flag: byte,
      text: fc.constantFrom('前方拥堵', 'turn left', '京A·12345'),
    })
    .chain((m) => fc.constant(m as Jt808Message)),
  fc.record({
    kind: fc.constant('live' as const),
    host: ascii(40),
    tcpPort: word,
    udpPort: word,
    channel: byte,
    dataType: byte,
    streamType: byte,
  }),
  fc.record({
    kind: fc.constant('liveControl' as const),
    channel: byte,
    command: byte,
    closeType: byte,
    streamType: byte,
  }),
  fc.record({ kind: fc.constant('liveStatus' as const), channel: byte, lossPercent: byte }),
  fc.record({ kind: fc.constant('tracking' as const), intervalS: word, validityS: dword }),
  fc.record({
    kind: fc.constant('setParameters' as const),
    parameters: fc.array(fc.record({ id: dword, bytes: fc.uint8Array({ maxLength: 255 }) }), {
      maxLength: 20,
    }),
  }),
)

describe('laws', () => {
  it('what is written is read back, over any number of packets', () => {
    fc.assert(
      fc.property(message, version, word, (given, edition, serial) => {
        const assembler = new SplitAssembler()
        const packets = encodeMessage(given, { version: edition, phone: '13912345678', serial })
        let read: Jt808Message | undefined
        for (const item of framesOf(...packets)) {
          if (item.kind !== 'frame') throw new Error(item.problem.message)
          const { frame } = item
          const result = frame.header.split ? assembler.add(frame, 0) : { kind: 'whole' as const, ...frame }
          if (result.kind !== 'whole') continue
          const body = decodeBody(result.header, result.body)
          if (body.ok) read = body.value
        }
        const expected = given.kind === 'text' && edition === 2019 ? { ...given, type: 1 } : given
        expect(read).toEqual(expected)
      }),
      { numRuns: 200, seed: 7 },
    )
  })
  it('mutated streams yield frames or typed problems, never a throw, and a good frame after them is found', () => {
    const good = VECTORS.filter((v) => v.lengthOk).map((v) => bytesOf(v.hex))
    const heartbeat = bytesOf(vector('0002'))
    for (let run = 0; run < 4000; run++) {
      const bytes = good[Math.floor(uniform(808, run, 1, 0) * good.length)]!.slice()
      const changes = 1 + Math.floor(uniform(808, run, 2, 0) * 4)
      for (let i = 0; i < changes; i++) {
        bytes[Math.floor(uniform(808, run, 3, i) * bytes.length)] = Math.floor(uniform(808, run, 4, i) * 256)
      }
      const items = framesOf(bytes, Uint8Array.of(0x7e), heartbeat)
      for (const item of items) if (item.kind === 'frame') decodeBody(item.frame.header, item.frame.body)
      const last = items.at(-1)
      expect(last?.kind === 'frame' && last.frame.header.id).toBe(2)
    }
  })
  it('damage with a right checksum reaches the bodies, and nothing is thrown', () => {
    const { frames, messages, problems, whole, longestPending } = mutateStream(808, 20_000)
    expect(messages).toBeGreaterThan(5000)
    expect(problems).toBeGreaterThan(5000)
    expect(frames).toBeGreaterThan(messages)
    expect(whole).toBeGreaterThanOrEqual(0)
    expect(longestPending).toBeLessThanOrEqual(ESCAPED_MAX)
  })
  it('bodies of any bytes under any id are a message or a typed problem', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          0x0001,
          0x0005,
          0x0100,
          0x0102,
          0x0104,
          0x0107,
          0x0200,
          0x0201,
          0x0704,
          0x8003,
          0x8103,
          0x8300,
          0x9101,
          0x9102,
          0x9105,
          0x1234,
        ),
        version,
        fc.uint8Array({ maxLength: 400 }),
        (id, edition, body) => {
          const result = decodeBody({ id, version: edition, encryption: 0 }, body)
          if (!result.ok) {
            expect(['body', 'value']).toContain(result.problem.code)
            expect(result.problem.offset).toBeLessThanOrEqual(body.length)
          }
        },
      ),
      { numRuns: 2000, seed: 8 },
    )
  })
  it('an encrypted body is a typed problem', () => {
    expect(decodeBody({ id: 2, version: 2013, encryption: 1 }, new Uint8Array())).toMatchObject({
      problem: { code: 'encrypted' },
    })
  })
  it('bit 31 of an alarm word is read', () => {
    expect(hasBit(0x8000_0000, 31)).toBe(true)
  })
  it('text is GBK, and what GBK lacks does not break it', () => {
    expect(hexOf(gbkBytes('粤A'))).toBe('d4c141')
    expect(gbkText(gbkBytes('沪B·🚗'))).toMatch(/^沪B·\?/)
    expect(gbkText(Uint8Array.of(0xff, 0x41))).toContain('A')
  })
})
