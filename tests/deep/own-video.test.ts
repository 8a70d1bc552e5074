// A video of one's own as a camera, judged by ffmpeg: what it decodes of the streams beside what it decodes of the file.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlDevices } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { decodeStrip } from '@backlot/contract/picture-strip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const PASSWORD = 'Backlot@2026'
const [WIDTH, HEIGHT] = [640, 360]
const [RATE, FRAMES] = [25, 75]
const run = promisify(execFile)
let folder: string
let clip: string
let simulator: LaunchedSimulator
let operator: Operator

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
const newest = async () => {
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera' } })
  return list.at(-1)!
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
    const frames = pictures.map((data) => {
      const strip = decodeStrip({ data, width: WIDTH, height: HEIGHT, channels: 1 })
      if (!strip) throw new Error('a picture has no strip')
      return {
        shown: nearest(data, source),
        wanted: Math.floor((strip.timeMs * RATE) / 1000 + 1e-6) % FRAMES,
      }
    })
    expect(frames.map(({ shown }) => shown)).toEqual(frames.map(({ wanted }) => wanted))
    // Five seconds of a file of three.
    expect(frames.some(({ wanted }, i) => i > 0 && wanted < frames[i - 1]!.wanted)).toBe(true)
  }
})

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
