import { DAY_MS, HOUR_MS } from '@backlot/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, START_MS, type TestPlatform } from './test-platform.test-support.ts'

/** Every figure of docs/glossary.md, taken at one moment from every call that has it. */

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
type Share = { total: number; open: number }
const ORDERS = '/wos/api/work/order'
const NOW_S = START_MS / 1000
/** As home asks: the last 24 hours, both ends included. */
const DAY = `startTime=${NOW_S - DAY_MS / 1000 + 1}&endTime=${NOW_S}`

let platform: TestPlatform
let admin: Client
let north: Client

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
  const kinds = [
    ['AiAlarm', 'Fire'],
    ['VehicleAlarm', 'Overspeed'],
    ['Snapshot', 'Snapshot-Manual'],
    ['UpLoadFile', ''],
  ] as const
  const drafts = Array.from({ length: 60 }, (_, i) => {
    const [type, subType] = kinds[i % kinds.length]!
    const sn = ['N-PTZ', 'N-CAR', 'S-PTZ'][i % 3]!
    // Some of them are older than a day.
    return { sn, chnId: 1, alarmSeq: `figure${i}`, type, subType, startMs: START_MS - i * 0.6 * HOUR_MS }
  })
  const raised = await platform.records.alarms.raise(drafts)
  const processed = raised.filter(({ type, id }) => type !== 'Snapshot' && id % 4 !== 0)
  for (const [i, alarm] of processed.entries()) {
    const type = [4, 5, 1, 5, 5][i % 5]!
    await admin.post('/alarm/processing', { list: [alarm], type })
    if (i % 5 === 1) await admin.post(`${ORDERS}/autoNewCross`, { list: [alarm] })
    if (i % 5 === 3) {
      // Undone processings count nowhere.
      await admin.post(`${ORDERS}/autoNewCross`, { list: [alarm] })
      expect((await admin.post('/alarm/processing/undo', { list: [alarm] })).code).toBe(0)
    }
  }
  // Orders in every state, some past their deadline, one of yesterday's month and year.
  const { list } = (await admin.get(`${ORDERS}/list`)).data as { list: { id: number; version: number }[] }
  const assigneeId = platform.areas.accounts.byLoginName('admin')!.userId
  const step = async (id: number, action: string, more: object = {}) => {
    const { version } = (await admin.get(`${ORDERS}/get?id=${id}`)).data as { version: number }
    const answer = await admin.post(`${ORDERS}/step`, { id, version, action, ...more })
    expect(answer).toMatchObject({ code: 0 })
  }
  const [assigned, started, done, closed, rejected] = list as { id: number }[]
  for (const order of [assigned, started, done, closed]) await step(order!.id, 'assign', { assigneeId })
  for (const order of [started, done, closed]) await step(order!.id, 'start')
  for (const order of [done, closed]) await step(order!.id, 'finish', { content: 'Put right' })
  await step(closed!.id, 'close')
  await step(rejected!.id, 'reject', { content: 'Not ours' })
  for (const title of ['Lens', 'Mast', 'Cable'])
    await admin.post(`${ORDERS}/add`, { title, sn: 'N-PTZ', deadline: NOW_S + 60 })
  platform.hostClock.advance(120_000)
})
afterAll(() => platform[Symbol.asyncDispose]())

// The test client leaves the form of data open; the contract names it.
const get = async <T>(client: Client, path: string) => (await client.get(path)).data as unknown as T
const added = (rows: readonly Share[]) =>
  rows.reduce((sum, { total, open }) => ({ total: sum.total + total, open: sum.open + open }), {
    total: 0,
    open: 0,
  })

