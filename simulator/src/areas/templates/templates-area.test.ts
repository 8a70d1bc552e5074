import { TEMPLATE_CALLS } from '@backlot/contract/templates/calls'
import { DAY_MS, dayStart, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  hash,
  PASSWORD,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'
import { createTemplateRepository } from './template-repository.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
type Row = { id: number; version: number; name: string; sns?: string[]; deviceCount?: number }

let platform: TestPlatform
let admin: Client
let north: Client

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
})
afterAll(() => platform[Symbol.asyncDispose]())

const generic = {
  kind: 0,
  name: 'Yard',
  mediaServerIds: [1],
  packMinutes: 15,
  rules: [],
  sns: [] as string[],
}
const meeting = { kind: 1, name: 'Briefing', membersMax: 3, joinMuted: true }
const rule = { fileType: 'video', packMinutes: 7, uploadMinutes: 60, fromHour: 8, toHour: 12 }
const list = async (query = '') =>
  (await admin.get(`/template/list${query}`)).data as { list: Row[]; total: number }
const add = async (body: object) => (await admin.post('/template/add', body)).data as { id: number }
const repository = () => createTemplateRepository(platform.store, platform.platformClock)
const drop = (id: number) => admin.post('/template/delete', { id })
const later = (ms = MINUTE_MS) => platform.hostClock.advance(ms)

test('every call has a route, and who may not manage templates has none of them', async () => {
  const routed = platform.areas.routes.map(({ call }) => call.name)
  for (const { name } of TEMPLATE_CALLS) expect(routed).toContain(name)
  expect((await north.get('/template/list')).code).toBe(40003)
  expect((await north.post('/template/add', meeting)).code).toBe(40003)
  expect((await north.post('/template/delete', { id: 1 })).code).toBe(40003)
})

test('templates are added, found by name, kind and device, changed by who knows them as they are, and deleted', async () => {
  const { id } = await add({ ...generic, sns: ['N-PTZ'] })
  const other = await add(meeting)
  expect((await list()).list.map(({ name }) => name)).toEqual(['Briefing', 'Yard'])
  expect((await list('?kind=0&text=n-ptz')).list).toMatchObject([{ id, version: 1, deviceCount: 1 }])
  expect((await list('?kind=1')).total).toBe(1)
  const changed = { ...generic, id, version: 1, name: 'Yards', packMinutes: 240 }
  later()
  expect((await admin.post('/template/update', changed)).code).toBe(0)
  expect(await admin.post('/template/update', changed)).toMatchObject({
    code: 409,
    msg: 'Someone else has changed this template. Reload and try again',
  })
  expect((await admin.post('/template/update', { ...meeting, id, version: 2, name: 'X 1' })).code).toBe(409)
  expect((await list('?text=yards')).list).toMatchObject([{ version: 2, packMinutes: 240, sns: [] }])
  expect((await drop(id)).code).toBe(0)
  expect((await drop(id)).code).toBe(404)
  expect((await drop(other.id)).code).toBe(0)
})

test.each([
  ['an empty name', { name: ' ' }, 400],
  ['a long name', { name: '长'.repeat(33) }, 400],
  ['a name of spaces', { name: '     ' }, 400],
  ['a long name', { name: 'x'.repeat(33) }, 400],
  ['signs in a name', { name: 'a/b<c>' }, 400],
  ['no packing', { packMinutes: 0 }, 400],
  ['packing over four hours', { packMinutes: 241 }, 400],
  ['a media server that there is not', { mediaServerIds: [2] }, 404],
  [
    'nine rules',
    { rules: Array.from({ length: 9 }, (_, i) => ({ ...rule, fromHour: i, toHour: i + 1 })) },
    400,
  ],
  ['packing of uploads over half an hour', { rules: [{ ...rule, packMinutes: 31 }] }, 400],
  ['uploads less often than daily', { rules: [{ ...rule, uploadMinutes: 1441 }] }, 400],
  ['sent before it is packed', { rules: [{ ...rule, uploadMinutes: 6 }] }, 400],
  ['hours backwards', { rules: [{ ...rule, fromHour: 12, toHour: 8 }] }, 400],
  ['two rules at once', { rules: [rule, { ...rule, fromHour: 11, toHour: 13 }] }, 400],
  ['a type that devices do not make', { rules: [{ ...rule, fileType: 'remoteCapture' }] }, 400],
  ['a device that there is not', { sns: ['NO-SUCH'] }, 404],
])('%s is refused', async (_what, wrong, code) => {
  expect((await admin.post('/template/add', { ...generic, name: 'Wrong', ...wrong })).code).toBe(code)
  expect((await list()).total).toBe(0)
})

