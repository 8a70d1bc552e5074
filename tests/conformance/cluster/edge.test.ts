import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { ClientFrame } from '@backlot/contract/channel/frames'
import { controlDevices, controlStorm } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { listUserLog } from '@backlot/contract/logs/calls'
import { logout } from '@backlot/contract/session/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ChannelClient } from '../../../testing/channel-client.ts'
import { control } from '../../../testing/control.ts'
import { type LaunchedEdge, launchEdge } from '../../../testing/launch-edge.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../../testing/launch-simulator.ts'
import { Operator } from '../../../testing/operator.ts'
import { REDIS_SERVER, type RedisServer, startRedis } from '../../servers/redis-server.ts'
import { ReturningClient } from '../../servers/returning-client.ts'
import { expectStormOnce } from '../../servers/storm-arrival.ts'
import { socketUrl, watchLive } from './watch-live.ts'

const ALARMS: ClientFrame = {
  ...{ type: 'subscribe', id: 'alarms', topics: ['alarm', 'status'], snapshot: true },
  scope: { kind: 'subtree', groupId: 0 },
}

let redis: RedisServer
let core: LaunchedSimulator
let first: LaunchedEdge
let second: LaunchedEdge

/** Somebody signed in at the core, who comes by an edge. */
async function operatorAt(edge: LaunchedEdge, loginName?: string): Promise<Operator> {
  const { cookie, sessionId, userInfo } = await Operator.signIn(core.url, loginName)
  return Object.assign(new Operator(edge.url), { cookie, sessionId, userInfo })
}

const raise = (forMs: number, ratePerSecond: number) =>
  control(core.url, controlStorm, { body: { ratePerSecond, forMs } })

async function consoleAt(operator: Operator): Promise<ChannelClient> {
  const client = await ChannelClient.open(operator)
  client.send(ALARMS)
  await client.until(() => client.frames.some(({ type }) => type === 'subscribed'))
  return client
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
}

