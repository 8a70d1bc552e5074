import { setTimeout as sleep } from 'node:timers/promises'
import { controlClock, controlDevices } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import type { PictureStrip } from '@backlot/contract/picture-strip'
import {
  downloadRecordFile,
  queryCaptureFile,
  queryRecordFile,
  startPlayRecordFile,
} from '@backlot/contract/recordings/calls'
import type { DownloadTask, PlaybackState } from '@backlot/contract/recordings/entities'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ChannelClient } from '../../testing/channel-client.ts'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { stripsOf } from './strips-of.ts'

let simulator: LaunchedSimulator
let operator: Operator
let channel: ChannelClient
/** A camera that was online all through the last hour, at its first channel. */
let sn: string
let nowMs: number

beforeAll(async () => {
  simulator = await launchSimulator()
  operator = await Operator.signIn(simulator.url)
  channel = await ChannelClient.open(operator)
  nowMs = (await control(simulator.url, controlClock)).nowMs
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera', limit: 100 } })
  for (const device of list.filter(({ online }) => online)) {
    const { list: files } = await operator.call(queryRecordFile, {
      body: { sn: device.sn, chnId: 1, ...lastHour() },
    })
    const seconds = files
      .filter(({ cause }) => cause === 'plan')
      .reduce((sum, f) => sum + f.endTime - f.startTime, 0)
    if (seconds < 3600) continue
    sn = device.sn
    break
  }
})
afterAll(async () => {
  await channel?.[Symbol.asyncDispose]()
  await simulator?.[Symbol.asyncDispose]()
})

const lastHour = () => ({ startTime: nowMs / 1000 - 3600, endTime: nowMs / 1000 })

const strips = (path: string, count: number) =>
  stripsOf(new URL(path, simulator.url).href, count, ['-analyzeduration', '0'])

/** A call over the channel, as the console makes it. */
async function ask<Data>(
  call: 'recordings.play' | 'recordings.control' | 'recordings.download',
  body: object,
) {
  const requestId = `${call}-${channel.frames.length}`
  channel.send({ type: 'request', requestId, call, body })
  const reply = () => channel.frames.find((f) => f.type === 'reply' && f.requestId === requestId)
  await channel.until(() => reply() !== undefined)
  const found = reply()
  if (found?.type !== 'reply' || found.code !== 0) throw new Error(JSON.stringify(found))
  return found.data as Data
}
const playbackStates = (sessionId: string): PlaybackState[] =>
  channel.messages.flatMap((m) =>
    m.type === 'playback' && m.playback.sessionId === sessionId ? [m.playback] : [],
  )

it('what live showed is replayed with the same strips: camera, frame, moment and pose', async () => {
  const live = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
  const seen = await strips(live.httpUrl, 60)
  const [first, last] = [seen[12] as PictureStrip, seen[59] as PictureStrip]
  // The recording reaches as far as the present.
  while ((await control(simulator.url, controlClock)).nowMs <= last.timeMs) await sleep(50)
  const span = { startTime: first.timeMs / 1000, endTime: (last.timeMs + 1) / 1000 }
  const played = await operator.call(startPlayRecordFile, {
    query: { sn, chnId: 1, streamType: 'sub', ...span },
  })
  const again = await strips(played.httpUrl, 30)
  const byFrame = new Map(seen.map((strip) => [strip.frame, strip]))
  const both = again.filter(({ frame }) => byFrame.has(frame))
  // Either side leaves pictures out while the machine is busy.
  expect(both.length).toBeGreaterThan(8)
  expect(again.at(-1)!.timeMs).toBeLessThanOrEqual(last.timeMs)
  for (const strip of both) expect(strip).toEqual(byFrame.get(strip.frame))
})