test('names and devices are taken once, and the refusal says by which', async () => {
  const { id } = await add({ ...generic, sns: ['N-PTZ'] })
  expect((await admin.post('/template/add', { ...generic, name: 'YARD' })).code).toBe(409)
  expect(await admin.post('/template/add', { ...generic, name: 'Other', sns: ['N-PTZ'] })).toMatchObject({
    code: 409,
    msg: 'Device N-PTZ is already bound to template "Yard"',
    data: { field: 'sns' },
  })
  await drop(id)
  later()
  const freed = await add({ ...generic, name: 'Other', sns: ['N-PTZ'] })
  await drop(freed.id)
})

test('a device of a template without a media server is neither played nor recorded, from then on', async () => {
  const live = () => admin.post('/api/startLiveVideoReq', { sn: 'N-PTZ', chnId: 1 })
  expect((await live()).code).toBe(0)
  const { id } = await add({ ...generic, mediaServerIds: [], sns: ['N-PTZ'] })
  const fromMs = platform.platformClock.now()
  later()
  expect((await live()).code).toBe(2)
  const span = `startTime=${START_MS / 1000 - 7200}&endTime=${START_MS / 1000 - 3600}`
  expect(await admin.get(`/api/startPlayRecordFileReq?sn=N-PTZ&chnId=1&${span}`)).toMatchObject({
    code: 2,
    msg: 'The template is not bound to a media service',
  })
  const usual = [{ validFromMs: 0, recordMode: 'always', packMinutes: 30, keepDays: 180 }] as const
  const plans = repository().plansFor('N-PTZ', usual, platform.platformClock.now())
  expect(plans[0]).toEqual(usual[0])
  expect(plans.at(-1)).toEqual({ ...usual[0], validFromMs: fromMs, recordMode: 'off', packMinutes: 15 })
  await drop(id)
  expect((await live()).code).toBe(0)
})

test('what was recorded before a change stays: plans of a device follow each other', async () => {
  const usual = [{ validFromMs: 0, recordMode: 'always', packMinutes: 30, keepDays: 180 }] as const
  const { id } = await add({ ...generic, name: 'Roads', sns: ['N-CAR'] })
  later()
  await admin.post('/template/update', {
    ...generic,
    name: 'Roads',
    sns: ['N-CAR'],
    packMinutes: 60,
    id,
    version: 1,
  })
  later()
  await drop(id)
  later()
  const plans = repository().plansFor('N-CAR', usual, platform.platformClock.now())
  expect(plans.map(({ packMinutes }) => packMinutes)).toEqual([30, 15, 60, 30])
  expect(repository().plansFor('N-PTZ', usual, 0)).toEqual(usual)
})

test('by a rule a device cuts its files, and they are there when they were sent', async () => {
  const day = dayStart(START_MS) + DAY_MS
  const { id } = await add({ ...generic, name: 'Rules', sns: ['N-PTZ'], rules: [rule] })
  const of = repository()
  expect(of.packingAt('N-PTZ', day + 8.5 * HOUR_MS)).toEqual({ packMinutes: 7, untilMs: day + 9 * HOUR_MS })
  expect(of.packingAt('N-PTZ', day + 12 * HOUR_MS)?.packMinutes).toBe(30)
  expect(of.packingAt('N-CAR', day)).toBeUndefined()
  const made = day + 9 * HOUR_MS + 7 * MINUTE_MS
  expect(of.sentMs('N-PTZ', 'video', made, made + 7 * MINUTE_MS)).toBe(day + 10 * HOUR_MS)
  expect(of.sentMs('N-PTZ', 'video', day + 13 * HOUR_MS, day + 14 * HOUR_MS)).toBe(day + 14 * HOUR_MS)
  expect(of.sentMs('N-PTZ', 'deviceTimingCapture', made, made)).toBe(made)
  // Where no rule holds the device's own configuration does.
  const own = { packMinutes: 10, uploadMinutes: 30 }
  expect(of.sentMs('N-PTZ', 'video', made, made + 7 * MINUTE_MS, own)).toBe(day + 10 * HOUR_MS)
  expect(of.sentMs('N-PTZ', 'pushVideo', made, made + MINUTE_MS, own)).toBe(day + 9.5 * HOUR_MS)
  expect(of.sentMs('N-CAR', 'pushVideo', made, made, 'never')).toBe(Number.POSITIVE_INFINITY)
  expect(of.packingAt('N-PTZ', day + 12 * HOUR_MS, 12)?.packMinutes).toBe(12)
  await drop(id)
  later()
  const pushed = await add({ ...generic, sns: ['N-PTZ'], rules: [{ ...rule, fileType: 'pushVideo' }] })
  // A clip waits for the pack it is in.
  expect(of.sentMs('N-PTZ', 'pushVideo', made, made + MINUTE_MS, 'never')).toBe(day + 10 * HOUR_MS)
  await drop(pushed.id)
})

