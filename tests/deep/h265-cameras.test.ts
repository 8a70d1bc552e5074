// Cameras of the fleet that encode H.265, on every wire that carries it, judged by ffmpeg and ffprobe.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlDevices } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import {
  controlAskTerminal,
  controlTerminals,
  type TerminalRequest,
} from '@backlot/contract/wires/jt808/calls'
import { onvifClient } from '@backlot/simulator/onvif/onvif-client.test-support'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { type GbCameras, openGbCameras, PATIENT } from './gb-cameras.ts'
import { openMediaServer } from './jt1078-media-server.ts'
import { stripsOf } from './strips-of.ts'
import { watchedPictures } from './watched-pictures.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const PASSWORD = 'Backlot@2026'
// Key pictures that a receiver of UDP has room for on a busy machine.
const H265 = { codec: 'h265', size: '848x480', fps: 10, gop: 10, kbps: 600 } as const
const run = promisify(execFile)
let folder: string
let cameras: GbCameras
let url: string
/** A steerable camera whose main stream is H.265, and its sub-stream H.264. */
let sn: string
let id: string
let number: number

const add = (body: Partial<FleetSpec>) => control(url, controlAddFleet, { body: body as FleetSpec })

/** What ffprobe says of a stream: its entries, and how many frames it decodes. */
async function probed(input: readonly string[], entries: string): Promise<string[]> {
  const asked = ['-select_streams', 'v', '-count_frames', '-show_entries', entries, '-of', 'csv=p=0']
  const { stdout, stderr } = await run('ffprobe', ['-v', 'error', ...asked, ...input], { timeout: 60_000 })
  expect(stderr).toBe('')
  return stdout.trim().split(',')
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-h265-'))
  cameras = await openGbCameras()
  url = cameras.simulator.url
  const ptzCameras = async () =>
    (await control(url, controlDevices, { query: { kind: 'ptzCamera', limit: 200 } })).list
  const known = new Set((await ptzCameras()).map((device) => device.sn))
  const group = { key: 'h265', name: { zh: 'H.265', en: 'H.265' } }
  await add({ kind: 'ptzCamera', count: 5, group, placement: 'junctions', encoding: { main: H265 } })
  const isUsable = ({ sn, online, gb28181, cameraNumber }: Awaited<ReturnType<typeof ptzCameras>>[number]) =>
    !known.has(sn) && online && gb28181 !== undefined && cameraNumber !== undefined
  const found = await vi.waitUntil(async () => (await ptzCameras()).find(isUsable), PATIENT)
  sn = found.sn
  id = found.gb28181!
  number = found.cameraNumber!
  const encoding = { main: { codec: 'h265' as const } }
  await add({
    kind: 'vehicle',
    models: ['patrol'],
    count: 6,
    placement: 'traffic',
    wire: true,
    group,
    encoding,
  })
})
afterAll(async () => {
  await cameras?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

it('viewers over HTTP get enhanced FLV with every picture, and the sub-stream stays H.264', async () => {
  const operator = await Operator.signIn(url)
  const start = (streamType: 'main' | 'sub') =>
    operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType } })
  const main = await start('main')
  const watched = await watchedPictures(new URL(main.httpUrl, url).href, 25)
  expect([watched.config.codec, watched.fourCc]).toEqual(['h265', 'hvc1'])
  const keys = watched.pictures.flatMap(({ isKey }, at) => (isKey ? [at] : []))
  expect(keys).toEqual([0, 10, 20])
  const file = join(folder, 'live.h265')
  writeFileSync(file, watched.byteStream)
  const entries = 'stream=codec_name,profile,width,height,nb_read_frames'
  expect(await probed(['-f', 'hevc', file], entries)).toEqual(['hevc', 'Main', '848', '480', '25'])
  const strips = await stripsOf(file, 25, ['-f', 'hevc'])
  expect(strips.map(({ camera }) => camera)).toEqual(strips.map(() => number))
  const sub = await start('sub')
  expect((await watchedPictures(new URL(sub.httpUrl, url).href, 3)).config.codec).toBe('h264')
})

