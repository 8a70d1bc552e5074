import {
  exportOnline,
  onlineByDay,
  onlineByRange,
  onlineDevices,
  onlineGroups,
} from '@backlot/contract/statistics/calls'
import { dayStart } from '@backlot/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>
let north: typeof admin
const END_S = Math.floor(START_MS / 1000)
const DAY_S = 86_400

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
})
afterAll(() => platform[Symbol.asyncDispose]())

test('a day has its stretches, its hours and their sums, up to now', async () => {
  const answer = await admin.get('/device/stats/online/day?sn=N-PTZ')
  const day = onlineByDay.data.parse(answer.data)
  expect(day.list).toHaveLength(1)
  const [stretch] = day.list
  expect(stretch!.online).toBe(true)
  expect(day.onlineSeconds).toBe(stretch!.endTime - stretch!.startTime)
  expect(day).toMatchObject({ sn: 'N-PTZ', devices: 1, rate: 1, drops: 0, offlineSeconds: 0 })
  expect(day.hours).toHaveLength(10)
  expect(day.hours.every(({ onlineSeconds }) => onlineSeconds === 3600)).toBe(true)
})

test('a range has a row a day, and its sums are its length, for one device and for all', async () => {
  const span = `startTime=${END_S - 3 * DAY_S}&endTime=${END_S}`
  const rangeOf = async (query: string) =>
    onlineByRange.data.parse((await admin.get(`/device/stats/online/range?${span}${query}`)).data)
  const one = await rangeOf('&sn=N-PTZ')
  expect(one.list).toHaveLength(4)
  expect(one.sum.onlineSeconds).toBe(3 * DAY_S)
  expect(one.list.reduce((sum, { onlineSeconds }) => sum + onlineSeconds, 0)).toBe(3 * DAY_S)
  expect(await rangeOf('')).toMatchObject({ devices: 6, sum: { onlineSeconds: 18 * DAY_S } })
  expect(await rangeOf('&nodeId=2')).toMatchObject({ devices: 3 })
  expect(await rangeOf('&name=%E7%90%83%E6%9C%BA')).toMatchObject({ devices: 2 })
})

test('devices come in pages, sorted; groups with the sums of what is below them', async () => {
  const page = onlineDevices.data.parse(
    (await admin.get('/device/stats/online/list?sort=name&order=desc&pageSize=2&currentPage=2')).data,
  )
  expect(page.total).toBe(6)
  expect(page.list.map(({ name }) => name)).toEqual(['South dome', 'North unbound'])
  expect(page.list[0]).toMatchObject({ sn: 'S-PTZ', groupName: 'South', onlineStatus: 1, rate: 1 })
  const groups = onlineGroups.data.parse((await admin.get('/device/stats/online/group/list')).data)
  expect(groups.list).toMatchObject([
    { nodeId: 1, name: 'North', devices: 3, devicesOnline: 3, onlineSeconds: 21 * DAY_S },
    { nodeId: 2, name: 'South', devices: 3 },
  ])
  const own = onlineGroups.data.parse((await admin.get('/device/stats/online/group/list?nodeId=2')).data)
  expect(own.list).toMatchObject([{ nodeId: 2, devices: 3 }])
})

test('an export has a row by device and day, of at most seven days', async () => {
  const rows = exportOnline.data.parse(
    (
      await admin.get(
        `/device/stats/online/export?startTime=${END_S - 7 * DAY_S}&endTime=${END_S}&pageSize=4&currentPage=2`,
      )
    ).data,
  )
  expect(rows.total).toBe(6)
  expect(rows.list).toHaveLength(2 * 8)
  const tooLong = await admin.get(
    `/device/stats/online/export?startTime=${END_S - 7 * DAY_S - 1}&endTime=${END_S}`,
  )
  expect(tooLong).toMatchObject({ code: 400, msg: 'At most 7 days can be exported' })
})

test('a start after the end, a device that is not there and an account without the screen are refused', async () => {
  expect((await admin.get('/device/stats/online/range?sn=N-PTZ&startTime=20&endTime=10')).code).toBe(400)
  expect((await admin.get('/device/stats/online/day?sn=nobody')).code).toBe(404)
  expect((await admin.get('/device/stats/online/list?nodeId=99')).code).toBe(404)
  expect((await north.get('/device/stats/online/day?sn=N-PTZ')).code).toBe(40003)
})

test('an account sees the devices of its groups only', async () => {
  const roles = (await admin.get('/role/list')).data as { list: { roleId: number; name: string }[] }
  const { roleId } = roles.list.find(({ name }) => name === 'Operator')!
  await admin.post('/role/update', { roleId, permission: [{ target: '/statDevOnline' }] })
  const own = onlineByRange.data.parse((await north.get('/device/stats/online/range')).data)
  expect(own.devices).toBe(3)
  expect((await north.get('/device/stats/online/range?sn=S-PTZ')).code).toBe(404)
  expect((await north.get('/device/stats/online/group/list?nodeId=2')).code).toBe(404)
})

test('no statistics reach further back than 180 days, to the second, nor over a longer span', async () => {
  const oldest = dayStart(START_MS, 480) / 1000 - 180 * DAY_S
  const tooOld = { code: 400, msg: 'Only the last 180 days can be queried' }
  const tooLong = { code: 400, msg: 'At most 180 days can be counted' }
  const paths = ['/device/stats/online/range', '/device/stats/online/list', '/device/stats/online/group/list']
  for (const path of [...paths, '/alarm/statistics']) {
    const ask = (from: number, to = END_S) => admin.get(`${path}?startTime=${from}&endTime=${to}`)
    expect((await ask(oldest)).code).toBe(0)
    expect(await ask(oldest - 1)).toMatchObject({ ...tooOld })
    expect(await ask(oldest - DAY_S, oldest)).toMatchObject(tooOld)
    expect((await ask(oldest, oldest + 181 * DAY_S)).code).toBe(0)
    expect(await ask(oldest, oldest + 181 * DAY_S + 1)).toMatchObject(tooLong)
  }
  const sums = (from: number) => admin.get(`/alarm/statistics/list?by=day&startTime=${from}&endTime=${END_S}`)
  expect((await sums(oldest)).code).toBe(0)
  expect(await sums(oldest - 1)).toMatchObject(tooOld)
  const exported = (from: number) =>
    admin.get(`/device/stats/online/export?startTime=${from}&endTime=${from + DAY_S}`)
  expect((await exported(oldest)).code).toBe(0)
  expect(await exported(oldest - 1)).toMatchObject(tooOld)
  const day = (time: number) => admin.get(`/device/stats/online/day?time=${time}`)
  expect((await day(oldest)).code).toBe(0)
  expect(await day(oldest - 1)).toMatchObject({ ...tooOld, data: { field: 'time' } })
})