test('meetings are offered their templates, also to who does not manage them', async () => {
  const { id } = await add(meeting)
  expect((await north.get('/template/meeting/list')).data).toEqual({
    list: [{ id, name: 'Briefing', membersMax: 3, joinMuted: true }],
  })
  expect(platform.areas.meetingTemplate(id)).toMatchObject({ membersMax: 3, joinMuted: true })
  await drop(id)
  expect(platform.areas.meetingTemplate(id)).toBeUndefined()
})

test('an account bounded to a group changes templates of its own devices alone', async () => {
  const account = { loginName: 'chief', name: 'North chief', roleId: 1, nodeId: 1, password: hash(PASSWORD) }
  expect((await admin.post('/user/add', account)).code).toBe(0)
  const chief = await platform.signIn('chief')
  const own = { ...generic, name: 'North only', sns: ['N-CAR'] }
  expect(await chief.post('/template/add', { ...own, sns: [] })).toMatchObject({
    code: 400,
    msg: expect.stringContaining('at least one device'),
  })
  expect((await chief.post('/template/add', meeting)).code).toBe(40003)
  const { data } = (await chief.post('/template/add', own)) as { data: { id: number } }
  later()
  expect((await chief.post('/template/update', { ...own, ...data, version: 1, packMinutes: 20 })).code).toBe(
    0,
  )
  const both = { ...own, ...data, version: 2, sns: ['N-CAR', 'S-CAR'] }
  expect((await chief.post('/template/update', both)).code).toBe(404)
  later()
  expect((await admin.post('/template/update', both)).code).toBe(0)
  expect((await chief.post('/template/delete', data)).code).toBe(40003)
  for (const shared of [meeting, { ...generic, name: 'Bound to none' }]) {
    const { id } = await add(shared)
    expect((await chief.post('/template/update', { ...shared, id, version: 1, name: 'Mine' })).code).toBe(
      40003,
    )
    expect((await chief.post('/template/delete', { id })).code).toBe(40003)
    await drop(id)
  }
  later()
  expect((await admin.post('/template/update', { ...both, version: 3, sns: ['N-CAR'] })).code).toBe(0)
  expect((await chief.post('/template/delete', data)).code).toBe(0)
})

test('a template binds its devices to certain media servers, whichever serves their group', async () => {
  const server = { addr1: '', addr2: '', addr3: '', localAddr: '', configJson: { wsPort: 0, wssPort: 0 } }
  const addServer = async (name: string, port: number, groupIds: number[]) => {
    const body = { ...server, name, port, enabled: true, groupIds }
    // The test client leaves the form of data open; the contract names it.
    return (await admin.post('/rd/mediaServer/add', body)).data as unknown as { id: number }
  }
  const east = await addServer('East', 9101, [1])
  const west = await addServer('West', 9102, [])
  // The test client leaves the form of data open; the contract names it.
  const page = (await admin.get('/template/list')).data as unknown as { mediaServers: { name: string }[] }
  // The first one, too, is called as the caller's language calls it.
  expect(page.mediaServers.map(({ name }) => name)).toEqual(['Media server 1', 'East', 'West'])
  const playedAt = async () => {
    const { data } = await admin.post('/api/startLiveVideoReq', { sn: 'N-PTZ', chnId: 1 })
    return Number(new URL((data as { httpUrl: string }).httpUrl, 'http://127.0.0.1:8080').port)
  }
  expect(await playedAt()).toBe(9101)
  const { id } = await add({ ...generic, sns: ['N-PTZ'], mediaServerIds: [west.id, 1] })
  later()
  // Of the template's, neither serves the group: the first one, which is the platform itself.
  expect(await playedAt()).toBe(8080)
  const change = async (version: number, mediaServerIds: number[]) => {
    const body = { ...generic, id, version, sns: ['N-PTZ'], mediaServerIds }
    expect((await admin.post('/template/update', body)).code).toBe(0)
    later()
  }
  await change(1, [west.id])
  expect(await playedAt()).toBe(9102)
  await change(2, [west.id, east.id])
  expect(await playedAt()).toBe(9101)
  // The server or group it was bound to is gone: it is bound to nothing.
  await change(3, [west.id])
  await admin.post('/rd/mediaServer/delete', { id: west.id, version: 1 })
  expect((await admin.post('/api/startLiveVideoReq', { sn: 'N-PTZ', chnId: 1 })).code).toBe(2)
  await drop(id)
  await admin.post('/rd/mediaServer/delete', { id: east.id, version: 1 })
})
