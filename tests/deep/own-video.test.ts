// A video of one's own as a camera, judged by ffmpeg: what it decodes of the streams beside what it decodes of the file.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlClock, controlDevices, controlSetDevice } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { decodeStrip } from '@backlot/contract/picture-strip'
import { downloadRecordFile, listDownloads, startPlayRecordFile } from '@backlot/contract/recordings/calls'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { watchedPictures } from './watched-pictures.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const PASSWORD = 'Backlot@2026'
const [WIDTH, HEIGHT] = [640, 360]
const [RATE, FRAMES] = [25, 75]
const run = promisify(execFile)
let folder: string
let clip: string
let simulator: LaunchedSimulator
let operator: Operator

type Codec = 'h264' | 'hevc'

/** Of a stream over HTTP, whatever its codec. */
async function watched(url: string, codec: Codec, count: number): Promise<Buffer[]> {
  const file = join(folder, 'watched')
  const { byteStream } = await watchedPictures(new URL(url, simulator.url).href, count)
  writeFileSync(file, byteStream)
  return picturesOf(['-f', codec, '-i', file], count)
}

/** Luma of the pictures of a stream or file. */
async function picturesOf(input: readonly string[], count: number): Promise<Buffer[]> {
  const form = ['-s', `${WIDTH}x${HEIGHT}`, '-f', 'rawvideo', '-pix_fmt', 'gray', '-']
  const args = ['-loglevel', 'quiet', ...input, '-frames:v', `${count}`, '-vsync', '0', ...form]
  const { stdout } = await run(FFMPEG, args, { encoding: 'buffer', maxBuffer: 256_000_000, timeout: 60_000 })
  const size = WIDTH * HEIGHT
  return Array.from({ length: Math.floor(stdout.length / size) }, (_, i) =>
    stdout.subarray(i * size, (i + 1) * size),
  )
}

/** Mean difference of two pictures between the text above and the strip below. */
function difference(a: Buffer, b: Buffer): number {
  let sum = 0
  let count = 0
  for (let at = 80 * WIDTH; at < 280 * WIDTH; at += 3) {
    sum += Math.abs(a[at]! - b[at]!)
    count++
  }
  return sum / count
}
const nearest = (picture: Buffer, source: readonly Buffer[]) =>
  source
    .map((frame, number) => ({ number, away: difference(picture, frame) }))
    .reduce((best, each) => (each.away < best.away ? each : best)).number

const program = (...args: string[]) =>
  run(process.execPath, [PROGRAM, ...args], { env: { ...process.env, BACKLOT_CONTROL: simulator.url } })
