import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCapture } from '@backlot/cli/capture/read-capture'
import { recordPlatform } from '@backlot/cli/capture/record-platform'
import { createReplayServer } from '@backlot/cli/capture/replay/create-replay-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

/** What must not be in any file, by where it travels. */
const SECRETS = {
  passwordHash: '5f4dcc3b5aa765d61d8327deb882cf99',
  verifyCode: '7Kq9Zw2',
  sessionId: 'S-9f8e7d6c5b4a3928',
  cookie: 'c00kie-value-1234',
  bearer: 'bearer.value-5678',
  streamToken: 'tok/en+42==',
  signature: 'sig-0a1b2c3d',
  cameraPassword: 'cam-hush-99',
  late: 'late-secret-77aa',
}
const PERSONS = {
  loginName: 'wangxiaoming',
  name: '王小明',
  phone: '13912345678',
  email: 'xiaoming.wang@example.org',
  card: '11010519491231002X',
  address: '北京市朝阳区建国路八十八号',
}
const CLOCK = { nowMs: Date.UTC(2026, 4, 1, 2, 0, 0), rate: 1, epoch: 3, zoneMinutes: 480 }
const FLV = Buffer.concat([
  Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]),
  Buffer.from(`\x12 ${SECRETS.streamToken} \x00`, 'latin1'),
  Buffer.alloc(5000, 0xa5),
])
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(70_000, 0x5a)])

let platform: Server
let origin: URL
let root: string
let asks = 0

const { loginName, name, phone, email, card, address } = PERSONS
/** A platform that tells its secrets at every turn. */
const DATA: Readonly<Record<string, () => object>> = {
  '/user/login': () => ({
    userInfo: { loginName, name, email, phoneNumber: phone },
    sessionId: SECRETS.sessionId,
    link: `/go?token=${encodeURIComponent(SECRETS.streamToken)}`,
  }),
  '/user/list': () => ({
    list: [{ loginName, name, identityCard: card, addr: address }],
    note: `${name} 来电 ${phone}`,
  }),
  '/platform/clock': () => CLOCK,
  '/alarm/list': () => {
    asks += 1
    return { asks, picture: `/p.png?sign=${SECRETS.signature}`, detail: JSON.stringify({ userName: name }) }
  },
  // Told before anything says that it is a secret.
  '/early': () => ({ remark: `see ${SECRETS.late}` }),
  '/late': () => ({ token: SECRETS.late }),
  '/camera': () => ({ url: `rtsp://root:${SECRETS.cameraPassword}@10.0.0.9/1`, remark: `to ${email}` }),
}

function answer(asked: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(asked.url ?? '/', 'http://x')
  asked.resume()
  if (pathname === '/p.png') {
    response.setHeader('content-type', 'image/png').end(PNG)
    return
  }
  if (pathname === '/sheet.xlsx') {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    response.setHeader('content-type', type).end(`PK\x03\x04${name}`)
    return
  }
  if (pathname === '/user/login') response.setHeader('set-cookie', `sid=${SECRETS.cookie}; Path=/; HttpOnly`)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ code: 0, msg: '', data: DATA[pathname]?.() ?? {} }))
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backlot-capture-'))
  platform = createServer(answer)
  const sockets = new WebSocketServer({ server: platform })
  sockets.on('connection', (socket, { url = '' }) => {
    if (url.startsWith('/live/')) {
      socket.send(FLV.subarray(0, 40))
      socket.send(FLV.subarray(40))
      return
    }
    const say = (frame: object) => socket.send(JSON.stringify(frame))
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { type: string; id?: string; requestId?: string; at?: number }
      if (frame.type === 'login')
        say({ type: 'loginReply', code: 0, msg: '', boot: 'b', clock: CLOCK, alarmCursor: 1 })
      if (frame.type === 'subscribe') {
        say({ type: 'subscribed', id: frame.id, code: 0, msg: '' })
        const row = { processingName: PERSONS.name, text: `${PERSONS.phone} ${SECRETS.sessionId}` }
        say({ type: 'batch', boot: 'b', epoch: 3, at: 1, messages: [{ type: 'alarm', list: [row] }] })
      }
      if (frame.type === 'request')
        say({ type: 'reply', requestId: frame.requestId, code: 0, msg: '', data: { was: 'recorded' } })
      if (frame.type === 'ping') say({ type: 'pong', at: frame.at })
    })
  })
  await once(platform.listen(0, '127.0.0.1'), 'listening')
  origin = new URL(`http://127.0.0.1:${(platform.address() as AddressInfo).port}`)
})
afterAll(async () => {
  platform.closeAllConnections()
  platform.close()
  await rm(root, { recursive: true, force: true })
})

