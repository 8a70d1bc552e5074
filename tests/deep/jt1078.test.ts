import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { controlClock, controlDevices, controlStatus } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import { controlTalk } from '@backlot/contract/control/talk-calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { PTZ, ptzControl } from '@backlot/contract/ptz/calls'
import { queryRecordFile, startPlayRecordFile, stopPlayRecordFile } from '@backlot/contract/recordings/calls'
import {
  controlAskTerminal,
  controlTerminals,
  type TerminalRequest,
} from '@backlot/contract/wires/jt808/calls'
import { type TestTerminal, testTerminal } from '@backlot/simulator/gateways/jt808/test-terminal.test-support'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { openMediaServer } from './jt1078-media-server.ts'
import { stripsOf } from './strips-of.ts'

const FFPROBE = (process.env['FFMPEG_PATH'] ?? 'ffmpeg').replace(/ffmpeg$/, 'ffprobe')
const run = promisify(execFile)

/** Sends the pictures of its vehicles; the other platform shows them. */
let home: LaunchedSimulator
let away: LaunchedSimulator
let sn: string
let cameraNumber: number
beforeAll(async () => {
  ;[home, away] = await Promise.all([
    launchSimulator(['--no-rtmp', '--rtsp', 'off', ...BY_DAY]),
    launchSimulator(['--no-rtmp', '--rtsp', 'off', ...BY_DAY]),
  ])
  const group = { key: 'wired', name: { zh: '线上', en: 'Wired' } }
  // Patrol cars have a camera that can be steered.
  const models = ['patrol']
  const fleet = {
    kind: 'vehicle' as const,
    models,
    count: 6,
    placement: 'traffic' as const,
    wire: true,
    group,
  }
  await control(home.url, controlAddFleet, { body: fleet })
  const terminals = async () => (await control(home.url, controlTerminals)).list
  await vi.waitFor(async () => expect(await terminals()).not.toEqual([]), { timeout: 60_000, interval: 200 })
  sn = (await terminals())[0]!.sn
  const { list } = await control(home.url, controlDevices, { query: { sn } })
  cameraNumber = list[0]!.cameraNumber!
})
afterAll(() => Promise.all([home?.stop(), away?.stop()]))

const ask = (request: TerminalRequest) => control(home.url, controlAskTerminal, { body: { sn, request } })
/** The camera of the cabin, which has sound. */
const CABIN = 2
const live = (ports: { tcpPort: number; udpPort: number }, dataType = 0): TerminalRequest => ({
  ...{ kind: 'live', host: '127.0.0.1', ...ports, channel: CABIN, dataType, streamType: 0 },
})

/** Answers requests for recordings as the vehicle at home does, until it is told to end. */
async function passRecordingsOn(terminal: TestTerminal): Promise<void> {
  const items = (recordings: { channel: number; start: string; end: string; fileBytes: number }[] = []) =>
    recordings.map((one) => ({
      ...one,
      ...{ alarm: 0, videoAlarm: 0, mediaType: 0, streamType: 1, storage: 1 },
    }))
  const query = await terminal.heard('queryResources')
  const { channel, start, end } = query
  const listed = await ask({ kind: 'resources', channel, start, end, streamType: 0 })
  terminal.send({ kind: 'resourceList', serial: query.header.serial, items: items(listed.recordings) })
  const { header, storage: _, ...wanted } = await terminal.heard('playback')
  const played = await ask(wanted)
  terminal.send({ kind: 'resourceList', serial: header.serial, items: items(played.recordings) })
  for (let isOver = false; !isOver; ) {
    const { header: head, ...control } = await terminal.heard('playbackControl')
    const { result } = await ask(control)
    terminal.send({ kind: 'terminalAck', serial: head.serial, id: head.id, result })
    isOver = control.command === 2
  }
}

/** Codecs of which frames come in the first two seconds of a stream. */
async function codecsOf(url: string): Promise<string[]> {
  const { stdout } = await run(FFPROBE, [
    ...['-v', 'error', '-read_intervals', '%+2', '-count_frames', '-of', 'csv=p=0'],
    ...['-show_entries', 'stream=codec_name,nb_read_frames', url],
  ])
  return [...stdout.matchAll(/^(\w+),[1-9]\d*$/gm)].map(([, codec]) => codec!).sort()
}

/** Answers a request of the other platform as the vehicle at home answers the same one. */
async function passOn(terminal: TestTerminal, kind: 'live' | 'liveControl' | 'ptzRotate') {
  const { header, ...request } = await terminal.heard(kind)
  const { result } = await ask(request)
  terminal.send({ kind: 'terminalAck', serial: header.serial, id: header.id, result })
  return request
}

