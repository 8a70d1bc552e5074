import { onlineByDay, onlineByRange } from '@backlot/contract/statistics/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, START_MS, type TestPlatform } from '../test-platform.test-support.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>
const END_S = Math.floor(START_MS / 1000)

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
})
afterAll(() => platform[Symbol.asyncDispose]())

test('a day has its stretches and their sums, up to now', async () => {
  const answer = await admin.get('/device/stats/online/day?sn=N-PTZ')
  const day = onlineByDay.data.parse(answer.data)
  expect(day.list).toHaveLength(1)
  const [stretch] = day.list
  expect(stretch!.online).toBe(true)
  expect(day.onlineSeconds).toBe(stretch!.endTime - stretch!.startTime)
  expect(day).toMatchObject({ sn: 'N-PTZ', rate: 1, drops: 0, offlineSeconds: 0 })
})

test('a range has a row a day, and its sums are its length', async () => {
  const answer = await admin.get(
    `/device/stats/online/range?sn=N-PTZ&startTime=${END_S - 3 * 86_400}&endTime=${END_S}`,
  )
  const { list } = onlineByRange.data.parse(answer.data)
  expect(list).toHaveLength(4)
  expect(list.reduce((sum, { onlineSeconds }) => sum + onlineSeconds, 0)).toBe(3 * 86_400)
})

test('a start after the end, a device that is not there and an account without the screen are refused', async () => {
  expect((await admin.get('/device/stats/online/range?sn=N-PTZ&startTime=20&endTime=10')).code).toBe(400)
  expect((await admin.get('/device/stats/online/day?sn=nobody')).code).toBe(404)
  const north = await platform.signIn('north')
  expect((await north.get('/device/stats/online/day?sn=N-PTZ')).code).toBe(40003)
})
