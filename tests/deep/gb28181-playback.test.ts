/** Recordings of a device of GB/T 28181, whose pictures ffmpeg muxes and judges, at the running platform. */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { channelList } from '@backlot/contract/devices/calls'
import {
  controlPlayRecordFile,
  playRecordFileState,
  queryRecordFile,
  startPlayRecordFile,
  stopPlayRecordFile,
} from '@backlot/contract/recordings/calls'
import { createSimulator } from '@backlot/simulator/create-simulator'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createGbUplink } from '../../simulator/src/gb28181/swarm/gb-uplink.ts'
import { openSwarmMedia } from '../../simulator/src/gb28181/swarm/swarm-media.ts'
import { createHostClock } from '../../simulator/src/timeline/host-clock.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { GB_SERVER, openRecorder, RECORDER } from './gb-recorder.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const run = promisify(execFile)
const LENGTH_S = 40
const FPS = 25
const startS = Math.floor(Date.now() / 1000) - 600

let folder: string
let film: string
let simulator: Awaited<ReturnType<typeof createSimulator>>
let operator: Operator
/** Of each picture of the film, its number by its hash. */
let numbers: Map<string, number>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-gb-playback-'))
  film = join(folder, 'film.vob')
  const source = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=${FPS}:duration=${LENGTH_S}`]
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1', '-g', String(FPS)]
  // Without pictures of two directions, whose times would begin later.
  await run(FFMPEG, [
    '-v',
    'error',
    '-nostdin',
    ...source,
    ...codec,
    '-bf',
    '0',
    '-pix_fmt',
    'yuv420p',
    '-f',
    'vob',
    film,
  ])
  const { stdout } = await run(FFMPEG, ['-v', 'error', '-nostdin', '-i', film, '-f', 'framehash', '-'], {
    maxBuffer: 2 ** 26,
  })
  numbers = new Map(pictures(stdout.split('\n')).map(({ hash }, i) => [hash, i]))
  simulator = await createSimulator({
    port: 0,
    data: ':memory:',
    seed: 7,
    pastDays: 0,
    rtmpPort: null,
    rtspPort: null,
    onvifPort: null,
    logLevel: 'silent',
  })
  operator = await Operator.signIn(simulator.url)
}, 60_000)
afterAll(async () => {
  await simulator[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

type Picture = { hash: string; timeMs: number }
const pictures = (lines: readonly string[]): Picture[] =>
  lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').map((part) => part.trim()))
    .map((parts) => ({ hash: parts.at(-1)!, timeMs: Number(parts[2]) }))

/** Pictures of a stream as ffmpeg decodes them, in the milliseconds of FLV: the number of each in the film. */
function watch(path: string) {
  const url = `${simulator.url}${path}`
  const passed = ['-fps_mode', 'passthrough', '-enc_time_base', '1/1000']
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-i',
    url,
    ...passed,
    '-flush_packets',
    '1',
    '-f',
    'framehash',
    '-',
  ]
  const child = spawn(FFMPEG, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const seen: { number: number; timeMs: number }[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    for (const { hash, timeMs } of pictures([line])) {
      const number = numbers.get(hash)
      if (number === undefined) throw new Error(`a picture that is not in the film: ${line}`)
      seen.push({ number, timeMs })
    }
  })
  return { seen, stop: () => child.kill() }
}

it('lists and plays recordings of a recorder: speed, place, pause, and their end', async () => {
  const port = Number(simulator.gb28181!.split(':').at(-1))
  await using recorder = await openRecorder({ port, film, recording: { startS, lengthS: LENGTH_S } })
  const { events } = recorder
  expect(await recorder.register(DEMO_PASSWORD)).toBe(200)
  const ofChannel = { sn: RECORDER, chnId: 1 }
  await vi.waitUntil(
    async () => (await operator.call(channelList, { query: { sn: RECORDER } })).list.length === 3,
    { timeout: 20_000, interval: 100 },
  )
  const span = { startTime: startS - 3600, endTime: startS + 600 }
  const { list } = await operator.call(queryRecordFile, { body: { ...ofChannel, source: 'device', ...span } })
  expect(list).toMatchObject([{ startTime: startS, endTime: startS + LENGTH_S }])

  const started = await operator.call(startPlayRecordFile, { query: { ...ofChannel, fid: list[0]!.fid } })
  const { sessionId } = started
  const { seen, stop } = watch(started.httpUrl)
  const until = (what: () => boolean) => vi.waitUntil(what, { timeout: 30_000, interval: 50 })
  await until(() => seen.length >= 30)
  // Not one picture is missing, and the pace is that of the film.
  expect(seen.slice(0, 30).map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_one, i) => i))
  const paceOf = (some: typeof seen) =>
    ((some.at(-1)!.number - some[0]!.number) * (1000 / FPS)) / (some.at(-1)!.timeMs - some[0]!.timeMs)
  expect(paceOf(seen.slice(0, 30))).toBeCloseTo(1, 1)

  await operator.call(controlPlayRecordFile, {
    body: { sessionId, action: 'seek', timeMs: (startS + 10) * 1000 },
  })
  await until(() => seen.some(({ number }) => number >= 250))
  // ffmpeg begins with a key picture there or just before.
  expect([225, 250]).toContain(seen.find(({ number }) => number >= 200)!.number)
  await operator.call(controlPlayRecordFile, { body: { sessionId, action: 'speed', speed: 4 } })
  await until(() => events.includes('PLAY 4'))
  // What a player shows at four times the speed takes a quarter of the time.
  const before = seen.length
  await until(() => seen.length >= before + 150)
  expect(paceOf(seen.slice(before + 50, before + 150))).toBeCloseTo(4, 0)
  await operator.call(controlPlayRecordFile, { body: { sessionId, action: 'pause' } })
  await until(() => events.includes('PAUSE'))
  await operator.call(controlPlayRecordFile, { body: { sessionId, action: 'resume' } })
  await until(() => events.includes('PLAY now-'))
  await operator.call(controlPlayRecordFile, {
    body: { sessionId, action: 'seek', timeMs: (startS + LENGTH_S - 3) * 1000 },
  })
  await until(() => events.includes('ended') && events.includes('bye'))
  await vi.waitUntil(
    async () => (await operator.call(playRecordFileState, { query: { sessionId } })).state === 'ended',
    { timeout: 20_000, interval: 200 },
  )
  // A pause shows the picture of its moment: the device goes there first.
  const moment = expect.stringMatching(/^PLAY \d\d-$/)
  expect(events).toEqual([
    ...['playback 0', 'PLAY 10-', 'PLAY 4', moment, 'PAUSE', 'PLAY now-', 'PLAY 37-'],
    ...['ended', 'bye'],
  ])
  await operator.call(stopPlayRecordFile, { body: { sessionId } })
  stop()
}, 120_000)

it("plays recordings of the command line's devices", async () => {
  const host = createHostClock()
  const media = await openSwarmMedia(host)
  const id = '34020000001320000099'
  const noZone = { rate: () => 1, epoch: () => 0, zoneMinutes: 480, onChange: () => () => undefined }
  const uplink = createGbUplink(
    { sn: id, kind: 'camera', entity: 1 },
    {
      host: '127.0.0.1',
      port: Number(simulator.gb28181!.split(':').at(-1)),
      hostClock: host,
      platformClock: { now: host.now, ...noZone },
      number: 0,
      ids: { deviceId: id, channelIds: [id] },
      options: {
        edition: '2022',
        server: { id: GB_SERVER, domain: '3402000000', transport: 'tcp' },
        password: DEMO_PASSWORD,
        voice: 'udp',
        keepaliveS: 60,
      },
      media,
      log: {
        warn: () => undefined,
        debug: () => undefined,
        error: (fields) => expect(fields).toBeUndefined(),
      },
    },
  )
  uplink.start()
  const camera = { sn: id, chnId: 1 }
  await vi.waitUntil(
    async () => {
      const { data } = await operator.ask(channelList, { query: { sn: id } })
      return (data as { list?: unknown[] } | null)?.list?.length === 2
    },
    { timeout: 20_000, interval: 100 },
  )
  const nowS = Math.floor(Date.now() / 1000)
  const span = { startTime: nowS - 4 * 3600, endTime: nowS }
  const { list } = await operator.call(queryRecordFile, { body: { ...camera, source: 'device', ...span } })
  expect(list.length).toBeGreaterThan(3)
  const query = { ...camera, fid: list[1]!.fid, speed: 2 as const }
  const started = await operator.call(startPlayRecordFile, { query })
  const url = `${simulator.url}${started.httpUrl}`
  const { stdout } = await run(FFMPEG, [
    '-v',
    'error',
    '-nostdin',
    '-i',
    url,
    '-frames:v',
    '60',
    '-f',
    'framehash',
    '-',
  ])
  expect(pictures(stdout.split('\n'))).toHaveLength(60)
  await operator.call(stopPlayRecordFile, { body: { sessionId: started.sessionId } })
  await vi.waitUntil(() => uplink.stats().state === 'online', { timeout: 5000 })
  uplink.stop()
  await media.close()
}, 60_000)