it.each(['tcp', 'udp'] as const)(
  'ffmpeg reads what a vehicle sends over %s: the pictures of its camera, in order, and its sound',
  async (transport) => {
    await using server = await openMediaServer(transport)
    const ports = { tcpPort: 0, udpPort: 0, [`${transport}Port`]: server.port }
    expect(await ask(live(ports))).toEqual({ result: 0 })
    const strips = await server.strips(36)
    expect(strips.map(({ camera }) => camera)).toEqual(strips.map(() => cameraNumber + CABIN - 1))
    const frames = strips.map(({ frame }) => frame)
    expect(frames).toEqual([...new Set(frames)].toSorted((one, other) => one - other))
    expect(server.codecs()).toEqual(['19 sound', '98 picture'])
    expect(
      await ask({ kind: 'liveControl', channel: CABIN, command: 0, closeType: 0, streamType: 0 }),
    ).toEqual({
      result: 0,
    })
  },
)

/** Enters the other platform with the number of the vehicle at home, and tells it the vehicle's channels. */
async function enterAway(): Promise<TestTerminal> {
  const terminal = await testTerminal(Number(away.jt808!.split(':').at(-1)), sn)
  await terminal.enter('测A12345')
  const asked = await terminal.heard('querySomeParameters')
  const { parameters } = await ask({ kind: 'getParameters', ids: [0x76] })
  const bytes = Buffer.from(String(parameters![0]!.value), 'hex')
  terminal.send({ kind: 'parameterReply', serial: asked.header.serial, parameters: [{ id: 0x76, bytes }] })
  return terminal
}

/** Starts the first camera's live video, as soon as a platform knows the camera; answers its address. */
async function watchedAt(platform: LaunchedSimulator): Promise<string> {
  const operator = await Operator.signIn(platform.url)
  const start = () => operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'main' } })
  const { httpUrl } = await vi.waitFor(start, { timeout: 30_000, interval: 200 })
  return new URL(httpUrl, platform.url).href
}

/** Somebody watches until this is disposed of. */
async function watching(url: string): Promise<AsyncDisposable> {
  const leaving = new AbortController()
  const { body } = await fetch(url, { signal: leaving.signal })
  const read = body!.pipeTo(new WritableStream()).catch(() => undefined)
  return {
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await read
    },
  }
}

it('a stream that leaves one platform and comes in at another shows the same pictures on both', async () => {
  const here = await watchedAt(home)
  // The encoder runs: a terminal that has no picture within ten seconds is asked again.
  await using _ = await watching(here)
  expect(await stripsOf(here, 1, [])).toHaveLength(1)

  const terminal = await enterAway()
  const seen = stripsOf(await watchedAt(away), 60, [])
  expect(await passOn(terminal, 'live')).toMatchObject({ host: '127.0.0.1', channel: 1, streamType: 0 })
  const shown = await stripsOf(here, 60, [])
  const strips = await seen
  expect(strips).toHaveLength(60)
  const byFrame = new Map(shown.map((strip) => [strip.frame, strip]))
  const both = strips.filter(({ frame }) => byFrame.has(frame))
  expect(both.length).toBeGreaterThan(10)
  expect(both).toEqual(both.map(({ frame }) => byFrame.get(frame)))
  // While both watched not one picture was lost.
  const [fromMs, toMs] = [both[0]!.timeMs, both.at(-1)!.timeMs]
  const during = (list: typeof strips) => list.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs)
  expect(during(strips)).toEqual(during(shown))

  const streams = (await control(home.url, controlStatus)).streams.filter((stream) => stream.sn === sn)
  expect(streams).toHaveLength(1)
  // Nobody watches any more: the terminal is told to stop.
  expect(await passOn(terminal, 'liveControl')).toMatchObject({ channel: 1, command: 0 })
  terminal.close()
})

it('the camera of a vehicle is turned from the other platform, until the button is let go', async () => {
  const here = await watchedAt(home)
  await using _ = await watching(here)
  const tilt = async () => (await stripsOf(here, 1, []))[0]!.tiltDeg
  const before = await tilt()
  const terminal = await enterAway()
  const operator = await Operator.signIn(away.url)
  const steer = (cmd: number, speed: number) =>
    operator.call(ptzControl, { body: { sn, chnId: 1, cmd, speed } })
  // The platform learns of its cameras meanwhile.
  await vi.waitFor(() => steer(PTZ.up, 100), { timeout: 30_000, interval: 200 })
  expect(await passOn(terminal, 'ptzRotate')).toMatchObject({ channel: 1, direction: 1, turnSpeed: 255 })
  await expect.poll(tilt).toBeGreaterThan(before + 5)
  await steer(PTZ.stop, 0)
  expect(await passOn(terminal, 'ptzRotate')).toMatchObject({ channel: 1, direction: 0 })
  terminal.close()
})

