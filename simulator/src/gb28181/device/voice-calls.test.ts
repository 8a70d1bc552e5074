import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createFramedRtpReader, framePackets } from '../../wire/rtp/framed-rtp.ts'
import { readRtp, writeRtp } from '../../wire/rtp/rtp-packet.ts'
import { readGbSession } from '../../wire/sdp/read-gb-session.ts'
import { readSdp } from '../../wire/sdp/read-sdp.ts'
import { channelId, DEVICE_IP, gbRig, SERVER } from '../gb-rig.test-support.ts'

const C1 = channelId(1)
const LOOPBACK = '127.0.0.1'
const SDP_TYPE = [{ name: 'Content-Type', value: 'application/sdp' }]

function sessionOf(body: Uint8Array) {
  const sdp = readSdp(body)
  const read = sdp.ok ? readGbSession(sdp.value) : sdp
  if (!read.ok) throw new Error(read.problem.message)
  return read.value
}
/** A description of a platform's sound. */
const describe = (name: string, media: string, ...more: string[]) =>
  ['v=0', `o=${SERVER} 0 0 IN IP4 ${LOOPBACK}`, `s=${name}`, `c=IN IP4 ${LOOPBACK}`, 't=0 0', media, ...more]
    .map((line) => `${line}\r\n`)
    .join('')
const packet = (sequence: number, ssrc = 7) =>
  writeRtp({ payloadType: 8, marker: false, sequence, timestamp: sequence * 160, ssrc }, [
    new Uint8Array(160).fill(sequence),
  ])
/** What of a connection is RTP. */
function packetsOf(socket: Socket) {
  const reader = createFramedRtpReader()
  const packets: Uint8Array[] = []
  socket.on('data', (chunk) => packets.push(...reader.push(chunk)))
  return packets
}
type Rig = ReturnType<typeof gbRig>
async function until(rig: Rig, what: string, isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo(); turn++) {
    if (turn > 400) throw new Error(`waited for ${what}`)
    await rig.pass(50)
  }
}

test.each(['tcp-active', 'tcp-passive'] as const)(
  'a broadcast over TCP, %s: its packets have their length before them',
  async (voice) => {
    await using rig = gbRig({ voice })
    await rig.online()
    await rig.say({ kind: 'broadcast', sn: 3, sourceId: SERVER, targetId: C1 })
    await until(rig, 'the invitation', () => rig.invites.length > 0)
    const asked = sessionOf(rig.invites[0]!.request.body)
    const setup = voice === 'tcp-active' ? 'active' : 'passive'
    expect(asked).toMatchObject({
      media: 'audio',
      transport: 'tcp',
      setup,
      reuse: 'new',
      direction: 'recvonly',
    })
    if (setup === 'active') expect(asked.port).toBe(9)
    const server = createServer()
    server.listen(0, LOOPBACK)
    await once(server, 'listening')
    const port = setup === 'active' ? (server.address() as AddressInfo).port : 9
    const other = setup === 'active' ? 'passive' : 'active'
    const lines = [`a=setup:${other}`, 'a=connection:new', 'a=sendonly', `y=${asked.ssrc}`]
    const sdp = describe('Play', `m=audio ${port} TCP/RTP/AVP 8`, ...lines)
    const accepted = once(server, 'connection')
    const dialog = rig.invites[0]!.accept({ headers: SDP_TYPE, body: Buffer.from(sdp) }, { ended: () => {} })!
    await rig.pass(200)
    const socket =
      setup === 'active'
        ? ((await accepted)[0] as Socket)
        : connect({ port: asked.port, host: DEVICE_IP, localAddress: LOOPBACK })
    socket.on('error', () => undefined)
    const bytes = framePackets([packet(1, Number(asked.ssrc)), packet(2, 99), packet(3, Number(asked.ssrc))])
    socket.write(bytes.subarray(0, 50))
    socket.write(bytes.subarray(50))
    await until(rig, 'the voice', () => rig.voice.length > 0)
    // 3 waits for 2, which was another's.
    expect(rig.voice.map(([first]) => first)).toEqual([1])
    dialog.end()
    await rig.pass(200)
    expect(rig.told).toEqual(['silent'])
    socket.destroy()
    server.close()
  },
)