it('a playback is started and steered over the channel, which tells what it does', async () => {
  type Started = { sessionId: string; httpUrl: string; playback: PlaybackState }
  const fromMs = nowMs - 1_800_000
  const span = { startTime: fromMs / 1000, endTime: (fromMs + 60_000) / 1000 }
  const started = await ask<Started>('recordings.play', { sn, chnId: 1, streamType: 'sub', ...span })
  expect(started.playback.state).toBe('buffering')
  const watching = strips(started.httpUrl, 30)
  await channel.until(() => playbackStates(started.sessionId).some(({ state }) => state === 'playing'))
  const { sessionId } = started
  const sought = await ask<PlaybackState>('recordings.control', {
    sessionId,
    action: 'seek',
    timeMs: fromMs + 40_000,
  })
  expect(Math.abs(sought.positionMs - fromMs - 40_000)).toBeLessThan(200)
  const moments = (await watching).map(({ timeMs }) => timeMs - fromMs)
  expect(Math.max(...moments)).toBeGreaterThan(40_000)
  expect(moments.some((ms) => ms > 5000 && ms < 39_000)).toBe(false)
  const fast = await ask<PlaybackState>('recordings.control', { sessionId, action: 'speed', speed: 4 })
  expect(fast.speed).toBe(4)
  await ask<PlaybackState>('recordings.control', { sessionId, action: 'pause' })
  await channel.until(() => playbackStates(sessionId).at(-1)?.state === 'paused')
})

it('a clip is downloaded faster than it lasted, with its progress on the channel', async () => {
  const fromMs = nowMs - 3_000_000
  const body = { sn, chnId: 1, startTime: fromMs / 1000, endTime: (fromMs + 30_000) / 1000 }
  const { downloadId } = await operator.call(downloadRecordFile, { body })
  const told = (): DownloadTask[] =>
    channel.messages.flatMap((m) =>
      m.type === 'download' && m.download.downloadId === downloadId ? [m.download] : [],
    )
  await channel.until(() => told().at(-1)?.state === 'completed', 60_000)
  expect(told().some(({ percent, state }) => state === 'running' && percent < 100)).toBe(true)
  const url = told().at(-1)?.url ?? ''
  const answer = await fetch(new URL(url, simulator.url), { method: 'HEAD' })
  expect(answer.headers.get('content-disposition')).toMatch(
    new RegExp(`attachment; filename="${sn}_1_\\d{8}_\\d{6}.mp4"`),
  )
  const shown = await strips(url, 1000)
  expect(shown).toHaveLength(360)
  expect((shown[0] as PictureStrip).timeMs - fromMs).toBeLessThan(84)
})

it('cameras that fail on purpose answer each of the stated failures, live and replayed', async () => {
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera', limit: 100 } })
  const named = (name: string) => list.find((device) => device.name.includes(name))?.sn ?? ''
  const yesterday = { startTime: nowMs / 1000 - 90_000, endTime: nowMs / 1000 - 80_000 }
  for (const [name, liveCode, replayCode] of [
    ['待接入', 2, 2],
    ['维护中', 1, 1],
    ['故障', 3, 3],
    ['停用', -1, 5],
  ] as const) {
    const device = named(name)
    const live = await operator.ask(startLiveVideo, { body: { sn: device, chnId: 1 } })
    expect([name, live.code, live.msg !== '']).toEqual([name, liveCode, true])
    const replay = await operator.ask(startPlayRecordFile, { query: { sn: device, chnId: 1, ...yesterday } })
    expect([name, replay.code, replay.msg !== '']).toEqual([name, replayCode, true])
  }
})

it('captures come with their pictures, and an operator of other groups gets nothing of this camera', async () => {
  const body = { sn, chnId: 1, startTime: nowMs / 1000 - 80_000, endTime: nowMs / 1000 }
  const { list, total } = await operator.call(queryCaptureFile, { body })
  expect(total).toBeGreaterThan(20)
  const picture = await fetch(new URL(`${list[0]?.url}?width=320`, simulator.url), {
    headers: { authorization: `Bearer ${operator.sessionId}` },
  })
  const jpeg = Buffer.from(await picture.arrayBuffer())
  expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  const stranger = await Operator.signIn(simulator.url, 'dispatch3')
  expect((await stranger.ask(queryRecordFile, { body: { sn, chnId: 1, ...lastHour() } })).code).toBe(404)
  expect((await stranger.ask(queryCaptureFile, { body })).code).toBe(404)
})
