/** Replays, downloads and talk at an edge, which passes them on. */
import { once } from 'node:events'
import { controlClock, controlDevices } from '@backlot/contract/control/calls'
import { controlTalk, controlTalkDevice } from '@backlot/contract/control/talk-calls'
import type { PictureStrip } from '@backlot/contract/picture-strip'
import {
  controlPlayRecordFile,
  downloadRecordFile,
  queryRecordFile,
  startPlayRecordFile,
} from '@backlot/contract/recordings/calls'
import type { DownloadTask } from '@backlot/contract/recordings/entities'
import { logout } from '@backlot/contract/session/calls'
import { TALK_FRAME_SAMPLES, TALK_RATE_HZ } from '@backlot/contract/talk/audio-frame'
import { TALK_PATH } from '@backlot/contract/talk/frames'
import { TalkConsole } from '@backlot/simulator/talk/talk-rig.test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ChannelClient } from '../../testing/channel-client.ts'
import { control } from '../../testing/control.ts'
import { type LaunchedEdge, launchEdge } from '../../testing/launch-edge.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { REDIS_SERVER, type RedisServer, startRedis } from '../servers/redis-server.ts'
import { stripsOf } from './strips-of.ts'

const TONE_HZ = 440
const DEVICE_HZ = 700

let redis: RedisServer
let core: LaunchedSimulator
let edge: LaunchedEdge
let operator: Operator
/** A camera that was online all through the last hour. */
let sn: string
let nowMs: number

async function signInAtEdge(): Promise<Operator> {
  return Object.assign(new Operator(edge.url), { ...(await Operator.signIn(core.url)), url: edge.url })
}

async function intercom({ sessionId }: Operator): Promise<TalkConsole> {
  const socket = new WebSocket(`${edge.url.replace('http', 'ws')}${TALK_PATH}`, { origin: edge.url })
  const talk = new TalkConsole(socket, 'pcm')
  await once(socket, 'open')
  talk.say({ type: 'talkLogin', service: 'intercom', projectName: 'backlot', loginName: 'admin', sessionId })
  expect((await talk.told('talkLoginReply')).code).toBe(0)
  return talk
}

const tone = (frame: number) =>
  Int16Array.from(
    { length: TALK_FRAME_SAMPLES },
    (_, i) => 9000 * Math.sin((2 * Math.PI * TONE_HZ * (frame * TALK_FRAME_SAMPLES + i)) / TALK_RATE_HZ),
  )

describe.skipIf(REDIS_SERVER === undefined)('through an edge', () => {
  beforeAll(async () => {
    redis = await startRedis()
    core = await launchSimulator(['--redis', redis.url])
    edge = await launchEdge(redis.url)
    operator = await signInAtEdge()
    nowMs = (await control(core.url, controlClock)).nowMs
    const lastHour = { startTime: nowMs / 1000 - 3600, endTime: nowMs / 1000 }
    const { list } = await control(core.url, controlDevices, { query: { kind: 'camera', limit: 100 } })
    for (const device of list.filter(({ online }) => online)) {
      const { list: files } = await operator.call(queryRecordFile, {
        body: { sn: device.sn, chnId: 1, ...lastHour },
      })
      const plan = files.filter(({ cause }) => cause === 'plan')
      if (plan.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0) < 3600) continue
      sn = device.sn
      break
    }
  })
  afterAll(async () => {
    await Promise.all([edge?.stop(), core?.stop()])
    await redis?.[Symbol.asyncDispose]()
  })

  it('a replay is watched and steered', async () => {
    const fromMs = nowMs - 1_800_000
    const span = { startTime: fromMs / 1000, endTime: (fromMs + 60_000) / 1000 }
    const query = { sn, chnId: 1, streamType: 'sub' as const, ...span }
    const { httpUrl, sessionId } = await operator.call(startPlayRecordFile, { query })
    const watching = stripsOf(new URL(httpUrl, edge.url).href, 30, ['-analyzeduration', '0'])
    await using channel = await ChannelClient.open(operator)
    await channel.until(() =>
      channel.messages.some((m) => m.type === 'playback' && m.playback.state === 'playing'),
    )
    await operator.call(controlPlayRecordFile, {
      body: { sessionId, action: 'seek', timeMs: fromMs + 40_000 },
    })
    const moments = (await watching).map((strip) => strip.timeMs - fromMs)
    expect(Math.max(...moments)).toBeGreaterThan(40_000)
    expect(moments.some((ms) => ms > 5000 && ms < 39_000)).toBe(false)
  })

  it('a recording is downloaded whole, and from where an earlier try ended', async () => {
    await using channel = await ChannelClient.open(operator)
    const fromMs = nowMs - 3_000_000
    const body = { sn, chnId: 1, startTime: fromMs / 1000, endTime: (fromMs + 10_000) / 1000 }
    const { downloadId } = await operator.call(downloadRecordFile, { body })
    const told = (): DownloadTask[] =>
      channel.messages.flatMap((m) =>
        m.type === 'download' && m.download.downloadId === downloadId ? [m.download] : [],
      )
    await channel.until(() => told().at(-1)?.state === 'completed')
    const url = new URL(told().at(-1)?.url ?? '', edge.url)
    const shown = await stripsOf(url.href, 1000, [])
    expect(shown).toHaveLength(120)
    expect((shown[0] as PictureStrip).timeMs - fromMs).toBeLessThan(84)
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
    const rest = await fetch(url, { headers: { range: 'bytes=100000-' } })
    expect(rest.status).toBe(206)
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(100_000))).toBe(true)
  })

  it('an operator and a device hear each other, until the session ends', async () => {
    const { list } = await control(core.url, controlDevices, { query: { kind: 'bodyCamera', limit: 100 } })
    const device = list.find(({ online }) => online)!
    await control(core.url, controlTalkDevice, { body: { sn: device.sn, toneHz: DEVICE_HZ } })
    const own = await signInAtEdge()
    const talk = await intercom(own)
    talk.say({ type: 'callStart', callId: 'c', kind: 'call', targets: [{ sn: device.sn, chnId: 1 }] })
    expect(await talk.told('callResult')).toMatchObject({ kind: 'duplex', result: 0 })
    talk.say({ type: 'callTalk', callId: 'c', on: true })
    for (let i = 0; i < 50; i++) talk.sound(tone(i))
    const heard = async () =>
      (await control(core.url, controlTalk, { query: { sn: device.sn } })).devices[0]!.heard
    await expect.poll(async () => (await heard()).frames, { timeout: 10_000 }).toBe(50)
    expect((await heard()).peakDb).toBeGreaterThan(-20)
    await talk.until(() => talk.heard.length >= 50)
    const samples = talk.heard.slice(20, 45).flatMap((frame) => [...frame])
    const rises = samples.filter((sample, i) => i > 0 && sample >= 0 && samples[i - 1]! < 0).length
    expect(Math.abs((rises * TALK_RATE_HZ) / samples.length - DEVICE_HZ)).toBeLessThan(30)
    await own.call(logout)
    expect(await talk.closeCode()).toBe(4401)
  })
})