it('what a vehicle has recorded is listed, shown and heard on the other platform', async () => {
  const terminal = await enterAway()
  const operator = await Operator.signIn(away.url)
  const { nowMs } = await control(away.url, controlClock)
  const span = { startTime: Math.floor(nowMs / 1000) - 7200, endTime: Math.floor(nowMs / 1000) }
  const passing = passRecordingsOn(terminal)
  const filesOf = (chnId: number) =>
    operator.call(queryRecordFile, { body: { sn, chnId, source: 'device', ...span } })
  const { list } = await vi.waitFor(() => filesOf(1), { timeout: 30_000, interval: 200 })
  expect(list.length).toBeGreaterThan(0)
  const file = list.at(-1)!
  const replay = await operator.call(startPlayRecordFile, { query: { sn, chnId: 1, fid: file.fid } })
  const played = await stripsOf(new URL(replay.httpUrl, away.url).href, 24, [])
  expect(played.map(({ camera }) => camera)).toEqual(played.map(() => cameraNumber))
  const times = played.map(({ timeMs }) => timeMs)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(Math.abs(times[0]! - file.startTime * 1000)).toBeLessThan(2000)
  await operator.call(stopPlayRecordFile, { body: { sessionId: replay.sessionId } })
  await passing

  // The camera of the cabin is heard, too.
  const passingCabin = passRecordingsOn(terminal)
  const { fid } = (await filesOf(CABIN)).list.at(-1)!
  const heard = await operator.call(startPlayRecordFile, { query: { sn, chnId: CABIN, fid } })
  expect(await codecsOf(new URL(heard.httpUrl, away.url).href)).toEqual(['aac', 'h264'])
  await operator.call(stopPlayRecordFile, { body: { sessionId: heard.sessionId } })
  await passingCabin
  terminal.close()
})

it.each(['2013', '2019'])(
  'vehicles of the command line show their clips, by the edition of %s',
  async (edition) => {
    const to = ['--to', `jt808://${away.jt808}`, '--edition', edition, '--seed', edition]
    const child = spawn(process.execPath, [PROGRAM, 'devices', ...to, '--count', '1', '--for', '2m'])
    const ended = once(child, 'exit')
    try {
      const digits = edition === '2019' ? 20 : 12
      const terminals = async () =>
        (await control(away.url, controlTerminals)).list.filter(({ version }) => `${version}` === edition)
      await expect.poll(async () => (await terminals()).length, { timeout: 60_000 }).toBe(1)
      const foreign = (await terminals())[0]!.sn
      expect(foreign).toHaveLength(digits)
      const operator = await Operator.signIn(away.url)
      const live = await operator.call(startLiveVideo, { body: { sn: foreign, chnId: 2, streamType: 'sub' } })
      const url = new URL(live.httpUrl, away.url).href
      expect(await codecsOf(url)).toContain('h264')
    } finally {
      child.kill('SIGINT')
      await ended
    }
  },
)

it('what a vehicle has recorded is listed, and played from the moment that is asked for', async () => {
  const { recordings } = await ask({ ...NO_BOUNDS, kind: 'resources', channel: 1 })
  expect(recordings!.length).toBeGreaterThan(0)
  const { start } = recordings!.at(-1)!
  await using server = await openMediaServer('tcp')
  const played = await ask({
    ...NO_BOUNDS,
    ...{ kind: 'playback', host: '127.0.0.1', tcpPort: server.port, udpPort: 0, channel: 1, start },
    ...{ mediaType: 0, mode: 0, speed: 0 },
  })
  expect(played.recordings!.length).toBeGreaterThan(0)
  const strips = await server.strips(24)
  expect(strips.map(({ camera }) => camera)).toEqual(strips.map(() => cameraNumber))
  const times = strips.map(({ timeMs }) => timeMs)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  const steer = (command: number) =>
    ask({ kind: 'playbackControl', channel: 1, command, speed: 0, position: NO_BOUNDS.end })
  for (const command of [1, 0, 2]) expect(await steer(command)).toEqual({ result: 0 })
  await server.ended
  expect(await steer(1)).toEqual({ result: 1 })
})
const NO_BOUNDS = { start: '000000000000', end: '000000000000', streamType: 0 }

it('a vehicle speaks, and hears what is said to it', async () => {
  await using server = await openMediaServer('tcp')
  expect(await ask(live({ tcpPort: server.port, udpPort: 0 }, 2))).toEqual({ result: 0 })
  await server.say(sn, 50)
  await expect
    .poll(async () => {
      const { devices } = await control(home.url, controlTalk, { query: { sn } })
      return devices[0]!.heard.frames
    })
    .toBe(50)
  const { devices } = await control(home.url, controlTalk, { query: { sn } })
  expect(devices[0]!.heard.peakDb).toBeGreaterThan(-30)
  await expect.poll(() => server.codecs()).toEqual(['6 sound'])
  expect(await ask({ kind: 'liveControl', channel: CABIN, command: 4, closeType: 0, streamType: 0 })).toEqual(
    {
      result: 0,
    },
  )
  await server.ended
})
