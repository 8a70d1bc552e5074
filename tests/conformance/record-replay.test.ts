import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readCapture } from '@backlot/cli/capture/read-capture'
import { recordPlatform } from '@backlot/cli/capture/record-platform'
import { createReplayServer } from '@backlot/cli/capture/replay/create-replay-server'
import { writeStaticReplay } from '@backlot/cli/capture/replay/write-static-replay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import {
  CLOCK,
  dataOf,
  FLV,
  heard,
  LOGIN,
  openTellingPlatform,
  PERSONS,
  PNG,
  post,
  SECRETS,
  SUBSCRIBE,
  session,
  signIn,
  type TellingPlatform,
} from './capture/telling-platform.ts'

let platform: TellingPlatform
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backlot-capture-'))
  platform = await openTellingPlatform()
})
afterAll(async () => {
  await platform[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true })
})

const newFolder = () => join(root, randomUUID())
const record = (folder: string, more: object = {}) =>
  recordPlatform({
    platform: platform.origin,
    folder,
    maxBytes: 1e8,
    keepsMedia: true,
    keepsPersonal: false,
    ...more,
  })

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
      13,
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
    // Lists and details still match: the same value has the same pseudonym.
    expect(list[0]).toMatchObject({ loginName: 'person-1', name: 'person-2' })
    const since = CLOCK.nowMs / 1000 - 3590
    const counts = []
    for (let i = 0; i < 3; i += 1)
      counts.push((await get(`/alarm/list?type=Fire&startTime=${since}&_=x${i}`)).asks)
    expect(counts[1]).toBe(Number(counts[0]) + 1)
    expect(counts[2]).toBe(counts[1])
    const { nowMs } = (await get('/platform/clock')) as { nowMs: number }
    expect(Math.abs(nowMs - CLOCK.nowMs)).toBeLessThan(60_000)
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
    const overHttp = await fetch(`${replay.url}/live/V2/1/sub.flv?token=other`, { headers: { cookie } })
    const fetched = Buffer.from(await overHttp.arrayBuffer())
    expect([fetched.length, fetched.subarray(-5000).equals(FLV.subarray(-5000))]).toEqual([FLV.length, true])
    expect(overHttp.headers.get('content-type')).toBe('video/x-flv')
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
      expect.stringContaining('does not contain this: document'),
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
    expect([alarms, nowMs > CLOCK.nowMs - 60_000]).toEqual([[], true])
    expect(replay.misses().map(({ asked, answeredBy }) => `${asked} ${answeredBy}`)).toEqual([
      'GET /deviceTreetable/list simulator',
      'POST /gps/realtime/data simulator',
    ])
    // A path that looks like the address of another machine is asked for at nobody but the simulator.
    let asked = 0
    const other = createServer((_request, response) => {
      asked += 1
      response.end()
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const request = httpRequest(replay.url, { path: `//127.0.0.1:${port}/secret` }).end()
    const [reply] = (await once(request, 'response')) as [IncomingMessage]
    reply.resume()
    expect([reply.statusCode, asked]).toEqual([404, 0])
    other.close()
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
    const media = ['--no-media', '--media', 'media.example.org']
    const options = ['-o', folder, '--port', '0', '--json', ...media]
    const args = [program, 'record', '--platform', platform.origin.href, ...options]
    const child = spawn(process.execPath, args, { stdio: 'pipe' })
    const { url } = JSON.parse(String((await once(child.stdout, 'data'))[0])) as { url: string }
    await session(url)
    child.kill('SIGKILL')
    await once(child, 'exit')
    // Masked when it was written: only the parts sent before it was known contain it.
    const bytes = await bytesOf(folder)
    const told = Object.entries({ ...SECRETS, ...PERSONS }).filter(([, value]) => bytes.includes(value))
    expect(told).toEqual([['late', SECRETS.late]])
    await appendFile(join(folder, 'events.jsonl'), '{"t":99,"kind":"req')
    const capture = await readCapture(folder)
    expect(capture.manifest).toMatchObject({ keepsMedia: false, keepsPersonal: false })
    expect(bytes.includes(PNG.subarray(0, 100))).toBe(false)
    expect(capture.remarks).toEqual([
      expect.stringContaining('incomplete'),
      expect.stringContaining('did not end normally'),
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
    await expect(readCapture(folder)).rejects.toThrow('capture version 2; this program reads version 1')
    await writeFile(join(folder, 'manifest.json'), '{')
    await expect(readCapture(folder)).rejects.toThrow('is not a capture')
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
    // A capture names no file but its own.
    const foreign = { t: 1, id: 1, kind: 'end', body: { file: 'bodies/../../secret.bin' } }
    await writeFile(join(folder, 'events.jsonl'), `${JSON.stringify(foreign)}\n{}\n`)
    await expect(readCapture(folder)).rejects.toThrow('line 1 cannot be read')
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

describe('backlot replay --static', () => {
  const program = join(import.meta.dirname, '../../cli/bin/backlot.mjs')
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [program, 'replay', ...args]).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
    )

  it('writes the console and the recording, which is a capture itself', async () => {
    const folder = newFolder()
    await using recording = await record(folder)
    await session(recording.url)
    await recording.end('asked')
    const output = newFolder()
    const { said } = await run(folder, '--static', output, '--speed', '4', '--json')
    expect(JSON.parse(said)).toMatchObject({ folder: output, accounts: ['person-1'], remarks: [] })
    expect(await readCapture(join(output, 'recording'))).toEqual(await readCapture(folder))
    const settings = JSON.parse(await readFile(join(output, 'replay/settings.json'), 'utf8')) as object
    const bodies = await readdir(join(output, 'recording/bodies'))
    expect(settings).toMatchObject({ speed: 4, loop: false })
    expect(Object.keys((settings as { sizes: object }).sizes).sort()).toEqual(
      bodies.map((name) => `bodies/${name}`).sort(),
    )
    // The built console, file by file, but for the line of its page that begins the replay.
    const console = join(import.meta.dirname, '../../console/dist')
    for (const name of await readdir(join(console, 'assets')))
      expect((await stat(join(output, 'assets', name))).size).toBe(
        (await stat(join(console, 'assets', name))).size,
      )
    const [ours, theirs] = await Promise.all(
      [output, console].map(async (one) => (await readFile(join(one, 'index.html'), 'utf8')).split('\n')),
    )
    expect(ours!.filter((line) => !theirs!.includes(line))).toEqual([
      expect.stringContaining('<script src="./replay/page.js" data-console="./assets/'),
    ])
    expect(await bytesOf(output)).toSatisfy((bytes: Buffer) => !bytes.includes(SECRETS.passwordHash))
  })

  it('refuses what a folder cannot have, before it writes', async () => {
    const folder = newFolder()
    await (await record(folder)).end('asked')
    const output = newFolder()
    expect(await run(folder, '--static', output, '--lenient')).toEqual({
      code: 1,
      said: expect.stringContaining('--lenient is an option of the server'),
    })
    for (const [into, said] of [
      [join(folder, 'out'), 'lies in the capture: name a folder outside it'],
      [join(folder, 'manifest.json'), 'lies in the capture'],
      [root, 'is not empty: name a new folder'],
      [import.meta.filename, 'is not a folder'],
    ] as const)
      await expect(writeStaticReplay({ folder, output: into, speed: 1, loop: false })).rejects.toThrow(said)
    expect(existsSync(output)).toBe(false)
    await expect(
      writeStaticReplay({ folder: output, output: newFolder(), speed: 1, loop: false }),
    ).rejects.toThrow(`There is no folder ${output}.`)
  })
})
