import { execFile } from 'node:child_process'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { CHANNEL_PATH, ServerFrame } from '@backlot/contract/channel/frames'
import {
  controlClock,
  controlDevices,
  controlSetDevice,
  controlStatus,
  controlVerifyCode,
} from '@backlot/contract/control/calls'
import { controlAddFaults, controlFaults, controlRemoveFaults } from '@backlot/contract/control/fault-calls'
import { controlScenarioAct } from '@backlot/contract/control/scenario-calls'
import { channelList } from '@backlot/contract/devices/calls'
import { addFavourite, listFavourites } from '@backlot/contract/favourites/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { clockNow, getInfo, login, verifyCode } from '@backlot/contract/session/calls'
import { createSimulator, type Simulator } from '@backlot/simulator/create-simulator'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ChannelClient } from '../../testing/channel-client.ts'
import { control } from '../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'

// Kinds of faults that tests/conformance/faults.test.ts does not prove, on one simulator in this process.
let simulator: Simulator
let admin: Operator

beforeAll(async () => {
  simulator = await createSimulator({
    port: 0,
    data: ':memory:',
    seed: 7,
    rtmpPort: null,
    hj212Port: null,
    jt808Port: null,
    checkReplies: true,
    // A full disk causes an error in the log.
    logLevel: 'silent',
  })
  admin = await Operator.signIn(simulator.url)
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera' } })
  favourite.sn = list.find(({ online }) => online)!.sn
}, 120_000)
afterAll(() => simulator[Symbol.asyncDispose]())
afterEach(() => control(simulator.url, controlRemoveFaults, { body: {} }))

const attach = async (...faults: object[]) => {
  const body = { faults } as never
  return (await control(simulator.url, controlAddFaults, { body })).list.map(({ id }) => id)
}
const heal = () => control(simulator.url, controlRemoveFaults, { body: {} })
const struck = async (id: string) =>
  (await control(simulator.url, controlFaults)).list.find((fault) => fault.id === id)?.struck ?? 0
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 30))
}
const favourite = { name: 'Gate', sn: '', chnId: 1 }
const ask = (path: string) => fetch(new URL(path, simulator.url), { headers: { cookie: admin.cookie } })

