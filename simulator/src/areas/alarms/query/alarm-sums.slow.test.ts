import { RESPONSE_CLASSES } from '@backlot/contract/alarms/response-classes'
import type { AlarmSumBy } from '@backlot/contract/alarms/statistics-calls'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../../composition/areas/test-platform.test-support.ts'
import type { AlarmDraft } from '../../../history/alarm-draft.ts'
import { ALARM_TYPES } from '../../../history/alarm-types/alarm-types.ts'

/** Numbers of statistics are those of a query: over random alarms, random filters, and after every kind of change. */

type Row = {
  id: number
  sn: string
  alarmSeq: string
  type: string
  subType: string
  state: number
  alarmSource: number
  isRead: number
  startTime: number
  processingType: number | null
  processingName: string
  processingTime: number | null
}
type Tally = { total: number; open: number; unread: number; ongoing: number; grave: number }
type SumRow = Tally & { key: string; own?: boolean; response: { count: number; median: number | null } }

const ALARMS = 12_000
const START_S = START_MS / 1000
const DAY_S = 86_400
const KINDS = ALARM_TYPES.flatMap(({ type, subTypes }) =>
  subTypes.map(({ subType, level }) => ({ type, subType, level })),
)
const DEVICES = ['N-PTZ', 'N-CAR', 'S-PTZ', 'S-CAR'] as const
let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>
let north: typeof admin

/** A little generator of its own, so that a failure repeats. */
let seed = 20_261_121
const random = (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
  // Most within a day, so that a span is crowded; the rest over a month.
  for (let from = 0; from < ALARMS; from += 1000) {
    const drafts = Array.from({ length: 1000 }, (_, i): AlarmDraft => {
      const { type, subType } = KINDS[random(KINDS.length)]!
      const ended = random(3) > 0
      const startMs = START_MS - random((from + i) % 4 === 0 ? 30 * DAY_S * 1000 : DAY_S * 1000)
      return {
        sn: DEVICES[random(DEVICES.length)]!,
        chnId: 1,
        alarmSeq: `sum${from + i}`,
        monitorId: 1 + (i % 3),
        type,
        subType,
        startMs,
        alarmSource: random(4) === 0 ? 0 : 1,
        ...(ended ? { state: 2 as const, endMs: startMs + 1000 } : {}),
        resources: [],
      }
    })
    await platform.records.alarms.raise(drafts, { quiet: true })
  }
  for (let batch = 0; batch < 30; batch++) {
    const first = await page({ pageSize: '200', currentPage: String(1 + random(40)) })
    const some = first.list.filter(() => random(4) === 0)
    const list = some.map(refOf)
    if (random(3) === 0) await admin.post('/alarm/changeReadState', { list })
    else await admin.post('/alarm/processing', { list, type: random(6), each: true })
    platform.hostClock.advance(1000)
  }
  const processed = await page({ processed: '1' })
  expect(processed.total).toBeGreaterThan(100)
}, 120_000)
afterAll(() => platform[Symbol.asyncDispose]())

type Query = Record<string, string>
const ask = async <Data>(path: string, query: Query, client = admin): Promise<Data> => {
  const answer = await client.get(`${path}?${new URLSearchParams(query)}`)
  if (answer.code !== 0) throw new Error(`${path} ${JSON.stringify(query)}: ${answer.msg}`)
  return answer.data as Data
}
const page = (query: Query, client = admin) =>
  ask<{ list: Row[]; total: number; totalCapped?: boolean; next?: string }>('/alarm/list', query, client)

/** Every alarm that a query shows, walked by its marks, day by day. */
async function allOf(query: Query, startTime: number, endTime: number, client = admin): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = startTime; from <= endTime; from += DAY_S) {
    const span = { startTime: String(from), endTime: String(Math.min(endTime, from + DAY_S - 1)) }
    let next: string | undefined = ''
    while (next !== undefined) {
      const part: Awaited<ReturnType<typeof page>> = await page(
        { ...query, ...span, pageSize: '1000', ...(next ? { next } : {}) },
        client,
      )
      rows.push(...part.list)
      next = part.next
    }
  }
  return rows
}

