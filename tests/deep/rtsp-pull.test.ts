/** Streams of RTSP servers of others, and of our own cameras, as our client pulls them. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlDevices } from '@backlot/contract/control/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRtspSession } from '../../simulator/src/media/rtsp-pull/open-rtsp-session.ts'
import { readRtspTarget, rtspSource } from '../../simulator/src/media/rtsp-pull/rtsp-source.ts'
import { createHostClock } from '../../simulator/src/timeline/host-clock.ts'
import { readVideo } from '../../simulator/src/wire/flv/flv-media.ts'
import { encodeTag, type FlvTag, flvHeader, kindOf } from '../../simulator/src/wire/flv/flv-tag.ts'
import { control } from '../../testing/control.ts'
import { BY_DAY, launchSimulator } from '../../testing/launch-simulator.ts'
import { itByDebian } from './debian-program.ts'
import { GST_ACCOUNT, GST_SERVER, gstServer } from './gst-server.ts'
import { stripsOf } from './strips-of.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const run = promisify(execFile)
const host = createHostClock()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-pull-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const targetOf = (port: number, path: string, account = GST_ACCOUNT) =>
  readRtspTarget(`rtsp://127.0.0.1:${port}${path}`, account)!

/** Pulls until there are so many pictures; answers the tags and what is known of the stream. */
async function pull(
  target: ReturnType<typeof targetOf>,
  transport: 'auto' | 'tcp' | 'udp',
  pictures: number,
): Promise<{
  tags: FlvTag[]
  stats: NonNullable<ReturnType<ReturnType<ReturnType<typeof rtspSource>>['stats']>>
}> {
  const tags: FlvTag[] = []
  let isEnough = (): void => undefined
  const enough = new Promise<void>((resolve) => {
    isEnough = resolve
  })
  const source = rtspSource({ target, transport, hostClock: host })((hostMs) => hostMs, {
    tag(tag) {
      tags.push(tag)
      if (tags.filter(isPicture).length >= pictures) isEnough()
    },
    live: () => undefined,
    restarted: () => undefined,
  })
  await enough
  const stats = source.stats()
  await source.stop()
  return { tags, stats }
}
const isPicture = (tag: FlvTag) => ['key', 'video'].includes(kindOf(tag))

/** Pictures that ffmpeg decodes of the tags, and what it complains about. */
async function decode(
  tags: readonly FlvTag[],
  name: string,
): Promise<{ pictures: number; complaints: string }> {
  const path = join(folder, `${name}.flv`)
  await writeFile(path, Buffer.concat([flvHeader(true), ...tags.map(encodeTag)]))
  const { stdout, stderr } = await run(FFMPEG, [
    ...['-v', 'warning', '-i', path, '-map', '0:v', '-fps_mode', 'passthrough'],
    ...['-f', 'framehash', '-'],
  ])
  return {
    pictures: stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length,
    complaints: stderr,
  }
}

for (const scheme of ['digest', 'basic'] as const)
  for (const transport of ['tcp', 'udp'] as const)
    itByDebian(GST_SERVER, `GStreamer's H.264 and AAC, by ${scheme}, over ${transport}`, async () => {
      using server = await gstServer('tcp-and-udp', scheme)
      const { tags, stats } = await pull(targetOf(server.port, '/h264'), transport, 60)
      expect(stats.pulled).toMatchObject({
        videoCodec: 'H.264',
        audioCodec: 'AAC',
        size: { width: 320, height: 240 },
      })
      expect(stats.restarts).toBe(0)
      const pictures = tags.filter(isPicture)
      for (const [i, tag] of pictures.entries())
        if (i > 0) expect(Math.abs(tag.timestampMs - pictures[i - 1]!.timestampMs - 40)).toBeLessThan(2)
      expect(await decode(tags, `h264-${scheme}-${transport}`)).toEqual({ pictures: 60, complaints: '' })
      const last = tags.findLast((tag) => kindOf(tag) === 'audio')!
      expect(Math.abs(last.timestampMs - pictures.at(-1)!.timestampMs)).toBeLessThan(500)
    })