it('a status comes as a proxy says it, as the platform would, or bare; nothing was done', async () => {
  const target = { paths: ['/favorites/*'] }
  const [id] = await attach({ fault: 'http-status', target })
  const html = await ask('/favorites/list')
  expect([html.status, html.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8'])
  expect(await html.text()).toContain('<h1>502 Bad Gateway</h1>')
  expect(html.headers.get('x-request-id')).toBeNull()
  expect(await struck(id!)).toBe(1)
  await heal()
  await attach({ fault: 'http-status', target, parameters: { status: 504, body: 'contract' } })
  // No platform answers so by itself: the contract does not declare it, and an Operator would refuse it.
  const late = await fetch(new URL(addFavourite.path, simulator.url), {
    method: addFavourite.method,
    headers: { cookie: admin.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(favourite),
  })
  expect(late.status).toBe(504)
  expect(await late.json()).toMatchObject({ code: 504, msg: '504 Gateway Timeout' })
  await heal()
  await attach({ fault: 'http-status', target, parameters: { status: 503, body: 'empty' } })
  const bare = await ask('/favorites/list')
  expect([bare.status, await bare.text()]).toEqual([503, ''])
  await heal()
  expect((await admin.call(listFavourites)).list).toEqual([])
})

it('an answer loses its end: the connection breaks in its body, or the body ends too early', async () => {
  const whole = await (await ask('/alarm/type/list')).text()
  const [id] = await attach({
    fault: 'http-truncate',
    target: { paths: ['/alarm/*'] },
    parameters: { share: 0.3 },
  })
  const cut = await ask('/alarm/type/list')
  expect([cut.status, Number(cut.headers.get('content-length'))]).toEqual([200, Buffer.byteLength(whole)])
  await expect(cut.text()).rejects.toThrow()
  expect(await struck(id!)).toBe(1)
  await heal()
  await attach({ fault: 'http-truncate', parameters: { share: 0.3, how: 'short' } })
  const short = await (await ask('/alarm/type/list')).text()
  expect(whole.startsWith(short.slice(0, 40))).toBe(true)
  expect(() => JSON.parse(short) as unknown).toThrow()
  // Lists and pages go out in pieces.
  const list = await (await ask('/alarm/list')).text()
  expect(() => JSON.parse(list) as unknown).toThrow()
  const page = await fetch(`${simulator.url}/docs`, { headers: { 'accept-encoding': 'identity' } })
  expect((await page.arrayBuffer()).byteLength).toBe(Number(page.headers.get('content-length')))
  expect((await control(simulator.url, controlStatus)).seed).toBe(7)
  await heal()
  expect(await admin.ask(listAlarms)).toMatchObject({ code: 0 })
})

it('frames come twice, out of their order, or something else comes for them, and the line stays', async () => {
  await using client = await ChannelClient.open(admin)
  const pongs = () => client.frames.flatMap((frame) => (frame.type === 'pong' ? [frame.at] : []))
  const ping = (...times: number[]) => {
    for (const at of times) client.send({ type: 'ping', at })
  }
  await attach({ fault: 'channel-duplicate', parameters: { copies: 2 } })
  ping(1)
  await client.until(() => pongs().length === 3)
  await heal()
  await attach({ fault: 'channel-reorder', parameters: { by: 1, withinMs: 60_000 } })
  ping(2, 3, 4, 5, 6, 7)
  await client.until(() => pongs().length >= 8)
  const [, , , ...after] = pongs()
  expect(after).not.toEqual([...after].sort((a, b) => a - b))
  await heal()
  ping(8)
  await client.until(() => pongs().at(-1) === 8)
  expect(new Set(pongs())).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
  expect(client.closed).toBeUndefined()
})

it('garbage comes in place of frames, of every sort, and frames again once it is over', async () => {
  const socket = new WebSocket(simulator.url.replace('http', 'ws') + CHANNEL_PATH)
  const heard: { text: string; isBinary: boolean }[] = []
  socket.on('message', (data: Buffer, isBinary) => heard.push({ text: data.toString(), isBinary }))
  await new Promise((resolve) => socket.once('open', resolve))
  const say = (frame: object) => socket.send(JSON.stringify(frame))
  say({ type: 'login', projectName: 'backlot', loginName: 'admin', sessionId: admin.sessionId })
  await until(() => heard.some(({ text }) => text.includes('loginReply')))
  const got = async (sort: string) => {
    await attach({ fault: 'channel-garbage', parameters: { sort } })
    heard.length = 0
    say({ type: 'ping', at: 1 })
    await until(() => heard.length > 0)
    await heal()
    return heard[0]!
  }
  expect((await got('text')).text).toContain('<html>')
  expect((await got('binary')).isBinary).toBe(true)
  expect(ServerFrame.safeParse(JSON.parse((await got('envelope')).text)).success).toBe(false)
  const cut = (await got('cut')).text
  expect(() => JSON.parse(cut) as unknown).toThrow()
  heard.length = 0
  say({ type: 'ping', at: 2 })
  await until(() => heard.some(({ text }) => text === '{"type":"pong","at":2}'))
  socket.close()
})

it('a channel goes offline by itself: told at once and not started; orders outlast faults', async () => {
  const { list } = await control(simulator.url, controlDevices, {
    query: { kind: 'vehicle', state: 'online' },
  })
  const { sn } = list[0]!
  await using client = await ChannelClient.open(admin)
  const scope = { kind: 'devices' as const, sns: [sn] }
  client.send({ type: 'subscribe', id: 'one', topics: ['status'], scope, snapshot: false })
  await client.until(() => client.frames.some((frame) => frame.type === 'subscribed'))
  const told = () =>
    client.messages.flatMap((message) =>
      message.type === 'channelChange' && message.sn === sn ? [message.list] : [],
    )
  const channels = async () =>
    (await admin.call(channelList, { query: { sn, type: 0 } })).list.map(({ onlineStatus }) => onlineStatus)
  const start = (chnId: number) => admin.ask(startLiveVideo, { body: { sn, chnId, streamType: 'sub' } })
  const setChannel = (state: 'offline' | 'auto' | 'online', chnId: number) =>
    control(simulator.url, controlSetDevice, { body: { sn, state, chnId } })

  const parameters = { channel: 2 }
  const [id] = await attach({ fault: 'device-channel-offline', target: { devices: [sn] }, parameters })
  await client.until(() => told().length === 1)
  expect(told()).toEqual([[{ chnId: 2, onlineStatus: 0 }]])
  expect([await channels(), await struck(id!)]).toEqual([[1, 0], 1])
  expect((await start(1)).code).toBe(0)
  expect(await start(2)).toMatchObject({ code: -1, msg: '通道离线' })
  const shown = (await control(simulator.url, controlDevices, { query: { sn } })).list[0]
  expect(shown).toMatchObject({ online: true, lostChannels: [2] })

  await setChannel('offline', 2)
  await heal()
  expect(await channels()).toEqual([1, 0])
  await setChannel('auto', 2)
  await client.until(() => told().length === 2)
  expect(told().at(-1)).toEqual([{ chnId: 2, onlineStatus: 1 }])
  expect([await channels(), (await start(2)).code]).toEqual([[1, 1], 0])

  await expect(setChannel('offline', 77)).rejects.toThrow(/no channel 77/)
  await expect(setChannel('online', 2)).rejects.toThrow()
})

it('a full disk refuses what is new, in clear words, keeps what it has, and has room again', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  const { id: kept } = await admin.call(addFavourite, { body: favourite })
  const alarmsOf = async (type: string) =>
    (await admin.call(listAlarms, { query: { alarmType: type, pageSize: 1 } as never })).total
  const before = await alarmsOf('IoAlarm')
  const [id] = await attach({ fault: 'disk-full' })
  // In the language of the platform: no other one is requested here.
  const refused = { status: 507, code: 507, msg: expect.stringContaining('平台磁盘已满') }
  expect(await admin.ask(addFavourite, { body: { ...favourite, chnId: 2 } })).toMatchObject(refused)
  expect(await signingIn()).toMatchObject(refused)
  // Reads continue; so do writes of the control API, which devices and incidents then follow.
  expect((await admin.call(listFavourites)).list.map((one) => one.id)).toEqual([kept])
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'bodyCamera' } })
  const pressed = list.find(({ online }) => online)!.sn
  await control(simulator.url, controlScenarioAct, { body: { sos: { device: pressed } } as never })
  const [flap] = await attach({ fault: 'device-offline', target: { devices: [favourite.sn] } })
  await control(simulator.url, controlRemoveFaults, { body: { ids: [flap!] } })
  const from = await struck(id!)
  await until(async () => (await struck(id!)) > from + 3)
  expect(await alarmsOf('IoAlarm')).toBe(before)
  await heal()
  await until(async () => (await alarmsOf('IoAlarm')) > before)
  expect(await admin.ask(addFavourite, { body: { ...favourite, chnId: 2 } })).toMatchObject({ code: 0 })
  expect(await signingIn()).toMatchObject({ code: 0 })
  expect((await ask('/healthz')).status).toBe(200)
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

it('a slow disk holds up who writes, in turn, and nobody who reads', async () => {
  const [id] = await attach({ fault: 'slow-disk', parameters: { delayMs: 700 } })
  const began = performance.now()
  const writing = Promise.all(
    [3, 4].map((chnId) => admin.ask(addFavourite, { body: { ...favourite, chnId } })),
  )
  let isWritten = false
  void writing.then(() => {
    isWritten = true
  })
  expect(await admin.ask(listFavourites)).toMatchObject({ code: 0 })
  expect(isWritten).toBe(false)
  expect((await writing).map(({ code }) => code)).toEqual([0, 0])
  expect(performance.now() - began).toBeGreaterThanOrEqual(690)
  expect(await struck(id!)).toBeGreaterThanOrEqual(2)
})

it('a clock that is off is off in everything that is said, and the world goes on by the true one', async () => {
  const offsetMs = 900_000
  await using client = await ChannelClient.open(admin)
  const said = () =>
    client.messages.flatMap((message) => (message.type === 'clock' ? [message.clock.nowMs] : []))
  const [id] = await attach({ fault: 'clock-skew', parameters: { offsetMs } })
  await client.until(() => said().length === 1)
  const trueMs = (await control(simulator.url, controlClock)).nowMs
  const near = (ms: number, wanted: number) => expect(Math.abs(ms - wanted)).toBeLessThan(60_000)
  near(said()[0]!, trueMs + offsetMs)
  near((await admin.call(clockNow)).nowMs, trueMs + offsetMs)
  near(Date.parse((await ask('/user/getInfo')).headers.get('date')!), Date.now() + offsetMs)
  expect(await struck(id!)).toBe(1)
  await heal()
  await client.until(() => said().length === 2)
  near(said()[1]!, (await control(simulator.url, controlClock)).nowMs)
  // Sign-ins and their pictures are as old as that clock makes them.
  const other = await Operator.signIn(simulator.url, 'chief')
  const { verifyKey } = await other.call(verifyCode)
  await attach({ fault: 'clock-skew', parameters: { offsetMs: 86_400_000 } })
  expect(await other.ask(getInfo)).toMatchObject({ code: 20011 })
  const body = { loginName: 'chief', password: Operator.hash('Backlot@2026'), verifycode: '0000', verifyKey }
  expect(await other.ask(login, { body })).toMatchObject({ code: 20002 })
})

/** Answer to a sign-in. */
async function signingIn() {
  const viewer = new Operator(simulator.url)
  const { verifyKey } = await viewer.call(verifyCode)
  const { code } = await control(simulator.url, controlVerifyCode, { params: { key: verifyKey } })
  const body = { loginName: 'viewer1', password: Operator.hash('Backlot@2026'), verifycode: code, verifyKey }
  return viewer.ask(login, { body })
}

it('RTP packets over UDP are lost, as ffmpeg sees it; over TCP none is', async () => {
  const { sn } = favourite
  const [loss] = await attach({
    fault: 'rtp-loss',
    target: { devices: [sn] },
    parameters: { burst: 2 },
    probability: 0.2,
  })
  expect(await complaints(sn, 'udp')).toMatch(/missed \d+ packets/)
  expect(await struck(loss!)).toBeGreaterThan(0)
  expect(await complaints(sn, 'tcp')).toBe('')
})

/** What ffmpeg complains about in three seconds of a camera. */
function complaints(sn: string, transport: 'udp' | 'tcp'): Promise<string> {
  const { host } = new URL(simulator.rtsp!)
  const address = `rtsp://admin:${encodeURIComponent(DEMO_PASSWORD)}@${host}/${sn}/1/sub`
  const input = ['-v', 'warning', '-rtsp_transport', transport, '-i', address]
  const args = [...input, '-map', '0:v', '-c', 'copy', '-t', '3', '-f', 'null', '-']
  return new Promise((resolve) => {
    execFile(process.env['FFMPEG_PATH'] ?? 'ffmpeg', args, (_error, _stdout, stderr) => resolve(stderr))
  })
}

it('a camera answers ONVIF as faulty ones do, once a fault names its path', async () => {
  const { sn } = favourite
  const service = `${simulator.onvif}/onvif/${sn}/device_service`
  const body =
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><GetSystemDateAndTime xmlns="http://www.onvif.org/ver10/device/wsdl"/></s:Body></s:Envelope>'
  const time = () => fetch(service, { method: 'POST', body })
  await attach({ fault: 'http-code' })
  expect((await time()).status).toBe(200)
  await heal()
  await attach({ fault: 'http-code', target: { paths: [`/onvif/${sn}/*`] }, parameters: { message: 'Busy' } })
  const refused = await time()
  expect(refused.status).toBe(500)
  expect(refused.headers.get('content-type')).toContain('application/soap+xml')
  expect(await refused.text()).toContain('Busy')
  await heal()
  await attach({
    fault: 'http-truncate',
    target: { paths: ['/onvif/*'] },
    parameters: { share: 0.5, how: 'short' },
  })
  expect(await (await time()).text()).not.toContain('</')
  await heal()
  expect(await (await time()).text()).toContain('UTCDateTime')
})
