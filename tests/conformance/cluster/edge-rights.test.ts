/** The core's rights and limits at an edge: who is told, who is cut, and who is taken for whom. */
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { get as getSecurely } from 'node:https'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { connect as connectSecurely } from 'node:tls'
import { createEdgeServer } from '@backlot/cli/edge/create-edge-server'
import { exportAlarms } from '@backlot/contract/alarms/calls'
import type { ChannelCallName } from '@backlot/contract/channel/frames'
import { controlDevices, controlStorm } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { listUserLog } from '@backlot/contract/logs/calls'
import { getInfo, logout } from '@backlot/contract/session/calls'
import {
  addRole,
  addUser,
  deleteUser,
  kickUser,
  listRoles,
  updateRole,
  updateUser,
} from '@backlot/contract/users/calls'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ChannelClient } from '../../../testing/channel-client.ts'
import { control } from '../../../testing/control.ts'
import { type LaunchedEdge, launchEdge } from '../../../testing/launch-edge.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../../testing/launch-simulator.ts'
import { DEMO_PASSWORD, Operator } from '../../../testing/operator.ts'
import { start } from '../../servers/cluster-programs.ts'
import { REDIS_SERVER, type RedisServer, startRedis } from '../../servers/redis-server.ts'
import { openTestCluster } from './open-test-cluster.ts'
import { socketUrl, watchLive } from './watch-live.ts'

let redis: RedisServer
let core: LaunchedSimulator
let edge: LaunchedEdge
let other: LaunchedEdge
let admin: Operator
let camera: string
let roleId: number
/** It never signs in. */
let silent: WebSocket

const through = (operator: Operator, { url }: { url: string }) =>
  Object.assign(new Operator(url), { ...operator, url })

/** An account with a role of its own, signed in at an edge. */
async function account(loginName: string, singleLogin = false) {
  const body = { loginName, name: loginName, password: Operator.hash(DEMO_PASSWORD), roleId, singleLogin }
  const { userId } = await admin.call(addUser, { body })
  return { userId, operator: through(await Operator.signIn(core.url, loginName), edge) }
}

/** All that somebody holds open at an edge: the channel, with alarms, and a live stream. */
async function holdOpen(operator: Operator) {
  const channel = await ChannelClient.open(operator)
  await channel.subscribe(['alarm', 'status'])
  const { url } = await operator.call(startLiveVideo, { body: { sn: camera, chnId: 1, streamType: 'sub' } })
  const viewer = await watchLive(socketUrl(url, operator.url))
  await viewer.until(({ kinds }) => kinds.includes('key'))
  return { channel, viewer }
}
const notices = ({ messages }: ChannelClient) =>
  messages.flatMap((m) => (m.type === 'account' ? [m.notice] : []))
const alarms = ({ messages }: ChannelClient) =>
  messages
    .flatMap((m) => (m.type === 'alarm' ? m.list : []))
    .filter(({ alarmSeq }) => alarmSeq.startsWith('storm'))

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}