itByDebian(GST_SERVER, "GStreamer's H.265 and G.711, and pictures that look ahead", async () => {
  using server = await gstServer('tcp-and-udp', 'none')
  const { stats } = await pull(targetOf(server.port, '/h265'), 'udp', 40)
  expect(stats.pulled).toMatchObject({
    videoCodec: 'H.265',
    audioCodec: 'G.711 A-law',
    size: { width: 320, height: 240 },
  })
  const { tags } = await pull(targetOf(server.port, '/bidirectional'), 'tcp', 60)
  expect(await decode(tags, 'bidirectional')).toEqual({ pictures: 60, complaints: '' })
  const later = tags.flatMap((tag) => (isPicture(tag) ? [readVideo(tag)!.compositionMs] : []))
  // Two of three are shown as they come, the third 120 ms later; at the beginning it is not known yet.
  expect(later.slice(12).filter((ms) => ms === 120).length).toBeGreaterThan(10)
  expect(later.every((ms) => ms >= 0)).toBe(true)
})

itByDebian(GST_SERVER, 'a server without TCP is played over UDP', async () => {
  using server = await gstServer('udp', 'none')
  const { stats } = await pull(targetOf(server.port, '/h264'), 'auto', 20)
  expect(stats.restarts).toBe(0)
})

itByDebian(
  GST_SERVER,
  'what GStreamer has not got, or what cannot be shown, is told with its reason',
  async () => {
    using server = await gstServer('tcp-and-udp', 'digest')
    const reasonOf = (path: string, password: string) =>
      openRtspSession(targetOf(server.port, path, { ...GST_ACCOUNT, password }), ['tcp'], host, {
        tag: () => undefined,
        end: () => undefined,
      }).then(
        () => 'played',
        ({ reason, message }) => `${reason}: ${message}`,
      )
    expect(await reasonOf('/h264', 'wrong')).toMatch(/^unauthorized: 401 /)
    expect(await reasonOf('/none', GST_ACCOUNT.password)).toMatch(/^notFound: 404 /)
    expect(await reasonOf('/mpeg4', GST_ACCOUNT.password)).toMatch(/^codec: its video is MP4V-ES/)
    expect(await reasonOf('/sound', GST_ACCOUNT.password)).toMatch(/^noVideo: /)
  },
)

it('the pictures of our own cameras arrive one by one, with their strips', async () => {
  const simulator = await launchSimulator(['--no-rtmp', ...BY_DAY])
  try {
    const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera' } })
    const { sn, cameraNumber } = list.find(({ online }) => online)!
    const { port } = new URL(simulator.rtsp!.replace('rtsp:', 'http:'))
    for (const transport of ['tcp', 'udp'] as const) {
      const account = { username: 'admin', password: 'Backlot@2026' }
      const { tags } = await pull(targetOf(Number(port), `/${sn}/1/main`, account), transport, 48)
      const path = join(folder, `own-${transport}.flv`)
      await writeFile(path, Buffer.concat([flvHeader(true), ...tags.map(encodeTag)]))
      const strips = await stripsOf(path, 48, [])
      expect(strips).toHaveLength(48)
      expect(strips.map(({ camera }) => camera)).toEqual(strips.map(() => cameraNumber))
      const frames = strips.map(({ frame }) => frame)
      // None is missing, but those that a busy camera leaves out for all; times of tags are those of the pictures.
      expect(frames).toEqual(frames.toSorted((one, other) => one - other))
      const pictures = tags.filter(isPicture)
      for (const [i, strip] of strips.entries())
        expect(
          Math.abs(pictures[i]!.timestampMs - pictures[0]!.timestampMs - (strip.timeMs - strips[0]!.timeMs)),
        ).toBeLessThan(60)
    }
  } finally {
    await simulator.stop()
  }
})
