import fc from 'fast-check'
import { expect, it } from 'vitest'
import { writeGoodbye, writeSenderReport } from './rtcp.ts'
import { readRtp, writeRtp } from './rtp-packet.ts'

it('reads a packet of a G.711 phone byte by byte (RFC 3550, 5.1)', () => {
  const bytes = Buffer.from('8088f0fa0000a0e05d931fb4d5d5d5d4', 'hex')
  expect(readRtp(bytes)).toEqual({
    ok: true,
    packet: {
      payloadType: 8,
      marker: true,
      sequence: 0xf0fa,
      timestamp: 0xa0e0,
      ssrc: 0x5d931fb4,
      extension: undefined,
      payload: bytes.subarray(12),
    },
  })
})

it('skips contributing sources, and reads padding and an extension', () => {
  const bytes = Buffer.from('b2600001000000020000000311111111222222220abc0001aabbccdd0102030003', 'hex')
  const read = readRtp(bytes)
  expect(read.ok && read.packet.extension).toEqual({ profile: 0x0abc, data: Buffer.from('aabbccdd', 'hex') })
  expect(read.ok && Buffer.from(read.packet.payload).toString('hex')).toBe('0102')
})

it('reads what it writes', () => {
  const head = fc.record({
    payloadType: fc.nat(127),
    marker: fc.boolean(),
    sequence: fc.nat(0xffff),
    timestamp: fc.nat(0xffffffff),
    ssrc: fc.nat(0xffffffff),
  })
  const extension = fc.option(
    fc.record({ profile: fc.nat(0xffff), words: fc.nat(8) }).map(({ profile, words }) => ({
      profile,
      data: new Uint8Array(words * 4).fill(words),
    })),
    { nil: undefined },
  )
  fc.assert(
    fc.property(
      head,
      extension,
      fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 4 }),
      (given, ext, parts) => {
        const read = readRtp(writeRtp(given, parts, ext))
        expect(read.ok).toBe(true)
        if (!read.ok) return
        const { payload, extension: found, ...rest } = read.packet
        expect(rest).toEqual(given)
        expect(Buffer.from(payload)).toEqual(Buffer.concat(parts))
        expect(found && { ...found, data: [...found.data] }).toEqual(ext && { ...ext, data: [...ext.data] })
      },
    ),
  )
})

it('never throws on what comes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const read = readRtp(bytes)
      if (!read.ok) expect(read.problem.message).not.toBe('')
    }),
  )
})

it('reports the wall clock in NTP time (RFC 3550, 6.4.1)', () => {
  const bytes = writeSenderReport({
    ssrc: 0x01020304,
    // 2026-11-26T00:00:00.500Z.
    atMs: 1_795_651_200_500,
    timestamp: 90_000,
    packets: 10,
    octets: 2000,
    cname: 'cam',
  })
  // RFC 3550's epoch is 2,208,988,800 s before 1970; half a second is half of 2^32.
  expect(bytes.toString('hex')).toBe(
    `80c80006${'01020304'}${(1_795_651_200 + 2_208_988_800).toString(16)}80000000${'00015f90'}0000000a000007d0` +
      '81ca0003' +
      '01020304' +
      '010363616d' +
      '000000',
  )
  // RFC 3550, 6.1: a report of receivers comes first, then the CNAME.
  expect(writeGoodbye(0x01020304, 'c').toString('hex')).toBe(
    `80c9000101020304${'81ca000201020304'}01016300${'81cb000101020304'}`,
  )
})
