import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Uplink } from '../../simulator/src/fleet/uplinks/uplink.ts'
import { createGbUplink } from '../../simulator/src/gb28181/swarm/gb-uplink.ts'
import { openSwarmMedia, type SwarmMedia } from '../../simulator/src/gb28181/swarm/swarm-media.ts'
import { openSipNet } from '../../simulator/src/sip/open-sip-net.ts'
import type { RequestHandler } from '../../simulator/src/sip/sip-calls.ts'
import { createSipEndpoint } from '../../simulator/src/sip/sip-endpoint.ts'
import { createSipLogin } from '../../simulator/src/sip/sip-login.ts'
import { createHostClock } from '../../simulator/src/timeline/host-clock.ts'
import type { ManscdpMessage } from '../../simulator/src/wire/gb28181/manscdp-message.ts'
import { readManscdp } from '../../simulator/src/wire/gb28181/read-manscdp.ts'
import { writeManscdp } from '../../simulator/src/wire/gb28181/write-manscdp.ts'
import { readRtp } from '../../simulator/src/wire/rtp/rtp-packet.ts'
import type { SipResponse } from '../../simulator/src/wire/sip/sip-message.ts'
import { freePort } from '../servers/free-port.ts'
import { itByDebian } from './debian-program.ts'
import { openCapture } from './open-capture.ts'

const run = promisify(execFile)
const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const SIPP = { program: 'sipp', packages: ['sip-tester'] }
const LOOPBACK = '127.0.0.1'
const [DEVICE, SERVER] = ['34020000001320000001', '34020000002000000001']
const hostClock = createHostClock()
const log = {
  warn: () => undefined,
  debug: () => undefined,
  error: (fields: object) => void defects.push(fields),
}
const defects: object[] = []
const ending: (() => unknown)[] = []
let media: SwarmMedia
let folder: string
// Timers of the host clock keep no process alive.
const held = setInterval(() => undefined, 1000)

beforeAll(async () => {
  media = await openSwarmMedia(hostClock)
  folder = await mkdtemp(join(tmpdir(), 'backlot-sip-'))
})
afterAll(async () => {
  for (const end of ending) await end()
  await media.close()
  await rm(folder, { recursive: true, force: true })
  clearInterval(held)
  expect(defects).toEqual([])
})

function device(
  port: number,
  more: { password?: string; transport?: 'udp' | 'tcp'; edition?: '2016' | '2022' } = {},
) {
  const { password = 'secret', transport = 'udp', edition = '2016' } = more
  const uplink: Uplink = createGbUplink(
    { sn: DEVICE, kind: 'camera', entity: 1 },
    {
      host: LOOPBACK,
      port,
      hostClock,
      platformClock: {
        now: hostClock.now,
        rate: () => 1,
        epoch: () => 0,
        zoneMinutes: 480,
        onChange: () => () => {},
      },
      number: 0,
      ids: { deviceId: DEVICE, channelIds: [DEVICE] },
      options: {
        edition,
        server: { id: SERVER, domain: '3402000000', transport },
        password,
        voice: 'udp',
        keepaliveS: 1,
      },
      media,
      log,
    },
  )
  uplink.start()
  ending.push(() => uplink.stop())
  return uplink
}

/** A platform of our own that says what it is told to. */
async function platform(handlers: Record<string, RequestHandler> = {}) {
  const net = await openSipNet({ host: LOOPBACK, port: 0, udp: true, tcp: 'listen' }, hostClock)
  const login = createSipLogin('3402000000', hostClock)
  const heard: ManscdpMessage[] = []
  const peers: { transport: 'udp' | 'tcp'; address: string; port: number }[] = []
  const endpoint = createSipEndpoint(
    {
      handlers: {
        REGISTER(incoming) {
          const { result } = login.check(incoming.request, () => 'secret')
          if (result !== 'known')
            return incoming.respond(401, { headers: login.challenges(false, ['SHA-256', 'MD5']) })
          peers.push(incoming.from)
          incoming.respond(200)
        },
        MESSAGE(incoming) {
          const read = readManscdp(incoming.request.body)
          if (read.ok) heard.push(read.value)
          incoming.respond(200)
        },
        ...handlers,
      },
    },
    { net, hostClock, log },
  )
  ending.push(async () => {
    login[Symbol.dispose]()
    await endpoint[Symbol.asyncDispose]()
  })
  const { port } = net.local('udp')
  return { endpoint, heard, peers, port: port! }
}

