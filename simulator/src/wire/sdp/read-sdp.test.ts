import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hash32 } from '../../world/hash.ts'
import { readGbSession } from './read-gb-session.ts'
import { readSdp } from './read-sdp.ts'
import { attributeValue, type SdpSession } from './sdp-session.ts'
import { ANSWER, DOWNLOAD, PLAY } from './sdp-texts.test-support.ts'
import { writeSdp } from './write-sdp.ts'

const sessionOf = (text: string): SdpSession => {
  const read = readSdp(text)
  if (!read.ok) throw new Error(read.problem.message)
  return read.value
}

describe('a description', () => {
  it('has its lines and its streams', () => {
    const session = sessionOf(PLAY)
    expect(session).toMatchObject({
      origin: { user: '34020000002000000001', addressType: 'IP4', address: '192.168.1.10' },
      name: 'Play',
      times: [{ start: '0', stop: '0' }],
      media: [{ media: 'video', port: 30_000, protocol: 'TCP/RTP/AVP', formats: ['96', '97', '98', '99'] }],
      ssrc: '0200000001',
      format: 'v/2/6/25/1/4000a/1/8/1',
    })
    expect(attributeValue(session.media[0]!.attributes, 'setup')).toBe('passive')
    expect(attributeValue(session.media[0]!.attributes, 'recvonly')).toBe('')
    expect(attributeValue(session.media[0]!.attributes, 'sendonly')).toBeUndefined()
  })
  it.each([PLAY, DOWNLOAD])('is written as it was read', (text) => {
    expect(writeSdp(sessionOf(text))).toBe(text)
  })
  it('may be as loose as those of devices', () => {
    const session = sessionOf(ANSWER)
    expect(session).toMatchObject({ name: 'Embedded IPC', times: [], ssrc: '0200000001' })
    expect(session.media[1]).toMatchObject({
      connection: { address: '192.168.1.64' },
      bandwidths: ['AS:4096'],
    })
    expect(readSdp(new TextEncoder().encode(ANSWER))).toEqual({ ok: true, value: session })
  })
  it.each([
    ['', 'version', ''],
    ['o=a 0 0 IN IP4 b', 'version', 'o='],
    [PLAY.replace('v=0', 'v=1'), 'version', 'v='],
    [PLAY.replace(/o=.*\r\n/, ''), 'missing', 'v='],
    [PLAY.replace(/s=.*\r\n/, ''), 'missing', 'v='],
    [PLAY.replace('0 0 IN IP4', '0 IN IP4'), 'origin', 'o='],
    [PLAY.replace('c=IN IP4', 'c=IN IP5'), 'connection', 'c='],
    [PLAY.replace('t=0 0', 't=0 x'), 'time', 't='],
    [PLAY.replace('video 30000', 'video 70000'), 'media', 'm='],
    [PLAY.replace('t=0 0', 't=0 0\r\nnothing'), 'line', 'nothing'],
    [`${PLAY}${'a=x\r\n'.repeat(1000)}`, 'tooLong', undefined],
    ['v'.repeat(70_000), 'tooLong', undefined],
  ])('%# is refused', (text, code, at) => {
    const read = readSdp(text)
    if (read.ok) throw new Error('it was read')
    expect(read.problem.code).toBe(code)
    if (at !== undefined) expect(read.problem.offset).toBe(text.indexOf(at))
  })
  it('is read back as it was written', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9.-]{1,10}$/)
    const address = fc.record({ addressType: fc.constantFrom('IP4' as const, 'IP6' as const), address: word })
    const attributes = fc.array(fc.oneof(fc.record({ name: word }), fc.record({ name: word, value: word })))
    const stream = fc.record(
      {
        media: word,
        port: fc.nat(65_535),
        portCount: fc.integer({ min: 1, max: 9 }),
        protocol: fc.constantFrom('RTP/AVP', 'TCP/RTP/AVP'),
        formats: fc.array(word),
        title: word,
        connection: address,
        bandwidths: fc.array(word),
        attributes,
      },
      { requiredKeys: ['media', 'port', 'protocol', 'formats', 'bandwidths', 'attributes'] },
    )
    const time = fc.nat().map(String)
    const session: fc.Arbitrary<SdpSession> = fc.record(
      {
        origin: fc
          .tuple(address, word, word, word)
          .map(([at, user, sessionId, version]) => ({ user, sessionId, version, ...at })),
        name: word,
        information: word,
        uri: word,
        connection: address,
        bandwidths: fc.array(word),
        times: fc.array(fc.record({ start: time, stop: time })),
        attributes,
        media: fc.array(stream, { maxLength: 3 }),
        ssrc: word,
        format: word,
      },
      { requiredKeys: ['origin', 'name', 'bandwidths', 'times', 'attributes', 'media'] },
    )
    fc.assert(
      fc.property(session, (given) => {
        expect(readSdp(writeSdp(given))).toEqual({ ok: true, value: given })
      }),
      { seed: 3 },
    )
  })
  it('has no line break in a value', () => {
    expect(() => writeSdp({ ...sessionOf(PLAY), name: 'a\nb' })).toThrow(RangeError)
    const [stream] = sessionOf(PLAY).media
    expect(() => writeSdp({ ...sessionOf(PLAY), media: [{ ...stream!, port: -1 }] })).toThrow(RangeError)
  })
  it('that is damaged is a description or a problem', () => {
    for (let index = 0; index < 2000; index++) {
      const text = [PLAY, DOWNLOAD, ANSWER][index % 3]!
      const at = hash32(8866, index, 0, 0) % text.length
      const length = hash32(8866, index, 0, 1) % 12
      const sign = ['', '\n', '=', ' ', ':', '/', 'm=', '9'][hash32(8866, index, 0, 2) % 8]!
      const read = readSdp(text.slice(0, at) + sign + text.slice(at + length))
      expect(read.ok && readGbSession(read.value).ok).toBeTypeOf('boolean')
    }
  })
})
