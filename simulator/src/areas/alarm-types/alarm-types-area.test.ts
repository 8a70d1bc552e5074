import { ALARM_TYPE_CALLS } from '@backlot/contract/alarm-types/calls'
import type { AlarmLevel, UserShield } from '@backlot/contract/alarm-types/entities'
import type { AlarmTypeNode } from '@backlot/contract/alarms/entities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  hash,
  PASSWORD,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>

let platform: TestPlatform
let admin: Client
let north: Client

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
})
afterAll(() => platform[Symbol.asyncDispose]())

const drain = () => platform.outbox.drain(platform.hostClock.now())
const tree = async (client = admin) =>
  ((await client.get('/alarm/type/list')) as { data: { list: AlarmTypeNode[] } }).data.list
const node = async (key: string) => (await tree()).find((one) => one.key === key)
const look = { nameZh: '水泵', nameEn: 'Pump', level: 2, colour: null }
const add = (more: object) => admin.post('/alarm/type/add', { parentId: 0, type: 'Pump', ...look, ...more })

test('every call of alarm types has a route, and only who may manage them changes them', async () => {
  const routed = platform.areas.routes.map(({ call }) => call.name)
  for (const { name } of ALARM_TYPE_CALLS) expect(routed).toContain(name)
  expect((await north.post('/alarm/type/add', { parentId: 0, type: 'Pump', ...look })).code).toBe(40003)
  expect((await north.get('/alarm/shield/users')).code).toBe(40003)
})

test.each([
  ['spaces', 'Pump failure'],
  ['a dot', 'Pump.failure'],
  ['Chinese', '水泵'],
  ['nothing', ''],
  ['33 characters', 'P'.repeat(33)],
  ['what is no ordinary alarm', 'uploadfile'],
])('a type value of %s is refused', async (_what, type) => {
  expect(await add({ type })).toMatchObject({ code: 400, status: 400 })
})

test.each([
  ['an empty name', { nameEn: ' ' }],
  ['a name of 33 characters', { nameZh: '泵'.repeat(33) }],
  ['level 5', { level: 5 }],
  ['a colour by name', { colour: 'red' }],
])('a type with %s is refused', async (_what, more) => {
  expect(await add(more)).toMatchObject({ code: 400 })
})

test("a type of one's own and its sub-types stand in the tree in both languages, and everybody is told", async () => {
  drain()
  const added = (await add({ type: 'Pump-2_a', colour: '#12aB3f' })) as unknown as { data: { id: number } }
  expect(drain().alarmTypesChanged).toBe(true)
  const { id } = added.data
  expect(id).toBeGreaterThan(100_000)
  await admin.post('/alarm/type/add', { parentId: id, type: 'Leak', ...look, nameEn: 'Leak', level: 1 })
  await admin.post('/alarm/type/add', { parentId: 100, type: 'Flood', ...look, nameEn: 'Flood' })
  expect(await node('Pump-2_a')).toMatchObject({
    name: 'Pump',
    nameZh: '水泵',
    level: 2,
    colour: '#12aB3f',
    tone: 'falling',
    nodeType: 0,
    system: 0,
    version: 1,
  })
  expect(await node('Pump-2_a-Leak')).toMatchObject({
    parentId: id,
    parentType: 'Pump-2_a',
    nodeType: 1,
    level: 1,
  })
  const keys = (await tree()).map(({ key }) => key)
  expect(keys.indexOf('IoAlarm-Flood')).toBe(keys.indexOf('VideoAlarm') - 1)
  expect(
    (await tree(platform.client(admin.sessionId, 'zh'))).find(({ key }) => key === 'Pump-2_a')?.name,
  ).toBe('水泵')
  expect(platform.areas.alarmTypes.has('Pump-2_a', 'Leak')).toBe(true)
  expect(platform.areas.alarmTypes.has('Pump-2_a', 'Other')).toBe(false)
  expect(platform.areas.alarmTypes.has('Pump-2_a-Leak')).toBe(false)
})

test('a value is taken without regard to capitals, and a sub-type has no sub-types', async () => {
  expect(await add({ type: 'ioALARM' })).toMatchObject({
    code: 409,
    msg: 'This type value already exists',
  })
  // A shield list could not tell this apart from the sub-type SOS of IoAlarm.
  expect(await add({ type: 'IoAlarm-SOS' })).toMatchObject({ code: 409 })
  expect(await add({ parentId: 101, type: 'Deep' })).toMatchObject({ code: 400 })
  expect(await add({ parentId: 99_999, type: 'Deep' })).toMatchObject({ code: 404 })
})

test('a system type keeps its value, takes another look and gets its own back; it cannot be deleted', async () => {
  const before = (await node('IoAlarm-SOS'))!
  const change = { id: before.id, nameZh: '求救', nameEn: 'Help', level: 3, colour: '#00ff00' }
  expect((await admin.post('/alarm/type/update', { ...change, version: 0 })).code).toBe(0)
  expect(await node('IoAlarm-SOS')).toMatchObject({
    name: 'Help',
    level: 3,
    colour: '#00ff00',
    system: 1,
    version: 1,
  })
  // Somebody else's form, opened before.
  expect(await admin.post('/alarm/type/update', { ...change, version: 0 })).toMatchObject({ code: 409 })
  expect(await admin.post('/alarm/type/delete', { id: before.id, version: 1 })).toMatchObject({
    code: 409,
    msg: 'Built-in alarm types cannot be deleted',
  })
  expect((await admin.post('/alarm/type/restore', { id: before.id, version: 1 })).code).toBe(0)
  expect(await node('IoAlarm-SOS')).toMatchObject({ name: 'SOS', level: 1, version: 2 })
})

