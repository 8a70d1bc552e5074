import { expect, it } from 'vitest'
import { createRtspReader, RTSP_LIMITS, type RtspItem } from './rtsp-reader.ts'

const DESCRIBE =
  'DESCRIBE rtsp://server.example.com/fizzle/foo RTSP/1.0\r\nCSeq: 312\r\nAccept: application/sdp, application/rtsl\r\n\r\n'
const SETUP =
  'SETUP rtsp://server.example.com/fizzle/foo/trackID=0 RTSP/1.0\r\ncseq:302\r\nTransport: RTP/AVP;unicast;client_port=4588-4589\r\nX-Folded: one\r\n two\r\nAccept: a\r\nAccept: b\r\n\r\n'
const WITH_BODY =
  'GET_PARAMETER rtsp://server.example.com/x RTSP/1.0\r\nCSeq: 7\r\nContent-Length: 15\r\n\r\npackets_receive'
const PACKET = Buffer.from([0x24, 1, 0, 3, 0xaa, 0x0d, 0x0a])
const ALL = Buffer.concat([Buffer.from(DESCRIBE), PACKET, Buffer.from(`\r\n${SETUP}${WITH_BODY}`)])

function readAll(chunks: readonly Uint8Array[]): RtspItem[] {
  const reader = createRtspReader()
  return chunks.flatMap((chunk) => {
    reader.feed(chunk)
    const items: RtspItem[] = []
    for (let item = reader.next(); item; item = reader.next()) items.push(item)
    return items
  })
}
const plain = (items: readonly RtspItem[]) =>
  items.map((item) => {
    if (item.kind === 'request')
      return [
        item.method,
        item.uri,
        item.version,
        Object.fromEntries(item.headers),
        Buffer.from(item.body).toString(),
      ]
    return item.kind === 'interleaved' ? [item.channel, Buffer.from(item.data).toString('hex')] : item
  })
const WHOLE = [
  [
    'DESCRIBE',
    'rtsp://server.example.com/fizzle/foo',
    'RTSP/1.0',
    { cseq: '312', accept: 'application/sdp, application/rtsl' },
    '',
  ],
  [1, 'aa0d0a'],
  [
    'SETUP',
    'rtsp://server.example.com/fizzle/foo/trackID=0',
    'RTSP/1.0',
    {
      cseq: '302',
      transport: 'RTP/AVP;unicast;client_port=4588-4589',
      'x-folded': 'one two',
      accept: 'a, b',
    },
    '',
  ],
  [
    'GET_PARAMETER',
    'rtsp://server.example.com/x',
    'RTSP/1.0',
    { cseq: '7', 'content-length': '15' },
    'packets_receive',
  ],
]

it('reads requests and the packets between them', () => {
  expect(plain(readAll([ALL]))).toEqual(WHOLE)
})

it('reads the same whatever the pieces', () => {
  for (let at = 1; at < ALL.length; at++)
    expect(plain(readAll([ALL.subarray(0, at), ALL.subarray(at)]))).toEqual(WHOLE)
  expect(plain(readAll([...ALL].map((byte) => Uint8Array.of(byte))))).toEqual(WHOLE)
})

it.each([
  ['line', 400, 'HELLO\r\n\r\n'],
  ['line', 400, 'describe rtsp://x RTSP/1.0\r\n\r\n'],
  ['header', 400, 'OPTIONS * RTSP/1.0\r\nno header\r\n\r\n'],
  ['length', 400, 'OPTIONS * RTSP/1.0\r\nContent-Length: -1\r\n\r\n'],
  ['length', 413, 'OPTIONS * RTSP/1.0\r\nContent-Length: 999999999\r\n\r\n'],
  ['head', 413, `OPTIONS * RTSP/1.0\r\n${'X: y\r\n'.repeat(RTSP_LIMITS.headers + 1)}\r\n`],
  ['head', 413, `OPTIONS * RTSP/1.0\r\nX: ${'y'.repeat(RTSP_LIMITS.headBytes)}`],
  ['head', 413, 'A'.repeat(RTSP_LIMITS.headBytes + 1)],
])('ends with a problem of the %s (%i)', (code, status, text) => {
  const items = readAll([Buffer.from(text), Buffer.from(DESCRIBE)])
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ kind: 'problem', code, status })
})

it('holds no more than its limits of what does not end', () => {
  const reader = createRtspReader()
  for (let i = 0; i < 1000; i++) {
    reader.feed(Buffer.alloc(1000, 0x41))
    reader.next()
  }
  expect(reader.pending).toBe(0)
})

it('what is said of a bad first line tells its first word alone: the rest may hold a password', () => {
  const reader = createRtspReader()
  reader.feed(Buffer.from('DESCRIBE rtsp://admin:my pass@10.0.0.1/1 RTSP/1.0\r\nCSeq: 1\r\n\r\n'))
  expect(reader.next()).toMatchObject({ code: 'line', message: "'DESCRIBE …' is no first line of a message" })
  const header = createRtspReader()
  header.feed(Buffer.from('OPTIONS * RTSP/1.0\r\nAuthorization Basic c2VjcmV0\r\n\r\n'))
  expect(header.next()).toMatchObject({ code: 'header', message: "'Authorization …' is no header" })
})