const refOf = ({ id, sn, alarmSeq }: Row) => ({ id, sn, alarmSeq })
const levelOf = (row: Row) => KINDS.find(({ subType }) => subType === row.subType)?.level ?? 3
const tallyOf = (rows: readonly Row[]): Tally => ({
  total: rows.length,
  open: rows.filter(({ processingType }) => processingType === null).length,
  unread: rows.filter(({ isRead }) => isRead === 0).length,
  ongoing: rows.filter(({ state }) => state !== 2).length,
  grave: rows.filter((row) => levelOf(row) === 1).length,
})
const ZONE_S = 480 * 60
const civil = (seconds: number, step: number) => Math.floor((seconds + ZONE_S) / step) * step - ZONE_S
const groupOf = (row: Row) => (row.sn.startsWith('N') ? '1' : '2')

const KEYS: Record<AlarmSumBy, (row: Row) => string | undefined> = {
  type: ({ type }) => type,
  subType: ({ type, subType }) => `${type}-${subType}`,
  level: (row) => String(levelOf(row)),
  group: groupOf,
  device: ({ sn }) => sn,
  processor: ({ processingType, processingName }) => (processingType === null ? undefined : processingName),
  hour: ({ startTime }) => String(civil(startTime, 3600)),
  day: ({ startTime }) => String(civil(startTime, DAY_S)),
}

async function expectSameNumbers(filter: Query, startTime: number, endTime: number, client = admin) {
  const span = { startTime: String(startTime), endTime: String(endTime) }
  const rows = await allOf(filter, startTime, endTime, client)
  type Overview = {
    sum: Tally
    devices: number
    response: { count: number }
    responseClasses: number[]
    series: { time: number; total: number; levels: number[] }[]
    types: { type: string; subType: string; total: number; open: number }[]
    levels: { level: number; total: number }[]
    sources: { alarmSource: number; total: number }[]
    processing: { processingType: number | null; total: number }[]
    hours: number[]
    topDevices: { sn: string; total: number }[]
  }
  const shown = await ask<Overview>('/alarm/statistics', { ...filter, ...span, step: 'day' }, client)
  expect(shown.sum).toEqual(tallyOf(rows))
  expect(shown.devices).toBe(new Set(rows.map(({ sn }) => sn)).size)
  const count = (fits: (row: Row) => boolean) => rows.filter(fits).length
  for (const one of shown.types) {
    expect(one.total).toBe(count(({ type, subType }) => type === one.type && subType === one.subType))
  }
  for (const { level, total } of shown.levels) expect(total).toBe(count((row) => levelOf(row) === level))
  for (const { alarmSource, total } of shown.sources) {
    expect(total).toBe(count((row) => row.alarmSource === alarmSource))
  }
  for (const { processingType, total } of shown.processing) {
    expect(total).toBe(count((row) => row.processingType === processingType))
  }
  for (const { time, total } of shown.series) {
    expect(total).toBe(count((row) => civil(row.startTime, DAY_S) === time))
  }
  expect(shown.series.reduce((all, { total }) => all + total, 0)).toBe(rows.length)
  expect(shown.hours).toEqual(
    Array.from({ length: 24 }, (_, hour) =>
      count((row) => Math.floor((row.startTime + ZONE_S) / 3600) % 24 === hour),
    ),
  )
  for (const { sn, total } of shown.topDevices) expect(total).toBe(count((row) => row.sn === sn))
  expect(shown.response.count).toBe(count(({ processingType }) => processingType !== null))
  expect(shown.responseClasses).toHaveLength(RESPONSE_CLASSES.length + 1)
  expect(shown.responseClasses.reduce((all, one) => all + one, 0)).toBe(shown.response.count)

  for (const by of Object.keys(KEYS) as AlarmSumBy[]) {
    const sums = await ask<{ list: SumRow[]; total: number }>(
      '/alarm/statistics/list',
      { ...filter, ...span, by, pageSize: '1000' },
      client,
    )
    const wanted = new Map<string, Row[]>()
    for (const row of rows) {
      const key = KEYS[by](row)
      if (key !== undefined) wanted.set(key, [...(wanted.get(key) ?? []), row])
    }
    const found = new Map(sums.list.map((sum) => [sum.key, sum]))
    expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort())
    for (const [key, own] of wanted) {
      expect(found.get(key)).toMatchObject(tallyOf(own))
      expect(found.get(key)?.response.count).toBe(own.length - tallyOf(own).open)
    }
  }
}

