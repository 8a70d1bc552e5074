import { createSocket, Socket } from 'node:dgram'
import { once } from 'node:events'
import { expect, it, vi } from 'vitest'
import { hasGoodbye } from '../../wire/rtp/rtcp.ts'
import { readRtp } from '../../wire/rtp/rtp-packet.ts'
import { ACCOUNT, PLATFORM_MS, RECORDED, rtspRig } from './rtsp-rig.test-support.ts'

const MAIN = '/CAM01/1/main'
const TCP = { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' }
const sessionOf = ({ headers }: { headers: Record<string, string[]> }) => ({
  Session: headers['session']![0]!.split(';')[0]!,
})
const packetOf = (bytes: Uint8Array) => {
  const read = readRtp(bytes)
  if (!read.ok) throw new Error(read.problem.message)
  return read.packet
}
/** Reports have packet types from 200 on. */
const isReport = (bytes: Uint8Array) => bytes[1]! >= 200 && bytes[1]! <= 204

it('describes a stream, sets its tracks up and plays them on the connection', async () => {
  await using rig = await rtspRig()
  const client = await rig.client()
  expect((await client.ask('OPTIONS', MAIN)).headers['public']![0]).toContain('GET_PARAMETER')
  const described = await client.ask('DESCRIBE', MAIN, { Accept: 'application/sdp' })
  expect(described.status).toBe(200)
  expect(described.headers['content-base']).toEqual([`${client.url}${MAIN}/`])
  const lines = described.body.split('\r\n')
  expect(lines).toContain('s=Gate  a=evil')
  expect(lines).toContain('a=rtpmap:96 H264/90000')
  expect(lines).toContain('a=rtpmap:97 MPEG4-GENERIC/16000/1')
  expect(described.body).toMatch(/profile-level-id=42[0-9A-F]{4};sprop-parameter-sets=Z[\w+/=]+,a[\w+/=]+/)

  const video = await client.ask('SETUP', `${MAIN}/trackID=0`, TCP)
  expect(video.status).toBe(200)
  const session = sessionOf(video)
  expect(video.headers['session']![0]).toMatch(/;timeout=60$/)
  const ssrc = Number.parseInt(/ssrc=([0-9A-F]{8})/.exec(video.headers['transport']![0]!)![1]!, 16)
  const audio = await client.ask('SETUP', `${MAIN}/trackID=1`, {
    Transport: 'RTP/AVP/TCP;unicast',
    ...session,
  })
  expect(audio.headers['transport']![0]).toContain('interleaved=2-3')
  expect((await client.ask('PLAY', MAIN, session)).status).toBe(200)

  const of = (channel: number) =>
    client.packets.filter((one) => one.channel === channel).map(({ data }) => data)
  await client.until(() => of(0).length > 40 && of(2).length > 10)
  const pictures = of(0).map(packetOf)
  // It begins with a key frame, whose parameter sets come first, in one packet.
  expect(pictures[0]!.payload[0]! & 31).toBe(24)
  expect(pictures[0]!.payload[3]! & 31).toBe(7)
  expect(new Set(pictures.map((one) => one.ssrc))).toEqual(new Set([ssrc]))
  for (const [at, packet] of pictures.entries())
    if (at > 0) expect(packet.sequence).toBe((pictures[at - 1]!.sequence + 1) & 0xffff)
  // Twelve pictures a second.
  const times = [...new Set(pictures.map((one) => one.timestamp))]
  const steps = times.slice(1).map((time, at) => (time - times[at]!) >>> 0)
  for (const step of steps) expect(Math.abs(step - 90_000 / 12)).toBeLessThan(100)
  expect(pictures.filter((one) => one.marker).length).toBeGreaterThanOrEqual(times.length - 1)
  const sounds = of(2).map(packetOf)
  expect(sounds.every((one) => one.marker && one.payloadType === 97)).toBe(true)
  expect((sounds[2]!.timestamp - sounds[1]!.timestamp) >>> 0).toBe(1024)

  // A report comes first, with the platform's time.
  const [report] = of(1)
  expect(isReport(report!)).toBe(true)
  expect(client.packets.findIndex((one) => one.channel === 1)).toBeLessThan(
    client.packets.findIndex((one) => one.channel === 0),
  )
  const seconds = report!.readUInt32BE(8) - 2_208_988_800
  expect(Math.abs(seconds - PLATFORM_MS / 1000)).toBeLessThan(60)

  // A later one counts the packets before it, and the bytes of their payloads alone (RFC 3550, 6.4.1).
  rig.clock.advance(5000)
  await client.until(() => of(1).length > 1)
  const at = client.packets.indexOf(client.packets.filter((one) => one.channel === 1)[1]!)
  const before = client.packets
    .slice(0, at)
    .filter((one) => one.channel === 0)
    .map(({ data }) => packetOf(data))
  expect([of(1)[1]!.readUInt32BE(20), of(1)[1]!.readUInt32BE(24)]).toEqual([
    before.length,
    before.reduce((sum, { payload }) => sum + payload.length, 0),
  ])

  expect((await client.ask('PAUSE', MAIN, session)).status).toBe(200)
  const count = of(0).length
  rig.clock.advance(1000)
  await client.ask('GET_PARAMETER', MAIN, session)
  expect(of(0)).toHaveLength(count)
  expect((await client.ask('PLAY', MAIN, session)).status).toBe(200)
  await client.until(() => of(0).length > count)
  expect((await client.ask('TEARDOWN', MAIN, session)).status).toBe(200)
  expect(rig.server.stats().viewers).toBe(0)
  expect(isReport(of(1).at(-1)!)).toBe(true)
  expect(hasGoodbye(of(1).at(-1)!, ssrc)).toBe(true)
})

it('sends over UDP to the address of the connection alone, and ends a session that is not heard of', async () => {
  await using rig = await rtspRig()
  const packets: Buffer[] = []
  const [rtp, rtcp] = [createSocket('udp4'), createSocket('udp4')]
  for (const socket of [rtp, rtcp]) {
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
  }
  rtp.on('message', (bytes) => packets.push(bytes))
  const client = await rig.client()
  const ports = `client_port=${rtp.address().port}-${rtcp.address().port}`
  const set = await client.ask('SETUP', `${MAIN}/trackID=0`, {
    Transport: `RTP/AVP;unicast;destination=192.0.2.1;${ports}`,
  })
  expect(set.headers['transport']![0]).toContain(ports)
  const server = /server_port=(\d+)-(\d+)/.exec(set.headers['transport']![0]!)!
  expect(Number(server[2])).toBe(Number(server[1]) + 1)
  await client.ask('PLAY', MAIN, sessionOf(set))
  await client.until(() => packets.length > 30)
  expect(packetOf(packets[0]!).payloadType).toBe(96)

  // Reports of the receiver keep it alive.
  for (let minute = 0; minute < 3; minute++) {
    rig.clock.advance(40_000)
    rtcp.send(Buffer.from('80c9000101020304', 'hex'), Number(server[2]), '127.0.0.1')
    await once(setTimeoutEvent(), 'done')
  }
  expect(client.isClosed).toBe(false)
  rig.clock.advance(40_000)
  await client.until(() => client.isClosed)
  expect(rig.server.stats().cuts.get('silent')).toBe(1)
  rtp.close()
  rtcp.close()
})

it('refuses UDP while no ports are to be had, and serves it later', async () => {
  await using rig = await rtspRig()
  const client = await rig.client()
  const udp = { Transport: 'RTP/AVP;unicast;client_port=40000-40001' }
  const binding = vi.spyOn(Socket.prototype, 'bind').mockImplementationOnce(function (this: Socket) {
    queueMicrotask(() => this.emit('error', new Error('EMFILE: too many open files')))
    return this
  })
  expect((await client.ask('SETUP', `${MAIN}/trackID=0`, udp)).status).toBe(503)
  binding.mockRestore()
  expect((await client.ask('SETUP', `${MAIN}/trackID=0`, udp)).status).toBe(200)
  expect([...rig.server.stats().cuts]).toEqual([])
})

/** Lets datagrams arrive: a round trip of our own through the same loop. */
function setTimeoutEvent() {
  const probe = createSocket('udp4')
  const done = createSocket('udp4')
  done.bind(0, '127.0.0.1', () => probe.send('x', done.address().port, '127.0.0.1'))
  done.on('message', () => {
    probe.close()
    done.close()
    done.emit('done')
  })
  return done
}

it('refuses what it cannot do, each with its own status', async () => {
  await using rig = await rtspRig()
  const client = await rig.client()
  const statusOf = async (method: string, path: string, headers: Record<string, string> = {}) =>
    (await client.ask(method, path, headers)).status
  expect(await statusOf('DESCRIBE', '/NOBODY/1/main')).toBe(404)
  expect(await statusOf('DESCRIBE', '/CAM01/1/other')).toBe(404)
  expect(await statusOf('DESCRIBE', '/CAM02/1/main')).toBe(503)
  expect(await statusOf('DESCRIBE', MAIN, { Accept: 'application/rtsl' })).toBe(406)
  expect(await statusOf('DESCRIBE', MAIN, { Require: 'implicit-play' })).toBe(551)
  expect(await statusOf('SETUP', MAIN, TCP)).toBe(459)
  expect(await statusOf('SETUP', `${MAIN}/trackID=0`, { Transport: 'RTP/AVP;multicast' })).toBe(461)
  expect(await statusOf('SETUP', `${MAIN}/trackID=0`)).toBe(461)
  expect(await statusOf('PLAY', MAIN)).toBe(455)
  expect(await statusOf('PLAY', MAIN, { Session: 'other' })).toBe(454)
  expect(await statusOf('TEARDOWN', MAIN, { Session: 'other' })).toBe(454)
  const announced = await client.ask('ANNOUNCE', MAIN)
  expect([announced.status, announced.headers['allow']?.[0]]).toEqual([405, expect.stringContaining('PLAY')])
  expect((await client.ask('FLY', MAIN)).status).toBe(501)
  const session = sessionOf(await client.ask('SETUP', `${MAIN}/trackID=0`, TCP))
  expect(await statusOf('SETUP', `${MAIN}/trackID=1`, { ...TCP, ...session })).toBe(461)
  expect(await statusOf('SETUP', '/CAM01/1/sub/trackID=1', { Transport: 'RTP/AVP/TCP', ...session })).toBe(
    459,
  )
  expect(await statusOf('PLAY', MAIN, { ...session, Range: 'frames=1-2' })).toBe(457)
  expect(await statusOf('PLAY', MAIN, { ...session, Range: 'npt=0.000-' })).toBe(200)
  expect(await statusOf('PLAY', MAIN, session)).toBe(200)
  expect(await statusOf('SETUP', `${MAIN}/trackID=1`, { Transport: 'RTP/AVP/TCP', ...session })).toBe(455)
  client.write('OPTIONS * RTSP/2.0\r\nCSeq: 99\r\n\r\nOPTIONS * RTSP/1.0\r\n\r\n')
  expect((await client.reply()).status).toBe(505)
  const without = await client.reply()
  expect([without.status, without.headers['cseq']]).toEqual([400, undefined])
  client.write(`OPTIONS * RTSP/1.0\r\nCSeq: 100\r\nContent-Length: 9999999\r\n\r\n`)
  expect((await client.reply()).status).toBe(413)
  await client.until(() => client.isClosed)
  expect(rig.server.stats().cuts.get('badFrames')).toBe(1)
})

it('lets nobody in without the password, and who guesses waits longer each time', async () => {
  await using rig = await rtspRig()
  const client = await rig.client()
  const stranger = await client.ask('DESCRIBE', MAIN, {}, null)
  expect(stranger.status).toBe(401)
  expect(stranger.headers['www-authenticate']).toEqual([
    expect.stringContaining('algorithm=SHA-256'),
    expect.stringContaining('algorithm=MD5'),
  ])
  const waits: number[] = []
  for (let guess = 0; guess < 3; guess++) {
    const begun = rig.clock.now()
    const asked = guess === 0 ? 'wrong' : `wrong${guess}`
    expect((await client.ask('DESCRIBE', MAIN, {}, asked)).status).toBe(401)
    waits.push(rig.clock.now() - begun)
  }
  expect(waits[2]! - waits[1]!).toBeGreaterThanOrEqual(150)
  expect(rig.server.stats().loginFailures).toBe(3)
  expect((await client.ask('DESCRIBE', MAIN, {}, ACCOUNT.password)).status).toBe(200)
  // A nonce of another connection is no guess, and no key.
  const other = await rig.client()
  const nonce = /nonce="(\w+)"/.exec(stranger.headers['www-authenticate']![0]!)![1]!
  await other.ask('DESCRIBE', MAIN)
  expect(rig.server.stats().loginFailures).toBe(3)
  expect(nonce).toHaveLength(32)
})

it('one client that sends rubbish does not disturb another, and a request that does not end is given up', async () => {
  await using rig = await rtspRig()
  const [good, bad, slow] = [await rig.client(), await rig.client(), await rig.client()]
  const session = sessionOf(await good.ask('SETUP', `${MAIN}/trackID=0`, TCP))
  await good.ask('PLAY', MAIN, session)
  bad.write('\x00\x01\x02 rubbish\r\n\r\n')
  slow.write('DESCRIBE rtsp://x')
  await bad.until(() => bad.isClosed)
  await slow.until(() => slow.isClosed)
  expect([...rig.server.stats().cuts]).toEqual([
    ['badFrames', 1],
    ['silent', 1],
  ])
  const count = good.packets.length
  await good.until(() => good.packets.length > count + 10)
})

it('a client that always leaves a packet unfinished, and goes on with it, is not given up', async () => {
  await using rig = await rtspRig()
  const client = await rig.client()
  const session = sessionOf(await client.ask('SETUP', `${MAIN}/trackID=0`, TCP))
  await client.ask('PLAY', MAIN, session)
  // A packet of four bytes on channel 1, and the beginning of the next.
  const report = Buffer.from('24010004aabbccdd', 'hex')
  client.write(report.subarray(0, 3))
  for (let second = 0; second < 30; second++) {
    client.write(Buffer.concat([report.subarray(3), report.subarray(0, 3)]))
    const count = client.packets.length
    rig.clock.advance(500)
    await client.until(() => client.packets.length > count + 5)
  }
  expect(client.isClosed).toBe(false)
})

it('viewers of one stream share its packets, and all are told when it ends', async () => {
  await using rig = await rtspRig()
  const clients = [await rig.client(), await rig.client()]
  for (const client of clients) {
    const session = sessionOf(await client.ask('SETUP', `${MAIN}/trackID=0`, TCP))
    await client.ask('PLAY', MAIN, session)
  }
  const [first, second] = clients as [(typeof clients)[0], (typeof clients)[0]]
  await first.until(() => second.packets.filter((one) => one.channel === 0).length > 40)
  const sequences = clients.map(
    (client) =>
      new Set(client.packets.filter((one) => one.channel === 0).map(({ data }) => packetOf(data).sequence)),
  )
  const shared = [...sequences[1]!].filter((one) => sequences[0]!.has(one))
  expect(shared.length).toBeGreaterThan(30)
  expect(rig.server.stats().viewers).toBe(2)
  await rig.stream().stop('stopped')
  await first.until(() => first.isClosed && second.isClosed)
  for (const client of clients) expect(hasGoodbye(client.packets.at(-1)!.data)).toBe(true)
})

it('plays what a camera has recorded from a moment on, and says in each packet which moment it shows', async () => {
  await using rig = await rtspRig()
  const client = await rig.client()
  const [path, needs] = ['/CAM01/1/replay', { Require: 'onvif-replay' }]
  const described = await client.ask('DESCRIBE', path, needs)
  expect(described.status).toBe(200)
  expect(described.body).toMatch(/^a=range:clock=\d{8}T\d{6}\.000Z-\d{8}T\d{6}\.\d{3}Z\r$/m)
  expect(described.body).toContain('a=rtpmap:97 MPEG4-GENERIC/16000/1')
  const session = sessionOf(await client.ask('SETUP', `${path}/trackID=0`, { ...TCP, ...needs }))
  const audio = { Transport: 'RTP/AVP/TCP;unicast;interleaved=2-3', ...needs, ...session }
  expect((await client.ask('SETUP', `${path}/trackID=1`, audio)).status).toBe(200)
  const statusOf = async (range: string) =>
    (await client.ask('PLAY', path, { ...session, Range: range })).status
  expect(await statusOf('clock=20200101T000000Z-')).toBe(457)
  expect(await statusOf('clock=20261350T000000Z-')).toBe(457)
  // What was refused plays nothing.
  expect([rig.server.stats().viewers, rig.commands]).toEqual([0, []])
  const at = new Date(RECORDED.fromMs + 600_000).toISOString().replace(/[-:]/g, '')
  const played = await client.ask('PLAY', path, { ...session, ...needs, Range: `clock=${at}-`, Scale: '3.7' })
  expect([played.status, played.headers['scale'], played.headers['range']![0]!.slice(0, 26)]).toEqual([
    200,
    ['4.0'],
    `clock=${at}`,
  ])
  expect(rig.commands).toEqual([
    { action: 'seek', timeMs: RECORDED.fromMs + 600_000 },
    { action: 'speed', speed: 4 },
    { action: 'resume' },
  ])
  const of = (channel: number) =>
    client.packets.filter((one) => one.channel === channel).map(({ data }) => packetOf(data))
  await client.until(() => of(0).length > 30 && of(2).length > 10)
  // Picture and sound each say their moment, a clean point, and a jump.
  for (const channel of [0, 2]) {
    const [first] = of(channel)
    expect(first!.extension?.profile).toBe(0xabac)
    const view = Buffer.from(first!.extension!.data)
    const shownMs = (view.readUInt32BE(0) - 2_208_988_800) * 1000 + (view.readUInt32BE(4) / 2 ** 32) * 1000
    expect(Math.abs(shownMs - (RECORDED.fromMs + 600_000))).toBeLessThan(60_000)
    expect([view[8], view[9]]).toEqual([0xa0, Number(played.headers['cseq']![0]) & 0xff])
  }
  expect(of(2)[1]!.extension!.data[8]).toBe(0x80)
  await client.ask('PAUSE', path, session)
  await client.ask('TEARDOWN', path, session)
  expect(rig.commands.slice(3)).toEqual([{ action: 'pause' }, { action: 'stop' }])
  expect((await client.ask('DESCRIBE', '/CAM02/1/replay')).status).toBe(404)
  expect((await client.ask('DESCRIBE', MAIN, needs)).status).toBe(551)
})

it('stands still at the end of a range, and goes on with the next', async () => {
  await using rig = await rtspRig()
  const client = await rig.client()
  const path = '/CAM01/1/replay'
  const session = sessionOf(await client.ask('SETUP', `${path}/trackID=0`, TCP))
  const clockOf = (afterMs: number) => new Date(RECORDED.fromMs + afterMs).toISOString().replace(/[-:]/g, '')
  const range = `clock=${clockOf(60_000)}-${clockOf(120_000)}`
  expect((await client.ask('PLAY', path, { ...session, Range: range })).headers['range']).toEqual([range])
  rig.reach(RECORDED.fromMs + 119_000)
  rig.clock.advance(1000)
  expect(rig.commands.at(-1)).toEqual({ action: 'resume' })
  rig.reach(RECORDED.fromMs + 120_000)
  rig.clock.advance(1000)
  expect(rig.commands.at(-1)).toEqual({ action: 'pause' })
  await client.ask('PLAY', path, session)
  rig.reach(RECORDED.fromMs + 180_000)
  rig.clock.advance(1000)
  expect(rig.commands.at(-1)).toEqual({ action: 'resume' })
})
