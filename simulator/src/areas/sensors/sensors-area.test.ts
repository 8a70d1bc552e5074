import { CODES } from '@backlot/contract/codes'
import type { SenseQuantity } from '@backlot/contract/sensors/dictionary-calls'
import type { ReadingHistory } from '@backlot/contract/sensors/entities'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

const NOW_S = START_MS / 1000
const DAY_S = 86_400

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>
beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
})
afterAll(() => platform[Symbol.asyncDispose]())

const ask = (interval: string, startTime: number, endTime: number, more: object = {}) =>
  admin.post('/sensor/history/data', { list: ['N-PTZ'], interval, startTime, endTime, ...more })
const historyOf = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked)
  expect(answer).toMatchObject({ code: 0 })
  return answer.data as ReadingHistory
}

it('sums a day by hour: means, extremes, winds as vectors, and nothing of what is marked faulty', async () => {
  const { times, stations } = await historyOf('hour', NOW_S - 6 * 3600, NOW_S)
  expect(times).toHaveLength(7)
  expect(times[0]).toBe(NOW_S - 6 * 3600)
  const [dust, co, speed, direction] = stations[0]!.quantities
  // From 04:00 to 10:00.
  expect(dust).toMatchObject({ F: 'µg/m³', decimals: 1, high: 75, values: [44, 45, 46, 47, 48, 49, 50] })
  expect(co?.values.every((value) => value === null)).toBe(true)
  expect(new Set(co?.flags)).toEqual(new Set(['D']))
  expect(speed).toMatchObject({ values: [2, 2, 2, 2, 2, 2, 2] })
  expect([0, 350]).toContain(direction?.values[0])
  // 44 µg/m³ is 63 of a table that goes from 35 at 50 to 75 at 100.
  expect(stations[0]?.aqi?.[0]).toEqual({ aqi: 62, primary: 'pm25' })
  const rose = stations[0]?.windRose
  expect(rose?.calm).toBe(0)
  expect(rose?.sectors[0]?.[1]).toBe(rose?.total)
})

it('answers minutes and days, single quantities, and nothing after the present', async () => {
  const minutes = await historyOf('minute', NOW_S - 600, NOW_S + 3600, { codes: ['a34004'] })
  expect(minutes.times.at(-1)).toBe(NOW_S)
  expect(minutes.stations[0]?.quantities).toHaveLength(1)
  const days = await historyOf('day', NOW_S - 7 * DAY_S, NOW_S)
  expect(days.times).toHaveLength(8)
  // A whole day's mean is that of 0 to 23 above 40.
  expect(days.stations[0]?.quantities[0]).toMatchObject({ values: expect.arrayContaining([51.5]) })
  expect(days.stations[0]?.quantities[0]?.min[1]).toBe(40)
  expect(days.stations[0]?.quantities[0]?.max[1]).toBe(63)
})

it('refuses spans that are too long, too old, to come or the wrong way round, and stations of others', async () => {
  const said = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).msg
  expect(await said('minute', NOW_S - DAY_S - 1, NOW_S)).toContain('24 hours')
  expect(await said('hour', NOW_S - 32 * DAY_S, NOW_S)).toContain('31 days')
  expect(await said('day', NOW_S - 182 * DAY_S, NOW_S - 100 * DAY_S)).toContain('180 days')
  expect(await said('hour', NOW_S, NOW_S - 1)).toContain('start')
  expect(await said('hour', NOW_S, NOW_S + 2 * DAY_S)).toContain('Future')
  expect(await ask('hour', NOW_S - 60, NOW_S, { list: ['S-CAR'] })).toMatchObject({ code: CODES.notFound })
  const solar = await admin.post('/solarEnergy/history/data', {
    list: ['N-PTZ'],
    interval: 'hour',
    startTime: NOW_S - 60,
    endTime: NOW_S,
  })
  expect(solar).toMatchObject({ code: CODES.notFound })
  const north = await platform.signIn('north')
  expect((await north.post('/sensor/history/data', {})).code).toBe(CODES.notPermitted)
})

it('a quantity of the dictionary is renamed, converted and judged everywhere, and put back', async () => {
  const listOf = async (query = '') =>
    ((await admin.get(`/sensor/dictionary/list${query}`)).data as { list: SenseQuantity[]; total: number })
      .list
  const [dust] = await listOf('?text=PM2.5')
  expect(dust).toMatchObject({ code: 'a34004', system: true, changed: false, version: 0, high: 75 })
  const milligrams = {
    code: 'a34004',
    nameZh: '细颗粒物',
    nameEn: 'Fine dust',
    unit: 'mg/m³',
    factor: 0.001,
    offset: 0,
    decimals: 4,
    low: null,
    high: 0.03,
  }
  const update = (more: object) =>
    admin.post('/sensor/dictionary/update', { ...milligrams, version: 0, ...more })
  expect(await update({ low: 0.05 })).toMatchObject({ code: CODES.invalid })
  expect(await update({ factor: 0 })).toMatchObject({ code: CODES.invalid })
  expect(await update({})).toMatchObject({ code: 0 })
  expect(await update({})).toMatchObject({ code: CODES.conflict })
  const { data } = await admin.get('/sensor/realtime/data?sn=N-PTZ')
  expect((data as { list: object[] }).list[0]).toMatchObject({
    name: 'Fine dust',
    V: 0.0355,
    F: 'mg/m³',
    decimals: 4,
    high: 0.03,
  })
  const { stations } = await historyOf('hour', NOW_S - 3600, NOW_S - 3600, { codes: ['a34004'] })
  expect(stations[0]).toMatchObject({ quantities: [{ name: 'Fine dust', values: [0.049] }] })
  expect(stations[0]?.aqi?.[0]?.aqi).toBe(68)

  const own = { ...milligrams, code: 'x99001' }
  expect(await admin.post('/sensor/dictionary/add', milligrams)).toMatchObject({ code: CODES.conflict })
  expect(await admin.post('/sensor/dictionary/add', { ...own, code: 'no code' })).toMatchObject({ code: 400 })
  expect(await admin.post('/sensor/dictionary/add', own)).toMatchObject({ code: 0 })
  expect((await listOf('?changed=1')).map(({ code }) => code)).toEqual(['a34004', 'x99001'])
  for (const code of ['a34004', 'x99001']) {
    expect(await admin.post('/sensor/dictionary/delete', { code })).toMatchObject({ code: 0 })
    expect(await admin.post('/sensor/dictionary/delete', { code })).toMatchObject({ code: CODES.notFound })
  }
  expect(await listOf('?changed=1')).toEqual([])
})
