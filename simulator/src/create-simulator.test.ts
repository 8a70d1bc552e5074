import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_CALLS } from '@backlot/contract/calls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSimulator, type Simulator } from './create-simulator.ts'
import { StartError } from './kernel/start-error.ts'
import Database from './store/sqlite.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-test-'))
  folders.push(folder)
  return folder
}

let first: Simulator
let second: Simulator

beforeAll(async () => {
  const options = { port: 0, data: ':memory:', checkReplies: true }
  first = await createSimulator({ ...options, seed: 7 })
  second = await createSimulator({ ...options, seed: 8 })
}, 120_000)

afterAll(async () => {
  await first?.[Symbol.asyncDispose]()
  await second?.[Symbol.asyncDispose]()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type Reply<Data> = { code: number; msg: string; data: Data }

async function get<Data>(at: Simulator, path: string, cookie = ''): Promise<Reply<Data>> {
  return (await fetch(at.url + path, { headers: { cookie } })).json() as Promise<Reply<Data>>
}

async function post<Data>(at: Simulator, path: string, body: object, cookie = ''): Promise<Reply<Data>> {
  const headers = { 'content-type': 'application/json', cookie }
  const answer = await fetch(at.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.json() as Promise<Reply<Data>>
}

async function signIn(at: Simulator): Promise<string> {
  const { data } = await get<{ verifyKey: string }>(at, '/user/verifycode')
  const code = await get<{ code: string }>(at, `/control/verifycodes/${data.verifyKey}`)
  const { data: signedIn } = await post<{ sessionId: string }>(at, '/user/login', {
    loginName: at.signIn.loginName,
    password: createHash('sha256').update(at.signIn.password).digest('hex'),
    verifycode: code.data.code,
    verifyKey: data.verifyKey,
  })
  return `backlot_session=${signedIn.sessionId}`
}

test('two simulators in one process share nothing', async () => {
  expect(first.url).not.toBe(second.url)
  expect(first.rtmp).not.toBe(second.rtmp)
  const cookie = await signIn(first)
  expect(await get(first, '/user/getInfo', cookie)).toMatchObject({ code: 0 })
  expect(await get(second, '/user/getInfo', cookie)).toMatchObject({ code: 401 })
  await post(first, '/control/clock', { action: 'pause' })
  expect(await get(first, '/control/clock')).toMatchObject({ data: { rate: 0 } })
  expect(await get(second, '/control/clock')).toMatchObject({ data: { rate: 1 } })
  await post(first, '/control/clock', { action: 'resume' })
  const devicesOf = async (at: Simulator) =>
    (await get<{ list: { name: string }[] }>(at, '/control/devices')).data.list
  expect((await devicesOf(first)).map(({ name }) => name)).not.toEqual(
    (await devicesOf(second)).map(({ name }) => name),
  )
})

test('every declared call has exactly one handler', async () => {
  const cookie = await signIn(first)
  const missing: string[] = []
  for (const call of ALL_CALLS) {
    // A wrong method on a known path answers 405, on an unknown one 404.
    const path = call.path.replace(/:\w+/g, '1')
    const answer = await fetch(first.url + path, { method: 'DELETE', headers: { cookie } })
    if (answer.status !== 405 || !answer.headers.get('allow')?.includes(call.method)) missing.push(call.name)
  }
  expect(missing).toEqual([])
})

test('the demo has a city of devices and a week of alarms, most of them handled', async () => {
  const { data } = await get<{ devices: { total: number; online: number }; alarms: { stored: number } }>(
    first,
    '/control/status',
  )
  expect(data.devices.total).toBeGreaterThan(250)
  expect(data.devices.online / data.devices.total).toBeGreaterThan(0.8)
  expect(data.alarms.stored).toBeGreaterThan(200)
  const db = new Database(join(first.dataFolder, 'backlot.db'), { readonly: true })
  const handled = db.prepare('SELECT avg(processing_type IS NOT NULL) AS share FROM alarms').get() as {
    share: number
  }
  db.close()
  expect(handled.share).toBeGreaterThan(0.5)
})

test('a jump of the clock starts an epoch and fills the time between without a repeat', async () => {
  const stored = async () =>
    (await get<{ alarms: { stored: number } }>(second, '/control/status')).data.alarms.stored
  const before = await stored()
  const { data } = await post<{ epoch: number }>(second, '/control/clock', {
    action: 'jump',
    byMs: 86_400_000,
  })
  while ((await stored()) === before) await new Promise((resolve) => setImmediate(resolve))
  expect(data.epoch).toBe(2)
  await post(second, '/control/clock', { action: 'realtime' })
  const db = new Database(join(second.dataFolder, 'backlot.db'), { readonly: true })
  const twice = db.prepare('SELECT count(*) - count(DISTINCT sn || alarm_seq) AS n FROM alarms').get() as {
    n: number
  }
  db.close()
  expect(twice.n).toBe(0)
})

test('a storm raises what it planned', async () => {
  const { data } = await post<{ stormId: string; planned: number }>(first, '/control/storms/alarms', {
    ratePerSecond: 500,
    forMs: 400,
    types: ['IoAlarm-SOS'],
  })
  expect(data.planned).toBe(200)
  type Progress = { done: boolean; stored: number; lastCursor: number }
  let progress: Progress
  do progress = (await get<Progress>(first, `/control/storms/${data.stormId}`)).data
  while (!progress.done)
  expect(progress.stored).toBe(200)
})

test('a taken port, a held folder, another seed and a damaged database are one clear line, and nothing is overwritten', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const { port } = blocker.address() as AddressInfo
  await expect(createSimulator({ port, data: ':memory:', rtmpPort: null })).rejects.toThrow(`Port ${port}`)
  blocker.close()
  await expect(createSimulator({ port: 0, data: first.dataFolder })).rejects.toThrow(
    'Another Backlot is using',
  )

  const damaged = newFolder()
  writeFileSync(
    join(damaged, 'backlot.db'),
    'this is no database, and longer than a header of one hundred bytes '.repeat(20),
  )
  await expect(createSimulator({ port: 0, data: damaged })).rejects.toThrow(StartError)
  await expect(createSimulator({ port: 0, data: damaged })).rejects.toThrow('damaged')

  const newer = newFolder()
  const db = new Database(join(newer, 'backlot.db'))
  db.pragma('user_version = 999')
  db.pragma(`application_id = ${0x42_4b_4c_54}`)
  db.close()
  await expect(createSimulator({ port: 0, data: newer })).rejects.toThrow('newer Backlot')
}, 60_000)

test('a machine whose clock shows 1970 is one clear line', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1000)
  await expect(createSimulator({ port: 0, data: newFolder() })).rejects.toThrow(/shows 1970-.*set it/)
  now.mockRestore()
})
