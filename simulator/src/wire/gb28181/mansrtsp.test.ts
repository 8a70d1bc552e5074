import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hash32 } from '../../world/hash.ts'
import { type Mansrtsp, readMansrtsp, writeMansrtsp } from './mansrtsp.ts'

const PLAY = 'PLAY MANSRTSP/1.0\r\nCSeq: 2\r\nScale: -2.000000\r\nRange: npt=now-\r\n\r\n'
const OK = 'RTSP/1.0 200 OK\r\nCSeq: 2\r\nRange: npt=100-\r\nRTP-Info: seq=18139;rtptime=3119600838\r\n\r\n'

describe('MANSRTSP', () => {
  it('plays, pauses and ends', () => {
    expect(readMansrtsp(PLAY)).toEqual({
      ok: true,
      value: {
        kind: 'request',
        method: 'PLAY',
        version: 'MANSRTSP/1.0',
        cseq: 2,
        scale: -2,
        range: { start: 'now' },
      },
    })
    expect(readMansrtsp('PAUSE RTSP/1.0\r\nCSeq: 1\r\nPauseTime: now\r\n\r\n')).toMatchObject({
      value: { method: 'PAUSE', version: 'RTSP/1.0', pauseNow: true },
    })
    expect(readMansrtsp(new TextEncoder().encode('TEARDOWN sip:a MANSRTSP/1.0\ncseq:3'))).toMatchObject({
      value: { method: 'TEARDOWN', cseq: 3 },
    })
  })
  it('is answered', () => {
    expect(readMansrtsp(OK)).toMatchObject({
      value: {
        kind: 'response',
        status: 200,
        reason: 'OK',
        range: { start: 100 },
        rtpInfo: 'seq=18139;rtptime=3119600838',
      },
    })
    const read = readMansrtsp(OK)
    expect(read.ok && writeMansrtsp(read.value)).toBe(OK)
  })
  it.each([
    ['', 'mansrtsp', 0],
    ['RECORD MANSRTSP/1.0\r\nCSeq: 1', 'mansrtsp', 0],
    ['PLAY MANSRTSP/1.0', 'missing', 0],
    [PLAY.replace('CSeq: 2', 'CSeq: x'), 'mansrtsp', 19],
    [PLAY.replace('npt=now-', 'npt=1'), 'mansrtsp', 46],
    [PLAY.replace('-2.000000', 'fast'), 'mansrtsp', 28],
    [PLAY.replace('CSeq:', 'CSeq'), 'mansrtsp', 19],
    [OK.replace('RTP-Info', 'PauseTime'), 'mansrtsp', 43],
    ['x'.repeat(5000), 'tooLong', 4096],
  ])('%j is refused', (text, code, offset) => {
    expect(readMansrtsp(text)).toMatchObject({ ok: false, problem: { code, offset } })
  })
  it('is read back as it was written', () => {
    const range = fc.record(
      { start: fc.oneof(fc.constant('now' as const), fc.nat(86_400)), end: fc.nat(86_400) },
      { requiredKeys: ['start'] },
    )
    const message: fc.Arbitrary<Mansrtsp> = fc.record(
      {
        kind: fc.constant('request' as const),
        method: fc.constantFrom('PLAY' as const, 'PAUSE' as const, 'TEARDOWN' as const),
        version: fc.constantFrom('MANSRTSP/1.0' as const, 'RTSP/1.0' as const),
        cseq: fc.nat(),
        scale: fc.constantFrom(0.25, 0.5, 1, 2, 4, -1, -4),
        range,
        pauseNow: fc.constant(true as const),
      },
      { requiredKeys: ['kind', 'method', 'version', 'cseq'] },
    )
    fc.assert(
      fc.property(message, (given) => {
        expect(readMansrtsp(writeMansrtsp(given))).toEqual({ ok: true, value: given })
      }),
      { seed: 7 },
    )
  })
  it('is not written with values that do not fit', () => {
    const request = { kind: 'request', method: 'PLAY', version: 'MANSRTSP/1.0', cseq: 1 } as const
    expect(() => writeMansrtsp({ ...request, cseq: -1 })).toThrow(RangeError)
    expect(() => writeMansrtsp({ ...request, scale: Number.NaN })).toThrow(RangeError)
    const response = { kind: 'response', version: 'RTSP/1.0', status: 200, reason: 'a\nb', cseq: 1 } as const
    expect(() => writeMansrtsp(response)).toThrow(RangeError)
  })
  it('that is damaged is a message or a problem', () => {
    for (let index = 0; index < 1000; index++) {
      const text = index % 2 ? PLAY : OK
      const at = hash32(2326, index, 0, 0) % text.length
      const sign = ['', '\n', ':', ' ', '-', 'now', '9'][hash32(2326, index, 0, 1) % 7]!
      expect(readMansrtsp(text.slice(0, at) + sign + text.slice(at + 2)).ok).toBeTypeOf('boolean')
    }
  })
})
