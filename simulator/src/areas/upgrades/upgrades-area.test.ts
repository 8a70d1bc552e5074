import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { UPGRADE_CALLS } from '@backlot/contract/upgrades/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  hash,
  PASSWORD,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
type Answer = { code: number; msg: string; data?: Record<string, unknown> }

let platform: TestPlatform
let admin: Client

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
})
afterAll(() => platform[Symbol.asyncDispose]())

const BYTES = Buffer.from('software of a device')
const query = (entry: Record<string, string>) =>
  new URLSearchParams({ filename: 'camera-3.0.1.bin', name: 'Winter', version: '3.0.1', ...entry })
const upload = async (
  entry: Record<string, string> = {},
  bytes: Uint8Array = BYTES,
  type = 'application/octet-stream',
): Promise<Answer> => {
  const answer = await fetch(`${platform.url}/upgrade/version/upload?${query(entry)}`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': type },
    body: new Blob([Uint8Array.from(bytes)]),
  })
  return (await answer.json()) as Answer
}
const stored = () => readdir(platform.versionFolder).catch(() => [])
const versions = async () =>
  ((await admin.get('/upgrade/version/list')).data as { list: { id: number }[] }).list
const run = async (id: number) =>
  (await admin.get(`/upgrade/run/detail?id=${id}`)).data as {
    run: Record<string, unknown>
    list: { sn: string; state: string; progress: number; version: string }[]
  }

test('every call has a route, and who may not upgrade has none of them', async () => {
  const routed = platform.areas.routes.map(({ call }) => call.name)
  for (const { name } of UPGRADE_CALLS) expect(routed).toContain(name)
  const north = await platform.signIn('north')
  expect((await north.get('/upgrade/version/list')).code).toBe(40003)
  expect((await north.post('/upgrade/run/start', { versionId: 1, sns: ['N-PTZ'] })).code).toBe(40003)
})

test.each([
  ['a path', { filename: '../../etc/camera.bin' }, BYTES, 400],
  ['a path of Windows', { filename: 'c:\\camera.bin' }, BYTES, 400],
  ['a hidden file', { filename: '.bin' }, BYTES, 400],
  ['no ending', { filename: 'camera' }, BYTES, 415],
  ['another ending', { filename: 'camera.exe' }, BYTES, 415],
  ['a packed file that is none', { filename: 'camera.zip' }, BYTES, 415],
  ['nothing', {}, Buffer.alloc(0), 400],
  ['an empty name', { name: '' }, BYTES, 400],
  ['a version that is none', { version: 'newest' }, BYTES, 400],
  ['a kind that there is not', { kind: 'toaster' }, BYTES, 400],
  ['too much', {}, Buffer.alloc(50 * 1024 * 1024 + 1), 413],
])('%s is refused and leaves nothing', async (_what, entry, bytes, code) => {
  expect((await upload(entry, bytes)).code).toBe(code)
  expect(await stored()).toEqual([])
  expect(await versions()).toEqual([])
})

test('a body of another type is refused', async () => {
  expect((await upload({}, BYTES, 'text/html')).code).toBe(415)
})

test('half an upload leaves nothing, and neither does one that grows past the limit', async () => {
  const { hostname, port } = new URL(platform.url)
  const open = (size?: number) =>
    httpRequest({
      hostname,
      port,
      method: 'POST',
      path: `/upgrade/version/upload?${query({})}`,
      headers: {
        ...admin.headers,
        'content-type': 'application/octet-stream',
        ...(size === undefined ? {} : { 'content-length': String(size) }),
      },
    })
  const half = open(1000)
  half.on('error', () => {})
  half.write(Buffer.alloc(400))
  await expect.poll(stored).toHaveLength(1)
  half.destroy()
  await expect.poll(stored).toEqual([])
  const endless = open()
  const answered = new Promise<number>((resolve) =>
    endless.on('response', ({ statusCode }) => resolve(statusCode!)),
  )
  endless.on('error', () => {})
  const block = Buffer.alloc(1024 * 1024)
  for (let sent = 0; sent <= 51; sent++) endless.write(block)
  endless.end()
  expect(await answered).toBe(413)
  await expect.poll(stored).toEqual([])
})

test('a version is stored whole, found, taken once, offered to devices, and its file goes with the last that has it', async () => {
  const sha256 = createHash('sha256').update(BYTES).digest('hex')
  expect(await upload({ notes: 'For the cold' })).toMatchObject({ code: 0, data: { sha256 } })
  expect(await stored()).toEqual([sha256])
  expect((await admin.get('/upgrade/version/list?text=wint')).data).toMatchObject({
    list: [
      {
        version: '3.0.1',
        sizeBytes: BYTES.length,
        sha256,
        creator: 'admin',
        notes: 'For the cold',
        running: 0,
      },
    ],
  })
  expect(await upload()).toMatchObject({ code: 409, msg: 'This version already exists' })
  expect(await stored()).toEqual([sha256])
  expect((await admin.get('/api/config/v1/get/remote/upgrade?sn=N-PTZ')).data).toMatchObject({
    available: expect.arrayContaining(['3.0.1']),
  })
  expect((await upload({ version: '3.0.2' })).code).toBe(0)
  const [second, first] = await versions()
  expect((await admin.post('/upgrade/version/delete', { id: first!.id })).code).toBe(0)
  expect(await stored()).toEqual([sha256])
  expect((await admin.post('/upgrade/version/delete', { id: second!.id })).code).toBe(0)
  expect(await stored()).toEqual([])
  expect((await admin.post('/upgrade/version/delete', { id: second!.id })).code).toBe(404)
})