test.each(['admin', 'north'])(
  'alarms, and those that nobody has processed, are the same everywhere: %s',
  async (who) => {
    const client = who === 'admin' ? admin : north
    const total = async (path: string) => (await get<{ total: number }>(client, `${path}?${DAY}`)).total
    const totalOf = async (path: string, more: string) =>
      (await get<{ total: number }>(client, `${path}?${DAY}&${more}`)).total
    const asked = { total: await total('/alarm/list'), open: await totalOf('/alarm/list', 'processed=0') }
    expect(asked.open).toBeGreaterThan(3)
    expect(asked.total - asked.open).toBeGreaterThan(3)
    expect(await totalOf('/alarm/list', 'processed=1')).toBe(asked.total - asked.open)
    expect(await total('/alarm/export')).toBe(asked.total)
    expect(await totalOf('/alarm/export', 'processed=0')).toBe(asked.open)

    type Situation = Share & Record<'byHour' | 'byType' | 'byGroup' | 'byDevice', Share[]>
    const { total: all, open, ...parts } = await get<Situation>(client, `/situation/alarms?${DAY}&top=50`)
    expect({ total: all, open }).toEqual(asked)
    for (const part of [parts.byHour, parts.byType, parts.byGroup, parts.byDevice])
      expect(added(part)).toEqual(asked)

    type Statistics = { sum: Share; processing: { processingType: number | null; total: number }[] } & Record<
      'series' | 'types' | 'levels' | 'sources' | 'topDevices',
      Share[]
    >
    const statistics = await get<Statistics>(client, `/alarm/statistics?${DAY}`)
    expect(statistics.sum).toMatchObject(asked)
    for (const part of ['series', 'types', 'levels', 'sources', 'topDevices'] as const)
      expect(added(statistics[part])).toEqual(asked)
    expect(statistics.processing.find(({ processingType }) => processingType === null)?.total).toBe(
      asked.open,
    )
    for (const by of ['type', 'device', 'group', 'hour', 'day']) {
      const { list } = await get<{ list: Share[] }>(
        client,
        `/alarm/statistics/list?${DAY}&by=${by}&pageSize=1000`,
      )
      expect(added(list), by).toEqual(asked)
    }
  },
)

test('devices in alarm are the same in the tree, among the positions and in what is stored', async () => {
  const stored = platform.store.read
    .prepare('SELECT sn FROM alarm_flags WHERE alarm_flg = 1 ORDER BY sn')
    .pluck()
    .all()
  expect(stored.length).toBeGreaterThan(0)
  const nodes = await Promise.all(
    [1, 2].map((parentId) =>
      get<{ list: { sn?: string; alarmFlg?: number }[] }>(
        admin,
        `/deviceTreetable/list?parentId=${parentId}&currentPage=1&pageSize=2000`,
      ),
    ),
  )
  const inTree = nodes.flatMap(({ list }) =>
    list.filter(({ alarmFlg }) => alarmFlg === 1).map(({ sn }) => sn),
  )
  expect(inTree.sort()).toEqual(stored)
  const { sn, status } = await get<{ sn: string[]; status: number[] }>(admin, '/device/position/list')
  const onMap = sn.filter((_sn, at) => ((status[at]! >> 1) & 3) === 1)
  expect(onMap.sort()).toEqual(stored.filter((one) => sn.includes(one as string)))
})

test('open and overdue work orders are the same on home, in the list and in the report', async () => {
  type Listed = { total: number; counts: Record<string, number> }
  const listed = (query: string) => get<Listed>(admin, `${ORDERS}/list?pageSize=1&${query}`)
  const { counts } = await listed('')
  expect(counts.open).toBeGreaterThan(counts.overdue!)
  expect(counts.overdue).toBe(3)
  expect((await listed('states=0,1,2')).total).toBe(counts.open)
  expect((await listed('outcome=overdue')).total).toBe(counts.overdue)
  const inTime = (await listed('outcome=open')).total
  expect(inTime + counts.overdue!).toBe(counts.open)
  const work = await get<{ open: number; today: number }>(admin, '/situation/work')
  expect(work.open).toBe(counts.open)

  // All orders are of this day: the report of any period that holds it has them all.
  for (const unit of ['day', 'month', 'year']) {
    type Sums = Record<'orders' | 'open' | 'overdue', number>
    type Report = { sums: Sums; alarms: number } & Record<'buckets' | 'groups' | 'types' | 'persons', Sums[]>
    const report = await get<Report>(admin, `${ORDERS}/rectification?unit=${unit}`)
    expect(report.sums).toMatchObject({ orders: work.today, open: inTime, overdue: counts.overdue })
    for (const part of ['buckets', 'groups', 'types', 'persons'] as const)
      expect(
        report[part].reduce((sum, { open, overdue }) => sum + open + overdue, 0),
        part,
      ).toBe(counts.open)
  }
})

test("a day's alarms are the same in the report, on the big screen and in the statistics", async () => {
  const today = `startTime=${NOW_S - 10 * 3600}&endTime=${NOW_S + 120}`
  type Total = { total: number }
  const situation = await get<Total>(admin, '/situation/alarms')
  const statistics = await get<{ sum: Total }>(admin, `/alarm/statistics?${today}`)
  const report = await get<{ alarms: number; alarmsWithOrder: number }>(
    admin,
    `${ORDERS}/rectification?unit=day`,
  )
  expect(situation.total).toBeGreaterThan(5)
  expect(report.alarms).toBe(situation.total)
  expect(statistics.sum.total).toBe(situation.total)
  const ordered = await get<Total>(admin, `/alarm/list?${today}&processingTypes=100`)
  expect(report.alarmsWithOrder).toBe(ordered.total)
})
