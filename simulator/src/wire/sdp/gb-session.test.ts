import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readGbFormat, writeGbFormat } from './gb-format.ts'
import { GB_PAYLOADS } from './gb-payloads.ts'
import { GB_SESSION_KINDS, type GbSession, gbSdp } from './gb-session.ts'
import { readGbSsrc, ssrcDomain, ssrcNumber, writeGbSsrc } from './gb-ssrc.ts'
import { readGbSession } from './read-gb-session.ts'
import { readSdp } from './read-sdp.ts'
import { ANSWER, DOWNLOAD, PLAY } from './sdp-texts.test-support.ts'
import { writeSdp } from './write-sdp.ts'

const readText = (text: string) => {
  const sdp = readSdp(text)
  return sdp.ok ? readGbSession(sdp.value) : sdp
}
const gbOf = (text: string): GbSession => {
  const read = readText(text)
  if (!read.ok) throw new Error(read.problem.message)
  return read.value
}

describe('a session of GB/T 28181', () => {
  it('plays a live picture over TCP', () => {
    expect(gbOf(PLAY)).toEqual({
      kind: 'Play',
      ownerId: '34020000002000000001',
      connection: { addressType: 'IP4', address: '192.168.1.10' },
      media: 'video',
      port: 30_000,
      transport: 'tcp',
      setup: 'passive',
      reuse: 'new',
      direction: 'recvonly',
      payloads: GB_PAYLOADS.slice(0, 4),
      ssrc: '0200000001',
      format: 'v/2/6/25/1/4000a/1/8/1',
    })
  })
  it('downloads a recording', () => {
    expect(gbOf(DOWNLOAD)).toMatchObject({
      kind: 'Download',
      source: { id: '34020000001310000001', type: 0 },
      span: { startS: 1_288_625_085, stopS: 1_288_625_871 },
      transport: 'udp',
      downloadSpeed: 4,
    })
  })
  it('is answered as devices do', () => {
    expect(gbOf(ANSWER)).toMatchObject({
      media: 'video',
      port: 15_060,
      direction: 'sendonly',
      fileSizeBytes: 1_048_576,
    })
    expect(gbOf(ANSWER).kind).toBeUndefined()
  })
  it.each([
    [PLAY.replace('m=video', 'm=application'), 'missing'],
    [PLAY.replace(/c=.*\r\n/, ''), 'missing'],
    [PLAY.replace('TCP/RTP/AVP', 'RTP/SAVP'), 'media'],
    [DOWNLOAD.replace('1288625871', '1288625084'), 'time'],
    [PLAY.replace('setup:passive', 'setup:none'), 'value'],
    [PLAY.replace('connection:new', 'connection:old'), 'value'],
    [DOWNLOAD.replace('downloadspeed:4', 'downloadspeed:fast'), 'value'],
  ])('%# is refused', (text, code) => {
    expect(readText(text)).toMatchObject({ ok: false, problem: { code } })
  })
  it('knows payload types without rtpmap, and leaves out those it does not know', () => {
    const text = PLAY.replace('96 97 98 99', '8 98 120').replace(/a=rtpmap.*\r\n/g, '')
    expect(gbOf(text).payloads.map(({ encoding }) => encoding)).toEqual(['PCMA', 'H264'])
  })
  it('is read back as it was written', () => {
    const id = fc.stringMatching(/^[0-9]{20}$/)
    const session: fc.Arbitrary<GbSession> = fc.record(
      {
        kind: fc.constantFrom(...GB_SESSION_KINDS),
        ownerId: id,
        connection: fc.record({ addressType: fc.constant('IP4' as const), address: fc.ipV4() }),
        source: fc.record({ id, type: fc.nat(3) }),
        span: fc.record({ startS: fc.nat(), lengthS: fc.nat() }).map(({ startS, lengthS }) => ({
          startS: startS + 1,
          stopS: startS + 1 + lengthS,
        })),
        media: fc.constantFrom('video' as const, 'audio' as const),
        port: fc.integer({ min: 1, max: 65_535 }),
        transport: fc.constantFrom('udp' as const, 'tcp' as const),
        setup: fc.constantFrom('active' as const, 'passive' as const),
        reuse: fc.constantFrom('new' as const, 'existing' as const),
        direction: fc.constantFrom('sendonly' as const, 'recvonly' as const, 'sendrecv' as const),
        payloads: fc.subarray([...GB_PAYLOADS]),
        downloadSpeed: fc.integer({ min: 1, max: 8 }),
        fileSizeBytes: fc.nat(),
        streamNumber: fc.nat(3),
        ssrc: fc.stringMatching(/^[01][0-9]{9}$/),
        format: fc.constant('v/////a/1/8/1'),
      },
      {
        requiredKeys: [
          'kind',
          'ownerId',
          'connection',
          'media',
          'port',
          'transport',
          'direction',
          'payloads',
        ],
      },
    )
    fc.assert(
      fc.property(session, (given) => {
        expect(gbOf(writeSdp(gbSdp(given)))).toEqual(given)
      }),
      { seed: 4 },
    )
    const backwards = { ...gbOf(PLAY), span: { startS: 2, stopS: 1 } }
    expect(() => gbSdp(backwards)).toThrow(RangeError)
    expect(() => gbSdp({ ...backwards, span: { startS: 0.5, stopS: 1 } })).toThrow(RangeError)
  })
})

