import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readSdp } from '../sdp/read-sdp.ts'
import { readDescription } from './read-description.ts'
import { createRtspAnswerReader } from './rtsp-reader.ts'
import { readTransportAnswer } from './transport.ts'

const described = (lines: readonly string[], base = 'rtsp://192.0.2.1/live/') => {
  const sdp = readSdp(['v=0', 'o=- 1 1 IN IP4 192.0.2.1', 's=x', 't=0 0', ...lines].join('\r\n'))
  if (!sdp.ok) throw new Error(sdp.problem.message)
  return readDescription(sdp.value, base)
}

it('finds picture and sound of a camera, and passes over what it would have to send', () => {
  const found = described([
    'a=control:*',
    'm=video 0 RTP/AVP 96',
    'a=rtpmap:96 H264/90000',
    'a=fmtp:96 packetization-mode=1; profile-level-id=42C01E; sprop-parameter-sets=Z0LAHtkAUAW7ARAA,aM48gA==',
    'a=control:track1',
    'm=audio 0 RTP/AVP 0',
    'a=control:track9',
    'a=sendonly',
    'm=audio 0 RTP/AVP 97',
    'a=rtpmap:97 mpeg4-generic/16000/1',
    'a=fmtp:97 streamtype=5;profile-level-id=1;mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;config=1408',
    'a=control:rtsp://192.0.2.1/live/track2',
    'm=application 0 RTP/AVP 107',
    'a=rtpmap:107 vnd.onvif.metadata/90000',
  ])
  expect(found.control).toBe('rtsp://192.0.2.1/live/')
  expect(found.video).toMatchObject({
    codec: 'h264',
    payloadType: 96,
    clockHz: 90_000,
    control: 'rtsp://192.0.2.1/live/track1',
  })
  expect(found.video!.sets.map((set) => set[0]! & 31)).toEqual([7, 8])
  expect(found.audio).toMatchObject({
    codec: 'aac',
    clockHz: 16_000,
    control: 'rtsp://192.0.2.1/live/track2',
    config: Uint8Array.of(0x14, 0x08),
  })
})

it('tells what it cannot read by its name', () => {
  const video = (...lines: string[]) => described(['m=video 0 RTP/AVP 96', ...lines])
  expect(video('a=rtpmap:96 MP4V-ES/90000').otherVideo).toEqual(['MP4V-ES'])
  expect(described(['m=video 0 RTP/AVP 26']).otherVideo).toEqual(['JPEG'])
  expect(video('a=rtpmap:96 H264/90000', 'a=fmtp:96 packetization-mode=2').otherVideo).toEqual(['H264'])
  expect(video('a=rtpmap:96 H265/90000', 'a=fmtp:96 sprop-max-don-diff=2').video).toBeUndefined()
  expect(described(['m=audio 0 RTP/AVP 8'])).toMatchObject({ video: undefined, audio: { codec: 'pcma' } })
  expect(described(['m=audio 0 RTP/AVP 97', 'a=rtpmap:97 MP4A-LATM/16000']).audio).toBeUndefined()
})

it('reads answers and requests of a server, and packets between them', () => {
  const reader = createRtspAnswerReader()
  reader.feed(
    Buffer.concat([
      Buffer.from('RTSP/1.0 200 OK\r\nCSeq: 2\r\nContent-Length: 3\r\n\r\nabc'),
      Buffer.from([0x24, 1, 0, 2, 9, 9]),
      Buffer.from(
        'RTSP/1.0 454 \r\nCSeq: 3\r\n\r\nOPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
      ),
    ]),
  )
  const items = Array.from({ length: 5 }, () => reader.next())
  expect(items.map((item) => item?.kind)).toEqual(['answer', 'interleaved', 'answer', 'request', 'problem'])
  expect(items[0]).toMatchObject({ status: 200, reason: 'OK', body: Uint8Array.from(Buffer.from('abc')) })
  expect(items[2]).toMatchObject({ status: 454, reason: '' })
})

it('reads how a server sends', () => {
  expect(
    readTransportAnswer(
      'RTP/AVP;unicast;client_port=4588-4589;server_port=6256-6257;ssrc=0A0B0C0D;mode="PLAY"',
    ),
  ).toEqual({ channels: undefined, serverPorts: [6256, 6257], ssrc: 0x0a0b0c0d })
  expect(readTransportAnswer('RTP/AVP;unicast;server_port=6256-0').serverPorts).toBeUndefined()
  expect(readTransportAnswer('RTP/AVP/TCP;interleaved=2-3;ssrc=xyz')).toEqual({
    channels: [2, 3],
    serverPorts: undefined,
    ssrc: undefined,
  })
})

it('never throws on a description', () => {
  const line = fc.constantFrom(
    'm=video 0 RTP/AVP 96 97',
    'a=rtpmap:96 H264/0',
    'a=fmtp:96 =;;a',
    'a=control:',
    'm=audio 1 x 8',
  )
  fc.assert(fc.property(fc.array(line, { maxLength: 12 }), (lines) => void described(lines)))
})
