import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { encodeAlaw } from '@backlot/contract/talk/g711-alaw'
import { expect, it } from 'vitest'
import { writeRtp } from '../../wire/rtp/rtp-packet.ts'
import { interleavedHead } from '../../wire/rtsp/rtsp-message.ts'
import { type RtspClient, rtspRig } from './rtsp-rig.test-support.ts'

const MAIN = '/CAM01/1/main'
const REQUIRE = { Require: 'www.onvif.org/ver20/backchannel' }
const sound = Int16Array.from({ length: 160 }, (_, i) => Math.round(8000 * Math.sin(i / 5)))
const packetOf = (sequence: number, payloadType = 8, payload: Uint8Array = encodeAlaw(sound)) =>
  writeRtp({ payloadType, marker: false, sequence, timestamp: sequence * 160, ssrc: 7 }, [payload])
const framed = (channel: number, packet: Buffer) =>
  Buffer.concat([interleavedHead(channel, packet.length), packet])

async function setUp(
  client: RtspClient,
  transport: string,
): Promise<{ status: number; session: Record<string, string>; transport: string }> {
  const set = await client.ask('SETUP', `${MAIN}/trackID=2`, { Transport: transport, ...REQUIRE })
  const session = { Session: set.headers['session']?.[0]?.split(';')[0] ?? '' }
  return { status: set.status, session, transport: set.headers['transport']?.[0] ?? '' }
}

it('describes the way to the loudspeaker to who asks for it, where there is one', async () => {
  await using rig = await rtspRig()
  const client = await rig.client()
  const asked = await client.ask('DESCRIBE', MAIN, REQUIRE)
  expect(asked.body.split('\r\n').slice(-6)).toEqual([
    'm=audio 0 RTP/AVP 0 8',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:8 PCMA/8000',
    'a=control:trackID=2',
    'a=sendonly',
    '',
  ])
  expect(asked.body.match(/a=recvonly/g)).toHaveLength(2)
  expect((await client.ask('DESCRIBE', MAIN)).body).not.toContain('sendonly')
  expect((await client.ask('DESCRIBE', '/CAM01/1/replay', REQUIRE)).status).toBe(551)
  const both = await client.ask('DESCRIBE', MAIN, { Require: `${REQUIRE.Require}, other` })
  expect([both.status, both.headers['unsupported']]).toEqual([551, ['other']])
})

it('what a client says over its connection is heard in frames of 40 ms, once it plays', async () => {
  await using rig = await rtspRig()
  const client = await rig.client()
  const { status, session, transport } = await setUp(client, 'RTP/AVP/TCP;unicast;interleaved=4-5')
  expect([status, transport]).toEqual([200, 'RTP/AVP/TCP;unicast;interleaved=4-5'])
  client.write(framed(4, packetOf(1)))
  expect((await client.ask('PLAY', MAIN, { ...session, ...REQUIRE })).status).toBe(200)
  expect(rig.spoken).toHaveLength(0)
  for (const sequence of [10, 12, 11, 13, 13, 14]) client.write(framed(4, packetOf(sequence)))
  client.write(framed(4, packetOf(15, 0, new Uint8Array(160).fill(0xff))))
  client.write(framed(4, Buffer.from('no RTP')))
  await client.until(() => rig.spoken.length === 3)
  expect(rig.spoken[0]).toHaveLength(320)
  // A-law keeps the sound to a few parts in a hundred.
  for (const [i, sample] of sound.entries()) expect(Math.abs(rig.spoken[0]![i]! - sample)).toBeLessThan(260)
  // The last half of the last frame was silence of µ-law.
  expect([...rig.spoken[2]!.subarray(160)]).toEqual(Array.from({ length: 160 }, () => 0))
  await client.ask('TEARDOWN', MAIN, session)
})

it('a session with the way to the loudspeaker alone is paused as others are', async () => {
  await using rig = await rtspRig()
  const client = await rig.client()
  const { session } = await setUp(client, 'RTP/AVP/TCP;unicast;interleaved=4-5')
  expect((await client.ask('PLAY', MAIN, session)).status).toBe(200)
  expect((await client.ask('PAUSE', MAIN, session)).status).toBe(200)
  for (let sequence = 0; sequence < 6; sequence++) client.write(framed(4, packetOf(sequence)))
  await client.ask('GET_PARAMETER', MAIN, session)
  expect(rig.spoken).toHaveLength(0)
})

it('over UDP the packets of the client alone are heard', async () => {
  await using rig = await rtspRig()
  const client = await rig.client()
  const [own, other] = [createSocket('udp4'), createSocket('udp4')]
  for (const socket of [own, other]) {
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
  }
  const { port } = own.address()
  const { session, transport } = await setUp(client, `RTP/AVP;unicast;client_port=${port}-${port + 1}`)
  const server = Number(/server_port=(\d+)-/.exec(transport)![1])
  await client.ask('PLAY', MAIN, { ...session, ...REQUIRE })
  for (let i = 0; i < 4; i++) other.send(packetOf(100 + i), server, '127.0.0.1')
  for (let i = 0; i < 4; i++) own.send(packetOf(i), server, '127.0.0.1')
  await client.until(() => rig.spoken.length === 2)
  await client.ask('GET_PARAMETER', MAIN, session)
  expect(rig.spoken).toHaveLength(2)
  for (const socket of [own, other]) socket.close()
})

it('a loudspeaker has one speaker at a time, and is free when that one has gone', async () => {
  await using rig = await rtspRig()
  const [one, two] = [await rig.client(), await rig.client()]
  const TCP = 'RTP/AVP/TCP;unicast'
  expect((await setUp(one, TCP)).status).toBe(200)
  expect((await setUp(two, TCP)).status).toBe(453)
  one.close()
  await two.until(() => rig.server.stats().connections === 1)
  expect((await setUp(two, TCP)).status).toBe(200)
})

it('a loudspeaker stays free when its client goes while the stream is not there yet', async () => {
  await using rig = await rtspRig({ startMs: 3000 })
  const [one, two] = [await rig.client(), await rig.client()]
  // With the login done, SETUP is the first to ask for the stream.
  for (const client of [one, two]) expect((await client.ask('DESCRIBE', '/NOBODY/1/main')).status).toBe(404)
  const asked = setUp(one, 'RTP/AVP/TCP;unicast')
  one.close()
  await expect(asked).rejects.toThrow('the connection was closed')
  // Time stands still meanwhile: no picture comes before the connection has ended.
  await expect.poll(() => rig.server.stats().connections).toBe(1)
  expect((await setUp(two, 'RTP/AVP/TCP;unicast')).status).toBe(200)
})

it('more sound than there is time for is left out', async () => {
  await using rig = await rtspRig()
  const client = await rig.client()
  const { session } = await setUp(client, 'RTP/AVP/TCP;unicast;interleaved=0-1')
  await client.ask('PLAY', MAIN, session)
  // Ten seconds at once, in one piece, as after a stall of the network; the first second is heard.
  client.write(Buffer.concat(Array.from({ length: 500 }, (_, i) => framed(0, packetOf(i)))))
  await client.until(() => rig.spoken.length >= 25)
  await client.ask('GET_PARAMETER', MAIN, session)
  expect(rig.spoken.length).toBeLessThan(40)
  expect([...rig.server.stats().cuts]).toEqual([])
  // Requests whose answers nobody waits for are another matter.
  client.write('OPTIONS * RTSP/1.0\r\nCSeq: 100\r\n\r\n'.repeat(80))
  await client.until(() => client.isClosed)
  expect([...rig.server.stats().cuts]).toEqual([['flood', 1]])
})