it('RTSP describes and carries it (RFC 7798), and ONVIF tells of it', async () => {
  const { host } = new URL(cameras.simulator.rtsp!)
  const address = `rtsp://admin:${encodeURIComponent(PASSWORD)}@${host}/${sn}/1/main`
  const asked = ['-rtsp_transport', 'tcp', '-read_intervals', '%+2', address]
  const [codec, width, height, frames] = await probed(asked, 'stream=codec_name,width,height,nb_read_frames')
  expect([codec, width, height]).toEqual(['hevc', '848', '480'])
  expect(Number(frames)).toBeGreaterThan(5)
  const client = await onvifClient(Number(new URL(cameras.simulator.onvif!).port), sn, { password: PASSWORD })
  expect(client.cam.profiles?.[0]).toMatchObject({
    videoEncoderConfiguration: { encoding: 'H265', resolution: { width: 848, height: 480 } },
  })
})

it('a platform of GB/T 28181 is told of it, and gets it in the program stream', async () => {
  await vi.waitFor(() => expect(cameras.platform.peers.has(id)).toBe(true), PATIENT)
  const session = await cameras.platform.invite(id, { more: ['a=streamnumber:0'] })
  expect(session.status).toBe(200)
  // GB/T 28181-2022, annex G: 5 is H.265.
  expect(session.sdp).toContain('f=v/5/')
  await session.packets(400)
  session.end()
  const file = join(folder, 'live.ps')
  await session.save(file)
  const [codec, width] = await probed(['-f', 'mpeg', file], 'stream=codec_name,width')
  expect([codec, width]).toEqual(['hevc', '848'])
  const strips = await stripsOf(file, 10, ['-f', 'mpeg'])
  expect(strips.map(({ camera }) => camera)).toEqual(strips.map(() => number))
})

it('a vehicle says in JT/T 1078 that it encodes H.265, and sends it', async () => {
  const terminals = async () => (await control(url, controlTerminals)).list
  await vi.waitFor(async () => expect(await terminals()).not.toEqual([]), PATIENT)
  const vehicle = (await terminals())[0]!.sn
  const ask = (request: TerminalRequest) =>
    control(url, controlAskTerminal, { body: { sn: vehicle, request } })
  await using server = await openMediaServer('tcp')
  const to = { host: '127.0.0.1', tcpPort: server.port, udpPort: 0 }
  expect(await ask({ kind: 'live', ...to, channel: 1, dataType: 0, streamType: 0 })).toEqual({ result: 0 })
  expect((await server.strips(10)).length).toBe(10)
  expect(server.codecs()).toContain('99 picture')
})

it('a machine whose ffmpeg has no libx265 refuses such a fleet, says what to install, and adds nothing', async () => {
  const lacking = join(folder, 'ffmpeg-without-libx265')
  const list = `-encoders) echo 'ffmpeg version 9.9 Copyright' >&2; echo ' V..... libx264  H.264';;`
  writeFileSync(lacking, `#!/bin/sh\ncase "$1" in ${list} *) exec ${FFMPEG} "$@";; esac\n`, { mode: 0o755 })
  const simulator = await launchSimulator(['--no-rtmp', '--rtsp', 'off', ...BY_DAY], { FFMPEG_PATH: lacking })
  try {
    const devices = async () => (await control(simulator.url, controlDevices)).list.length
    const before = await devices()
    const body = { kind: 'camera', count: 1, group: 'screens', placement: 'junctions' }
    const asked = { ...body, encoding: { main: { codec: 'h265' } } } as FleetSpec
    await expect(control(simulator.url, controlAddFleet, { body: asked })).rejects.toThrow(
      `encoding: cameras encode H.265 with an ffmpeg that has libx265, and that of ${lacking} has none: install one`,
    )
    expect(await devices()).toBe(before)
  } finally {
    await simulator.stop()
  }
})
