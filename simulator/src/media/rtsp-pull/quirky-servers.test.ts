/** Cameras as makers build them: what they leave out, add or say differently, in short vectors of our own. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { FLV_VIDEO, type FlvTag, kindOf } from '../../wire/flv/flv-tag.ts'
import { createRtpTracks } from '../../wire/rtp/rtp-tracks.ts'
import { interleavedHead } from '../../wire/rtsp/rtsp-message.ts'
import { type Clip, loadClips } from '../clip-source.ts'
import { openRtspSession } from './open-rtsp-session.ts'
import { readRtspTarget } from './rtsp-source.ts'

const PICTURES = 24

type Quirk = {
  /** Lines of the description of its track. */
  track?: string[]
  /** Headers of the answer to a method, instead of the usual ones. */
  headers?: (method: string, uri: string) => string[] | undefined
  cseq?: boolean
  /** What goes onto the wire instead of a packet. */
  packets?: (packet: Buffer, number: number) => Buffer[]
  channel?: number
  /** Answers of 401 with their challenges before a request is let through. */
  challenges?: string[]
}

async function play(quirk: Quirk) {
  const clock = createManualClock(0)
  const [clip] = (await loadClips()) as [Clip, ...Clip[]]
  const tracks = createRtpTracks(() => 7)
  for (const header of clip.headers) tracks.packetsOf(header)
  const sent = clip.pictures.slice(0, PICTURES).flatMap((tag) => tracks.packetsOf(tag)?.packets ?? [])
  const { sps, pps } = tracks.video()!
  const sets = [...sps, ...pps].map((unit) => Buffer.from(unit).toString('base64')).join(',')
  const asked: string[] = []
  const challenges = [...(quirk.challenges ?? [])]
  const serve = (text: string, socket: Socket): void => {
    const [method = '', uri = ''] = text.split(' ')
    const cseq = quirk.cseq === false ? [] : [`CSeq: ${/CSeq: (\d+)/.exec(text)?.[1]}`]
    const answer = (status: string, headers: string[], body = '') =>
      socket.write([`RTSP/1.0 ${status}`, ...cseq, ...headers, '', body].join('\r\n'))
    const challenge = challenges.shift()
    if (challenge) {
      answer('401 Unauthorized', [`WWW-Authenticate: ${challenge}`])
      return
    }
    asked.push(`${method} ${uri.replace(/^rtsp:\/\/[^/]+/, '')}`)
    const own = quirk.headers?.(method, uri)
    if (method === 'DESCRIBE') {
      const usual = [
        'a=rtpmap:96 H264/90000',
        `a=fmtp:96 packetization-mode=1;sprop-parameter-sets=${sets}`,
        'a=control:track1',
      ]
      const lines = ['v=0', 'o=- 1 1 IN IP4 0.0.0.0', 's=-', 't=0 0', 'm=video 0 RTP/AVP 96']
      const body = [...lines, ...(quirk.track ?? usual), ''].join('\r\n')
      answer('200 OK', [...(own ?? []), `Content-Length: ${body.length}`], body)
      return
    }
    const channel = quirk.channel ?? 0
    const head = (packet: Buffer) => Buffer.concat([interleavedHead(channel, packet.length), packet])
    if (method === 'SETUP')
      answer(
        '200 OK',
        own ?? ['Session: 9;timeout=60', `Transport: RTP/AVP/TCP;interleaved=${channel}-${channel + 1}`],
      )
    else answer('200 OK', own ?? ['Session: 9'])
    if (method !== 'PLAY') return
    for (const [number, packet] of sent.entries())
      for (const bytes of quirk.packets?.(packet, number) ?? [packet]) socket.write(head(bytes))
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let held = ''
    socket.on('data', (chunk) => {
      held += chunk.toString('latin1')
      for (let end = held.indexOf('\r\n\r\n'); end >= 0; end = held.indexOf('\r\n\r\n')) {
        serve(held.slice(0, end), socket)
        held = held.slice(end + 4)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const account = { username: 'admin', password: 'word' }
  const tags: FlvTag[] = []
  const ends: string[] = []
  let failed: unknown
  const target = readRtspTarget(`rtsp://127.0.0.1:${port}/live?channel=1`, account)!
  const opening = openRtspSession(target, ['tcp'], clock, {
    tag: (tag) => void tags.push(tag),
    end: ({ reason, message }) => void ends.push(`${reason}: ${message}`),
  }).catch((error: unknown) => {
    failed = error
    return undefined
  })
  const pictures = () => tags.filter((tag) => ['key', 'video'].includes(kindOf(tag)))
  for (let turn = 0; turn < 2000 && !failed && ends.length === 0; turn++) {
    if (pictures().length >= PICTURES - 1) break
    clock.advance(20)
    await new Promise(setImmediate)
  }
  const session = await opening
  const lost = session?.lost()
  await session?.close()
  for (const socket of sockets) socket.destroy()
  server.close()
  const times = pictures().map(({ timestampMs }) => timestampMs)
  return {
    failed,
    ends,
    lost,
    asked,
    pictures: times.length,
    /** Distances of the pictures, milliseconds. */
    steps: new Set(times.slice(1).map((time, i) => Math.round((time - times[i]!) / 10) * 10)),
    first: tags.find(({ type }) => type === FLV_VIDEO),
  }
}

/** Bits of the first bytes of an RTP header (RFC 3550, 5.1). */
const [PADDING, EXTENSION, MARKER] = [0x20, 0x10, 0x80]
const flagged = (packet: Buffer, bit: number) =>
  Buffer.concat([Buffer.of(packet[0]! | bit), packet.subarray(1)])
const unmarked = (packet: Buffer) =>
  Buffer.concat([packet.subarray(0, 1), Buffer.of(packet[1]! & ~MARKER), packet.subarray(2)])
const DIGEST = 'Digest realm="IP Camera(C1234)", nonce="a1b2"'

it.each<[string, Quirk, string?]>([
  ['does as the standard says', {}],
  [
    'has a track of an absolute address',
    { track: ['a=rtpmap:96 H264/90000', 'a=control:rtsp://192.168.1.64:554/live/track1'] },
    '/live/track1',
  ],
  [
    'has a Content-Base without a slash at its end',
    { headers: (method, uri) => (method === 'DESCRIBE' ? [`Content-Base: ${uri}`] : undefined) },
    '/live?channel=1/track1',
  ],
  [
    'has a blank Content-Base',
    { headers: (method) => (method === 'DESCRIBE' ? ['Content-Base: '] : undefined) },
    '/live?channel=1/track1',
  ],
  ['has no parameter sets in its description', { track: ['a=rtpmap:96 H264/90000', 'a=control:track1'] }],
  [
    'names its encoding in small letters, with blanks',
    {
      track: [
        'a=rtpmap:96  h264/90000',
        'a=fmtp:96  packetization-mode=1; sprop-parameter-sets=;',
        'a=control:track1',
      ],
    },
  ],
  ['leaves CSeq out of its answers', { cseq: false }],
  [
    'tells a timeout of 0',
    {
      headers: (method) =>
        method === 'SETUP' ? ['Session: 9 ; timeout=0', 'Transport: RTP/AVP/TCP;interleaved=0-1'] : undefined,
    },
  ],
  ['sends on other channels than it was asked for', { channel: 6 }],
  [
    'says nothing about the transport',
    { headers: (method) => (method === 'SETUP' ? ['Session: 9'] : undefined) },
  ],
  ['wants a digest without qop', { challenges: [DIGEST] }],
  ['wants a digest with qop', { challenges: [`${DIGEST}, qop="auth,auth-int", algorithm=MD5`] }],
  ['offers Basic before a digest', { challenges: [`Basic realm="/", ${DIGEST}, stale="FALSE"`] }],
  [
    'finds its nonce stale at once',
    { challenges: [DIGEST, 'Digest realm="IP Camera(C1234)", nonce="c3d4", stale="TRUE"'] },
  ],
  [
    'fills its packets up',
    { packets: (packet) => [Buffer.concat([flagged(packet, PADDING), Buffer.of(0, 0, 0, 4)])] },
  ],
  [
    'puts an extension into its packets',
    {
      packets: (packet) => [
        Buffer.concat([
          flagged(packet.subarray(0, 12), EXTENSION),
          Buffer.from('abac0001ffffffff', 'hex'),
          packet.subarray(12),
        ]),
      ],
    },
  ],
  ['marks no end of a picture', { packets: (packet) => [unmarked(packet)] }],
  [
    'sends packets of others between its own',
    { packets: (packet) => [Buffer.from('807f00010000000000000001', 'hex'), packet] },
  ],
  [
    'tells a beginning that has nothing to do with its packets',
    {
      headers: (method, uri) =>
        method === 'PLAY'
          ? ['Session: 9', `RTP-Info: url=${uri}/track1;seq=1;rtptime=3000000000`]
          : undefined,
    },
  ],
])('a camera that %s is shown, picture by picture', async (_name, quirk, control) => {
  const { failed, ends, pictures, steps, asked, first } = await play(quirk)
  expect({ failed, ends }).toEqual({ failed: undefined, ends: [] })
  expect(pictures).toBeGreaterThanOrEqual(PICTURES - 1)
  expect([...steps]).toEqual([80])
  expect(kindOf(first!)).toBe('videoHeader')
  if (control) expect(asked).toContain(`SETUP ${control}`)
})

it('a wrong password is told once, whatever nonces the camera gives', async () => {
  const more = Array.from({ length: 9 }, (_, i) => `Digest realm="x", nonce="${i}"`)
  const { failed, asked } = await play({ challenges: more })
  expect(failed).toMatchObject({ reason: 'unauthorized' })
  expect(asked).toEqual([])
})

it('a camera that begins another source is connected to anew', async () => {
  const other = (packet: Buffer) =>
    Buffer.concat([packet.subarray(0, 8), Buffer.from('deadbeef', 'hex'), packet.subarray(12)])
  const { ends } = await play({ packets: (packet, number) => [number < 12 ? packet : other(packet)] })
  expect(ends).toEqual(['silent: nothing came for 10 s'])
})

it('counts the packets that a camera left out', async () => {
  const packets = (packet: Buffer, number: number) => (number === 20 || number === 21 ? [] : [packet])
  expect((await play({ packets })).lost).toBe(2)
  expect((await play({})).lost).toBe(0)
})