const camera = (group: string, ...args: string[]) => {
  const lines = ['--group', group, '--group-name', group, '--placement', 'junctions', '--count', '1']
  return program('fleet', 'add', '--kind', 'camera', ...lines, '--name', group, ...args)
}
/** The camera that was added last. It stays online: outages of its own, as some have at this time, are held off. */
const newest = async () => {
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera' } })
  const { sn } = list.at(-1)!
  await control(simulator.url, controlSetDevice, { body: { sn, state: 'online' } })
  return { sn }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-video-'))
  clip = join(folder, 'clip.mp4')
  const source = `testsrc2=size=${WIDTH}x${HEIGHT}:rate=${RATE}:duration=${FRAMES / RATE}`
  await run(FFMPEG, ['-loglevel', 'error', '-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', clip])
  simulator = await launchSimulator(['--no-rtmp', ...BY_DAY])
  operator = await Operator.signIn(simulator.url)
})
afterAll(async () => {
  await simulator?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('every picture of RTSP and of the console is the frame of its moment, over the end of the file', async () => {
  await camera('screens', '--video', clip)
  const { sn } = await newest()
  const source = await picturesOf(['-i', clip], FRAMES)
  expect(source).toHaveLength(FRAMES)
  const { host } = new URL(simulator.rtsp!)
  const address = `rtsp://admin:${encodeURIComponent(PASSWORD)}@${host}/${sn}/1/sub`
  const live = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
  const [rtsp, flv] = await Promise.all([
    picturesOf(['-rtsp_transport', 'tcp', '-i', address], 60),
    picturesOf(['-i', new URL(live.httpUrl, simulator.url).href], 60),
  ])
  for (const pictures of [rtsp, flv]) {
    expect(pictures.length).toBe(60)
    const frames = framesOf(pictures, source)
    expect(shownBy(frames)).toEqual(wantedBy(frames))
    // Five seconds of a file of three.
    expect(frames.some(({ wanted }, i) => i > 0 && wanted < frames[i - 1]!.wanted)).toBe(true)
  }
})

/** Numbers of the frames that pictures show, and of those that their moments should. */
function framesOf(pictures: readonly Buffer[], source: readonly Buffer[]) {
  return pictures.map((data) => {
    const strip = decodeStrip({ data, width: WIDTH, height: HEIGHT, channels: 1 })
    if (!strip) throw new Error('a picture has no strip')
    const wanted = Math.floor((strip.timeMs * RATE) / 1000 + 1e-6) % FRAMES
    return { shown: nearest(data, source), wanted, timeMs: strip.timeMs }
  })
}
const shownBy = (frames: ReturnType<typeof framesOf>) => frames.map(({ shown }) => shown)
const wantedBy = (frames: ReturnType<typeof framesOf>) => frames.map(({ wanted }) => wanted)

it.each([
  ['h264', 'h264', 'avc1'],
  ['h265', 'hevc', 'hvc1'],
] as const)('a playback and a download in %s have the frames of their moments', async (coded, codec, tag) => {
  const source = await picturesOf(['-i', clip], FRAMES)
  await camera(`past${coded}`, '--video', clip, '--encoding', `${coded} 640x360 10 fps 2000 kbps gop 10`)
  const { sn } = await newest()
  const { httpUrl } = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'main' } })
  const live = framesOf(await watched(httpUrl, codec, 40), source)
  const [first, last] = [live[5]!.timeMs, live.at(-1)!.timeMs]
  const now = async () => (await control(simulator.url, controlClock)).nowMs
  // The recording reaches as far as the present.
  await vi.waitUntil(async () => (await now()) > last + 1000, { timeout: 30_000, interval: 100 })
  const span = { startTime: first / 1000, endTime: (last + 1) / 1000 }
  const played = await operator.call(startPlayRecordFile, {
    query: { sn, chnId: 1, streamType: 'main', ...span },
  })
  const again = framesOf(await watched(played.httpUrl, codec, 20), source)
  expect(again).toHaveLength(20)
  expect(shownBy(again)).toEqual(wantedBy(again))
  expect(again[0]!.timeMs).toBeGreaterThanOrEqual(first)
  expect(again.at(-1)!.timeMs).toBeLessThanOrEqual(last)

  const { downloadId } = await operator.call(downloadRecordFile, { body: { sn, chnId: 1, ...span } })
  const done = await vi.waitUntil(
    async () => {
      const { list } = await operator.call(listDownloads)
      return list.find((one) => one.downloadId === downloadId && one.state === 'completed')
    },
    { timeout: 60_000, interval: 200 },
  )
  const file = join(folder, `${coded}.mp4`)
  writeFileSync(file, Buffer.from(await (await fetch(new URL(done.url!, simulator.url))).arrayBuffer()))
  const entries = 'stream=codec_name,codec_tag_string,width,height,r_frame_rate'
  const asked = ['-v', 'error', '-select_streams', 'v', '-show_entries', entries, '-of', 'csv=p=0', file]
  const { stdout } = await run('ffprobe', asked)
  expect(stdout.trim()).toBe(`${codec},${tag},640,360,10/1`)
  const kept = framesOf(await picturesOf(['-i', file], 100), source)
  expect(kept.length).toBeGreaterThanOrEqual(live.length - 5)
  expect(shownBy(kept)).toEqual(wantedBy(kept))
  // Every moment of the grid, once.
  const steps = kept.slice(1).map(({ timeMs }, i) => timeMs - kept[i]!.timeMs)
  expect(steps.every((ms) => Math.abs(ms - 100) <= 1)).toBe(true)
})