/** Runs SIPp; rejects with its errors unless every call went as its scenario says. */
async function sipp(...args: string[]): Promise<void> {
  await run('sipp', [...args, '-nostdin', '-i', LOOPBACK, '-timeout', '60s', '-timeout_error'], {
    cwd: folder,
    timeout: 90_000,
    maxBuffer: 2 ** 26,
  })
}

const registrar = (port: number, calls: number, secret: string, algorithm: string) =>
  sipp(
    ...['-sf', join(import.meta.dirname, 'sipp/registrar.xml'), '-p', String(port), '-m', String(calls)],
    ...['-key', 'user', DEVICE, '-key', 'secret', secret, '-key', 'algorithm', algorithm],
  )

itByDebian(SIPP, 'SIPp checks the digest of a device, and answers its keepalives', async () => {
  const port = await freePort('udp')
  const judged = registrar(port, 4, 'secret', 'MD5')
  const uplink = device(port)
  await judged
  expect(uplink.stats()).toMatchObject({ connects: 1, lost: 0 })
  expect(uplink.stats().acked).toBeGreaterThanOrEqual(2)
  uplink.stop()
})

itByDebian(SIPP, 'SIPp refuses a wrong password, and the device says so', async () => {
  const port = await freePort('udp')
  const judged = registrar(port, 1, 'other', 'MD5')
  const uplink = device(port, { password: 'secret' })
  await judged
  await expect.poll(() => uplink.stats().state, { timeout: 10_000 }).toBe('waiting')
  expect(uplink.stats()).toMatchObject({ connects: 0, breaks: 1 })
  uplink.stop()
})

itByDebian(
  SIPP,
  "SIPp's own caller has its calls answered and ended, also with losses and over TCP",
  async () => {
    let dialogs = 0
    const { port, endpoint } = await platform({
      INVITE(incoming) {
        incoming.respond(180)
        const sdp = `v=0\r\no=1 0 0 IN IP4 ${LOOPBACK}\r\ns=-\r\nc=IN IP4 ${LOOPBACK}\r\nt=0 0\r\nm=audio 9 RTP/AVP 0\r\n`
        const headers = [{ name: 'Content-Type', value: 'application/sdp' }, endpoint.contact('x', 'udp')]
        if (incoming.accept({ headers, body: Buffer.from(sdp) }, { ended: () => undefined })) dialogs++
      },
    })
    const target = `${LOOPBACK}:${port}`
    await sipp('-sn', 'uac', target, '-m', '100', '-r', '50')
    await sipp('-sn', 'uac', target, '-m', '30', '-r', '30', '-lost', '10')
    await sipp('-sn', 'uac', target, '-m', '50', '-r', '50', '-t', 't1')
    expect(dialogs).toBe(180)
    // Where both the ACK and the BYE were lost, SIPp takes the repeated 200 for the answer to its BYE: the
    // dialog ends when no ACK came for 64 × T1 (RFC 3261, section 13.3.1.4) and the BYE of this side fails.
    await expect.poll(() => endpoint.stats().dialogs, { timeout: 80_000 }).toBe(0)
  },
)

itByDebian({ program: 'sipsak', packages: ['sipsak'] }, 'sipsak has its OPTIONS answered', async () => {
  const { port } = await platform()
  await run('sipsak', ['-s', `sip:${SERVER}@${LOOPBACK}:${port}`], { timeout: 20_000 })
})

