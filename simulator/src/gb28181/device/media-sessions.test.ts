import { createSocket } from 'node:dgram'
import { expect, test } from 'vitest'
import { writeMansrtsp } from '../../wire/gb28181/mansrtsp.ts'
import { writeRtp } from '../../wire/rtp/rtp-packet.ts'
import { readGbSession } from '../../wire/sdp/read-gb-session.ts'
import { readSdp } from '../../wire/sdp/read-sdp.ts'
import { headerValue } from '../../wire/sip/sip-message.ts'
import { channelId, gbRig, SERVER, SERVER_IP } from '../gb-rig.test-support.ts'

const C1 = channelId(1)
const SDP_TYPE = [
  { name: 'Content-Type', value: 'application/sdp' },
  { name: 'Subject', value: `${C1}:0200000001,${SERVER}:0` },
]

/** As the examples in the standard's annex F (2016). */
const offer = (more: { kind?: string; m?: string; lines?: string[]; t?: string; y?: string } = {}) =>
  [
    'v=0',
    `o=${SERVER} 0 0 IN IP4 ${SERVER_IP}`,
    `s=${more.kind ?? 'Play'}`,
    ...(more.kind && more.kind !== 'Play' ? [`u=${C1}:0`] : []),
    `c=IN IP4 ${SERVER_IP}`,
    `t=${more.t ?? '0 0'}`,
    more.m ?? 'm=video 6000 RTP/AVP 96 98 97',
    'a=recvonly',
    'a=rtpmap:96 PS/90000',
    'a=rtpmap:98 H264/90000',
    'a=rtpmap:97 MPEG4/90000',
    ...(more.lines ?? []),
    ...(more.y === '' ? [] : [`y=${more.y ?? '0100000001'}`]),
    '',
  ].join('\r\n')

const sessionOf = (body: Uint8Array) => {
  const sdp = readSdp(body)
  const read = sdp.ok ? readGbSession(sdp.value) : sdp
  if (!read.ok) throw new Error(read.problem.message)
  return read.value
}

test('Play over UDP: the answer keeps the SSRC, the ACK begins, BYE ends', async () => {
  await using rig = gbRig()
  await rig.online()
  const { dialog, seen } = await rig.open('INVITE', C1, offer(), SDP_TYPE)
  const [answer] = seen.responses
  expect(answer!.status).toBe(200)
  expect(sessionOf(answer!.body)).toMatchObject({
    kind: 'Play',
    ownerId: C1,
    port: 30_000,
    transport: 'udp',
    direction: 'sendonly',
    payloads: [{ type: 96, encoding: 'PS' }],
    ssrc: '0100000001',
  })
  const [sender] = rig.senders
  expect(sender!.options).toMatchObject({
    ssrc: 100_000_001,
    payloadType: 96,
    transport: { kind: 'udp', peer: { host: SERVER_IP, port: 6000 } },
  })
  expect(sender!.state).toBe('sending')
  dialog.end()
  await rig.pass(100)
  expect([sender!.state, rig.media.open, rig.device.stats().streams]).toEqual(['ended', 0, 0])
  expect(rig.device.stats().media).toEqual({ sessions: 1, packets: 7, bytes: 700 })
})

test.each([
  ['passive', 'tcp-active', 'active', 9],
  ['active', 'tcp-passive', 'passive', 30_000],
])('TCP with a=setup:%s', async (setup, link, own, port) => {
  await using rig = gbRig()
  await rig.online()
  const body = offer({
    m: 'm=video 6000 TCP/RTP/AVP 96',
    lines: [`a=setup:${setup}`, 'a=connection:new'],
  })
  const { seen } = await rig.open('INVITE', C1, body, SDP_TYPE)
  expect(rig.senders[0]!.options.transport.kind).toBe(link)
  expect(sessionOf(seen.responses[0]!.body)).toMatchObject({ transport: 'tcp', setup: own, port })
})

test('without y= the device makes up an SSRC: 0 for live, its domain, its number', async () => {
  await using rig = gbRig()
  await rig.online()
  const { seen } = await rig.open('INVITE', C1, offer({ y: '' }), SDP_TYPE)
  expect(sessionOf(seen.responses[0]!.body).ssrc).toMatch(/^020000\d{4}$/)
})

test.each([
  ['an unknown channel', channelId(77), offer(), 404],
  ['no PS', C1, offer({ m: 'm=video 6000 RTP/AVP 98' }), 488],
  ['a playback without times', C1, offer({ kind: 'Playback' }), 488],
  ['no SDP', C1, 'hello', 400],
])('%s is refused', async (_what, id, body, status) => {
  await using rig = gbRig()
  await rig.online()
  const { seen } = await rig.open('INVITE', id, body, SDP_TYPE)
  expect(seen.responses.map((one) => one.status)).toEqual([status])
  expect(rig.senders).toEqual([])
})

test('no free encoder is 486, an offline channel 480', async () => {
  await using rig = gbRig()
  await rig.online()
  rig.media.next = 'busy'
  const busy = await rig.open('INVITE', C1, offer(), SDP_TYPE)
  rig.channels[0] = { ...rig.channels[0]!, isOnline: false }
  const offline = await rig.open('INVITE', C1, offer(), SDP_TYPE)
  expect([busy, offline].map(({ seen }) => seen.responses[0]!.status)).toEqual([486, 480])
})

test('33 sessions are one too many', async () => {
  await using rig = gbRig()
  await rig.online()
  const statuses: number[] = []
  for (let i = 0; i < 33; i++) {
    const { seen } = await rig.open('INVITE', C1, offer(), SDP_TYPE)
    statuses.push(seen.responses[0]!.status)
  }
  expect(statuses).toEqual([...Array.from({ length: 32 }, () => 200), 486])
})