it.each(['h264', 'h265'] as const)(
  'a constant rate of %s is that rate in every second, and a variable one follows the pictures',
  async (codec) => {
    const still = join(folder, 'still.mp4')
    const source = `smptebars=size=${WIDTH}x${HEIGHT}:rate=${RATE}:duration=2`
    await run(FFMPEG, ['-y', '-loglevel', 'error', '-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', still])
    const FPS = 10
    const [KBPS, SECONDS] = [1000, 6]
    const rates = async (file: string, rate: 'constant' | 'variable') => {
      const words = `${codec} 640x360 ${FPS} fps ${KBPS} kbps ${rate} gop ${FPS}`
      await camera(`rate${codec}`, '--video', file, '--no-strip', '--encoding', words)
      const { sn } = await newest()
      const { httpUrl } = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'main' } })
      const url = new URL(httpUrl, simulator.url).href
      const { pictures } = await watchedPictures(url, FPS * (SECONDS + 1))
      // The first second fills the buffer; pictures that a busy machine leaves out make no seconds longer.
      return Array.from({ length: pictures.length - 2 * FPS + 1 }, (_, i) => {
        const second = pictures.slice(FPS + i, 2 * FPS + i)
        return (second.reduce((sum, { bytes }) => sum + bytes, 0) * 8) / 1000
      })
    }
    for (const file of [still, clip]) {
      const constant = await rates(file, 'constant')
      expect(Math.min(...constant)).toBeGreaterThan(KBPS * 0.75)
      expect(Math.max(...constant)).toBeLessThan(KBPS * 1.25)
    }
    const variable = await rates(still, 'variable')
    expect(Math.max(...variable)).toBeLessThan(KBPS * 0.5)
  },
)

it('without the strip the picture is that of the file alone', async () => {
  await camera('plain', '--video', clip, '--no-strip')
  const { sn } = await newest()
  const source = await picturesOf(['-i', clip], FRAMES)
  const live = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
  const pictures = await picturesOf(['-i', new URL(live.httpUrl, simulator.url).href], 24)
  expect(pictures.length).toBe(24)
  for (const data of pictures) {
    expect(decodeStrip({ data, width: WIDTH, height: HEIGHT, channels: 1 })).toBeUndefined()
    const frame = source[nearest(data, source)]!
    // The corners, too, where the text and the strip would be.
    let sum = 0
    for (const [i, luma] of frame.entries()) sum += Math.abs(luma - data[i]!)
    expect(sum / frame.length).toBeLessThan(6)
  }
})

it('what cannot be shown is refused with the reason, and nothing is added', async () => {
  const sound = join(folder, 'sound.wav')
  await run(FFMPEG, ['-loglevel', 'error', '-f', 'lavfi', '-i', 'sine=duration=1', sound])
  const before = (await control(simulator.url, controlDevices, { query: { kind: 'camera' } })).list.length
  const failing = async (...args: string[]) => {
    const failure = await camera('plain', ...args).then(
      () => undefined,
      (error: { code: number; stderr: string }) => error,
    )
    return `${failure?.code} ${failure?.stderr.trim().replaceAll(`${folder}/`, '')}`
  }
  expect(await failing('--video', join(folder, 'none.mp4'))).toBe(
    '2 backlot: none.mp4:1: there is no such file: a video, or a folder of images',
  )
  expect(await failing('--video', sound)).toMatch(/^2 backlot: .*sound\.wav has no video stream/)
  expect(await failing('--video', folder)).toMatch(/^2 backlot: .* is a folder of images|without images/)
  expect(await failing('--images', '4')).toBe('2 backlot: --images and --no-strip need --video.')
  const after = (await control(simulator.url, controlDevices, { query: { kind: 'camera' } })).list.length
  expect(after).toBe(before)
})
