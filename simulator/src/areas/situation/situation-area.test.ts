import type { DataOut } from '@backlot/contract/call'
import { CODES } from '@backlot/contract/codes'
import type { airSituation, alarmSituation, recentFlows } from '@backlot/contract/situation/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'
import { meanAir } from './air-now.ts'
import { HeldAnswers } from './held-answers.ts'
import { conditionOf } from './weather-now.ts'

type Sums = DataOut<typeof alarmSituation>
type Client = Awaited<ReturnType<TestPlatform['signIn']>>

const HOUR_S = 3600
const NOW_S = START_MS / 1000

let platform: TestPlatform
let admin: Client
let north: Client
beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
  const raised = (sn: string, type: string, hoursAgo: number, seq: string) => ({
    sn,
    chnId: 0,
    alarmSeq: seq,
    type,
    subType: '',
    alarmSource: 1 as const,
    startMs: START_MS - hoursAgo * HOUR_S * 1000,
    resources: [],
  })
  await platform.records.alarms.raise([
    raised('N-CAR', 'OverSpeed', 0.5, 'a'),
    raised('N-CAR', 'OverSpeed', 1.5, 'b'),
    raised('N-PTZ', 'VideoLost', 1.5, 'c'),
    raised('S-CAR', 'OverSpeed', 2, 'd'),
    // Yesterday, and an hour that has not come yet.
    raised('S-PTZ', 'VideoLost', 11, 'e'),
    raised('S-PTZ', 'VideoLost', -1, 'f'),
  ])
  await admin.post('/alarm/processing', { list: [{ sn: 'N-CAR', alarmSeq: 'b' }], type: 1, content: '' })
})
afterAll(() => platform[Symbol.asyncDispose]())

const sumsOf = async (client: Client, query = '') =>
  (await client.get(`/situation/alarms${query}`)).data as unknown as Sums

it('sums the civil day so far by hour, type, group and device', async () => {
  const sums = await sumsOf(admin)
  expect(sums).toMatchObject({ startTime: NOW_S - 10 * HOUR_S, endTime: NOW_S, total: 4, open: 3 })
  const hours = sums.byHour.map(({ total, open }) => [total, open])
  expect(hours).toHaveLength(11)
  expect(hours.slice(0, 8).flat()).toEqual(Array.from({ length: 16 }, () => 0))
  expect(hours.slice(8)).toEqual([
    [3, 2],
    [1, 1],
    [0, 0],
  ])
  expect(sums.byHour[0]?.time).toBe(NOW_S - 10 * HOUR_S)
  expect(sums.byType).toEqual([
    { type: 'OverSpeed', total: 3, open: 2 },
    { type: 'VideoLost', total: 1, open: 1 },
  ])
  expect(sums.byGroup).toEqual([
    { nodeId: 1, name: 'North', parentName: '', total: 3, open: 2 },
    { nodeId: 2, name: 'South', parentName: '', total: 1, open: 1 },
  ])
  expect(sums.byDevice[0]).toEqual({ sn: 'N-CAR', name: 'North patrol', total: 2, open: 1 })
})

it("shows what the caller may see alone, in the caller's language", async () => {
  const sums = await sumsOf(platform.client(north.sessionId, 'zh'))
  expect(sums).toMatchObject({ total: 3, open: 2 })
  expect(sums.byGroup).toEqual([{ nodeId: 1, name: '北区', parentName: '', total: 3, open: 2 }])
  expect(sums.byDevice.map(({ sn }) => sn)).toEqual(['N-CAR', 'N-PTZ'])
})

it('counts a span as the list of that span does, and nothing that lies ahead', async () => {
  for (const [from, to] of [
    [NOW_S - 24 * HOUR_S, NOW_S + 3 * HOUR_S],
    [NOW_S - 11 * HOUR_S, NOW_S - 2 * HOUR_S],
    [NOW_S - 1.5 * HOUR_S, NOW_S - 0.5 * HOUR_S],
  ] as const) {
    const span = `startTime=${from}&endTime=${Math.min(to, NOW_S)}`
    const { data } = (await admin.get(`/alarm/list?${span}`)) as unknown as { data: { total: number } }
    const sums = await sumsOf(admin, `?startTime=${from}&endTime=${to}`)
    expect(sums.total).toBe(data.total)
    expect(sums.byHour.reduce((sum, { total }) => sum + total, 0)).toBe(data.total)
  }
})

it('keeps rankings short, and refuses spans that are wrong or long', async () => {
  expect((await sumsOf(admin, '?top=1')).byDevice).toHaveLength(1)
  expect(await admin.get(`/situation/alarms?startTime=${NOW_S}&endTime=${NOW_S - 5}`)).toMatchObject({
    code: CODES.invalid,
  })
  expect((await admin.get(`/situation/alarms?startTime=${NOW_S - 8 * 24 * HOUR_S}`)).msg).toBe(
    'At most 7 days can be counted',
  )
})

