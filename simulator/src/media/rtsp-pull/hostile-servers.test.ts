import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { openRtspSession } from './open-rtsp-session.ts'
import { readRtspTarget, rtspSource } from './rtsp-source.ts'

const SDP = [
  'v=0',
  'o=- 1 1 IN IP4 0.0.0.0',
  's=x',
  't=0 0',
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
]

/** A server that does as it likes with what comes; answers the outcome of pulling from it, and all that it was sent. */
async function pullFrom(answer: (text: string, socket: Socket) => void) {
  const clock = createManualClock(0)
  const sockets = new Set<Socket>()
  let heard = ''
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      answer(chunk.toString('latin1'), socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const target = readRtspTarget(`rtsp://127.0.0.1:${port}/1`, { username: 'admin', password: 'Secret@2026' })!
  const ends: string[] = []
  let outcome: { reason?: string; message?: string } | undefined
  const opening = openRtspSession(target, ['tcp'], clock, {
    tag: () => undefined,
    end: ({ reason, message }) => void ends.push(`${reason}: ${message}`),
  }).then(
    (session) => {
      outcome = {}
      return session
    },
    (error) => {
      outcome = error
      return undefined
    },
  )
  for (let turn = 0; turn < 3000 && (!outcome || (!outcome.reason && ends.length === 0)); turn++) {
    clock.advance(20)
    await new Promise(setImmediate)
  }
  await (await opening)?.close()
  for (const socket of sockets) socket.destroy()
  server.close()
  return {
    outcome: outcome!.reason ? `${outcome!.reason}: ${outcome!.message}` : ends[0],
    heard,
    timers: clock.pending(),
  }
}

/** The head of an answer to the request. */
const ok = (text: string, status = '200 OK') =>
  `RTSP/1.0 ${status}\r\nCSeq: ${/CSeq: (\d+)/.exec(text)?.[1]}\r\n`
const described = (text: string) =>
  `${ok(text)}Content-Length: ${SDP.join('\n').length}\r\n\r\n${SDP.join('\n')}`

it.each<[string, (text: string, socket: Socket) => void, string]>([
  ['never answers', () => undefined, 'protocol: no answer to DESCRIBE'],
  [
    'sends what is no RTSP',
    (_text, socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'),
    'protocol: the camera sends',
  ],
  [
    'sends a head without an end',
    (_text, socket) => socket.write('x'.repeat(100_000)),
    'protocol: the camera sends',
  ],
  [
    'sends a body without an end',
    (text, socket) => socket.write(`${ok(text)}Content-Length: 999999999\r\n\r\n`),
    'protocol: the camera sends',
  ],
  ['closes', (_text, socket) => socket.destroy(), 'ended: the camera closed the connection'],
  ['describes nothing', (text, socket) => socket.write(`${ok(text)}\r\n`), 'protocol: its description'],
  [
    'asks for the password again and again',
    (text, socket) =>
      socket.write(`${ok(text, '401 No')}WWW-Authenticate: Digest realm="x", nonce="y"\r\n\r\n`),
    'unauthorized: 401 No',
  ],
  [
    'plays nothing',
    (text, socket) =>
      socket.write(text.startsWith('DESCRIBE') ? described(text) : `${ok(text)}Session: 1\r\n\r\n`),
    'transport: no packet came over TCP',
  ],
  [
    'sends packets that are no RTP for ever',
    (text, socket) => {
      socket.write(text.startsWith('DESCRIBE') ? described(text) : `${ok(text)}Session: 1\r\n\r\n`)
      if (text.startsWith('PLAY')) socket.end(Buffer.from('2400000400000000'.repeat(3000), 'hex'))
    },
    'ended: the camera closed the connection',
  ],
])('a server that %s is left with a reason', async (_what, answer, expected) => {
  const { outcome, timers } = await pullFrom(answer)
  expect(outcome).toContain(expected)
  // No timer is left.
  expect(timers).toBe(0)
})

it('the password is told to nobody', async () => {
  const { outcome, heard } = await pullFrom((text, socket) =>
    socket.write(`${ok(text, '401 No')}WWW-Authenticate: Digest realm="x", nonce="y"\r\n\r\n`),
  )
  expect(heard).toContain('Authorization: Digest')
  expect(heard + outcome).not.toContain('Secret')
})

it('a server that never answers holds nobody up who stops, and is asked for nothing more', async () => {
  const clock = createManualClock(0)
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => heard.push(chunk.toString('latin1')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connected = once(server, 'connection') as Promise<[Socket]>
  const source = rtspSource({
    target: readRtspTarget(`rtsp://127.0.0.1:${port}/1`)!,
    transport: 'tcp',
    hostClock: clock,
  })(() => 0, { tag: () => undefined, live: () => undefined, restarted: () => undefined })
  const [socket] = await connected
  await expect.poll(() => heard.length).toBe(1)
  const closed = once(socket, 'close')
  // Time stands still.
  await source.stop()
  await closed
  expect(heard.map((text) => text.split(' ')[0])).toEqual(['DESCRIBE'])
  expect(clock.pending()).toBe(0)

  const opening = rtspSource({
    target: () => new Promise(() => undefined),
    transport: 'tcp',
    hostClock: clock,
  })(() => 0, { tag: () => undefined, live: () => undefined, restarted: () => undefined })
  await opening.stop()
  expect(clock.pending()).toBe(0)
  server.close()
})