test('a type that alarms have stays; one that none has goes with its sub-types and from shield lists', async () => {
  const { data } = (await add({ type: 'Used' })) as unknown as { data: { id: number } }
  await admin.post('/alarm/type/add', { parentId: data.id, type: 'Sub', ...look })
  await admin.post('/alarm/shield/update', { shieldList: 'Used,Used-Sub,IoAlarm' })
  const [alarm] = await platform.records.alarms.raise([
    { sn: 'N-PTZ', chnId: 1, alarmSeq: 'used-1', type: 'Used', subType: 'Sub', startMs: START_MS - 1000 },
  ])
  expect(await admin.post('/alarm/type/delete', { id: data.id, version: 1 })).toMatchObject({
    code: 409,
    msg: 'Cannot be deleted: at least 1 alarms have this type',
  })
  const retyped = { id: alarm!.id, sn: 'N-PTZ', type: 'AiAlarm', subType: 'Fire' }
  expect((await admin.post('/alarm/changeType', retyped)).code).toBe(0)
  expect((await admin.post('/alarm/type/delete', { id: data.id, version: 9 })).code).toBe(409)
  expect((await admin.post('/alarm/type/delete', { id: data.id, version: 1 })).code).toBe(0)
  expect([await node('Used'), await node('Used-Sub')]).toEqual([undefined, undefined])
  expect((await admin.get('/alarm/shield/list')).data).toEqual({ shieldList: 'IoAlarm' })
})

test("an alarm can be given a type of one's own", async () => {
  await add({ type: 'Retyped' })
  const [alarm] = await platform.records.alarms.raise([
    { sn: 'N-PTZ', chnId: 1, alarmSeq: 'retype-1', type: 'AiAlarm', startMs: START_MS - 1000 },
  ])
  const call = { id: alarm!.id, sn: 'N-PTZ', type: 'Retyped' }
  expect((await admin.post('/alarm/changeType', call)).code).toBe(0)
})

test('a level has a colour and a tone, which its types take unless they have their own', async () => {
  const levels = async () =>
    ((await north.get('/alarm/level/list')) as { data: { list: AlarmLevel[] } }).data.list
  expect((await levels()).map(({ tone }) => tone)).toEqual(['alert', 'falling', 'single', 'low'])
  drain()
  const change = { level: 4, colour: '#abcdef', tone: 'knock', version: 0 }
  expect((await admin.post('/alarm/level/update', change)).code).toBe(0)
  expect(drain().alarmTypesChanged).toBe(true)
  expect((await levels())[3]).toEqual({ ...change, version: 1 })
  expect(await node('VideoAlarm-Motion')).toMatchObject({ colour: '#abcdef', tone: 'knock', ownColour: null })
  expect((await admin.post('/alarm/level/update', change)).code).toBe(409)
  expect((await admin.post('/alarm/level/update', { ...change, tone: 'trumpet' })).code).toBe(400)
  expect((await north.post('/alarm/level/update', { ...change, version: 1 })).code).toBe(40003)
})

test('an administrator sees and changes the shield lists of accounts, whose consoles are told', async () => {
  const users = async () =>
    ((await admin.get('/alarm/shield/users?name=north')) as unknown as { data: { list: UserShield[] } }).data
      .list
  const [row] = await users()
  expect(row).toMatchObject({ loginName: 'north', roleName: 'Operator', shieldList: '' })
  drain()
  const set = { userId: row!.userId, shieldList: 'AiAlarm-Crowd', before: '' }
  expect((await admin.post('/alarm/shield/set', set)).code).toBe(0)
  expect(drain().direct).toEqual([
    { sessionId: expect.any(String), message: { type: 'alarmTypes', changed: 'shield' } },
  ])
  expect((await north.get('/alarm/shield/list')).data).toEqual({ shieldList: 'AiAlarm-Crowd' })
  // Made from a list that is another one by now.
  expect((await admin.post('/alarm/shield/set', { ...set, shieldList: 'IoAlarm' })).code).toBe(409)
  expect((await admin.post('/alarm/shield/set', { ...set, userId: 999 })).code).toBe(404)
  expect((await users())[0]?.shieldList).toBe('AiAlarm-Crowd')
})

test('a list of an account that sees more than its creator is set by administrators alone', async () => {
  const user = { name: 'Somebody', password: hash(PASSWORD) }
  const add = async (client: typeof admin, account: object) =>
    ((await client.post('/user/add', { ...user, ...account })).data as { userId: number }).userId
  await add(admin, { loginName: 'chief', roleId: 1, nodeId: 1 })
  const chief = await platform.signIn('chief')
  const userId = await add(chief, { loginName: 'sub', roleId: 1, nodeId: 1 })
  const set = { userId, shieldList: 'IoAlarm' }
  expect((await chief.post('/alarm/shield/set', set)).code).toBe(0)
  expect((await admin.post('/user/update', { userId, nodeId: 0 })).code).toBe(0)
  expect((await chief.post('/alarm/shield/set', { ...set, shieldList: '' })).code).toBe(40003)
  const seen = (await chief.get('/alarm/shield/users?name=sub')).data as { list: object[] }
  expect(seen.list).toMatchObject([{ userId, shieldList: 'IoAlarm', refused: 'tooStrong' }])
})