const filters = fc.record(
  {
    sn: fc.constantFrom(...DEVICES),
    devName: fc.constantFrom('dome', 'NORTH', '球机', '%'),
    kinds: fc.subarray([...KINDS.map(({ type, subType }) => `${type}-${subType}`), 'IoAlarm', 'AiAlarm'], {
      minLength: 1,
      maxLength: 6,
    }),
    levels: fc.subarray(['1', '2', '3', '4'], { minLength: 1 }),
    state: fc.constantFrom('1', '2'),
    processed: fc.constantFrom('0', '1'),
    processingTypes: fc.subarray(['0', '3', '5'], { minLength: 1 }),
    isRead: fc.constantFrom('0', '1'),
    alarmSource: fc.constantFrom('0', '1'),
    nodeId: fc.constantFrom('1', '2'),
    processor: fc.constantFrom('Administrator', 'Admin'),
    responseClasses: fc.subarray(['0', '1', '2', '3', '4', '5', '6'], { minLength: 1 }),
    hours: fc.subarray(['0', '7', '8', '9', '13', '23'], { minLength: 1 }),
    auditState: fc.constantFrom('0', '1'),
    monitorId: fc.constantFrom('1', '2'),
    text: fc.constantFrom('sum1', 'S-', 'Administrator'),
  },
  { requiredKeys: [] },
)

test('statistics count what the query shows, whatever the filter and the span', async () => {
  const spans = fc.record({
    back: fc.integer({ min: 0, max: 29 * DAY_S }),
    length: fc.integer({ min: 60, max: 12 * DAY_S }),
  })
  await fc.assert(
    fc.asyncProperty(filters, spans, async (filter, { back, length }) => {
      const { nodeId, ...others } = filter
      const query = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]))
      const endTime = START_S - back
      await expectSameNumbers(query, endTime - length, endTime, nodeId === undefined ? admin : north)
    }),
    { numRuns: 12, seed: 5 },
  )
}, 60_000)

test('the columns of the charts lead to as many alarms as they show, in a crowd and out of it', async () => {
  for (const [startTime, endTime] of [
    [START_S - DAY_S + 1, START_S],
    [START_S - DAY_S / 8, START_S],
  ] as const) {
    const span = { startTime: String(startTime), endTime: String(endTime) }
    const shown = await ask<{ responseClasses: number[]; hours: number[] }>('/alarm/statistics', span)
    const totals = async (name: string, count: number) => {
      const places = Array.from({ length: count }, (_, place) => String(place))
      return Promise.all(places.map(async (place) => (await page({ ...span, [name]: place })).total))
    }
    expect(await totals('responseClasses', RESPONSE_CLASSES.length + 1)).toEqual(shown.responseClasses)
    expect(await totals('hours', 24)).toEqual(shown.hours)
    expect(shown.responseClasses.filter((count) => count > 0).length).toBeGreaterThan(1)
  }
})

test('an account counts the alarms of its own groups alone', async () => {
  const span = [START_S - 2 * DAY_S, START_S] as const
  const rows = await allOf({}, ...span, north)
  expect(rows.every((row) => groupOf(row) === '1')).toBe(true)
  await expectSameNumbers({}, ...span, north)
})

test('what the reader finds in a crowd is what the database finds, in every order and page by page', async () => {
  const span = { startTime: String(START_S - DAY_S), endTime: String(START_S) }
  for (const sort of ['startTime', 'type', 'devName', 'processingTime']) {
    for (const order of ['asc', 'desc']) {
      const filter = {
        ...span,
        processed: sort === 'processingTime' ? '1' : '0',
        alarmSource: '0',
        isRead: sort === 'processingTime' ? '1' : '0',
      }
      const seen: number[] = []
      let next: string | undefined = ''
      while (next !== undefined) {
        const part: Awaited<ReturnType<typeof page>> = await page({
          ...filter,
          sort,
          order,
          pageSize: '333',
          ...(next ? { next } : {}),
        })
        expect(part.totalCapped).toBeUndefined()
        seen.push(...part.list.map(({ id }) => id))
        next = part.next
      }
      const column = {
        startTime: 'start_ms',
        type: 'type',
        devName: 'dev_name_en',
        processingTime: 'ifnull(processing_ms, -1)',
      }[sort]
      const by = [column, ...(sort === 'type' ? ['start_ms'] : []), 'id'].map((name) => `${name} ${order}`)
      const wanted = platform.store.read
        .prepare(
          `SELECT id FROM alarms WHERE start_ms >= ? AND start_ms <= ? AND alarm_source = 0 AND
             ${sort === 'processingTime' ? 'processing_type IS NOT NULL AND is_read = 1' : 'processing_type IS NULL AND is_read = 0'}
           ORDER BY ${by.join(', ')}`,
        )
        .pluck()
        .all((START_S - DAY_S) * 1000, START_MS)
      expect(seen).toEqual(wanted)
    }
  }
})