const newFolder = () => join(root, randomUUID())
const record = (folder: string, more: object = {}) =>
  recordPlatform({ platform: origin, folder, maxBytes: 1e8, keepsMedia: true, keepsPersonal: false, ...more })

const LOGIN = {
  type: 'login',
  projectName: 'backlot',
  loginName: PERSONS.loginName,
  sessionId: SECRETS.sessionId,
}
const SUBSCRIBE = { type: 'subscribe', id: 'a', topics: ['alarm'], scope: { kind: 'subtree', groupId: 0 } }
const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const signIn = (url: string, loginName: string, password: string) =>
  post(`${url}/user/login`, { loginName, password, verifycode: SECRETS.verifyCode, verifyKey: 'k-123456' })
const dataOf = async (answered: Promise<Response>) =>
  ((await (await answered).json()) as { data: Record<string, unknown> }).data

/** The messages of a socket, the last of which fits. Closes it. */
async function heard(
  url: string,
  sent: readonly object[],
  isLast: (message: Buffer) => boolean,
  headers: Record<string, string> = {},
): Promise<Buffer[]> {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers })
  const messages: Buffer[] = []
  const done = new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => {
      messages.push(data)
      if (isLast(data)) resolve()
    })
  })
  socket.on('open', () => {
    for (const frame of sent) socket.send(JSON.stringify(frame))
  })
  await done
  socket.close()
  await once(socket, 'close')
  return messages
}

/** Does everything once, with every secret on every way. */
async function session(url: string): Promise<void> {
  await fetch(`${url}/early`)
  await fetch(`${url}/platform/clock`)
  await signIn(url, PERSONS.loginName, SECRETS.passwordHash)
  const query = new URLSearchParams({
    text: PERSONS.name,
    phoneNumber: PERSONS.phone,
    token: SECRETS.streamToken,
  })
  await fetch(`${url}/user/list?${query}`, {
    headers: { cookie: `sid=${SECRETS.cookie}`, authorization: `Bearer ${SECRETS.bearer}` },
  })
  for (let i = 0; i < 2; i += 1)
    await fetch(`${url}/alarm/list?startTime=${CLOCK.nowMs / 1000 - 3600}&type=Fire&_=${i}`)
  await post(`${url}/user/update`, { ...PERSONS, config: JSON.stringify({ pwd: SECRETS.cameraPassword }) })
  await fetch(`${url}/user/detail/${encodeURIComponent(PERSONS.email)}`)
  await fetch(`${url}/camera`)
  await (await fetch(`${url}/p.png?sign=${SECRETS.signature}`)).arrayBuffer()
  await (await fetch(`${url}/sheet.xlsx`)).arrayBuffer()
  await heard(
    `${url}/realtime`,
    [
      LOGIN,
      SUBSCRIBE,
      { type: 'request', requestId: 'r1', call: 'liveVideo.start', body: { sn: 'V1', chnId: 1 } },
    ],
    (message) => message.includes('"reply"'),
  )
  const stream = `${url}/live/V1/1/sub.flv?token=${encodeURIComponent(SECRETS.streamToken)}`
  await heard(stream, [], (message) => message.length > 1000)
  await fetch(`${url}/late`)
}