describe.skipIf(REDIS_SERVER === undefined)('edges of a cluster', () => {
  beforeAll(async () => {
    redis = await startRedis()
    core = await launchSimulator(['--redis', redis.url, ...BY_DAY])
    ;[first, second] = await Promise.all([launchEdge(redis.url), launchEdge(redis.url)])
  })
  afterAll(async () => {
    await Promise.all([first?.stop(), second?.stop(), core?.stop()])
    await redis?.[Symbol.asyncDispose]()
  })

  it('bring every console the same, once: replies, states, and alarms of one stream for all', async () => {
    const operators = await Promise.all([operatorAt(first), operatorAt(first), operatorAt(second)])
    const clients = operators.map((operator) => new ReturningClient(operator, () => [operator.url], 0))
    await Promise.all(clients.map((client) => client.ready()))
    const one = await consoleAt(await operatorAt(first))
    const { stormId } = await raise(500, 100)
    await expectStormOnce(core.url, stormId, clients)
    expect(await metric(first.url, 'backlot_edge_frame_streams')).toBe(1)
    for (const client of clients) client.close()
    expect(one.messages.some(({ type }) => type === 'status')).toBe(true)
    one.send({ type: 'request', requestId: 'r', call: 'recordings.state', body: {} })
    await one.until(() => one.frames.some((frame) => frame.type === 'reply' && frame.requestId === 'r'))
    one.send({ type: 'ping', at: 7 })
    await one.until(() => one.frames.some((frame) => frame.type === 'pong' && frame.at === 7))
    await one[Symbol.asyncDispose]()
  })

  it('lose none and bring none twice when one is killed: its consoles resume at another', async () => {
    const third = await launchEdge(redis.url)
    const operator = await operatorAt(third)
    let url = third.url
    const moves = new ReturningClient(operator, () => [url], 0)
    const stays = new ReturningClient(operator, () => [second.url], 0)
    const clients = [moves, stays]
    await Promise.all(clients.map((client) => client.ready()))
    const { stormId } = await raise(3000, 60)
    await moves.until(() => moves.seen() > 0)
    url = second.url
    await third.kill()
    await expectStormOnce(core.url, stormId, clients)
    expect(moves.cuts).toBeGreaterThan(0)
    for (const client of clients) client.close()
  })

  it('send their consoles to others when they stop', async () => {
    const third = await launchEdge(redis.url)
    const console = await consoleAt(await operatorAt(third))
    expect(await third.stop()).toBe(0)
    await console.until(() => console.closed !== undefined)
    expect(console.closed).toEqual({ code: 1012 })
  })

  it('cut a session that ended at the core, and take nobody in who has no right', async () => {
    const operator = await operatorAt(first)
    const console = await consoleAt(operator)
    await Object.assign(new Operator(core.url), { cookie: operator.cookie }).call(logout)
    await console.until(() => console.closed !== undefined)
    expect([4401, 4409]).toContain(console.closed?.code)
    const late = await ChannelClient.open(operator)
    await late.until(() => late.closed !== undefined)
    expect(late.closed).toEqual({ code: 4401 })
    const rude = new WebSocket(`${first.url.replace('http', 'ws')}/realtime`)
    await once(rude, 'open')
    rude.send('[]')
    const [code] = (await once(rude, 'close')) as [number]
    expect(code).toBe(4401)
  })

  it('serve the console and pass calls on, with the address and the cookie of the client', async () => {
    expect(await (await fetch(first.url)).text()).toContain('<div id="root">')
    expect((await fetch(`${first.url}/control/status`)).status).toBe(404)
    expect((await fetch(`${first.url}/healthz`).then((answer) => answer.json())) as object).toMatchObject({
      ok: true,
      parts: { core: true, redis: true },
    })
    /** Signs out as somebody at an address of this machine, and answers the address that the platform has noted. */
    const signOut = async (loginName: string, url: string, headers: Record<string, string>) => {
      const { cookie } = await Operator.signIn(core.url, loginName)
      const from = { method: 'POST', localAddress: '127.0.0.9', headers: { cookie, ...headers } }
      const asked = request(new URL(logout.path, url), from).end('{}')
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      const admin = await Operator.signIn(core.url)
      const now = Math.floor(Date.parse('2026-11-25T02:00:00Z') / 1000)
      const query = { pageNum: 1, pageSize: 10, startTime: now - 3600, endTime: now + 7200, loginName }
      const { list } = await admin.call(listUserLog, { query: { ...query, action: 'session.logout' } })
      return [answer.statusCode, list[0]?.address]
    }
    const json = { 'content-type': 'application/json' }
    expect(await signOut('dispatch1', first.url, json)).toEqual([200, '127.0.0.9'])
    // Without the cluster's token nobody is believed.
    const lie = { ...json, 'x-backlot-edge': 'guessed', 'x-backlot-client': '9.9.9.9' }
    expect(await signOut('dispatch2', core.url, lie)).toEqual([200, '127.0.0.9'])
    expect(await signOut('dispatch1', first.url, { ...json, 'x-backlot-client': '9.9.9.9' })).toEqual([
      200,
      '127.0.0.9',
    ])
  })

  it('pull a live stream once for all viewers, of whom late ones begin with a key frame, and end those without right', async () => {
    const operator = await operatorAt(first)
    const { list } = await control(core.url, controlDevices, {
      query: { kind: 'ptzCamera', state: 'online' },
    })
    const { sn } = list[0]!
    const { url, httpUrl } = await operator.call(startLiveVideo, {
      body: { sn, chnId: 1, streamType: 'sub' },
    })
    const viewer = await watchLive(new URL(httpUrl, first.url))
    await viewer.until(({ kinds }) => kinds.filter((kind) => kind === 'key').length >= 2)
    const late = await watchLive(new URL(httpUrl, first.url))
    await late.until(({ kinds }) => kinds.includes('key'))
    expect(late.kinds.slice(0, late.kinds.indexOf('key'))).toContain('videoHeader')
    expect(late.kinds.slice(0, late.kinds.indexOf('key'))).not.toContain('video')
    const third = await watchLive(socketUrl(url, first.url))
    await third.until(({ kinds }) => kinds.includes('key'))
    expect(await metric(first.url, 'backlot_edge_viewers')).toBe(3)
    expect(await metric(first.url, 'backlot_edge_pulled_streams')).toBe(1)
    expect(await metric(core.url, 'backlot_media_viewers')).toBe(1)

    const forged = new URL(httpUrl, first.url)
    forged.searchParams.set('token', 'a'.repeat(40))
    expect((await fetch(forged)).status).toBe(401)
    expect((await fetch(new URL('/live/none/1/sub.flv?token=x', first.url))).status).toBe(401)
    expect((await fetch(new URL(httpUrl.replace('sub.flv', 'none.flv'), first.url))).status).toBe(404)

    await Object.assign(new Operator(core.url), { cookie: operator.cookie }).call(logout)
    expect(await third.end()).toBe(4403)
    expect([await viewer.end(), await late.end()]).toEqual(['end', 'end'])
    await expect.poll(() => metric(first.url, 'backlot_edge_pulled_streams')).toBe(0)
    expect((await fetch(new URL(httpUrl, first.url))).status).toBe(401)
  })
})
