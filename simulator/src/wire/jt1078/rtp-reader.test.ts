import { describe, expect, it } from 'vitest'
import { encodeRtpPacket } from './rtp-packet.ts'
import { createRtpReader } from './rtp-reader.ts'
import {
  bytesOf,
  DATA,
  itemsOf,
  joined,
  PICTURE,
  PICTURE_2,
  PICTURE_2019,
  packetsOf,
  packetWith,
  problemsOf,
  SOUND,
} from './rtp-streams.test-support.ts'

const serials = (items: ReturnType<typeof itemsOf>) =>
  items.map((item) => (item.kind === 'packet' ? item.packet.serial : item.problem.code))
const STREAM = joined(PICTURE, SOUND, PICTURE_2, DATA)
const SERIALS = [0x1088, 0x10ba, 0x10bb, 1]

describe('a stream of packets', () => {
  it('yields the same packets wherever it is cut', () => {
    for (let cut = 0; cut <= STREAM.length; cut++) {
      expect(serials(itemsOf([STREAM.subarray(0, cut), STREAM.subarray(cut)]))).toEqual(SERIALS)
    }
    expect(serials(itemsOf(Array.from(STREAM, (byte) => Uint8Array.of(byte))))).toEqual(SERIALS)
  })
  it('yields each packet when its last byte is there, once the length of the SIM number is known', () => {
    const reader = createRtpReader()
    for (const packet of [PICTURE, SOUND, PICTURE_2, DATA]) expect(reader.push(packet)).toHaveLength(1)
    expect(reader.pending).toBe(0)
  })
  it.each([6, 10] as const)('finds that the SIM number has %s bytes', (simBytes) => {
    // With the other length, the fields of these packets are possible, too.
    const sim = simBytes === 6 ? '000000000000' : '00000000000000000000'
    const packets = [0, 1, 2].map((serial) =>
      encodeRtpPacket(packetWith({ simBytes, sim, serial, timestampMs: 0, body: new Uint8Array(4) })),
    )
    const items = itemsOf(packets)
    expect(packetsOf(items).map((packet) => [packet.simBytes, packet.serial])).toEqual([
      [simBytes, 0],
      [simBytes, 1],
      [simBytes, 2],
    ])
    expect(problemsOf(items)).toEqual([])
  })
  it('waits for the next packet where both lengths are possible, and no longer than the stream lasts', () => {
    const lone = encodeRtpPacket(packetWith({ sim: '000000000000', timestampMs: 0, body: new Uint8Array(4) }))
    const reader = createRtpReader()
    expect(reader.push(lone)).toEqual([])
    expect(reader.end()).toMatchObject([{ kind: 'packet', packet: { simBytes: 6 } }])
    expect(createRtpReader({ simBytes: 6 }).push(lone)).toHaveLength(1)
  })
  it('is found again behind garbage, with one problem where that began', () => {
    const items = itemsOf([
      bytesOf('0d0a'),
      STREAM,
      bytesOf('deadbeef303163'),
      bytesOf('30316364ffff'),
      STREAM,
    ])
    expect(serials(items)).toEqual(['noise', ...SERIALS, 'noise', ...SERIALS])
    expect(problemsOf(items).map(({ offset }) => offset)).toEqual([0, 2 + STREAM.length])
  })
  it('loses one packet where bytes are missing in it, and finds the one behind the next', () => {
    const items = itemsOf([PICTURE, SOUND.subarray(0, 100), SOUND.subarray(110), PICTURE_2, DATA, DATA])
    expect(serials(items)).toEqual([0x1088, 0x10ba, 'noise', 1, 1])
  })
  it('takes no magic inside a body for a packet', () => {
    const tricky = encodeRtpPacket(packetWith({ serial: 5, body: joined(DATA, bytesOf('00')) }))
    expect(serials(itemsOf([PICTURE, tricky, PICTURE_2]))).toEqual([0x1088, 5, 0x10bb])
    expect(serials(itemsOf([bytesOf('ff'), tricky.subarray(8), PICTURE, PICTURE_2]))).toEqual([
      'noise',
      0x1088,
      0x10bb,
    ])
  })
  it('names heads that are impossible', () => {
    const wrongType = PICTURE.slice()
    wrongType[15] = 0x50
    wrongType[19] = 0xff
    expect(problemsOf(itemsOf([wrongType, PICTURE, SOUND]))).toMatchObject([{ code: 'head', offset: 0 }])
    const wrongSim = PICTURE.slice()
    wrongSim[8] = 0xff
    expect(problemsOf(itemsOf([SOUND, wrongSim, PICTURE, SOUND]))).toMatchObject([
      { code: 'head', offset: SOUND.length, message: 'the SIM ff1234567810 is no BCD' },
    ])
  })
  it('says that it ends inside a packet', () => {
    expect(problemsOf(itemsOf([PICTURE, SOUND.subarray(0, 30)]))).toMatchObject([
      { code: 'cut', offset: PICTURE.length },
    ])
  })
  it('takes ten bytes of phone number from one who knows', () => {
    expect(packetsOf(itemsOf([PICTURE_2019], { simBytes: 10 }))).toHaveLength(1)
    expect(packetsOf(itemsOf([PICTURE_2019, PICTURE_2019]))).toHaveLength(2)
    expect(() => createRtpReader({ bodyMax: 0 })).toThrow(RangeError)
  })
})
