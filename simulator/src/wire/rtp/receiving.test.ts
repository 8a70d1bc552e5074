import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aacFrames } from './aac-frames.ts'
import { createDecodeTimes } from './decode-times.ts'
import { createFramedRtpReader, framePackets } from './framed-rtp.ts'
import { createH26xDepacketizer, type PictureUnit } from './h26x-depacketizer.ts'
import { payloadsOf } from './h26x-payload.ts'
import {
  hasGoodbye,
  isRtcp,
  readSenderReport,
  writeGoodbye,
  writeReceiverReport,
  writeSenderReport,
} from './rtcp.ts'
import type { RtpPacket } from './rtp-packet.ts'
import { createRtpReorder } from './rtp-reorder.ts'

const packet = (sequence: number, more: Partial<RtpPacket> = {}): RtpPacket => ({
  payloadType: 96,
  marker: false,
  sequence: sequence & 0xffff,
  timestamp: 0,
  ssrc: 1,
  extension: undefined,
  payload: Uint8Array.of(1),
  ...more,
})

describe('order of packets', () => {
  const MOST = 8
  it('packets that come a few places too late or too early come out in order, none lost', () => {
    const shifts = fc.array(fc.nat(MOST - 2), { minLength: 2, maxLength: 200 })
    fc.assert(
      fc.property(shifts, fc.nat(0xffff), (late, first) => {
        // Each waits for as many places as its number says, so none is overtaken by more than MOST.
        const order = late
          .map((places, i) => ({ i, at: i === 0 ? 0 : i + places }))
          .sort((one, other) => one.at - other.at || one.i - other.i)
        const reorder = createRtpReorder(MOST)
        const out = order.flatMap(({ i }) => reorder.push(packet(first + i)))
        out.push(...reorder.flush())
        expect(out.map((one) => one.packet.sequence)).toEqual(late.map((_, i) => (first + i) & 0xffff))
        expect(out.every(({ lost }) => lost === 0)).toBe(true)
        expect(reorder.late()).toBe(0)
      }),
    )
  })
  it('waits for a missing one as long as there is room, and counts what it gives up', () => {
    const reorder = createRtpReorder(3)
    expect(reorder.push(packet(65_534))).toHaveLength(1)
    for (const sequence of [0, 1, 2]) expect(reorder.push(packet(sequence))).toEqual([])
    expect(reorder.push(packet(3)).map((one) => [one.packet.sequence, one.lost])).toEqual([
      [0, 1],
      [1, 0],
      [2, 0],
      [3, 0],
    ])
    expect(reorder.push(packet(65_535))).toEqual([])
    expect(reorder.push(packet(3))).toEqual([])
    expect(reorder.late()).toBe(2)
  })
  it('a far jump is a new beginning', () => {
    const reorder = createRtpReorder(3)
    reorder.push(packet(100))
    expect(reorder.push(packet(40_000))).toEqual([{ packet: packet(40_000), lost: 1 }])
    expect(reorder.push(packet(40_001))).toHaveLength(1)
  })
  it('a run of late packets is a new beginning, and none of it is lost', () => {
    const reorder = createRtpReorder(3)
    for (let i = 500; i < 600; i++) reorder.push(packet(i))
    const out = Array.from({ length: 20 }, (_, i) => reorder.push(packet(i))).flat()
    expect(out.map(({ packet: { sequence } }) => sequence)).toEqual(Array.from({ length: 20 }, (_, i) => i))
    expect(reorder.late()).toBe(0)
    // Single late ones are none.
    for (const sequence of [15, 13, 14, 3, 4, 5, 9, 8]) expect(reorder.push(packet(sequence))).toEqual([])
    expect(reorder.push(packet(20))).toHaveLength(1)
  })
})

