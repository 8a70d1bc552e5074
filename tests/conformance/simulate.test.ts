/** `backlot console --simulate`: one console, some of whose calls a simulator answers in the platform's place. */
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { createConsoleServer } from '@backlot/cli/console-server/create-console-server'
import { addAlarmType } from '@backlot/contract/alarm-types/calls'
import { alarmHistory, listAlarms, processAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { CODES } from '@backlot/contract/codes'
import { SIMULATED_HEADER, SIMULATED_WAY, simulatedIn } from '@backlot/contract/console-config'
import {
  controlDevices,
  controlRaiseAlarm,
  controlSetDevice,
  controlVerifyCode,
} from '@backlot/contract/control/calls'
import { controlTalk, controlTalkDevice } from '@backlot/contract/control/talk-calls'
import { deviceTree, gpsRealtime } from '@backlot/contract/devices/calls'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { alarmHeat } from '@backlot/contract/map-heat/calls'
import { TALK_FRAME_SAMPLES, TALK_RATE_HZ } from '@backlot/contract/talk/audio-frame'
import { TALK_CLOSE, TALK_PATH, type TalkService } from '@backlot/contract/talk/frames'
import { listRoles, listUsers, updateRole } from '@backlot/contract/users/calls'
import { TalkConsole } from '@backlot/simulator/talk/talk-rig.test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ChannelClient } from '../../testing/channel-client.ts'
import { control } from '../../testing/control.ts'
import { isOpenAlarm } from '../../testing/is-open-alarm.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

let platform: LaunchedSimulator
let console: Awaited<ReturnType<typeof createConsoleServer>>
let admin: Operator
let devices: Map<string, TreeNode>
beforeAll(async () => {
  platform = await launchSimulator(['--no-rtmp', ...BY_DAY, '--seed', '11'])
  console = await createConsoleServer({
    platform: new URL(platform.url),
    simulate: ['alarms', 'alarmTypes', 'map-heat', 'talk', 'liveVideo'],
  })
  admin = await signIn('admin')
  const { list } = await admin.call(deviceTree, { query: { childNode: 1, pageSize: 2000 } })
  devices = new Map(list.flatMap((node) => (node.sn === undefined ? [] : [[node.sn, node]])))
}, 120_000)
afterAll(async () => {
  await console?.[Symbol.asyncDispose]()
  await platform?.stop()
})

/** At the console's server; the platform's own control API tells the code of the picture. */
const signInAt = (url: string, loginName: string) =>
  Operator.signIn(url, loginName, undefined, async (key) => {
    return (await control(platform.url, controlVerifyCode, { params: { key } })).code
  })
const signIn = (loginName: string) => signInAt(console.url, loginName)
const isSimulated = async (path: string) => {
  const reply = await fetch(new URL(path, console.url), { headers: { cookie: admin.cookie } })
  await reply.arrayBuffer()
  return reply.headers.has(SIMULATED_HEADER)
}
const stateOf = async (init?: RequestInit, url = console.url) => {
  const reply = await fetch(new URL(SIMULATED_WAY, url), init)
  return (await reply.json()) as {
    code: number
    msg: string
    data: { patterns: string[]; devices: number | null }
  }
}
const choose = (patterns: string[], headers: Record<string, string> = {}, url = console.url) => {
  const body = JSON.stringify({ patterns })
  return stateOf({ method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }, url)
}
const alarmsOf = async (operator: Operator): Promise<Alarm[]> => {
  const endTime = Math.floor(Date.now() / 1000) + 60
  const query = { startTime: endTime - 86_000, endTime, pageSize: 200 }
  return (await operator.call(listAlarms, { query })).list
}

describe('calls', () => {
  it('of simulated areas are answered by the simulator, the others by the platform', async () => {
    expect(await isSimulated('/alarm/type/list')).toBe(true)
    expect(await isSimulated('/user/list?pageSize=5')).toBe(false)
    const { list } = await admin.call(listUsers, { query: { pageSize: 100 } })
    const direct = await Operator.signIn(platform.url)
    const there = (await direct.call(listUsers, { query: { pageSize: 100 } })).list
    expect(list.map(({ userId, loginName }) => [userId, loginName])).toEqual(
      there.map(({ userId, loginName }) => [userId, loginName]),
    )
  })

  it("are about the platform's devices: their serial numbers, names and places", async () => {
    const alarms = await alarmsOf(admin)
    expect(alarms.length).toBeGreaterThan(0)
    const strange = alarms.filter(({ sn, devName }) => devices.get(sn)?.name !== devName)
    expect(strange).toEqual([])
    const fixed = alarms.find(
      ({ sn, startLon }) => startLon !== undefined && devices.get(sn)?.type === 'camera',
    )
    const node = devices.get(fixed!.sn)!
    expect([fixed!.startLon, fixed!.startLat]).toEqual([node.longitude, node.latitude])
    expect((await stateOf()).data.devices).toBe(devices.size)
  })

  it('take devices and groups of the platform', async () => {
    const [{ sn }] = (await alarmsOf(admin)) as [Alarm]
    const { parentId } = devices.get(sn)!
    const endTime = Math.floor(Date.now() / 1000) + 60
    const query = { startTime: endTime - 86_000, endTime, pageSize: 200, nodeId: parentId }
    const { list } = await admin.call(listAlarms, { query })
    expect(list.length).toBeGreaterThan(0)
    expect(list.filter((alarm) => devices.get(alarm.sn)?.parentId !== parentId)).toEqual([])
  })

  it('change what is simulated, and nothing at the platform', async () => {
    const alarm = (await alarmsOf(admin)).find(isOpenAlarm)!
    const { id, sn, alarmSeq } = alarm
    await admin.call(processAlarms, { body: { list: [{ id, sn, alarmSeq }], type: 1, content: 'seen' } })
    const { list } = await admin.call(alarmHistory, { query: { id } })
    expect(list.some(({ to }) => to.processingContent === 'seen')).toBe(true)
    const direct = await Operator.signIn(platform.url)
    const there = (await alarmsOf(direct)).find(
      (other) => other.sn === sn && other.processingContent === 'seen',
    )
    expect(there).toBeUndefined()
  })

  it('are refused without a session of the platform, and without the permission there', async () => {
    const nobody = await new Operator(console.url).ask(alarmHeat, { query: {} as never })
    expect([nobody.status, nobody.code]).toEqual([401, CODES.notSignedIn])
    // In the contract's form, whatever that of the platform is.
    const refusal = await fetch(new URL('/alarm/type/list', console.url))
    expect([refusal.status, refusal.headers.get(SIMULATED_HEADER)]).toEqual([401, '1'])
    const viewer = await signIn('viewer1')
    const refused = await viewer.ask(addAlarmType, { body: {} as never })
    expect(refused.code).toBe(CODES.notPermitted)
  })

  it('start streams of the simulator, which come through the console', async () => {
    const camera = [...devices.values()].find(
      ({ type, onlineStatus }) => type === 'camera' && onlineStatus === 1,
    )!
    const { httpUrl } = await admin.call(startLiveVideo, {
      body: { sn: camera.sn!, chnId: 1, streamType: 'sub' },
    })
    const own = new URL(httpUrl, console.url)
    const through = new URL(`/backlot/media/http/${own.host}${own.pathname}${own.search}`, console.url)
    const reply = await fetch(own.origin === new URL(console.url).origin ? own : through)
    const { value } = await reply.body!.getReader().read()
    // The signature of a file, annex E.2 of the FLV specification.
    expect([reply.status, Buffer.from(value!).subarray(0, 3).toString()]).toEqual([200, 'FLV'])
    await reply.body!.cancel().catch(() => undefined)
  })

  it('leave the control API and the calls of the simulator closed, whoever asks for them as for a stream', async () => {
    const camera = [...devices.values()].find(({ type }) => type === 'camera')!
    const { httpUrl } = await admin.call(startLiveVideo, {
      body: { sn: camera.sn!, chnId: 1, streamType: 'sub' },
    })
    const { host } = new URL(httpUrl)
    for (const path of ['/control/clock', '/live/../control/clock', '/verify/image', '/healthz']) {
      const request = httpRequest(console.url, { path: `/backlot/media/http/${host}${path}` }).end()
      const [reply] = (await once(request, 'response')) as [IncomingMessage]
      expect([path, reply.statusCode]).toEqual([path, 403])
      reply.resume()
    }
    const own = httpRequest(console.url, {
      path: `/backlot/media/http/${new URL(platform.url).host}/control/clock`,
    }).end()
    const [reply] = (await once(own, 'response')) as [IncomingMessage]
    expect(reply.statusCode).toBe(403)
    reply.resume()
  })

  it('name a device or group for which there is nothing', async () => {
    const headers = { 'accept-language': 'en' }
    const answer = await admin.ask(startLiveVideo, {
      body: { sn: 'NOBODY', chnId: 1, streamType: 'main' } as never,
      headers,
    })
    expect([answer.code, answer.msg]).toEqual([
      CODES.notFound,
      'sn: the simulated part has no device for NOBODY',
    ])
    const group = { endTime: 86_401, startTime: 1, nodeId: 987_654 }
    const refused = await admin.ask(listAlarms, { query: group, headers })
    expect([refused.code, refused.msg]).toEqual([
      CODES.notFound,
      'nodeId: the simulated part has neither a group nor a device for 987654',
    ])
  })
})

describe('the channel', () => {
  it("brings the platform's positions and the simulator's alarms", async () => {
    await using channel = await ChannelClient.open(admin)
    await channel.subscribe(['gps', 'status', 'alarm'])
    const camera = [...devices.values()].find(({ type }) => type === 'camera')!
    await control(platform.url, controlRaiseAlarm, {
      body: { sn: camera.sn!, chnId: 1, type: 'VideoAlarm', subType: 'Motion' },
    })
    const alarm = (await alarmsOf(admin)).find(isOpenAlarm)!
    await admin.call(processAlarms, {
      body: {
        list: [{ id: alarm.id, sn: alarm.sn, alarmSeq: alarm.alarmSeq }],
        type: 1,
        content: 'over the channel',
      },
    })
    await channel.until(() =>
      channel.messages.some(
        (message) =>
          message.type === 'alarm' &&
          message.list.some(({ processingContent }) => processingContent === 'over the channel'),
      ),
    )
    await channel.until(() => channel.messages.some(({ type }) => type === 'gps'))
    const told = channel.messages.flatMap((message) => (message.type === 'alarm' ? message.list : []))
    expect(told.filter(({ sn }) => !devices.has(sn))).toEqual([])
    const moving = channel.messages.flatMap((message) => (message.type === 'gps' ? message.list : []))
    const known = await admin.call(gpsRealtime, { body: { list: [moving[0]!.sn] } })
    expect(known.list[0]!.sn).toBe(moving[0]!.sn)
  })
})

describe('the channel of somebody with few rights', () => {
  it('makes no simulated call that the platform does not permit', async () => {
    const viewer = await signIn('enviro1')
    await using channel = await ChannelClient.open(viewer)
    const [sn] = [...devices.values()].flatMap((node) => (node.type === 'camera' ? [node.sn!] : []))
    const body = { sn, chnId: 1, streamType: 'sub' }
    channel.send({ type: 'request', requestId: 'r1', call: 'liveVideo.start', body })
    await channel.until(() => channel.frames.some(({ type }) => type === 'reply'))
    expect(channel.frames.find(({ type }) => type === 'reply')).toMatchObject({ code: CODES.notPermitted })
  })
})

describe('talk', () => {
  const DEVICE_HZ = 620
  const OPERATOR_HZ = 440
  const tone = (frame: number) =>
    Int16Array.from(
      { length: TALK_FRAME_SAMPLES },
      (_, i) =>
        9000 * Math.sin((2 * Math.PI * OPERATOR_HZ * (frame * TALK_FRAME_SAMPLES + i)) / TALK_RATE_HZ),
    )
  const talkOf = async ({ cookie, sessionId }: Operator, service: TalkService = 'intercom') => {
    const address = `${console.url.replace('http', 'ws')}${TALK_PATH}`
    const socket = new WebSocket(address, { origin: console.url, headers: { cookie } })
    const talk = new TalkConsole(socket, 'pcm')
    await once(socket, 'open')
    talk.say({ type: 'talkLogin', service, projectName: 'backlot', loginName: 'x', sessionId, lang: 'en' })
    return talk
  }

  it('is refused to somebody whom the platform does not permit it, and without a session there', async () => {
    const refused = await talkOf(await signIn('enviro1'))
    expect((await refused.told('talkLoginReply')).code).toBe(CODES.notPermitted)
    expect(await refused.closeCode()).toBe(TALK_CLOSE.notPermitted)
    const nobody = await talkOf(new Operator(console.url))
    expect(await nobody.closeCode()).toBe(TALK_CLOSE.signInFirst)
    const stranger = await talkOf(
      Object.assign(new Operator(console.url), { cookie: 'session=made-up', sessionId: 'made-up' }),
    )
    expect((await stranger.told('talkLoginReply')).code).toBe(CODES.notSignedIn)
    expect(await stranger.closeCode()).toBe(TALK_CLOSE.signInFirst)
  })

  it('ends when the platform takes the permission away', async () => {
    const direct = await Operator.signIn(platform.url)
    const { list: users } = await direct.call(listUsers, { query: { pageSize: 100 } })
    const { list: roles } = await direct.call(listRoles, { query: { pageSize: 100 } })
    const { roleId, permission } = roles.find(
      (role) => role.roleId === users.find(({ loginName }) => loginName === 'video1')!.roleId,
    )!
    const talk = await talkOf(await signIn('video1'))
    expect((await talk.told('talkLoginReply')).code).toBe(0)
    await direct.call(updateRole, { body: { roleId, permission: [{ target: '/senseDevice' }] } })
    // It is asked again while somebody uses the talk.
    const closed = () => {
      talk.say({ type: 'callStop', callId: 'none' })
      return talk.closed?.code
    }
    await expect.poll(closed, { timeout: 60_000, interval: 500 }).toBe(TALK_CLOSE.notPermitted)
    await direct.call(updateRole, { body: { roleId, permission } })
  })

  it('carries the voice of an operator to the simulated device, and its sound back', async () => {
    const camera = [...devices.values()].find(
      ({ type, onlineStatus }) => type === 'camera' && onlineStatus === 1,
    )!
    const { httpUrl } = await admin.call(startLiveVideo, {
      body: { sn: camera.sn!, chnId: 1, streamType: 'sub' },
    })
    const simulator = new URL(httpUrl, console.url).origin
    const query = { kind: 'bodyCamera', limit: 100 }
    for (const { sn } of (await control(simulator, controlDevices, { query })).list) {
      await control(simulator, controlSetDevice, { body: { sn, state: 'online' } })
      await control(simulator, controlTalkDevice, { body: { sn, toneHz: DEVICE_HZ } })
    }
    const worn = [...devices.values()].find(({ type }) => type === 'bodyCamera')!
    const talk = await talkOf(admin)
    expect((await talk.told('talkLoginReply')).code).toBe(0)
    talk.say({ type: 'callStart', callId: 'n', kind: 'call', targets: [{ sn: 'NOBODY', chnId: 1 }] })
    expect(await talk.told('callResult')).toEqual({
      type: 'callResult',
      callId: 'n',
      kind: 'call',
      result: 3,
    })
    talk.say({ type: 'callStart', callId: 'c', kind: 'call', targets: [{ sn: worn.sn!, chnId: 1 }] })
    expect(await talk.told('callResult')).toMatchObject({ kind: 'duplex', result: 0 })
    talk.say({ type: 'callTalk', callId: 'c', on: true })
    for (let i = 0; i < 50; i++) talk.sound(tone(i))

    const { calls } = await control(simulator, controlTalk, { query: {} })
    const [sn] = calls.flatMap(({ sns }) => sns)
    expect(sn).not.toBe(worn.sn)
    const heard = async () => (await control(simulator, controlTalk, { query: { sn } })).devices[0]!.heard
    await expect.poll(async () => (await heard()).frames, { timeout: 20_000 }).toBe(50)
    expect((await heard()).peakDb).toBeGreaterThan(-20)

    await talk.until(() => talk.heard.length >= 50)
    const samples = talk.heard.slice(20, 45).flatMap((frame) => [...frame])
    const rises = samples.filter((sample, i) => i > 0 && sample >= 0 && samples[i - 1]! < 0).length
    expect(Math.abs((rises * TALK_RATE_HZ) / samples.length - DEVICE_HZ)).toBeLessThan(30)
    talk.say({ type: 'callStop', callId: 'c' })
    talk.socket.close()
  })
})

describe('what is simulated', () => {
  it('is started before a call needs it: for whoever reads the tree, and by a choice', async () => {
    const stateAt = async (url: string) =>
      simulatedIn(await (await fetch(new URL(SIMULATED_WAY, url))).json())
    const reading = async (simulate: string[]) => {
      const own = await createConsoleServer({ platform: new URL(platform.url), simulate })
      expect(await stateAt(own.url)).toMatchObject({ simulator: 'off', devices: null })
      const operator = await signInAt(own.url, 'admin')
      await operator.call(deviceTree, { query: { childNode: 1, pageSize: 10 } })
      return own
    }
    const ready = { simulator: 'ready', devices: devices.size }
    await using given = await reading(['map-heat'])
    await expect.poll(() => stateAt(given.url), { timeout: 60_000 }).toMatchObject(ready)

    await using chosen = await reading([])
    expect(await stateAt(chosen.url)).toMatchObject({ simulator: 'off' })
    await choose(['map-heat'], {}, chosen.url)
    const states = new Set<string>()
    const seen = async () => {
      const state = await stateAt(chosen.url)
      if (typeof state !== 'string') states.add(state.simulator)
      return state
    }
    await expect.poll(seen, { timeout: 60_000 }).toMatchObject(ready)
    expect([...states]).toContain('starting')
  })

  it('can be changed while it runs; channels begin anew', async () => {
    const channel = await ChannelClient.open(admin)
    const before = (await stateOf()).data.patterns
    try {
      expect((await choose(['map-heat'])).data.patterns).toEqual(['map-heat'])
      await channel.until(() => channel.closed !== undefined)
      expect(channel.closed).toEqual({ code: 1012 })
      expect([await isSimulated('/alarm/type/list'), await isSimulated('/alarm/level/list')]).toEqual([
        false,
        false,
      ])
    } finally {
      await choose(before)
    }
    expect(await isSimulated('/alarm/type/list')).toBe(true)
  })

  it.each([
    [['nothing'], /nothing: no call, path or area/],
    [['session'], /users sign in at the platform/],
    [[''], /patterns\.0: /],
  ])('%j is refused, and changes nothing', async (patterns, why) => {
    const before = (await stateOf()).data.patterns
    const answer = await choose(patterns, { 'accept-language': 'en' })
    expect([answer.code, answer.msg]).toEqual([CODES.invalid, expect.stringMatching(why)])
    expect((await choose(patterns, { 'accept-language': 'zh' })).msg).toMatch(/[\u4e00-\u9fff]/)
    expect((await stateOf()).data.patterns).toEqual(before)
  })

  it('is not changed by a page of another origin', async () => {
    const answer = await choose([], { origin: 'http://evil.example' })
    expect(answer.code).toBe(CODES.notPermitted)
    // Nor by somebody elsewhere, through a proxy on this machine.
    expect((await choose([], { 'x-forwarded-for': '192.0.2.1' })).code).toBe(CODES.notPermitted)
    expect((await stateOf({ headers: { via: '1.1 proxy' } })).code).toBe(CODES.notSignedIn)
  })
})