test('a page by number is the page by marks, and a mark of a name that is gone leads on', async () => {
  const filter = { isRead: '0', sort: 'devName', order: 'asc', pageSize: '100' }
  const third = await page({ ...filter, currentPage: '3' })
  const second = await page({ ...filter, currentPage: '2' })
  expect((await page({ ...filter, next: second.next ?? '' })).list).toEqual(third.list)
})

test('processing, other types, an end without a new cursor and removals are counted at once', async () => {
  const span = [START_S - 3 * DAY_S, START_S] as const
  await expectSameNumbers({ processed: '0' }, ...span)
  const { list } = await page({ processed: '0', isRead: '0', pageSize: '5' })
  const [first, second, third] = list
  await admin.post('/alarm/processing', { list: [refOf(first!)], type: 5 })
  await admin.post('/alarm/changeType', { id: second!.id, sn: second!.sn, type: 'IoAlarm', subType: 'SOS' })
  await admin.post('/alarm/changeReadState', { list: [refOf(third!)] })
  await platform.store.write('alarmTimes.reopen', { atMs: START_MS - DAY_S * 1000 })
  await expectSameNumbers({}, ...span)
  const before = (await ask<{ sum: Tally }>('/alarm/statistics', {})).sum.total
  const removed = await platform.records.alarms.prune(START_MS - 2 * DAY_S * 1000, 1_000_000)
  expect((await ask<{ sum: Tally }>('/alarm/statistics', {})).sum.total).toBe(before - removed)
  await expectSameNumbers({}, ...span)
})

test('groups are summed with what is below them, the devices of the group itself apart', async () => {
  const sums = await ask<{ list: SumRow[] }>('/alarm/statistics/list', { by: 'group', nodeId: '1' })
  expect(sums.list).toMatchObject([{ key: '1', name: 'North', own: true }])
  const own = await ask<{ sum: Tally }>('/alarm/statistics', { nodeId: '1', nodeOnly: '1' })
  expect(sums.list[0]).toMatchObject(own.sum)
})

test('exports reach over seven days and no further, lists over one day, sums over 180', async () => {
  const from = (days: number) => `startTime=${START_S - days * DAY_S}&endTime=${START_S}`
  expect(await admin.get(`/alarm/export?${from(7)}&pageSize=1000`)).toMatchObject({ code: 0 })
  expect(await admin.get(`/alarm/export?${from(7.1)}`)).toMatchObject({
    msg: 'At most 7 days can be exported',
  })
  expect(await admin.get(`/alarm/list?${from(1.1)}`)).toMatchObject({ msg: 'Only 24 hours can be queried' })
  expect(await admin.get(`/alarm/statistics?${from(182)}`)).toMatchObject({
    msg: 'At most 180 days can be counted',
  })
})

test('the query and its statistics have the alarms of one monitoring point, in a crowd and out of it', async () => {
  for (const [startTime, fewest] of [
    [START_S - DAY_S + 1, 1000],
    [START_S - 600, 1],
  ] as const) {
    const query = `startTime=${startTime}&endTime=${START_S}`
    const ask = async (more: string) => {
      const { data } = await admin.get(`/alarm/list?${query}&pageSize=1000${more}`)
      return data as { total: number; list: { monitorId?: number }[] }
    }
    const [all, own] = [await ask(''), await ask('&monitorId=2')]
    expect(own.total).toBeGreaterThanOrEqual(fewest)
    expect(own.total).toBeLessThan(all.total)
    expect(new Set(own.list.map(({ monitorId }) => monitorId))).toEqual(new Set([2]))
  }
})