it('packets over a connection are the same however it is cut, and a cut one waits', () => {
  const packets = fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { maxLength: 10 })
  fc.assert(
    fc.property(packets, fc.integer({ min: 1, max: 9 }), (list, step) => {
      const bytes = framePackets(list)
      const reader = createFramedRtpReader()
      const out: Uint8Array[] = []
      for (let at = 0; at < bytes.length; at += step) out.push(...reader.push(bytes.subarray(at, at + step)))
      expect(out.map((one) => [...one])).toEqual(list.map((one) => [...one]))
      expect(reader.pending).toBe(0)
    }),
  )
  const reader = createFramedRtpReader()
  expect(reader.push(Uint8Array.of(0, 0, 0, 3, 1, 2))).toEqual([])
  expect(reader.pending).toBe(4)
})

describe('pictures', () => {
  /** NAL units whose first bytes are those of slices and parameter sets. */
  const unitsOf = (codec: 'h264' | 'h265') => {
    const head =
      codec === 'h264'
        ? fc.constantFrom([0x67], [0x68], [0x65], [0x41], [0x06])
        : fc.constantFrom([0x40, 1], [0x42, 1], [0x44, 1], [0x26, 1], [0x02, 1])
    const unit = fc
      .tuple(head, fc.uint8Array({ minLength: 1, maxLength: 90 }))
      .map(([first, rest]) => Uint8Array.from([...first, ...rest]))
    return fc.array(unit, { minLength: 1, maxLength: 6 })
  }
  it.each(['h264', 'h265'] as const)('of %s come out as they were cut into packets', (codec) => {
    fc.assert(
      fc.property(
        fc.array(unitsOf(codec), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (pictures, marks) => {
          const depacketizer = createH26xDepacketizer(codec)
          const out: PictureUnit[] = []
          let sequence = 0
          for (const [i, units] of pictures.entries()) {
            const payloads = payloadsOf(codec, units, 40)
            for (const [n, parts] of payloads.entries())
              out.push(
                ...depacketizer.add(
                  packet(sequence++, {
                    timestamp: i * 3600,
                    marker: marks && n === payloads.length - 1,
                    payload: Buffer.concat(parts),
                  }),
                  false,
                ),
              )
          }
          // Without markers the last one ends when another begins.
          const whole = marks ? pictures : pictures.slice(0, -1)
          expect(out.map(({ units }) => units.map((unit) => [...unit]))).toEqual(
            whole.map((units) => units.map((unit) => [...unit])),
          )
          expect(depacketizer.damaged()).toBe(0)
        },
      ),
    )
  })
  it('a picture with a hole is left out, and the next one is whole', () => {
    const depacketizer = createH26xDepacketizer('h264')
    const unit = new Uint8Array(200).fill(7)
    unit[0] = 0x65
    const payloads = payloadsOf('h264', [unit], 40).map((parts) => Buffer.concat(parts))
    const feed = (timestamp: number, without?: number) =>
      payloads.flatMap((payload, i) =>
        i === without
          ? []
          : depacketizer.add(
              packet(0, { timestamp, payload, marker: i === payloads.length - 1 }),
              without !== undefined && i === without + 1,
            ),
      )
    expect(feed(0)).toHaveLength(1)
    expect(feed(3600, 2)).toHaveLength(0)
    expect(feed(7200)).toHaveLength(1)
    // Its last packet is missing: it shows at the first of the next picture, which might miss one too.
    expect(feed(10_800, payloads.length - 1)).toHaveLength(0)
    expect(depacketizer.add(packet(0, { timestamp: 14_400, payload: payloads[0]! }), true)).toEqual([])
    expect(depacketizer.damaged()).toBe(2)
  })
  it('one of endless small parts is left out, and holds no more of them than its limit', () => {
    const [begin, middle, end] = ['7c85', '7c05', '7c45'].map((hex) => Buffer.from(hex, 'hex'))
    const aggregate = Buffer.concat([Buffer.of(0x78), ...Array<Buffer>(400).fill(Buffer.of(0, 1, 0x65))])
    const held = new Set<Uint8Array>()
    const feed = (payloads: readonly Buffer[], timestamp: number) => {
      const depacketizer = createH26xDepacketizer('h264')
      return payloads.flatMap((payload, i) =>
        depacketizer.add(packet(i, { timestamp, payload, marker: i === payloads.length - 1 }), false),
      )
    }
    // RFC 6184, 5.8: the payload of a fragment may be empty.
    expect(feed([begin!, ...Array<Buffer>(8000).fill(middle!), end!], 0)).toHaveLength(1)
    expect(feed([begin!, ...Array<Buffer>(8200).fill(middle!), end!], 0)).toHaveLength(0)
    for (const { units } of feed(Array<Buffer>(20).fill(aggregate), 0))
      for (const unit of units) held.add(unit)
    expect(held.size).toBe(8000)
    expect(feed(Array<Buffer>(21).fill(aggregate), 0)).toHaveLength(0)
  })
  it('never throws on what comes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('h264' as const, 'h265' as const),
        fc.array(fc.tuple(fc.uint8Array({ maxLength: 12 }), fc.boolean(), fc.nat(3)), { maxLength: 20 }),
        (codec, payloads) => {
          const depacketizer = createH26xDepacketizer(codec)
          for (const [payload, marker, timestamp] of payloads)
            for (const { units } of depacketizer.add(packet(0, { payload, marker, timestamp }), false))
              expect(units.every(({ length }) => length > 0)).toBe(true)
        },
      ),
    )
  })
})

