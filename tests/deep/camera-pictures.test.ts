/** Test pictures of cameras that have no snapshot: from their streams, which GStreamer sends and ffmpeg judges. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createCameraReach } from '../../simulator/src/gateways/onvif/camera-access.ts'
import { keyFramePicture } from '../../simulator/src/gateways/onvif/key-frame-picture.ts'
import {
  profile,
  streamAnswer,
  testCamera,
  USUAL,
} from '../../simulator/src/gateways/onvif/real-cameras.test-support.ts'
import { createHostClock } from '../../simulator/src/timeline/host-clock.ts'
import { FLV_VIDEO } from '../../simulator/src/wire/flv/flv-tag.ts'
import { itByDebian } from './debian-program.ts'
import { GST_ACCOUNT, GST_SERVER, gstServer } from './gst-server.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const hostClock = createHostClock()
const reach = (ffmpeg: string | undefined = FFMPEG) =>
  createCameraReach({ hostClock, resolve: async () => '127.0.0.1', ffmpeg })
const login = (address: string, account = { username: '', password: '' }) => ({
  address,
  ...account,
  transport: 'auto' as const,
})

/** The colours of a picture's upper part from left to right, as ffmpeg decodes it. */
async function barsOf(picture: Buffer): Promise<string[]> {
  const wide = ['-vf', 'crop=iw:ih/3:0:0,scale=7:1:flags=area', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const decoder = spawn(FFMPEG, ['-v', 'error', '-xerror', '-f', 'jpeg_pipe', '-i', '-', ...wide])
  decoder.stdin.end(picture)
  const pixels = await buffer(decoder.stdout)
  return Array.from({ length: pixels.length / 3 }, (_, at) =>
    [...pixels.subarray(at * 3, at * 3 + 3)].map((value) => (value > 96 ? '1' : '0')).join(''),
  )
}
/** White, yellow, cyan, green, magenta, red and blue: the colour bars of GStreamer's test pictures. */
const BARS = ['111', '110', '011', '010', '101', '100', '001']

itByDebian(GST_SERVER, 'a camera known by rtsp:// alone shows a key frame of its stream', async () => {
  using server = await gstServer('tcp-and-udp', 'digest')
  for (const path of ['/h264', '/h265']) {
    const at = login(`rtsp://127.0.0.1:${server.port}${path}`, GST_ACCOUNT)
    expect(await barsOf(await reach().picture(at, undefined))).toEqual(BARS)
  }
})

itByDebian(GST_SERVER, 'an ONVIF camera without a snapshot shows a key frame of its stream', async () => {
  using server = await gstServer('udp', 'none')
  await using camera = await testCamera({
    ...USUAL,
    GetProfiles: `<trt:GetProfilesResponse>${profile('P1', 'main')}</trt:GetProfilesResponse>`,
    GetStreamUri: streamAnswer(`rtsp://127.0.0.1:${server.port}/h264`),
  })
  const at = login(`http://127.0.0.1:${camera.port}/onvif/device_service`)
  expect(await barsOf(await reach().picture(at, 'P1'))).toEqual(BARS)
  expect(camera.asked.some((one) => one.startsWith('GetSnapshotUri'))).toBe(true)
})

itByDebian(GST_SERVER, 'of a stream that brings no picture, the fault is named', async () => {
  using server = await gstServer('tcp-and-udp', 'basic')
  const picture = (path: string, account = GST_ACCOUNT, ffmpeg = FFMPEG) =>
    reach(ffmpeg).picture(login(`rtsp://127.0.0.1:${server.port}${path}`, account), undefined)
  await expect(picture('/h264', { ...GST_ACCOUNT, password: 'x' })).rejects.toMatchObject({
    fault: 'credentials',
  })
  await expect(picture('/none')).rejects.toMatchObject({ fault: 'refused' })
  await expect(picture('/mpeg4')).rejects.toMatchObject({ fault: 'noVideo' })
  await expect(picture('/sound')).rejects.toMatchObject({ fault: 'noVideo' })
  await expect(picture('/h264', GST_ACCOUNT, '/nowhere/ffmpeg')).rejects.toMatchObject({ fault: 'noDecoder' })
  const without = createCameraReach({ hostClock, resolve: async () => '127.0.0.1', ffmpeg: undefined })
  const at = login(`rtsp://127.0.0.1:${server.port}/h264`, GST_ACCOUNT)
  await expect(without.picture(at, undefined)).rejects.toMatchObject({
    fault: 'noDecoder',
    message: expect.stringContaining('no ffmpeg'),
  })
})

it('a stream that breaks off, and a key frame that is damaged, are named too', async () => {
  const breaking = createServer((socket) => socket.once('data', () => socket.destroy()))
  await once(breaking.listen(0, '127.0.0.1'), 'listening')
  const { port } = breaking.address() as { port: number }
  const at = login(`rtsp://127.0.0.1:${port}/main`)
  await expect(reach().picture(at, undefined)).rejects.toMatchObject({ fault: 'unreachable' })
  breaking.close()
  await once(breaking, 'close')
  await expect(reach().picture(at, undefined)).rejects.toMatchObject({ fault: 'unreachable' })
  // H.264 as FLV has it: parameter sets and a key frame that hold nothing but noise.
  const noise = (size: number) => Buffer.alloc(size, 0xaa)
  const record = [Buffer.from([1, 66, 0, 30, 0xff, 0xe1, 0, 8]), noise(8), Buffer.from([1, 0, 8]), noise(8)]
  const bodies = [record, [Buffer.from([0, 0, 0, 64, 0x65]), noise(63)]]
  const tags = bodies.map((parts, at) => ({
    type: FLV_VIDEO,
    timestampMs: 0,
    body: Buffer.concat([Buffer.from([0x17, at, 0, 0, 0]), ...parts]),
  }))
  for (const damaged of [tags, tags.slice(0, 1), tags.slice(1)])
    await expect(keyFramePicture(FFMPEG, damaged, hostClock)).rejects.toMatchObject({
      fault: 'noDecoder',
      message: 'its picture cannot be decoded',
    })
})