it('a connection with a body that is too long is cut, and others go on', async () => {
  const { port, endpoint } = await platform()
  const socket = connect(port, LOOPBACK)
  socket.on('error', () => undefined)
  socket.write(
    `MESSAGE sip:1@2 SIP/2.0\r\nVia: SIP/2.0/TCP ${LOOPBACK};branch=z9hG4bK1\r\nFrom: <sip:1@2>;tag=1\r\nTo: <sip:1@2>\r\nCall-ID: 1\r\nCSeq: 1 MESSAGE\r\nContent-Length: 99999999\r\n\r\n`,
  )
  socket.resume()
  await once(socket, 'close')
  expect(endpoint.stats()).toMatchObject({ cuts: 1, connections: 0 })
})

/** Invites the device's channel to send here; ends the session when `until` is over. */
async function watch(
  { endpoint, peers }: Awaited<ReturnType<typeof platform>>,
  offer: string,
  until: () => Promise<void>,
): Promise<SipResponse> {
  await expect.poll(() => peers.length, { timeout: 20_000 }).toBeGreaterThan(0)
  const peer = peers.at(-1)!
  const parts = {
    local: `<sip:${SERVER}@3402000000>`,
    remote: `<sip:${DEVICE}@3402000000>`,
    target: `sip:${DEVICE}@${peer.address}:${peer.port}`,
    peer,
  }
  const dialog = endpoint.dialog(parts, { ended: () => undefined })!
  const headers = [
    endpoint.contact(SERVER, peer.transport),
    { name: 'Subject', value: `${DEVICE}:0200000001,${SERVER}:0` },
    { name: 'Content-Type', value: 'application/sdp' },
  ]
  const answer = await new Promise<SipResponse>((resolve, reject) =>
    dialog.request('INVITE', { headers, body: Buffer.from(offer) }, { answered: resolve, failed: reject }),
  )
  await until()
  dialog.end()
  return answer
}
const offerOf = (media: string, more: string[] = []) =>
  [
    'v=0',
    `o=${SERVER} 0 0 IN IP4 ${LOOPBACK}`,
    's=Play',
    `c=IN IP4 ${LOOPBACK}`,
    't=0 0',
    media,
    'a=recvonly',
    'a=rtpmap:96 PS/90000',
    ...more,
    'y=0200000001',
    '',
  ].join('\r\n')

/** Payloads of RTP that come to a port until there are `most`. */
async function payloadsTo(most: number) {
  const socket = createSocket('udp4')
  socket.bind(0, LOOPBACK)
  await once(socket, 'listening')
  const payloads: Uint8Array[] = []
  const full = new Promise<void>((resolve) => {
    socket.on('message', (bytes) => {
      const read = readRtp(bytes)
      if (!read.ok || read.packet.ssrc !== 200_000_001) return
      payloads.push(read.packet.payload)
      if (payloads.length >= most) resolve()
    })
  })
  ending.push(() => socket.close())
  return { port: socket.address().port, payloads, full }
}

it('a live picture that was invited over UDP is MPEG-PS that ffmpeg reads', async () => {
  const own = await platform()
  const uplink = device(own.port, { edition: '2022' })
  const stream = await payloadsTo(300)
  const answer = await watch(own, offerOf(`m=video ${stream.port} RTP/AVP 96`), () => stream.full)
  expect(answer.status).toBe(200)
  const file = join(folder, 'live.ps')
  await writeFile(file, Buffer.concat(stream.payloads))
  const { stderr } = await run(FFMPEG, ['-hide_banner', '-f', 'mpeg', '-i', file, '-f', 'null', '-'])
  expect(stderr).toMatch(/Video: h264/)
  expect(stderr).toMatch(/Audio: aac/)
  expect(Number([...stderr.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1])).toBeGreaterThan(40)
  uplink.stop()
})