describe.skipIf(REDIS_SERVER === undefined)('at an edge', () => {
  beforeAll(async () => {
    redis = await startRedis()
    core = await launchSimulator(['--redis', redis.url, ...BY_DAY])
    ;[edge, other] = await Promise.all([
      launchEdge(redis.url),
      launchEdge(redis.url, ['--balancer', '127.0.0.1']),
    ])
    silent = new WebSocket(socketUrl('/realtime', edge.url))
    admin = await Operator.signIn(core.url)
    const { list } = await control(core.url, controlDevices, { query: { kind: 'camera', state: 'online' } })
    camera = list[0]!.sn
    const roles = await admin.call(listRoles, { query: { pageSize: 100 }, headers: { lang: 'en' } })
    const { permission } = roles.list.find(({ name }) => name === 'Dispatcher')!
    roleId = (await admin.call(addRole, { body: { name: 'At edges', permission } })).roleId
  })
  afterAll(async () => {
    await Promise.all([edge?.stop(), other?.stop(), core?.stop()])
    await redis?.[Symbol.asyncDispose]()
  })

  it.each(['kicked', 'disabled', 'deleted', 'signed out', 'signed in again'])(
    'a session that is %s is cut on the channel and its streams, with its reason',
    async (ending) => {
      const loginName = `e_${ending.replace(/\W/g, '')}`.slice(0, 12)
      const { userId, operator } = await account(loginName, ending === 'signed in again')
      const { channel, viewer } = await holdOpen(operator)
      if (ending === 'kicked') await admin.call(kickUser, { body: { userId } })
      else if (ending === 'disabled') await admin.call(updateUser, { body: { userId, locked: true } })
      else if (ending === 'deleted') await admin.call(deleteUser, { body: { userId } })
      else if (ending === 'signed out') await operator.call(logout)
      else await Operator.signIn(core.url, loginName)
      await channel.until(() => channel.closed !== undefined)
      expect([notices(channel), channel.closed?.code, await viewer.end()]).toEqual(
        {
          kicked: [['kickedOut'], 4409, 4403],
          disabled: [['updated'], 4409, 4403],
          deleted: [['deleted'], 4409, 4403],
          'signed out': [[], 4401, 4403],
          'signed in again': [['kickedOut'], 4409, 4403],
        }[ending],
      )
      expect((await operator.ask(getInfo)).status).toBe(401)
    },
  )

  it('a change of permissions is told at once, and holds at once', async () => {
    const { operator } = await account('changes')
    const { channel, viewer } = await holdOpen(operator)
    const witness = await ChannelClient.open(through(admin, edge))
    await witness.subscribe(['alarm'])
    const roles = await admin.call(listRoles, { query: { pageSize: 100 } })
    const { permission } = roles.list.find((role) => role.roleId === roleId)!
    const fewer = permission.filter(({ target }) => target === '/realTime')
    await admin.call(updateRole, { body: { roleId, permission: fewer } })
    try {
      await channel.until(() => notices(channel).includes('permissionChanged'))
      expect(await viewer.end()).toBe(4403)
      await control(core.url, controlStorm, { body: { ratePerSecond: 20, forMs: 500 } })
      await witness.until(() => alarms(witness).length > 0)
      channel.send({ type: 'ping', at: 1 })
      await channel.until(() => channel.frames.some((frame) => frame.type === 'pong'))
      expect(alarms(channel)).toEqual([])
      expect((await operator.ask(exportAlarms, { query: { startTime: 0, endTime: 1 } })).status).toBe(403)
      expect(channel.closed).toBeUndefined()
      const again = await holdOpen(operator)
      again.viewer.close()
      await again.channel[Symbol.asyncDispose]()
    } finally {
      await admin.call(updateRole, { body: { roleId, permission } })
    }
    await Promise.all([channel, witness].map((one) => one[Symbol.asyncDispose]()))
  })

  it('files go up and come down whole, and parts of them', async () => {
    const operator = through(admin, edge)
    const { cookie } = operator
    const noise = Buffer.from(Array.from({ length: 400 * 300 * 4 }, (_, i) => (i * i) % 251))
    const picture = PNG.sync.write(Object.assign(new PNG({ width: 400, height: 300 }), { data: noise }))
    const sent = await fetch(`${edge.url}/uploadFile?filename=edge.png`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'image/png' },
      body: new Uint8Array(picture),
    })
    const { data } = (await sent.json()) as { data: { filePath: string } }
    const back = await fetch(new URL(data.filePath, edge.url), { headers: { cookie } })
    expect(Buffer.from(await back.arrayBuffer()).equals(picture)).toBe(true)
    const part = await fetch(new URL(data.filePath, edge.url), { headers: { cookie, range: 'bytes=8-15' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, picture.subarray(8, 16)])
    const span = { startTime: 1_764_000_000, endTime: 1_764_500_000 }
    const exported = await operator.call(exportAlarms, { query: span })
    expect(exported).toEqual(await admin.call(exportAlarms, { query: span }))
    // From another site, nothing is written.
    const foreign = { cookie, 'content-type': 'image/png', origin: 'http://elsewhere.example' }
    const refused = await fetch(`${edge.url}/uploadFile?filename=edge.png`, {
      method: 'POST',
      headers: foreign,
      body: 'x',
    })
    expect(refused.status).toBe(403)
  })

  it('a client has the address that the load balancer says, in calls and on the channel, and nobody else is believed', async () => {
    /** Addresses that the platform has noted of an account's calls, newest first. */
    const noted = async (action: string, loginName: string) => {
      const now = Math.floor(Date.parse('2026-11-25T02:00:00Z') / 1000)
      const query = {
        pageNum: 1,
        pageSize: 10,
        startTime: now - 3600,
        endTime: now + 7200,
        action,
        loginName,
      }
      const { list } = await admin.call(listUserLog, { query })
      return list.map(({ address }) => address)
    }
    const forwarded = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }
    const { operator } = await account('behind')
    const socket = new WebSocket(socketUrl('/realtime', other.url), { headers: forwarded })
    await once(socket, 'open')
    const say = (frame: object) => socket.send(JSON.stringify(frame))
    say({ type: 'login', projectName: 'backlot', loginName: 'behind', sessionId: operator.sessionId })
    const call: ChannelCallName = 'recordings.download'
    const startTime = Math.floor(Date.parse('2026-11-25T01:00:00Z') / 1000)
    const body = { sn: camera, chnId: 1, startTime, endTime: startTime + 10 }
    say({ type: 'request', requestId: 's', call, body })
    let reply = ''
    while (!reply.includes('"reply"')) [reply] = (await once(socket, 'message')).map(String) as [string]
    expect(JSON.parse(reply)).toMatchObject({ requestId: 's', code: 0 })
    socket.close()
    expect((await noted(call, 'behind'))[0]).toBe('203.0.113.9')
    await through(operator, other).ask(logout, { headers: forwarded })
    expect((await noted('session.logout', 'behind'))[0]).toBe('203.0.113.9')

    // Without `--balancer`, and from elsewhere, it is who connects.
    for (const { url } of [edge, other]) {
      const { cookie } = await Operator.signIn(core.url, 'behind')
      const headers = { cookie, 'content-type': 'application/json', ...forwarded }
      const signOut = { method: 'POST', localAddress: '127.0.0.9', headers }
      const [answer] = (await once(request(`${url}${logout.path}`, signOut).end('{}'), 'response')) as [
        IncomingMessage,
      ]
      answer.resume()
      expect([answer.statusCode, (await noted('session.logout', 'behind'))[0]]).toEqual([200, '127.0.0.9'])
    }
  })

  it('a console that does not read is closed as too slow', async () => {
    const operator = through(admin, edge)
    const socket = new WebSocket(socketUrl('/realtime', edge.url))
    await once(socket, 'open')
    const say = (frame: object) => socket.send(JSON.stringify(frame))
    say({ type: 'login', projectName: 'backlot', loginName: 'admin', sessionId: operator.sessionId })
    await once(socket, 'message')
    socket.pause()
    const now = Math.floor(Date.parse('2026-11-25T02:00:00Z') / 1000)
    const body = { sn: camera, chnId: 1, startTime: now - 86_400, endTime: now }
    const name = 'backlot_channel_drops_total{reason="tooSlow"}'
    // The edge bounds what waits here, the core what it has sent to the edge.
    const drops = async () => (await metric(edge.url, name)) + (await metric(core.url, name))
    const before = await drops()
    for (let n = 0; (await drops()) === before; n++)
      for (let i = 0; i < 20; i++)
        say({ type: 'request', requestId: `${n}.${i}`, call: 'recordings.query', body })
    socket.resume()
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBe(4408)
  })

  it('of sockets that do not sign in, 400 wait, and none for long', async () => {
    const [code] = (silent.readyState === WebSocket.CLOSED ? [4401] : await once(silent, 'close')) as [number]
    expect(code).toBe(4401)
    const open = async () => {
      const socket = new WebSocket(socketUrl('/realtime', edge.url))
      await once(socket, 'open')
      return socket
    }
    const oldest = await open()
    const closed = once(oldest, 'close')
    const waiting = await Promise.all(Array.from({ length: 400 }, open))
    expect(((await closed) as [number])[0]).toBe(1006)
    await using late = await ChannelClient.open(through(admin, edge))
    expect(late.frames[0]).toMatchObject({ type: 'loginReply', code: 0 })
    for (const socket of waiting) socket.terminate()
  })

  it('https has a certificate of its own, whose key nobody else reads', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'backlot-edge-'))
    await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
    await using program = start(redis.url, 'edge', '--json', '--port', '0', '--https', '--data', folder)
    while (program.lines.length === 0) await new Promise(setImmediate)
    const ready = JSON.parse(program.lines[0]!) as { url: string; certificate: string; fingerprint: string }
    const ca = await readFile(ready.certificate)
    expect(((await stat(join(dirname(ready.certificate), 'console.key'))).mode & 0o777).toString(8)).toBe(
      '600',
    )
    const health = async () => {
      const [answer] = (await once(getSecurely(`${ready.url}/healthz`, { ca }), 'response')) as [
        IncomingMessage,
      ]
      answer.resume()
      return answer.statusCode
    }
    while ((await health()) !== 200) await new Promise(setImmediate)
    const socket = new WebSocket(`${ready.url.replace('https', 'wss')}/realtime`, { ca })
    await once(socket, 'open')
    socket.send(
      JSON.stringify({
        type: 'login',
        projectName: 'backlot',
        loginName: 'admin',
        sessionId: admin.sessionId,
      }),
    )
    const [reply] = (await once(socket, 'message')) as [Buffer]
    expect(JSON.parse(String(reply))).toMatchObject({ type: 'loginReply', code: 0 })
    socket.close()
    await expect(fetch(`http://${new URL(ready.url).host}/healthz`)).rejects.toThrow()
  })

  it('a certificate that is about to end is renewed while the edge runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'backlot-edge-'))
    await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
    const cluster = await openTestCluster(redis.url)
    await using server = await createEdgeServer({ cluster, https: { folder }, onRefused: () => {} })
    const { fingerprint, endsMs } = server.certificate!
    await server.renew(endsMs - 86_400_000)
    expect(server.certificate!.fingerprint).not.toBe(fingerprint)
    const socket = connectSecurely({ port: Number(new URL(server.url).port), rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    expect(socket.getPeerCertificate().fingerprint256).toBe(server.certificate!.fingerprint)
    socket.destroy()
  })
})
