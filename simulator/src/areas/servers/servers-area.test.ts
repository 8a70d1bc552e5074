import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
type List = { list: Record<string, unknown>[]; total: number }

let platform: TestPlatform
let admin: Client
let north: Client

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
})
afterAll(() => platform[Symbol.asyncDispose]())

const data = async <T>(client: Client, path: string): Promise<T> => {
  const answer = await client.get(path)
  expect(answer).toMatchObject({ code: 0 })
  return answer.data as T
}

test('every kind of server has a state, and those that there are none of say so', async () => {
  const { list } = await data<List>(admin, '/server/list')
  expect(list.map(({ type }) => type)).toEqual([
    0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 101, 102, 103, 104, 105, 106, 107,
  ])
  expect(list.find(({ kind }) => kind === 'onvif')).toMatchObject({ state: 'notInstalled' })
  expect(await data(admin, '/server/detail?type=2')).toMatchObject({
    clients: [{ name: 'N-STATION' }],
    clientsTotal: 1,
  })
  expect((await admin.get('/server/detail?type=5')).code).toBe(404)
  expect((await north.get('/server/list')).code).toBe(40003)
})

test('a page of one server lets nobody look at another', async () => {
  const { data: roles } = await admin.get('/role/list')
  const role = (roles as unknown as { list: { roleId: number; name: string }[] }).list.find(
    ({ name }) => name === 'Nobody',
  )!
  await admin.post('/role/update', {
    roleId: role.roleId,
    permission: [{ target: '/serverManange/mgt/sensorCenter' }],
  })
  const nobody = await platform.signIn('nobody')
  expect((await nobody.get('/server/detail?type=2')).code).toBe(0)
  expect((await nobody.get('/server/detail?type=14')).code).toBe(40003)
})

test('the process is looked at every ten seconds, an hour finely, then by the minute', async () => {
  for (let i = 0; i < 12; i++) platform.hostClock.advance(10_000)
  expect(await data(admin, '/maintenance/service/state')).toMatchObject({
    cpuPercent: 25,
    cores: 2,
    memoryBytes: 200_000_000,
    startTime: START_MS / 1000,
  })
  const fine = await data<Record<'time' | 'cpuPercent' | 'bytesInPerSecond' | 'connections', number[]>>(
    admin,
    '/maintenance/service/history',
  )
  expect(fine.time.at(-1)).toBe(platform.hostClock.now() / 1000)
  expect(fine.cpuPercent.slice(-2)).toEqual([25, 25])
  expect(fine.bytesInPerSecond.at(-1)).toBe(1000)
  expect(fine.connections.at(-1)).toBe(3)
  await expect
    .poll(async () => (await data<{ time: number[] }>(admin, '/maintenance/service/history?hours=2')).time)
    .toEqual([START_MS / 1000 + 60, START_MS / 1000 + 120])
  expect((await admin.get('/maintenance/service/history?hours=200')).code).toBe(400)
})

test('minutes of more than a week ago are forgotten', async () => {
  const sample = { atMs: START_MS - 8 * 24 * HOUR_MS, cpuPercent: 1, memoryBytes: 1, connections: 1 }
  const rest = { bytesIn: 1, bytesOut: 1, devicesOnline: 1 }
  await platform.store.write('servers.keepSample', {
    sample: { ...sample, ...rest },
    completeFromMs: START_MS - MINUTE_MS,
  })
  const oldest = platform.store.read.prepare('SELECT min(at_ms) FROM service_samples').pluck().get()
  expect(oldest).toBe(START_MS + MINUTE_MS)
})

test('devices show how they are to those who see them, with their connection where they have one', async () => {
  const path = '/maintenance/device/list'
  const all = await data<List & { counts: object }>(admin, path)
  expect(all.counts).toMatchObject({ total: all.total })
  const { list } = await data<List>(admin, `${path}?text=n-car`)
  expect(list).toMatchObject([
    { sn: 'N-CAR', remote: '127.0.0.1:7', sinceTime: START_MS / 1000, gpsLost: true },
  ])
  expect(
    (await data<List>(admin, `${path}?online=1`)).total + (await data<List>(admin, `${path}?online=0`)).total,
  ).toBe(all.total)
  expect((await data<List>(admin, `${path}?nodeId=1`)).total).toBeLessThan(all.total)
  expect((await north.get(path)).code).toBe(40003)
})