it('tells the air of the stations that reported lately', async () => {
  const air = (await admin.get('/situation/air')).data as unknown as DataOut<typeof airSituation>
  expect(air).toMatchObject({ reporting: 0, list: [] })
  const mean = meanAir([
    { values: { pm25: 30, windDirection: 350 } },
    { values: { pm25: 60, pm10: 80, windDirection: 20 } },
  ])
  expect(mean).toEqual({ values: { pm25: 45, pm10: 80, windDirection: 5 }, aqi: 65, primary: 'pm10' })
})

it('tells the weather, work orders and streams', async () => {
  expect((await admin.get('/situation/weather')).data).toEqual({
    time: NOW_S,
    condition: 'cloudy',
    night: false,
    temperatureC: 12.3,
    humidityPercent: 46,
    cloud: 0.5,
    windSpeedMs: 3.1,
    windFromDeg: 0,
    rainMmPerHour: 0,
    pressureKpa: 101.33,
    visibilityM: 20_000,
  })
  expect((await admin.get('/situation/work')).data).toEqual({ open: 0, today: 0, list: [] })
  await admin.post('/alarm/processing', { list: [{ sn: 'N-PTZ', alarmSeq: 'c' }], type: 5, content: '' })
  await admin.post('/wos/api/work/order/autoNewCross', { list: [{ sn: 'N-PTZ', alarmSeq: 'c' }] })
  expect((await admin.get('/situation/work')).data).toMatchObject({
    open: 1,
    today: 1,
    list: [{ sn: 'N-PTZ', alarmSeq: 'c', createTime: NOW_S }],
  })
  expect((await admin.get('/situation/media')).data).toMatchObject({
    streams: 2,
    viewers: 2,
    recordMode: expect.any(String),
    disk: { totalBytes: 1000, freeBytes: 400 },
  })
  const own = (await north.get('/situation/media')).data
  expect(own).toMatchObject({ streams: 1, viewers: 2 })
  expect(own).not.toHaveProperty('disk')
})

it('tells where movers have been, to whom may see them', async () => {
  const flowsOf = async (client: Client) =>
    (await client.get('/situation/flows?minutes=2')).data as unknown as DataOut<typeof recentFlows>
  const { startTime, endTime, list } = await flowsOf(admin)
  expect([startTime, endTime]).toEqual([NOW_S - 120, NOW_S])
  expect(list.map(({ sn }) => sn)).toEqual(['N-CAR', 'S-CAR'])
  for (const { time, longitude } of list) {
    expect(time.length).toBe(longitude.length)
    expect(time.every((seconds) => seconds >= startTime && seconds <= endTime)).toBe(true)
  }
})

it('names the weather by what one notices first', () => {
  const calm = {
    sunElevationDeg: 30,
    cloud: 0,
    rainMmPerHour: 0,
    windSpeedMs: 1,
    windFromDeg: 0,
    temperatureC: 10,
    humidityPercent: 50,
    pressureKpa: 101,
    dust: 0,
    visibilityM: 20_000,
  }
  expect(conditionOf(calm)).toBe('clear')
  expect(conditionOf({ ...calm, cloud: 0.9 })).toBe('overcast')
  expect(conditionOf({ ...calm, cloud: 0.9, rainMmPerHour: 1 })).toBe('rain')
  expect(conditionOf({ ...calm, rainMmPerHour: 9 })).toBe('heavyRain')
  expect(conditionOf({ ...calm, rainMmPerHour: 1, temperatureC: -2 })).toBe('snow')
  expect(conditionOf({ ...calm, visibilityM: 3000 })).toBe('haze')
  expect(conditionOf({ ...calm, visibilityM: 500 })).toBe('fog')
  expect(conditionOf({ ...calm, dust: 0.8, visibilityM: 500 })).toBe('sand')
})

it('gives an answer that took long again, twenty times as long, and shares one that is being made', async () => {
  let nowMs = 0
  let made = 0
  const held = new HeldAnswers<number>({ now: () => nowMs })
  const slow = async () => {
    made += 1
    await Promise.resolve()
    nowMs += 100
    return made
  }
  expect(await Promise.all([held.get('a', slow), held.get('a', slow)])).toEqual([1, 1])
  nowMs += 1999
  expect(await held.get('a', slow)).toBe(1)
  nowMs += 1
  expect(await held.get('a', slow)).toBe(2)
  const quick = async () => ++made
  expect([await held.get('b', quick), await held.get('b', quick)]).toEqual([3, 4])
})
