/** What an edge does while its core stands still, or the link to it is cut. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { controlDevices } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { getInfo, logout } from '@backlot/contract/session/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ChannelClient } from '../../../testing/channel-client.ts'
import { control } from '../../../testing/control.ts'
import { type LaunchedEdge, launchEdge } from '../../../testing/launch-edge.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../../testing/launch-simulator.ts'
import { Operator } from '../../../testing/operator.ts'
import { type LinkBreaker, openLinkBreaker } from '../../servers/link-breaker.ts'
import { REDIS_SERVER, type RedisServer, startRedis } from '../../servers/redis-server.ts'
import { socketUrl, watchLive } from './watch-live.ts'

let redis: RedisServer
let core: LaunchedSimulator
let breaker: LinkBreaker
let edge: LaunchedEdge

/** Waits until the edge has, or has not, its link to the core. */
async function untilLinked(isLinked: boolean): Promise<void> {
  while ((await fetch(`${edge.url}/healthz`)).ok !== isLinked) await new Promise(setImmediate)
}

/** Somebody signed in, who comes by the edge, and a live stream that is open to them. */
async function viewerAtEdge() {
  const operator = await Operator.signIn(core.url)
  const atEdge = Object.assign(new Operator(edge.url), { ...operator, url: edge.url })
  const { list } = await control(core.url, controlDevices, { query: { kind: 'ptzCamera', state: 'online' } })
  const started = await atEdge.call(startLiveVideo, {
    body: { sn: list[0]!.sn, chnId: 1, streamType: 'sub' },
  })
  return { operator, atEdge, stream: socketUrl(started.url, edge.url) }
}

/** The status with which an edge refuses a WebSocket. */
async function refusedWith(url: URL): Promise<number | undefined> {
  const socket = new WebSocket(url)
  socket.on('error', () => {})
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode?: number }]
  return answer.statusCode
}

describe.skipIf(REDIS_SERVER === undefined)('the link of an edge', () => {
  beforeAll(async () => {
    redis = await startRedis()
    core = await launchSimulator(['--redis', redis.url, ...BY_DAY])
    breaker = await openLinkBreaker(core.url)
    edge = await launchEdge(redis.url, ['--core', breaker.url])
  })
  afterAll(async () => {
    await Promise.all([edge?.stop(), core?.stop()])
    await breaker?.[Symbol.asyncDispose]()
    await redis?.[Symbol.asyncDispose]()
  })

  it('goes while the core stands still: consoles come back, viewers stay, nobody new is let in meanwhile', async () => {
    const { atEdge, stream } = await viewerAtEdge()
    const viewer = await watchLive(stream)
    await viewer.until(({ kinds }) => kinds.includes('key'))
    const console = await ChannelClient.open(atEdge)
    core.child.kill('SIGSTOP')
    try {
      await console.until(() => console.closed !== undefined)
      expect(console.closed).toEqual({ code: 1012 })
      await untilLinked(false)
      expect(await refusedWith(socketUrl('/realtime', edge.url))).toBe(503)
      expect(await refusedWith(stream)).toBe(503)
      const refused = await fetch(`${edge.url}${stream.pathname}${stream.search}`, {
        headers: { 'accept-language': 'en' },
      })
      expect([refused.status, await refused.json()]).toEqual([
        503,
        { code: 503, msg: 'The platform cannot be reached at the moment. Try again shortly' },
      ])
    } finally {
      core.child.kill('SIGCONT')
    }
    await untilLinked(true)
    const before = viewer.kinds.length
    await viewer.until(({ kinds }) => kinds.length > before + 12)
    const again = await ChannelClient.open(atEdge)
    expect(again.frames[0]).toMatchObject({ type: 'loginReply', code: 0 })
    await again[Symbol.asyncDispose]()
    viewer.close()
  })

  it('brings, when it is back, what happened meanwhile: a viewer whose session ended is cut', async () => {
    const { operator, stream } = await viewerAtEdge()
    const other = await viewerAtEdge()
    const viewer = await watchLive(stream)
    const stays = await watchLive(other.stream)
    breaker.cut()
    await untilLinked(false)
    await operator.call(logout)
    breaker.mend()
    expect(await viewer.end()).toBe(4403)
    await untilLinked(true)
    const before = stays.kinds.length
    await stays.until(({ kinds }) => kinds.length > before + 12)
    stays.close()
  })

  it('goes over TLS where the core is behind it, if its certificate is trusted', async () => {
    const files = join(import.meta.dirname, '..', 'tls')
    const [key, cert] = await Promise.all(
      ['key', 'crt'].map((end) => readFile(join(files, `localhost.${end}`))),
    )
    const ends = createServer({ key, cert }, (socket) => {
      const onward = connect(Number(new URL(core.url).port), '127.0.0.1')
      socket.on('error', () => onward.destroy()).pipe(onward)
      onward.on('error', () => socket.destroy()).pipe(socket)
    })
    await once(ends.listen(0, '127.0.0.1'), 'listening')
    const url = `https://localhost:${(ends.address() as AddressInfo).port}`
    const secure = await launchEdge(redis.url, ['--core', url, '--ca', join(files, 'localhost.crt')])
    try {
      const { operator, stream } = await viewerAtEdge()
      const viewer = await watchLive(socketUrl(`${stream.pathname}${stream.search}`, secure.url))
      await viewer.until(({ kinds }) => kinds.includes('key'))
      viewer.close()
      const { cookie } = operator
      expect((await Object.assign(new Operator(secure.url), { cookie }).ask(getInfo)).status).toBe(200)
    } finally {
      await secure.stop()
      ends.close()
    }
  })

  it('is needed for viewers: they are cut when it does not come back', async () => {
    const { stream } = await viewerAtEdge()
    const viewer = await watchLive(stream)
    breaker.cut()
    try {
      expect(await viewer.end()).toBe(1006)
    } finally {
      breaker.mend()
    }
    await untilLinked(true)
  })

  it('and the core itself may be away: calls are refused in the language of the user, and sockets', async () => {
    const operator = Object.assign(new Operator(edge.url), {
      cookie: (await Operator.signIn(core.url)).cookie,
    })
    await core.kill()
    await untilLinked(false)
    const texts = {
      zh: '平台暂时无法连接，请稍后再试',
      en: 'The platform cannot be reached at the moment. Try again shortly',
    }
    for (const [lang, msg] of Object.entries(texts))
      expect(await operator.ask(getInfo, { headers: { lang } })).toMatchObject({
        status: 503,
        code: 503,
        msg,
      })
    expect(await refusedWith(socketUrl('/talk', edge.url))).toBe(503)
    expect(await refusedWith(socketUrl('/replay/none', edge.url))).toBe(503)
    expect((await fetch(edge.url)).status).toBe(200)
  })
})
