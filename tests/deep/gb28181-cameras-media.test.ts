/** The fleet's own cameras at a platform of GB/T 28181 that says what it is told to: pictures, recordings, voice. */
import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlTalk, controlTalkDevice } from '@backlot/contract/control/talk-calls'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { IncomingRequest } from '../../simulator/src/sip/sip-calls.ts'
import { writeRtp } from '../../simulator/src/wire/rtp/rtp-packet.ts'
import { control } from '../../testing/control.ts'
import { type GbCameras, LOOPBACK, openGbCameras, PATIENT } from './gb-cameras.ts'
import { GB_SERVER } from './gb-platform.ts'
import { pitchOf } from './pitch-of.ts'
import { stripsOf } from './strips-of.ts'

const run = promisify(execFile)

/** A square wave at 500 Hz, 20 ms. */
const VOICE = Buffer.from(Array.from({ length: 160 }, (_, i) => (i % 16 < 8 ? 0xaa : 0x2a)))

let folder: string
let cameras: GbCameras
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-gb-own-'))
  cameras = await openGbCameras()
})
afterAll(async () => {
  await cameras?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

it('its stream is MPEG-PS that ffmpeg reads, main or sub', async () => {
  const { cameraNumber } = await cameras.deviceOf(cameras.camera.sn)
  for (const [streamNumber, size] of [
    [0, '960x540'],
    [1, '640x360'],
  ] as const) {
    const session = await cameras.platform.invite(cameras.camera.id, {
      more: [`a=streamnumber:${streamNumber}`],
    })
    expect(session.status).toBe(200)
    await session.packets(300)
    session.end()
    const file = join(folder, `live${streamNumber}.ps`)
    await session.save(file)
    const strips = await stripsOf(file, 20, ['-f', 'mpeg'])
    expect(new Set(strips.map((strip) => strip.camera))).toEqual(new Set([cameraNumber]))
    const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
    const { stderr } = await run(ffmpeg, ['-hide_banner', '-f', 'mpeg', '-i', file, '-f', 'null', '-'])
    expect(stderr).toContain(size)
  }
})

it('plays back: at a speed, from a place, paused, to the end', async () => {
  const toMs = Math.floor(((await cameras.nowMs()) - 600_000) / 1000) * 1000
  const span = { fromMs: toMs - 60_000, toMs }
  const session = await cameras.platform.invite(cameras.camera.id, { name: 'Playback', span })
  expect(session.status).toBe(200)
  await session.packets(80)
  const file = join(folder, 'playback.ps')
  await session.save(file)
  const [first] = await stripsOf(file, 1, ['-f', 'mpeg'])
  expect(Math.abs(first!.timeMs - span.fromMs)).toBeLessThan(1000)
  expect(await session.control('PLAY MANSRTSP/1.0', 'CSeq: 1', 'Scale: 8.0')).toBe(488)
  expect(await session.control('PLAY MANSRTSP/1.0', 'CSeq: 2', 'Scale: 4.0', 'Range: npt=40-')).toBe(200)
  const from = session.payloads.length
  await session.packets(200)
  expect(await session.control('PAUSE MANSRTSP/1.0', 'CSeq: 3', 'PauseTime: now')).toBe(200)
  const sought = join(folder, 'sought.ps')
  await session.save(sought, from)
  const times = (await stripsOf(sought, 200, ['-f', 'mpeg'])).map(({ timeMs }) => timeMs)
  expect(times.at(-1)! - span.fromMs).toBeGreaterThanOrEqual(40_000)
  expect(await session.control('PLAY MANSRTSP/1.0', 'CSeq: 4', 'Scale: 4.0', 'Range: npt=56-')).toBe(200)
  await vi.waitFor(
    () => expect(cameras.platform.of('mediaStatus').at(-1)).toMatchObject({ notifyType: 121 }),
    PATIENT,
  )
  session.end()
  const download = await cameras.platform.invite(cameras.camera.id, {
    name: 'Download',
    span,
    more: ['a=downloadspeed:4'],
  })
  expect(download.sdp).toMatch(/a=downloadspeed:1\r\n/)
  expect(Number(/a=filesize:(\d+)/.exec(download.sdp)?.[1])).toBeGreaterThan(10_000)
  await download.packets(50)
  download.end()
  const future = { fromMs: toMs + 7_200_000, toMs: toMs + 7_300_000 }
  const none = await cameras.platform.invite(cameras.camera.id, { name: 'Playback', span: future })
  expect(none.status).toBe(404)
  none.end()
})

it('the voice of an operator is heard by the device', async () => {
  const socket = createSocket('udp4')
  socket.bind(0, LOOPBACK)
  await once(socket, 'listening')
  let sending: NodeJS.Timeout | undefined
  let dialog: ReturnType<IncomingRequest['accept']>
  cameras.platform.onInvite((incoming) => {
    const to = Number(/m=audio (\d+)/.exec(Buffer.from(incoming.request.body).toString())![1])
    const ssrc = Number(/y=(\d+)/.exec(Buffer.from(incoming.request.body).toString())![1])
    const answer = [
      'v=0',
      `o=${GB_SERVER} 0 0 IN IP4 ${LOOPBACK}`,
      's=Play',
      `c=IN IP4 ${LOOPBACK}`,
      't=0 0',
      `m=audio ${socket.address().port} RTP/AVP 8`,
      'a=sendonly',
      'a=rtpmap:8 PCMA/8000',
      `y=${String(ssrc).padStart(10, '0')}`,
      '',
    ]
    const headers = [
      cameras.platform.endpoint.contact(GB_SERVER, 'udp'),
      { name: 'Content-Type', value: 'application/sdp' },
    ]
    let sequence = 0
    dialog = incoming.accept(
      { headers, body: Buffer.from(answer.join('\r\n')) },
      {
        acked() {
          sending = setInterval(() => {
            const head = { payloadType: 8, marker: false, sequence, timestamp: sequence * 160, ssrc }
            sequence++
            socket.send(writeRtp(head, [VOICE]), to, LOOPBACK)
          }, 20)
        },
        ended: () => clearInterval(sending),
      },
    )
  })
  await cameras.platform.send(cameras.camera.id, {
    kind: 'broadcast',
    sn: cameras.nextSn(),
    sourceId: GB_SERVER,
    targetId: cameras.camera.id,
  })
  await vi.waitFor(async () => {
    const text = JSON.stringify(await control(cameras.simulator.url, controlTalk))
    expect(text).toContain(cameras.camera.sn)
  }, PATIENT)
  dialog?.end()
  clearInterval(sending)
  socket.close()
})

it('talks both ways: what its microphone hears comes, and what is said to it is heard', async () => {
  const { sn, id } = cameras.camera
  const { url } = cameras.simulator
  await control(url, controlTalk, { query: { sn, reset: 'true' } })
  await control(url, controlTalkDevice, { body: { sn, toneHz: 400 } })
  const session = await cameras.platform.invite(id, { name: 'Talk' })
  expect(session.status).toBe(200)
  expect(session.sdp).toMatch(/^s=Talk\r$/m)
  await session.packets(100)
  expect(await pitchOf(folder, Buffer.concat(session.payloads))).toBe(400)
  let sequence = 0
  const speaking = setInterval(() => {
    const head = { payloadType: 8, marker: false, sequence, timestamp: sequence * 160, ssrc: 5 }
    sequence++
    session.send(writeRtp(head, [VOICE]))
  }, 20)
  const heard = async () => (await control(url, controlTalk, { query: { sn } })).devices[0]?.heard
  await vi.waitFor(async () => expect((await heard())?.peakDb ?? -96).toBeGreaterThan(-40), PATIENT)
  clearInterval(speaking)
  // It has one sound path.
  const other = await cameras.platform.invite(id, { name: 'Talk' })
  expect(other.status).toBe(486)
  other.end()
  session.end()
  await vi.waitFor(async () => {
    const again = await cameras.platform.invite(id, { name: 'Talk' })
    again.end()
    expect(again.status).toBe(200)
  }, PATIENT)
})

it('pictures that were ordered are uploaded, and named then', async () => {
  const got: Buffer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    got.push(Buffer.concat(chunks))
    response.end()
  })
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  const uploadUrl = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/snap`
  const snapshotConfig = { count: 2, intervalS: 1, uploadUrl, sessionId: 'a'.repeat(32) }
  await cameras.platform.send(cameras.camera.id, {
    kind: 'deviceConfig',
    sn: cameras.nextSn(),
    deviceId: cameras.camera.id,
    snapshotConfig,
  })
  await vi.waitFor(
    () => expect(cameras.platform.of('snapshotsUploaded').at(-1)?.fileIds).toHaveLength(2),
    PATIENT,
  )
  expect(got.map((picture) => picture.readUInt16BE(0))).toEqual([0xffd8, 0xffd8])
  server.close()
})
