import { DAY_MS, fromCivil, HOUR_MS } from '@backlot/contract/time'
import type { TrackPart } from '@backlot/contract/tracks/entities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
let north: Awaited<ReturnType<TestPlatform['signIn']>>

beforeAll(async () => {
  platform = await createTestPlatform()
  north = await platform.signIn('north')
})
afterAll(() => platform[Symbol.asyncDispose]())

const TODAY = fromCivil(2026, 11, 20)
const DATA = '/gps/history/data'
const EXPORT = '/gps/history/export'
const seconds = (ms: number) => ms / 1000
const span = (fromMs: number, toMs: number) => ({ startTime: seconds(fromMs), endTime: seconds(toMs) })
const ask = async (path: string, body: object) => {
  const answer = await north.post(path, { sn: 'N-CAR', ...body })
  return { ...answer, data: answer.data as TrackPart & { parts: number; field: string } }
}
const sum = (column: readonly number[]) => column.reduce((all, one) => all + one, 0)

test('positions come by column, both ends of the span with them', async () => {
  const { data } = await ask(DATA, span(TODAY + 8 * HOUR_MS, TODAY + 9 * HOUR_MS))
  expect(data).toMatchObject({ sn: 'N-CAR', interval: 1, gaps: [] })
  expect(data.time).toHaveLength(3601)
  expect(data.time[0]).toBe(seconds(TODAY + 8 * HOUR_MS))
  expect(sum(data.time)).toBe(seconds(TODAY + 9 * HOUR_MS))
  expect(data.longitude.slice(0, 2)).toEqual([116_400_000, 0])
  expect(sum(data.latitude) / 1e6).toBeCloseTo(39.9 - 36_000 / 111_320, 6)
  expect(data.speed[7]).toBe(360)
  expect(data.odometer).toEqual({ start: 1000 - 72, end: 1000 - 36 })
})

test('a whole day at one second comes in one answer, without what lies ahead, and says where it has a gap', async () => {
  const { data } = await ask(DATA, span(TODAY, TODAY + DAY_MS - 1000))
  expect(data.time).toHaveLength(9 * 3600 + 1)
  expect(data.endTime).toBe(seconds(START_MS))
  expect(data.gaps).toEqual([{ ...span(TODAY + 6 * HOUR_MS - 1000, TODAY + 7 * HOUR_MS), reason: 'gpsLost' }])
})

test('the interval is kept over slices', async () => {
  const { data } = await ask(DATA, { ...span(TODAY - 12 * HOUR_MS, TODAY + 6 * HOUR_MS - 1), interval: 7 })
  expect(new Set(data.time.slice(1).filter((step) => step < 60))).toEqual(new Set([7]))
})

test('devices of others do not exist, and those that stand have no positions', async () => {
  const morning = span(TODAY + 8 * HOUR_MS, TODAY + 9 * HOUR_MS)
  for (const path of [DATA, EXPORT]) {
    expect(await ask(path, { ...morning, sn: 'S-CAR' })).toMatchObject({ code: 404, data: { field: 'sn' } })
    expect((await ask(path, { ...morning, sn: 'nobody' })).code).toBe(404)
    expect((await ask(path, { ...morning, sn: 'N-PTZ' })).data).toMatchObject({ time: [], gaps: [morning] })
  }
})

test('who may not see tracks is refused', async () => {
  const nobody = await platform.signIn('nobody')
  const body = { sn: 'N-CAR', ...span(TODAY, TODAY + HOUR_MS) }
  expect((await nobody.post(DATA, body)).status).toBe(403)
  expect((await nobody.post(EXPORT, body)).status).toBe(403)
  expect((await platform.client('').post(DATA, body)).status).toBe(401)
})

test.each([
  [DATA, span(TODAY + 1000, TODAY), 'startTime', 'The start cannot be later than the end'],
  [DATA, span(TODAY - DAY_MS, TODAY + 1000), 'endTime', 'Only 24 hours can be queried'],
  [EXPORT, span(TODAY - 7 * DAY_MS, TODAY + 1000), 'endTime', 'At most 7 days can be exported'],
  [
    DATA,
    span(TODAY - 181 * DAY_MS, TODAY - 181 * DAY_MS),
    'startTime',
    'Only the last 180 days can be queried',
  ],
  [
    EXPORT,
    span(TODAY - 181 * DAY_MS, TODAY - 180 * DAY_MS),
    'startTime',
    'Only the last 180 days can be queried',
  ],
  [DATA, span(TODAY + DAY_MS, TODAY + DAY_MS + 1000), 'endTime', 'Future dates cannot be selected'],
  [EXPORT, span(TODAY, TODAY + DAY_MS + 1000), 'endTime', 'Future dates cannot be selected'],
])('%s refuses a wrong span with its reason (%#)', async (path, wrong, field, msg) => {
  expect(await ask(path, wrong)).toMatchObject({ code: 400, msg, data: { field } })
})

test('an interval is at least a second', async () => {
  expect((await ask(DATA, { ...span(TODAY, TODAY + 1000), interval: 0 })).code).toBe(400)
})

test('an export of a week comes day by day, each moment once', async () => {
  const week = { ...span(TODAY - 6 * DAY_MS, TODAY + DAY_MS - 1000), interval: 60 }
  const all: number[] = []
  for (let part = 0, parts = 1; part < parts; part++) {
    const { data } = await ask(EXPORT, { ...week, part })
    parts = data.parts
    expect(parts).toBe(7)
    let at = 0
    for (const step of data.time) {
      at += step
      all.push(at)
    }
  }
  expect(new Set(all).size).toBe(all.length)
  // Of each day an hour is missing, and of the last the time that has not passed.
  expect(all).toHaveLength(6 * 23 * 60 + 9 * 60 + 1)
  expect(all.every((at, i) => i === 0 || at > all[i - 1]!)).toBe(true)
})