it('frames of AAC are those that the headers tell of, and broken ones are left out', () => {
  const payload = Uint8Array.of(0, 32, 0, 3 << 3, 0, 2 << 3, 1, 2, 3, 4, 5)
  expect(aacFrames(payload).map((frame) => [...frame])).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
  expect(aacFrames(payload.subarray(0, 10))).toHaveLength(1)
  fc.assert(fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => void aacFrames(bytes)))
})

describe('decoding times', () => {
  const run = (shown: readonly number[]) => shown.map(createDecodeTimes())
  it('are those of the pictures where none comes before an earlier one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2, max: 200 }), { minLength: 1 }), (steps) => {
        let at = 1000
        const shown = steps.map((step) => (at += step))
        expect(run(shown)).toEqual(shown.map((ms) => ({ decodedMs: ms, compositionMs: 0 })))
      }),
    )
  })
  it('never go back, and are never after the picture is shown once the order is known', () => {
    // Two pictures between each third, which is sent before them.
    const shown = Array.from(
      { length: 30 },
      (_, i) => 40 * (i === 0 ? 0 : [i + 2, i - 1, i - 1][(i - 1) % 3]!),
    )
    const times = run(shown)
    for (const [i, { decodedMs }] of times.entries())
      if (i > 0) expect(decodedMs).toBeGreaterThan(times[i - 1]!.decodedMs)
    for (const [i, { decodedMs, compositionMs }] of times.entries())
      if (i > 6) expect(decodedMs + compositionMs).toBe(shown[i])
  })
})

it('reports are read as they were written, and a goodbye is found in a compound packet', () => {
  const sent = writeSenderReport({
    ssrc: 7,
    atMs: 1_795_651_200_500,
    timestamp: 90_000,
    packets: 1,
    octets: 2,
    cname: 'cam',
  })
  expect(readSenderReport(sent)).toEqual({ ssrc: 7, atMs: 1_795_651_200_500, timestamp: 90_000 })
  const report = writeReceiverReport({
    ssrc: 9,
    source: 7,
    lost: 300,
    lostFraction: 12.6,
    highest: 0x10005,
    cname: 'v',
  })
  // RFC 3550, 6.4.2: one block, fraction and cumulative losses, the highest number.
  expect(report.toString('hex', 0, 20)).toBe(`81c90007${'00000009'}${'00000007'}${'0c00012c'}${'00010005'}`)
  const compound = Buffer.concat([report, writeGoodbye(7, 'cam')])
  expect([hasGoodbye(compound), hasGoodbye(compound, 7), hasGoodbye(compound, 8)]).toEqual([
    true,
    true,
    false,
  ])
  expect(hasGoodbye(sent)).toBe(false)
  expect([isRtcp(sent), isRtcp(Buffer.from('80600001', 'hex'))]).toEqual([true, false])
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      readSenderReport(bytes)
      hasGoodbye(bytes)
    }),
  )
})