async function bytesOf(folder: string): Promise<Buffer> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const all = files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name)))
  return Buffer.concat(await Promise.all(all))
}

const formsOf = (value: string) => [
  value,
  encodeURIComponent(value),
  JSON.stringify(value).slice(1, -1),
  Buffer.from(value).toString('base64'),
]

describe('a recorded platform', () => {
  let folder: string
  beforeAll(async () => {
    folder = newFolder()
    await using recording = await record(folder)
    await session(recording.url)
    const { left, calls, sockets } = await recording.end('asked')
    expect([calls, sockets, left]).toEqual([
      12,
      2,
      { document: { count: 1, bytes: 4 + PERSONS.name.length * 3 } },
    ])
  })

  it('tells no secret and nothing of a person in any byte of its folder', async () => {
    const bytes = await bytesOf(folder)
    expect(bytes.length).toBeGreaterThan(PNG.length)
    for (const [what, value] of Object.entries({ ...SECRETS, ...PERSONS }))
      for (const form of formsOf(value)) expect(bytes.includes(form), `${what} as ${form}`).toBe(false)
  })

  it('keeps persons when that is asked for, and no secret', async () => {
    const kept = newFolder()
    await using recording = await record(kept, { keepsPersonal: true })
    await session(recording.url)
    await recording.end('asked')
    const bytes = await bytesOf(kept)
    for (const value of Object.values(PERSONS)) expect(bytes.includes(value), value).toBe(true)
    for (const [what, value] of Object.entries(SECRETS)) expect(bytes.includes(value), what).toBe(false)
  })

  it('replays what was asked, in recorded order, the last answer again and again', async () => {
    await using replay = await createReplayServer({ folder })
    expect([replay.accounts, replay.remarks]).toEqual([['person-1'], []])
    const signedIn = await signIn(replay.url, 'person-1', 'f'.repeat(32))
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    expect(cookie).toMatch(/^sid=masked-\d+; backlotReplay=/)
    const { userInfo, sessionId } = ((await signedIn.json()) as { data: Record<string, unknown> }).data
    expect(userInfo).toMatchObject({ loginName: 'person-1', phoneNumber: '10000000001' })
    const get = (path: string) => dataOf(fetch(`${replay.url}${path}`, { headers: { cookie } }))
    const { list } = (await get('/user/list?text=person-2&phoneNumber=10000000001')) as { list: unknown[] }
    // Lists and details still match: the same value is the same stand-in.
    expect(list[0]).toMatchObject({ loginName: 'person-1', name: 'person-2' })
    const since = CLOCK.nowMs / 1000 - 3590
    const counts = []
    for (let i = 0; i < 3; i += 1)
      counts.push((await get(`/alarm/list?type=Fire&startTime=${since}&_=x${i}`)).asks)
    expect(counts[1]).toBe(Number(counts[0]) + 1)
    expect(counts[2]).toBe(counts[1])
    const { nowMs } = (await get('/platform/clock')) as { nowMs: number }
    expect(nowMs).toBeGreaterThanOrEqual(CLOCK.nowMs)
    const picture = await fetch(`${replay.url}/p.png?sign=anything`, { headers: { cookie } })
    expect(Buffer.from(await picture.arrayBuffer()).equals(PNG)).toBe(true)
    const messages = await heard(
      `${replay.url}/realtime`,
      [
        { ...LOGIN, loginName: 'person-1', sessionId },
        SUBSCRIBE,
        { type: 'ping', at: 7 },
        { type: 'request', requestId: 'other', call: 'liveVideo.start', body: { chnId: 1, sn: 'V1' } },
      ],
      (message) => message.includes('"batch"'),
      { cookie },
    )
    const frames = messages.map((message) => JSON.parse(String(message)) as Record<string, unknown>)
    expect(frames.map(({ type }) => type).sort()).toEqual([
      'batch',
      'loginReply',
      'pong',
      'reply',
      'subscribed',
    ])
    expect(frames.find(({ type }) => type === 'reply')).toMatchObject({
      requestId: 'other',
      data: { was: 'recorded' },
    })
    expect(JSON.stringify(frames.find(({ type }) => type === 'batch'))).toContain(
      `"text":"10000000001 ${sessionId}"`,
    )
    const stream = await heard(
      `${replay.url}/live/V1/1/sub.flv?token=other`,
      [],
      (one) => one.length > 1000,
      { cookie },
    )
    const played = Buffer.concat(stream)
    expect([played.length, played.subarray(-5000).equals(FLV.subarray(-5000))]).toEqual([FLV.length, true])
    expect(replay.misses()).toEqual([])
  })

  it('says what was not recorded, each once, and what the recording left out', async () => {
    const told: string[] = []
    await using replay = await createReplayServer({ folder, onMiss: ({ asked }) => told.push(asked) })
    for (let i = 0; i < 2; i += 1) {
      const answered = await fetch(`${replay.url}/alarm/list?type=Smoke`)
      expect([answered.status, await answered.json()]).toEqual([
        404,
        { code: 404, msg: 'GET /alarm/list?type=Smoke was not recorded.' },
      ])
    }
    // Another hour is another question.
    await fetch(`${replay.url}/alarm/list?type=Fire&startTime=${CLOCK.nowMs / 1000 - 7200}`)
    expect(await (await signIn(replay.url, 'somebody', 'f'.repeat(32))).json()).toMatchObject({
      code: 20003,
      msg: 'somebody was not recorded. Sign in as person-1.',
    })
    expect(replay.misses()[0]).toEqual({
      asked: 'GET /alarm/list?type=Smoke',
      count: 2,
      answeredBy: 'nobody',
    })
    expect(told).toHaveLength(3)
    const sheet = await fetch(`${replay.url}/sheet.xlsx`)
    expect([sheet.status, await sheet.text()]).toEqual([
      404,
      expect.stringContaining('left this out: document'),
    ])
  })

  it('begins anew at the end, of a further epoch', async () => {
    await using replay = await createReplayServer({ folder, loop: true, speed: 20 })
    const hear = () =>
      heard(`${replay.url}/realtime`, [LOGIN, SUBSCRIBE], (message) => message.includes('"batch"'))
    const socket = new WebSocket(`${replay.url.replace('http', 'ws')}/realtime`)
    await once(socket, 'open')
    socket.send(JSON.stringify(LOGIN))
    socket.send(JSON.stringify(SUBSCRIBE))
    const [code] = await once(socket, 'close')
    expect(code).toBe(1001)
    const reply = (await hear()).find((message) => message.includes('"loginReply"'))
    expect(JSON.parse(String(reply))).toMatchObject({ clock: { epoch: CLOCK.epoch + 1, rate: 20 } })
  })
})

