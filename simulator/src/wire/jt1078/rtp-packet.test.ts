import { describe, expect, it } from 'vitest'
import { decodeRtpDatagram } from './decode-datagram.ts'
import { encodeRtpPacket, type RtpPacket } from './rtp-packet.ts'
import { DATA, hexOf, joined, PICTURE, PICTURE_2019, packetWith, SOUND } from './rtp-streams.test-support.ts'

function packetIn(datagram: Uint8Array): RtpPacket {
  const result = decodeRtpDatagram(datagram)
  if (!result.ok) throw new Error(result.problem.message)
  return result.value
}

describe('packets', () => {
  it('of pictures are read field by field', () => {
    const { body, ...head } = packetIn(PICTURE)
    expect(head).toEqual({
      simBytes: 6,
      sim: '011234567810',
      marker: true,
      payloadType: 98,
      serial: 0x1088,
      channel: 1,
      dataType: 1,
      split: 0,
      timestampMs: 1_562_085_870_204,
      lastIMs: 640,
      lastFrameMs: 40,
    })
    expect(body.length).toBe(46)
    expect(hexOf(body.subarray(0, 8))).toBe('0000000161e1a2bf')
  })
  it('of sound have no intervals, transparent data has no time either', () => {
    expect(packetIn(SOUND)).toMatchObject({
      payloadType: 8,
      dataType: 3,
      timestampMs: 1_562_085_871_501,
      lastIMs: undefined,
      lastFrameMs: undefined,
    })
    expect(packetIn(DATA)).toMatchObject({
      payloadType: 91,
      dataType: 4,
      timestampMs: undefined,
      body: Uint8Array.of(0xaa, 0xbb, 0xcc),
    })
  })
  it('of 2019 have ten bytes of phone number', () => {
    expect(packetIn(PICTURE_2019)).toMatchObject({
      simBytes: 10,
      sim: '00000000011234567810',
      serial: 0x1088,
    })
  })
  it('are written as they were read', () => {
    for (const bytes of [PICTURE, SOUND, DATA, PICTURE_2019]) {
      expect(hexOf(encodeRtpPacket(packetIn(bytes)))).toBe(hexOf(bytes))
    }
  })
  it('of UDP fill their datagram', () => {
    const problem = (bytes: Uint8Array) => {
      const result = decodeRtpDatagram(bytes)
      return result.ok ? undefined : result.problem
    }
    expect(problem(joined(PICTURE, SOUND))).toMatchObject({ code: 'length', offset: PICTURE.length })
    expect(problem(PICTURE.subarray(0, -1))).toMatchObject({ code: 'cut', offset: PICTURE.length - 1 })
    expect(problem(PICTURE.subarray(0, 12))).toMatchObject({ code: 'cut' })
    expect(problem(PICTURE.subarray(1))).toMatchObject({ code: 'noise', offset: 0 })
    expect(problem(new Uint8Array())).toMatchObject({ code: 'noise' })
    const wrongVersion = PICTURE.slice()
    wrongVersion[4] = 0x01
    expect(problem(wrongVersion)).toMatchObject({ code: 'head', message: 'the version is 0, not 2' })
    const long = encodeRtpPacket(packetWith({ body: new Uint8Array(951).fill(0xff) }))
    expect(problem(long)).toMatchObject({ code: 'head' })
    expect(decodeRtpDatagram(long, { bodyMax: 1400 }).ok).toBe(true)
  })
  it('throw a RangeError when a value does not fit', () => {
    for (const fields of [
      { sim: '1391234567890' },
      { sim: '1391234567a' },
      { payloadType: 128 },
      { serial: 65_536 },
      { channel: -1 },
      { timestampMs: 0.5 },
      { lastIMs: 65_536 },
      { body: new Uint8Array(65_536) },
      { dataType: 5 as never },
    ])
      expect(() => encodeRtpPacket(packetWith(fields))).toThrow(RangeError)
  })
})
