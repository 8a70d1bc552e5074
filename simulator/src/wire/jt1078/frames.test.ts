import { describe, expect, it } from 'vitest'
import { decodeRtpDatagram } from './decode-datagram.ts'
import { FrameAssembler, type FrameItem } from './frame-assembler.ts'
import type { RtpPacket } from './rtp-packet.ts'
import { createRtpPacketizer, type RtpFrame } from './rtp-packetizer.ts'
import { hexOf, packetWith } from './rtp-streams.test-support.ts'

const read = (packet: Uint8Array): RtpPacket => {
  const result = decodeRtpDatagram(packet)
  if (!result.ok) throw new Error(result.problem.message)
  return result.value
}
const picture = (size: number, timestampMs: number, dataType: RtpFrame['dataType'] = 1): RtpFrame => ({
  payloadType: 98,
  dataType,
  timestampMs,
  bytes: Uint8Array.from({ length: size }, (_, i) => i % 251),
})
const add = (packets: readonly RtpPacket[], assembler = new FrameAssembler()) =>
  packets.flatMap((packet) => assembler.add(packet))
const told = (items: readonly FrameItem[]) =>
  items.map((item) => (item.kind === 'frame' ? item.frame.bytes.length : item.problem.code))

describe('the packets of frames', () => {
  it('are marked whole, first, middle and last, with the marker in the last', () => {
    const packetsOf = createRtpPacketizer({ sim: '13912345678', channel: 2, serial: 65_534 })
    const packets = packetsOf(picture(2000, 5000, 0)).map(read)
    expect(packets.map(({ split, marker, serial, body }) => [split, marker, serial, body.length])).toEqual([
      [1, false, 65_534, 950],
      [3, false, 65_535, 950],
      [2, true, 0, 100],
    ])
    expect(packetsOf(picture(950, 5040)).map(read)).toMatchObject([
      { split: 0, marker: true, serial: 1, lastIMs: 40, lastFrameMs: 40, sim: '013912345678', channel: 2 },
    ])
    expect(packetsOf(picture(10, 5080)).map(read)).toMatchObject([{ lastIMs: 80, lastFrameMs: 40 }])
    expect(packetsOf(picture(10, 99_999)).map(read)).toMatchObject([{ lastIMs: 65_535 }])
    const sound = packetsOf({ payloadType: 6, dataType: 3, timestampMs: 5100, bytes: new Uint8Array(320) })
    expect(hexOf(sound[0]!.subarray(0, 26))).toBe('3031636481860004013912345678023000000000000013ec0140')
  })
  it('throw a RangeError when they are misused', () => {
    const packetsOf = createRtpPacketizer({ sim: '1', channel: 1 })
    expect(() => packetsOf(picture(0, 1))).toThrow(RangeError)
    expect(() => packetsOf({ payloadType: 98, dataType: 0, bytes: new Uint8Array(1) })).toThrow(RangeError)
    expect(() => createRtpPacketizer({ sim: '1', channel: 1, bodyMax: 0 })).toThrow(RangeError)
    expect(packetsOf({ payloadType: 91, dataType: 4, bytes: new Uint8Array(1) })).toHaveLength(1)
    expect(() => new FrameAssembler({ frames: 0 })).toThrow(RangeError)
  })
})

describe('frames', () => {
  it('come together from their packets', () => {
    const packetsOf = createRtpPacketizer({ sim: '13912345678', simBytes: 10, channel: 1 })
    const frame = picture(5000, 7000, 0)
    const items = add(packetsOf(frame).map(read))
    expect(items).toEqual([
      {
        kind: 'frame',
        frame: {
          ...{ sim: '00000000013912345678', channel: 1, payloadType: 98, dataType: 0, timestampMs: 7000 },
          ...{ lastIMs: 0, lastFrameMs: 0, bytes: frame.bytes },
        },
      },
    ])
  })
  const packets = createRtpPacketizer({ sim: '1', channel: 1, serial: 65_533 })(picture(4000, 1)).map(read)
  const next = createRtpPacketizer({ sim: '1', channel: 1, serial: 2 })(picture(30, 2)).map(read)

  it('of which a packet is missing are dropped with one problem', () => {
    expect(packets).toHaveLength(5)
    for (const [missing, codes] of [
      [0, ['orphan', 30]],
      [1, ['lost', 30]],
      [2, ['lost', 30]],
      [4, ['lost', 30]],
    ] as const) {
      expect(told(add([...packets.filter((_, i) => i !== missing), ...next]))).toEqual(codes)
    }
  })
  it('are told apart by SIM, channel and kind of data', () => {
    const other = createRtpPacketizer({ sim: '2', channel: 1 })(picture(3000, 1)).map(read)
    const third = createRtpPacketizer({ sim: '1', channel: 2 })(picture(2000, 1)).map(read)
    const mixed = packets
      .flatMap((packet, i) => [packet, other[i], third[i]])
      .filter((one) => one !== undefined)
    expect(told(add(mixed)).sort()).toEqual([2000, 3000, 4000])
  })
  it('stay whole when sound comes between, counted with the pictures or apart', () => {
    const sound = (serial: number) =>
      packetWith({ sim: packets[0]!.sim, dataType: 3, payloadType: 6, serial })
    const apart = packets.flatMap((packet, i) => [packet, sound(9 + i)])
    expect(told(add(apart))).toEqual([3, 3, 3, 3, 4000, 3])
    const together = packets.flatMap((packet, i) => [
      { ...packet, serial: (65_533 + 2 * i) % 65_536 },
      sound((65_533 + 2 * i + 1) % 65_536),
    ])
    expect(told(add(together))).toEqual([3, 3, 3, 3, 4000, 3])
    const coincident = packets.flatMap((packet) => [packet, sound((packet.serial + 1) % 65_536)])
    expect(told(add(coincident))).toEqual([3, 3, 3, 3, 4000, 3])
  })
  it('are bounded in length and number', () => {
    const assembler = new FrameAssembler({ frameBytes: 2000, frames: 2 })
    expect(told(add([...packets, ...next], assembler))).toEqual(['limit', 30])
    expect(told(add([packetWith({ body: new Uint8Array(2001) })], assembler))).toEqual(['limit'])
    for (let i = 0; i < 500; i++) {
      assembler.add(packetWith({ sim: String(i), split: 1, body: new Uint8Array(900) }))
      expect(assembler.pending).toBeLessThanOrEqual(1800)
    }
    expect(told(assembler.add(packetWith({ sim: '1', split: 1 })))).toEqual(['limit'])
    assembler.clear()
    expect(assembler.pending).toBe(0)
    const empty = (serial: number) => packetWith({ split: 3, serial, body: new Uint8Array(0) })
    const begin = packetWith({ split: 1, serial: 0 })
    expect(told(add([begin, ...Array.from({ length: 8200 }, (_, i) => empty(i + 1))]))).toEqual(['limit'])
  })
})