describe('an SSRC', () => {
  it('tells live from history, the domain and a serial number', () => {
    expect(readGbSsrc('1100000042')).toEqual({
      ok: true,
      value: { history: true, domain: '10000', serial: 42 },
    })
    expect(ssrcDomain('13010000002000000001')).toBe('10000')
    expect(writeGbSsrc({ history: false, domain: ssrcDomain('34020000002000000001'), serial: 1 })).toBe(
      '0200000001',
    )
    expect(ssrcNumber('0200000001')).toBe(200_000_001)
  })
  it.each(['', '020000001', '2200000001', '02000000x1'])('%j is refused', (text) => {
    expect(readGbSsrc(text).ok).toBe(false)
  })
  it('is not written with a domain or a serial that does not fit', () => {
    expect(() => writeGbSsrc({ history: false, domain: '2000', serial: 1 })).toThrow(RangeError)
    expect(() => writeGbSsrc({ history: false, domain: '20000', serial: 10_000 })).toThrow(RangeError)
    expect(() => ssrcDomain('3402')).toThrow(RangeError)
    expect(ssrcNumber('4294967296')).toBeUndefined()
    expect(ssrcNumber('x')).toBeUndefined()
  })
})

describe('f=', () => {
  it('describes picture and sound, or one of them', () => {
    expect(readGbFormat('v/2/6/25/1/4000a/1/8/1')).toEqual({
      ok: true,
      value: {
        video: { codec: 2, resolution: '6', framesPerSecond: 25, rateType: 1, rateKbps: 4000 },
        audio: { codec: 1, rate: 8, sampling: 1 },
      },
    })
    expect(readGbFormat('v/////a/1/8/1')).toMatchObject({ value: { video: {}, audio: { codec: 1 } } })
    expect(readGbFormat('v/5/1920x1080/25/2/a///')).toMatchObject({
      value: { video: { resolution: '1920x1080' } },
    })
  })
  it.each(['', 'v/2', 'v/x/6/25/1/4000a/1/8/1', 'v/2/6/25/1/4000b/1/8/1'])('%j is refused', (text) => {
    expect(readGbFormat(text)).toMatchObject({ ok: false, problem: { code: 'value' } })
  })
  it.each(['v/2/6/25/1/4000a/1/8/1', 'v/////a/1/8/1', 'v/////a///'])(
    '%s is written as it was read',
    (text) => {
      const read = readGbFormat(text)
      expect(read.ok && writeGbFormat(read.value)).toBe(text)
    },
  )
  it('is not written with numbers that do not fit', () => {
    expect(() => writeGbFormat({ video: { codec: 1.5 }, audio: {} })).toThrow(RangeError)
    expect(() => writeGbFormat({ video: { resolution: 'a/b' }, audio: {} })).toThrow(RangeError)
  })
})