describe('a lenient replay', () => {
  it('answers from a simulator what was not recorded, at the recorded time, and says so', async () => {
    const folder = newFolder()
    await using recording = await record(folder)
    await fetch(`${recording.url}/platform/clock`)
    await fetch(`${recording.url}/camera`)
    await recording.end('asked')
    await using replay = await createReplayServer({ folder, lenient: { seed: 7 } })
    const { list } = (await dataOf(fetch(`${replay.url}/deviceTreetable/list`))) as { list: { id: number }[] }
    expect(list.length).toBeGreaterThan(0)
    expect(await dataOf(fetch(`${replay.url}/camera`))).toMatchObject({
      remark: 'to person-1@example.invalid',
    })
    const { nowMs } = (await dataOf(fetch(`${replay.url}/platform/clock`))) as { nowMs: number }
    const { list: alarms } = (await dataOf(post(`${replay.url}/gps/realtime/data`, { list: [] }))) as {
      list: []
    }
    expect([alarms, nowMs >= CLOCK.nowMs]).toEqual([[], true])
    expect(replay.misses().map(({ asked, answeredBy }) => `${asked} ${answeredBy}`)).toEqual([
      'GET /deviceTreetable/list simulator',
      'POST /gps/realtime/data simulator',
    ])
  })
})