test('talk over UDP: the device is heard and hears, also where the platform says that it receives alone', async () => {
  await using rig = gbRig()
  await rig.online()
  const socket = createSocket('udp4')
  socket.bind(0, LOOPBACK)
  await once(socket, 'listening')
  const heard: Uint8Array[] = []
  socket.on('message', (bytes) => void heard.push(bytes))
  const media = `m=audio ${socket.address().port} RTP/AVP 8`
  for (const [wish, answered] of [
    ['sendrecv', 'sendrecv'],
    ['recvonly', 'sendonly'],
  ] as const) {
    const offer = describe('Talk', media, `a=${wish}`, 'a=rtpmap:8 PCMA/8000', 'y=0200000007')
    const { dialog, seen } = await rig.open('INVITE', C1, offer, SDP_TYPE)
    await until(rig, 'the answer', () => seen.responses.length > 0)
    expect(seen.responses[0]!.status).toBe(200)
    const answer = sessionOf(seen.responses[0]!.body)
    const body = Buffer.from(seen.responses[0]!.body).toString()
    expect(body).toContain(
      `\r\nm=audio ${answer.port} RTP/AVP 8\r\na=${answered}\r\na=rtpmap:8 PCMA/8000\r\n`,
    )
    expect(body).toContain('\r\ns=Talk\r\n')
    expect(body).toContain('\r\ny=0200000007\r\nf=v/////a/1/8/1\r\n')
    await until(rig, 'sound', () => heard.length > 10)
    const packets = heard.map((bytes) => readRtp(bytes)).flatMap((read) => (read.ok ? [read.packet] : []))
    expect(packets[0]).toMatchObject({ payloadType: 8, ssrc: 200_000_007, sequence: 0, timestamp: 0 })
    expect(packets[1]).toMatchObject({ sequence: 1, timestamp: 160 })
    // 1000 in A-law.
    expect(new Set(packets[0]!.payload)).toEqual(new Set([0xfa]))
    socket.send(packet(1), answer.port, DEVICE_IP)
    await until(rig, 'the voice', () => rig.voice.length > 0)
    expect(rig.device.stats().voices).toBe(1)
    dialog.end()
    await rig.pass(200)
    expect(rig.device.stats().voices).toBe(0)
    heard.length = rig.voice.length = 0
  }
  await new Promise<void>((resolve) => socket.close(() => resolve()))
})

test('talk over TCP: the device connects, or lets the platform in', async () => {
  await using rig = gbRig()
  await rig.online()
  const server = createServer()
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  for (const setup of ['passive', 'active'] as const) {
    const port = setup === 'passive' ? (server.address() as AddressInfo).port : 9
    const lines = [
      `a=setup:${setup}`,
      'a=connection:new',
      'a=sendrecv',
      'a=rtpmap:8 PCMA/8000',
      'y=0200000008',
    ]
    const accepted = once(server, 'connection')
    const offer = describe('Talk', `m=audio ${port} TCP/RTP/AVP 8`, ...lines)
    const { dialog, seen } = await rig.open('INVITE', C1, offer, SDP_TYPE)
    await until(rig, 'the answer', () => seen.responses.length > 0)
    const answer = sessionOf(seen.responses[0]!.body)
    expect(answer).toMatchObject({
      transport: 'tcp',
      setup: setup === 'passive' ? 'active' : 'passive',
      direction: 'sendrecv',
    })
    const socket =
      setup === 'passive'
        ? ((await accepted)[0] as Socket)
        : connect({ port: answer.port, host: DEVICE_IP, localAddress: LOOPBACK })
    const heard = packetsOf(socket)
    await until(rig, 'sound', () => heard.length > 10)
    socket.write(framePackets([packet(1)]))
    await until(rig, 'the voice', () => rig.voice.length > 0)
    rig.voice.length = 0
    socket.destroy()
    // A connection that is over ends the call.
    await until(rig, 'the end', () => seen.ended === 'bye')
    expect(dialog.isOver()).toBe(true)
  }
  server.close()
})

test('talk is refused: to nobody, with other sound, while it is spoken to, without a loudspeaker', async () => {
  await using rig = gbRig()
  await rig.online()
  const offer = (media: string) => describe('Talk', media, 'a=sendrecv')
  const status = async (id: string, body: string) => {
    const { seen } = await rig.open('INVITE', id, body, SDP_TYPE)
    return seen.responses[0]?.status
  }
  const pcma = offer('m=audio 9000 RTP/AVP 8')
  expect(await status(channelId(55), pcma)).toBe(404)
  expect(await status(C1, offer('m=audio 9000 RTP/AVP 0'))).toBe(488)
  expect(await status(C1, offer('m=video 9000 RTP/AVP 96'))).toBe(488)
  rig.speaker.next = 'busy'
  expect(await status(C1, pcma)).toBe(486)
  rig.speaker.next = 'none'
  expect(await status(C1, pcma)).toBe(488)
  expect(rig.device.stats().voices).toBe(0)
})