test('a playback is paused, moved, sped up; its end is told by MediaStatus 121', async () => {
  await using rig = gbRig()
  await rig.online()
  const body = offer({ kind: 'Playback', t: '1764100000 1764103600', y: '1200000001' })
  const { dialog, seen } = await rig.open('INVITE', C1, body, SDP_TYPE)
  expect(seen.responses[0]!.status).toBe(200)
  expect(rig.wishes[0]!.span).toEqual({ fromMs: 1_764_100_000_000, toMs: 1_764_103_600_000 })
  const statuses: number[] = []
  const info = async (text: string) => {
    dialog.request(
      'INFO',
      {
        headers: [{ name: 'Content-Type', value: 'Application/MANSRTSP' }],
        body: new TextEncoder().encode(text),
      },
      { answered: ({ status }) => void statuses.push(status), failed: () => undefined },
    )
    await rig.pass(100)
  }
  const shared = { kind: 'request', version: 'MANSRTSP/1.0' } as const
  await info(writeMansrtsp({ ...shared, method: 'PAUSE', cseq: 1, pauseNow: true }))
  await info(writeMansrtsp({ ...shared, method: 'PLAY', cseq: 2, range: { start: 'now' } }))
  await info(writeMansrtsp({ ...shared, method: 'PLAY', cseq: 3, scale: 2 }))
  await info(writeMansrtsp({ ...shared, method: 'PLAY', cseq: 4, range: { start: 100 } }))
  await info(writeMansrtsp({ ...shared, method: 'PLAY', cseq: 5, scale: 64 }))
  await info('nonsense')
  expect(statuses).toEqual([200, 200, 200, 200, 488, 400])
  expect(rig.told).toEqual(['pause', 'resume', 'scale 2', 'resume', 'seek 100', 'resume', 'scale 64'])
  rig.endRecording()
  await rig.pass(100)
  expect(rig.heard).toEqual([expect.objectContaining({ kind: 'mediaStatus', deviceId: C1, notifyType: 121 })])
  await info(writeMansrtsp({ ...shared, method: 'TEARDOWN', cseq: 6 }))
  expect(rig.device.stats().streams).toBe(0)
  expect(seen.ended).toBe('bye')
})

test('a download has the size of its file', async () => {
  await using rig = gbRig()
  await rig.online()
  const body = offer({ kind: 'Download', t: '1764100000 1764103600', lines: ['a=downloadspeed:4'] })
  const { seen } = await rig.open('INVITE', C1, body, SDP_TYPE)
  expect(rig.wishes[0]).toMatchObject({ downloadSpeed: 4 })
  expect(sessionOf(seen.responses[0]!.body)).toMatchObject({ kind: 'Download', fileSizeBytes: 1000 })
})

test('CANCEL while the picture is being opened: 487, and nothing is left open', async () => {
  await using rig = gbRig()
  await rig.online()
  rig.media.next = 'late'
  const { call, seen } = await rig.open('INVITE', C1, offer(), SDP_TYPE)
  expect(seen.responses).toEqual([])
  call.cancel()
  await rig.pass(200)
  rig.deliver()
  await rig.pass(200)
  expect(seen.responses.map(({ status }) => status)).toEqual([487])
  expect([rig.media.open, rig.senders.map(({ state }) => state)]).toEqual([0, ['ended']])
})

test('a broadcast: the device invites the source, plays its G.711, and ends with it', async () => {
  await using rig = gbRig()
  await rig.online()
  expect(await rig.say({ kind: 'broadcast', sn: 3, sourceId: SERVER, targetId: C1 })).toBe(200)
  expect(rig.heard[0]).toMatchObject({ kind: 'broadcastResponse', sn: 3, deviceId: C1, result: 'OK' })
  const [invite] = rig.invites
  expect(headerValue(invite!.request, 'Subject')).toMatch(new RegExp(`^${SERVER}:\\d{10},${C1}:0$`))
  const asked = sessionOf(invite!.request.body)
  expect(asked).toMatchObject({
    kind: 'Play',
    media: 'audio',
    direction: 'recvonly',
    format: 'v/////a/1/8/1',
  })
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const sdp = `v=0\r\no=${SERVER} 0 0 IN IP4 127.0.0.1\r\ns=Play\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio ${socket.address().port} RTP/AVP 8\r\na=sendonly\r\na=rtpmap:8 PCMA/8000\r\ny=${asked.ssrc}\r\n`
  const dialog = invite!.accept(
    { headers: [{ name: 'Content-Type', value: 'application/sdp' }], body: new TextEncoder().encode(sdp) },
    { ended: () => undefined },
  )!
  await rig.pass(200)
  const packet = (sequence: number, ssrc: number) =>
    writeRtp({ payloadType: 8, marker: false, sequence, timestamp: sequence * 160, ssrc }, [
      new Uint8Array(160),
    ])
  for (const ssrc of [Number(asked.ssrc), 7])
    await new Promise((resolve) =>
      socket.send(packet(ssrc === 7 ? 2 : 1, ssrc), asked.port, '127.0.0.1', resolve),
    )
  for (let i = 0; i < 200 && rig.voice.length === 0; i++) await rig.pass(50)
  expect(rig.voice.map(({ length }) => length)).toEqual([160])
  dialog.end()
  await rig.pass(200)
  expect(rig.told).toEqual(['silent'])
  expect(rig.device.stats().voices).toBe(0)
  await new Promise<void>((resolve) => socket.close(() => resolve()))
})

test('a broadcast to nobody is refused', async () => {
  await using rig = gbRig()
  await rig.online()
  expect(await rig.say({ kind: 'broadcast', sn: 3, sourceId: SERVER, targetId: channelId(55) })).toBe(404)
})