test('a run is followed device by device, holds its version, is cancelled while it downloads, and ends', async () => {
  const { data } = await upload({ version: '3.1.0', kind: '' })
  const versionId = data!['id'] as number
  const begin = (sns: string[]) => admin.post('/upgrade/run/start', { versionId, sns })
  expect((await begin(['NO-SUCH'])).code).toBe(404)
  const first = (await begin(['N-PTZ', 'N-CAR'])).data as { id: number; asked: number }
  expect(first.asked).toBeGreaterThan(0)
  platform.hostClock.advance(10_000)
  const half = await run(first.id)
  expect(half.run).toMatchObject({ state: 'running', total: 2, version: '3.1.0' })
  // Half of a download is a quarter of a device's progress; devices that are not asked have nothing left to do.
  const asked = first.asked
  expect(half.run).toMatchObject({ downloading: asked, progress: Math.floor((100 * (2 - 0.75 * asked)) / 2) })
  expect(half.list.find(({ sn }) => sn === 'N-PTZ')).toMatchObject({ state: 'downloading', progress: 50 })
  expect(await begin(['N-PTZ'])).toMatchObject({ code: 409 })
  expect((await admin.post('/upgrade/version/delete', { id: versionId })).code).toBe(409)
  expect((await admin.post('/upgrade/run/cancel', { id: first.id })).code).toBe(0)
  platform.hostClock.advance(1000)
  expect((await run(first.id)).run).toMatchObject({ state: 'cancelled', running: 0 })
  expect((await run(first.id)).list.find(({ sn }) => sn === 'N-PTZ')).toMatchObject({ state: 'cancelled' })
  expect((await admin.post('/upgrade/run/cancel', { id: first.id })).code).toBe(409)

  const again = (await begin(['N-PTZ'])).data as { id: number }
  platform.hostClock.advance(25_000)
  const late = await run(again.id)
  expect(late.list[0]).toMatchObject({ sn: 'N-PTZ' })
  if (late.run['state'] === 'running') {
    // A device that installs continues: nothing is left to cancel.
    expect(late.run).toMatchObject({ running: 1, downloading: 0, progress: 66 })
    expect((await admin.post('/upgrade/run/cancel', { id: again.id })).code).toBe(409)
  }
  platform.hostClock.advance(15_000)
  const ended = await run(again.id)
  expect(ended.run).toMatchObject({ state: 'ended', running: 0 })
  expect(['succeeded', 'failed', 'downloadFailed']).toContain(ended.list[0]!.state)
  expect((await admin.get('/upgrade/run/list')).data).toMatchObject({
    total: 2,
    list: [{ id: again.id }, {}],
  })
  expect((await admin.post('/upgrade/version/delete', { id: versionId })).code).toBe(0)
  expect((await run(again.id)).run).toMatchObject({ version: '3.1.0' })
  expect((await admin.get('/upgrade/run/detail?id=99')).code).toBe(404)
})

test('a run is cancelled by who sees all of its devices', async () => {
  const { data } = await upload({ version: '4.0.0', kind: '' })
  const account = { loginName: 'chief', name: 'North chief', roleId: 1, nodeId: 1, password: hash(PASSWORD) }
  expect((await admin.post('/user/add', account)).code).toBe(0)
  const chief = await platform.signIn('chief')
  const versionId = data!['id'] as number
  const start = async (client: Client, sns: string[]) =>
    (await client.post('/upgrade/run/start', { versionId, sns })).data as { id: number }
  const beyondOf = async (client: Client) =>
    ((await client.get('/upgrade/run/list')).data as { list: { beyond: boolean }[] }).list[0]!.beyond
  const both = await start(admin, ['N-UNBOUND', 'S-UNBOUND'])
  expect([await beyondOf(admin), await beyondOf(chief)]).toEqual([false, true])
  expect((await chief.post('/upgrade/run/cancel', both)).code).toBe(40003)
  expect((await admin.post('/upgrade/run/cancel', both)).code).toBe(0)
  platform.hostClock.advance(1000)
  const own = await start(chief, ['N-UNBOUND'])
  expect(await beyondOf(chief)).toBe(false)
  expect((await chief.post('/upgrade/run/cancel', own)).code).toBe(0)
})