itByDebian(
  { program: 'tshark', packages: ['tshark'] },
  'tshark finds SIP, SDP and RTP in a capture, and nothing malformed',
  async () => {
    const own = await platform()
    const stream = await payloadsTo(100)
    const file = join(folder, 'gb28181.pcap')
    const capture = await openCapture(
      file,
      `host ${LOOPBACK} and (port ${own.port} or udp port ${stream.port})`,
    )
    const uplink = device(own.port)
    await watch(own, offerOf(`m=video ${stream.port} RTP/AVP 96`), () => stream.full)
    const query = (message: ManscdpMessage) =>
      new Promise<void>((resolve, reject) => {
        own.endpoint.request(
          {
            kind: 'request',
            method: 'MESSAGE',
            uri: `sip:${DEVICE}@${LOOPBACK}`,
            headers: [
              { name: 'Max-Forwards', value: '70' },
              { name: 'From', value: `<sip:${SERVER}@3402000000>;tag=${message.kind}` },
              { name: 'To', value: `<sip:${DEVICE}@3402000000>` },
              { name: 'Call-ID', value: message.kind },
              { name: 'CSeq', value: '1 MESSAGE' },
              { name: 'Content-Type', value: 'Application/MANSCDP+xml' },
            ],
            body: writeManscdp(message),
          },
          own.peers.at(-1)!,
          { answered: () => resolve(), failed: reject },
        )
      })
    const nowMs = hostClock.now()
    await query({ kind: 'catalogQuery', sn: 1, deviceId: DEVICE })
    await query({ kind: 'deviceInfoQuery', sn: 2, deviceId: DEVICE })
    await query({
      kind: 'recordQuery',
      sn: 3,
      deviceId: DEVICE,
      startTime: nowMs - 86_400_000,
      endTime: nowMs,
    })
    await expect
      .poll(() => own.heard.filter(({ kind }) => kind === 'recordResponse').length)
      .toBeGreaterThan(2)
    uplink.stop()
    await capture.end()
    const decode = ['-d', `udp.port==${own.port},sip`, '-d', `udp.port==${stream.port},rtp`]
    const read = async (filterText: string) =>
      (await run('tshark', ['-r', file, ...decode, '-Y', filterText], { maxBuffer: 2 ** 27 })).stdout.split(
        '\n',
      ).length - 1
    expect(await read('_ws.malformed')).toBe(0)
    expect(await read('sip.Method == "REGISTER"')).toBeGreaterThanOrEqual(2)
    expect(await read('sip.Status-Code == 401')).toBeGreaterThanOrEqual(1)
    expect(await read('sdp')).toBeGreaterThanOrEqual(2)
    expect(await read('sip.Method == "MESSAGE"')).toBeGreaterThan(4)
    expect(await read('sip.Method == "ACK"')).toBe(1)
    expect(await read('rtp.ssrc == 0x0bebc201')).toBeGreaterThan(50)
  },
)

it.each([
  ['signs off says so', true, 2],
  ['is cut off says nothing more', false, 1],
])('a device that %s', async (_what, signsOff, registered) => {
  const own = await platform()
  const uplink = device(own.port, { transport: 'tcp' })
  await expect.poll(() => uplink.stats().state).toBe('online')
  if (signsOff) await uplink.signOff?.()
  uplink.stop()
  // Everything that it said over its connection came before the end of that.
  await expect.poll(() => own.endpoint.stats().connections).toBe(0)
  expect(own.peers).toHaveLength(registered)
})

it('a device over TCP keeps its one connection, and sends where it is asked to connect', async () => {
  const own = await platform()
  const uplink = device(own.port, { transport: 'tcp' })
  let bytes = 0
  let enough = (): void => undefined
  const isEnough = new Promise<void>((resolve) => {
    enough = resolve
  })
  const server = createServer((socket) => {
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (bytes > 100_000) enough()
    })
    socket.on('error', () => undefined)
  })
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const lines = ['a=setup:passive', 'a=connection:new']
  const answer = await watch(own, offerOf(`m=video ${port} TCP/RTP/AVP 96`, lines), () => isEnough)
  expect(Buffer.from(answer.body).toString()).toMatch(/m=video 9 TCP\/RTP\/AVP 96\r\n[\s\S]*a=setup:active/)
  expect(own.endpoint.stats()).toMatchObject({ connections: 1 })
  expect(uplink.stats()).toMatchObject({ state: 'online', lost: 0 })
  uplink.stop()
  server.close()
})