describe('the folder of a capture', () => {
  it('is bounded, and says what did not fit', async () => {
    const folder = newFolder()
    await using recording = await record(folder, { maxBytes: 40_000 })
    await (await fetch(`${recording.url}/p.png`)).arrayBuffer()
    await fetch(`${recording.url}/camera`)
    const { why, bytes, left } = await recording.end('asked')
    expect(why).toBe('size')
    expect(bytes).toBeLessThan(40_000)
    expect(left.size?.bytes).toBeGreaterThan(30_000)
    expect((await bytesOf(folder)).length).toBeLessThan(40_000)
  })

  it('is whole after its program was killed, but for a last line', async () => {
    const folder = newFolder()
    const program = join(import.meta.dirname, '../../cli/bin/backlot.mjs')
    const args = [program, 'record', '--platform', origin.href, '-o', folder, '--port', '0', '--json']
    const child = spawn(process.execPath, args, { stdio: 'pipe' })
    const { url } = JSON.parse(String((await once(child.stdout, 'data'))[0])) as { url: string }
    await session(url)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await appendFile(join(folder, 'events.jsonl'), '{"t":99,"kind":"req')
    const capture = await readCapture(folder)
    expect(capture.remarks).toEqual([
      expect.stringContaining('torn'),
      expect.stringContaining('did not end in order'),
    ])
    expect(capture.exchanges.map(({ path }) => path.split('?')[0])).toContain('/late')
    await using replay = await createReplayServer({ folder })
    expect(await dataOf(fetch(`${replay.url}/camera`))).toMatchObject({
      remark: 'to person-1@example.invalid',
    })
  })

  it('is refused in one line when it is none', async () => {
    const folder = newFolder()
    await expect(readCapture(folder)).rejects.toThrow(`There is no folder ${folder}.`)
    await (await record(folder)).end('asked')
    await expect(record(folder)).rejects.toThrow('is not empty')
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as object
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, version: 2 }))
    await expect(readCapture(folder)).rejects.toThrow('version 2 of the form; this program reads 1')
    await writeFile(join(folder, 'manifest.json'), '{')
    await expect(readCapture(folder)).rejects.toThrow('is no capture')
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
    await writeFile(join(folder, 'events.jsonl'), 'x\n{"t":1,"kind":"over","why":"asked","left":{}}\n')
    await expect(readCapture(folder)).rejects.toThrow('line 1 cannot be read')
    const nobody = createServer()
    await once(nobody.listen(0, '127.0.0.1'), 'listening')
    const { port } = nobody.address() as AddressInfo
    await new Promise((resolve) => nobody.close(resolve))
    await expect(record(newFolder(), { platform: new URL(`http://127.0.0.1:${port}`) })).rejects.toThrow(
      'cannot be reached: connect ECONNREFUSED',
    )
  })
})

describe('backlot replay', () => {
  it('ends with 1 when something was missed and that matters, and tells it', async () => {
    const folder = newFolder()
    await (await record(folder)).end('asked')
    const program = join(import.meta.dirname, '../../cli/bin/backlot.mjs')
    const args = [program, 'replay', folder, '--port', '0', '--json', '--fail-on-miss']
    const child = spawn(process.execPath, args, { stdio: 'pipe' })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    await once(child.stdout, 'data')
    const { url } = JSON.parse(said) as { url: string }
    await fetch(`${url}/nothing`)
    child.kill('SIGTERM')
    expect((await once(child, 'close'))[0]).toBe(1)
    expect(JSON.parse(said.trim().split('\n')[1] ?? '')).toEqual({
      misses: [{ asked: 'GET /nothing', count: 1, answeredBy: 'nobody' }],
    })
  })
})
