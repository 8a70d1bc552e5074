// How cameras of a fleet encode, judged by ffprobe; and what ONVIF and the device's parameters say of it.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlDevices } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import type { FleetEncoding } from '@backlot/contract/control/fleet-encoding'
import { getVideoEncodeParam } from '@backlot/contract/device-config/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const PASSWORD = 'Backlot@2026'
const run = promisify(execFile)
let folder: string
let simulator: LaunchedSimulator
let operator: Operator
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-profiles-'))
  // Noise costs bits: a constant rate is used up.
  const noise = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=640x360:rate=25:duration=2',
    '-vf',
    'noise=alls=40:allf=t',
  ]
  const form = ['-preset', 'ultrafast', '-pix_fmt', 'yuv420p', join(folder, 'noise.mp4')]
  await run(FFMPEG, ['-nostdin', '-loglevel', 'error', ...noise, ...form])
  simulator = await launchSimulator(['--no-rtmp', ...BY_DAY])
  operator = await Operator.signIn(simulator.url)
})
afterAll(async () => {
  await simulator?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function cameraOf(main: FleetEncoding['main'], isFile: boolean): Promise<string> {
  const group = { key: 'profiles', name: { zh: '编码', en: 'Profiles' } }
  const body = { kind: 'camera', count: 1, group, placement: 'junctions' as const, encoding: { main } }
  const video = { file: join(folder, 'noise.mp4'), strip: false }
  await control(simulator.url, controlAddFleet, { body: isFile ? { ...body, video } : body } as never)
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera' } })
  return list.at(-1)!.sn
}

/** Some pictures of a main stream over RTSP, as ffprobe reads them. */
async function probe(sn: string, pictures: number) {
  const { host } = new URL(simulator.rtsp!)
  const url = `rtsp://admin:${encodeURIComponent(PASSWORD)}@${host}/${sn}/1/main`
  const file = join(folder, `${sn}.mkv`)
  const copy = [
    '-loglevel',
    'error',
    '-rtsp_transport',
    'tcp',
    '-i',
    url,
    '-an',
    '-c',
    'copy',
    '-frames:v',
    `${pictures}`,
  ]
  await run(FFMPEG, [...copy, '-y', file], { timeout: 40_000 })
  const asked = [
    '-show_entries',
    'stream=codec_name,width,height:packet=pts_time,size,flags',
    '-of',
    'json',
    file,
  ]
  const { stdout } = await run('ffprobe', ['-v', 'error', '-select_streams', 'v', ...asked], {
    maxBuffer: 1e8,
  })
  const { streams, packets } = JSON.parse(stdout) as {
    streams: { codec_name: string; width: number; height: number }[]
    packets: { pts_time: string; size: string; flags: string }[]
  }
  const keys = packets.flatMap(({ flags }, i) => (flags.includes('K') ? [i] : []))
  const times = packets.map(({ pts_time }) => Number(pts_time))
  const lengthS = times.at(-1)! - times[0]!
  const { codec_name: codec, width, height } = streams[0]!
  return {
    is: `${codec} ${width}x${height}`,
    fps: (packets.length - 1) / lengthS,
    groups: keys.slice(1).map((key, i) => key - keys[i]!),
    kbps: (packets.reduce((sum, { size }) => sum + Number(size), 0) * 8) / 1000 / lengthS,
  }
}

it.each([
  ['a drawn camera', { size: '848x480', fps: 30, gop: 15 }, false],
  ['a drawn camera', { size: '1920x1080', fps: 10, gop: 20 }, false],
  ['a file', { size: '1280x720', fps: 25, gop: 25, kbps: 3000, rate: 'constant' }, true],
  ['a file', { size: '3840x2160', fps: 5, gop: 5 }, true],
  ['a file', { codec: 'h265', size: '3840x2160', fps: 5, gop: 5 }, true],
  ['a drawn camera', { codec: 'h265', size: '848x480', fps: 30, gop: 15 }, false],
] as const)('%s is encoded as %o', async (_, main, isFile) => {
  const sn = await cameraOf(main, isFile)
  const found = await probe(sn, 2 * main.gop + 1)
  expect(found.is).toBe(`${'codec' in main ? 'hevc' : 'h264'} ${main.size}`)
  // A busy machine leaves pictures out, and never makes more.
  expect(found.fps).toBeLessThan(main.fps * 1.2)
  expect(found.groups.length).toBeGreaterThan(0)
  expect([...new Set(found.groups)]).toEqual([main.gop])
  if ('kbps' in main) expect(found.kbps).toBeLessThan(main.kbps * 1.5)
  const told = await operator.call(getVideoEncodeParam, { query: { sn, chnId: 1 } })
  expect(told.main).toMatchObject({ resolution: main.size, frameRate: main.fps })
})
