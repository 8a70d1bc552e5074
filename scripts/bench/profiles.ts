// What cameras cost by how they encode, beside an ffmpeg that encodes a generated picture of the same size with the same
// settings. By the picture, since a machine may not keep up with the largest.
import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { controlDevices } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import type { FleetEncoding } from '@backlot/contract/control/fleet-encoding'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { type EncoderOptions, videoArguments } from '@backlot/simulator/media/encoder-arguments'
import { control } from '../../testing/control.ts'
import { BY_DAY, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { coresOver, sumOf } from './process-use.ts'
import type { Finding } from './report.ts'
import { sized } from './size.ts'
import { openViewers, workingCameras } from './stream-viewers.ts'

type Main = Required<Pick<NonNullable<FleetEncoding['main']>, 'codec' | 'size' | 'fps' | 'kbps'>>

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const PROFILES: readonly Main[] = sized(
  [
    { codec: 'h264', size: '848x480', fps: 5, kbps: 500 },
    { codec: 'h265', size: '848x480', fps: 5, kbps: 500 },
    { codec: 'h264', size: '848x480', fps: 15, kbps: 1000 },
    { codec: 'h265', size: '848x480', fps: 15, kbps: 1000 },
    { codec: 'h264', size: '1280x720', fps: 25, kbps: 2500 },
    { codec: 'h265', size: '1280x720', fps: 25, kbps: 2500 },
    { codec: 'h264', size: '1920x1080', fps: 25, kbps: 5000 },
    { codec: 'h265', size: '1920x1080', fps: 25, kbps: 5000 },
    { codec: 'h264', size: '1920x1080', fps: 30, kbps: 6000 },
    { codec: 'h264', size: '3840x2160', fps: 15, kbps: 16_000 },
    { codec: 'h265', size: '3840x2160', fps: 15, kbps: 16_000 },
  ],
  [
    { codec: 'h264', size: '848x480', fps: 5, kbps: 500 },
    { codec: 'h265', size: '848x480', fps: 5, kbps: 500 },
  ],
)
const MEASURED_MS = sized(12_000, 2000)
const FIRST_PICTURE_MS = 60_000
const BARE_PICTURES = sized(100, 10)

export async function benchProfiles(): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const main of PROFILES) findings.push(await measure(main))
  return findings
}

/** One camera with one viewer. Each has a simulator of its own: encoders of the one before would go on for a while. */
async function measure(main: Main): Promise<Finding> {
  const env = { BACKLOT_VIDEO: 'when-asked' }
  await using simulator = await launchSimulator(['--no-rtmp', '--past-days', '0', ...BY_DAY], env)
  const operator = await Operator.signIn(simulator.url)
  const sn = await newCamera(simulator.url, main)
  await delay(sized(5000, 1000))
  const [idle] = await coresOver([simulator.pid], MEASURED_MS / 2)
  const { httpUrl } = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'main' } })
  await using viewers = openViewers()
  await viewers.tell({ open: [new URL(httpUrl, simulator.url).href], each: 1, check: true })
  await firstPicture(viewers)
  await delay(sized(6000, 2000))
  const before = await viewers.tell({ count: true })
  const [busy] = await coresOver([simulator.pid], MEASURED_MS)
  const after = await viewers.tell({ count: true })
  const seconds = MEASURED_MS / 1000
  const rate = (after.pictures - before.pictures) / seconds
  const kbps = ((after.bytes - before.bytes) * 8) / 1000 / seconds
  const cores = sumOf(busy!) - sumOf(idle!)
  const eachMs = (cores * 1000) / rate
  const bareMs = bareMsOf(main)
  return {
    name: `a camera of ${main.codec === 'h265' ? 'H.265' : 'H.264'}, ${main.size} at ${main.fps} a second, at most ${main.kbps} kbit/s`,
    value: `${cores.toFixed(2)} of a core at ${rate.toFixed(1)} pictures/s and ${kbps.toFixed(0)} kbit/s; ${eachMs.toFixed(1)} ms of CPU a picture, ${(eachMs / bareMs).toFixed(2)} times ffmpeg's ${bareMs.toFixed(1)} ms`,
  }
}

/** A viewer without one would be measured as a camera that costs nothing. */
async function firstPicture(viewers: ReturnType<typeof openViewers>): Promise<void> {
  for (const until = performance.now() + FIRST_PICTURE_MS; performance.now() < until; await delay(100)) {
    if ((await viewers.tell({ count: true })).pictures > 0) return
  }
  throw new Error(`No picture came within ${FIRST_PICTURE_MS / 1000} s.`)
}

/** A camera of its own that works, in a fleet with this encoding. */
async function newCamera(url: string, main: Main): Promise<string> {
  const known = new Set(
    (await control(url, controlDevices, { query: { kind: 'camera' } })).list.map(({ sn }) => sn),
  )
  await control(url, controlAddFleet, {
    body: {
      kind: 'camera',
      count: 5,
      group: { key: 'profiles', name: { zh: '编码', en: 'Profiles' } },
      placement: 'junctions',
      encoding: { main },
    },
  })
  const [sn] = (await workingCameras(url)).filter((each) => !known.has(each))
  if (sn === undefined) throw new Error('None of five new cameras works.')
  return sn
}

/** As the platform tells ffmpeg; a usual quality. */
function asEncoder({ codec, size, fps, kbps }: Main): EncoderOptions {
  const [width = 0, height = 0] = size.split('x').map(Number)
  const rate = { framesPerSecond: fps, quality: 25, ceilingKbps: kbps }
  return { ffmpeg: FFMPEG, width, height, ...rate, codec: codec === 'h265' ? codec : undefined }
}

/** CPU of an ffmpeg for a picture, milliseconds: made, encoded, thrown away. */
function bareMsOf(main: Main): number {
  const { size, fps } = main
  const args = [
    ...['-hide_banner', '-nostdin', '-benchmark', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${fps}`],
    ...['-frames:v', String(BARE_PICTURES), '-pix_fmt', 'yuv420p'],
    ...[...videoArguments(asEncoder(main), 'live'), '-f', 'null', '-'],
  ]
  // ffmpeg reports on standard error.
  const said = execFileSync('sh', ['-c', '"$0" "$@" 2>&1', FFMPEG, ...args], { encoding: 'utf8' })
  const [, user, system] = /bench: utime=([\d.]+)s stime=([\d.]+)s/.exec(said) ?? []
  return ((Number(user) + Number(system)) * 1000) / BARE_PICTURES
}
