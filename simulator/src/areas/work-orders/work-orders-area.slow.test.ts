import { CODES } from '@backlot/contract/codes'
import { HOUR_MS } from '@backlot/contract/time'
import { DEADLINE_HOURS, ORDER_OUTCOMES } from '@backlot/contract/work-orders/constants'
import type { WorkOrder, WorkOrderDetail } from '@backlot/contract/work-orders/entities'
import type { Rectification } from '@backlot/contract/work-orders/rectification'
import { PNG } from 'pngjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
type Listed = { list: WorkOrder[]; total: number; counts: Record<string, number> }
const BASE = '/wos/api/work/order'
const NOW_S = START_MS / 1000

let platform: TestPlatform
let admin: Client
beforeEach(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
})
afterEach(() => platform[Symbol.asyncDispose]())

/** Gives the operators of both groups the right to work orders. */
async function withOperators(): Promise<{ north: Client; south: Client; both: Client }> {
  const { list } = (await admin.get('/role/list')).data as { list: { roleId: number; name: string }[] }
  const roleId = list.find(({ name }) => name === 'Operator')?.roleId
  const routes = ['/index', '/dispatch', '/earlyWarningData/alarmList', '/earlyWarningData/workOrderList']
  const answer = await admin.post('/role/update', {
    roleId,
    permission: routes.map((target) => ({ target })),
  })
  expect(answer).toMatchObject({ code: 0 })
  const [north, south, both] = await Promise.all(
    ['north', 'south', 'single'].map((name) => platform.signIn(name)),
  )
  return { north: north!, south: south!, both: both! }
}
const listOf = async (client: Client, query = '') =>
  (await client.get(`${BASE}/list?${query}`)).data as unknown as Listed
const detailOf = async (client: Client, id: number) =>
  (await client.get(`${BASE}/get?id=${id}`)).data as unknown as WorkOrderDetail
const addOrder = async (client: Client, more: object = {}) => {
  const answer = await client.post(`${BASE}/add`, { title: 'Lens is dirty', sn: 'N-PTZ', ...more })
  expect(answer).toMatchObject({ code: 0 })
  return (answer.data as { id: number }).id
}
const stepOf = async (client: Client, id: number, action: string, more: object = {}) => {
  const { version } = await detailOf(client, id)
  return client.post(`${BASE}/step`, { id, version, action, ...more })
}
const userIdOf = async (client: Client) =>
  ((await client.get('/user/getInfo')).data as { userInfo: { userId: number } }).userInfo.userId
const raise = (sn: string, alarmSeq: string, more: object = {}) =>
  platform.records.alarms.raise([
    { sn, chnId: 1, alarmSeq, type: 'AiAlarm', subType: 'Fire', startMs: START_MS - 60_000, ...more },
  ])

test('an order goes from new to closed, and its history says who did what', async () => {
  const { north } = await withOperators()
  const northId = await userIdOf(north)
  const id = await addOrder(admin, { content: 'Clean it', priority: 2 })
  expect(await detailOf(north, id)).toMatchObject({
    number: 'WO20261120-00001',
    state: 0,
    devName: 'North dome',
    nodeName: 'North',
    deadline: NOW_S + 8 * 3600,
    assigneeId: null,
  })
  expect(await stepOf(admin, id, 'assign', { assigneeId: northId })).toMatchObject({ code: 0 })
  expect(await stepOf(north, id, 'start')).toMatchObject({ code: 0 })
  expect(await stepOf(north, id, 'finish', { content: 'Wiped' })).toMatchObject({ data: { state: 3 } })
  expect(await stepOf(admin, id, 'sendBack', { content: 'Still dirty' })).toMatchObject({
    data: { state: 2 },
  })
  expect((await detailOf(admin, id)).doneTime).toBeNull()
  await stepOf(north, id, 'finish', { content: 'Wiped again' })
  expect(await stepOf(admin, id, 'close')).toMatchObject({ data: { state: 4 } })
  const order = await detailOf(north, id)
  expect(order).toMatchObject({ state: 4, doneTime: NOW_S, closeTime: NOW_S, version: 7 })
  expect(
    order.history.map(({ action, userName, fromState, toState }) => [action, userName, fromState, toState]),
  ).toEqual([
    ['create', 'Administrator', null, 0],
    ['assign', 'Administrator', 0, 1],
    ['start', 'North operator', 1, 2],
    ['finish', 'North operator', 2, 3],
    ['sendBack', 'Administrator', 3, 2],
    ['finish', 'North operator', 2, 3],
    ['close', 'Administrator', 3, 4],
  ])
  expect(order.history[1]?.changes).toEqual([{ field: 'assignee', from: '', to: 'North operator' }])
  const audited = platform.store.read
    .prepare("SELECT action FROM audit_log WHERE action LIKE 'workOrders.%' ORDER BY id")
    .pluck()
    .all()
  expect(audited).toHaveLength(7)
})

test('steps are refused by state and by right, in the language of the request', async () => {
  const { north, both } = await withOperators()
  const id = await addOrder(both)
  expect(await stepOf(north, id, 'close')).toMatchObject({
    code: CODES.workOrderState,
    msg: 'This is not possible in the current state of the work order',
    status: 200,
  })
  expect(await stepOf(north, id, 'assign', { assigneeId: await userIdOf(north) })).toMatchObject({
    code: CODES.workOrderRight,
  })
  const chinese = platform.client(north.sessionId, 'zh')
  expect((await stepOf(chinese, id, 'close')).msg).toBe('工单当前状态不允许此操作')
  expect(await stepOf(both, id, 'assign')).toMatchObject({
    code: 400,
    msg: 'Choose an assignee',
  })
  await stepOf(north, id, 'take')
  await stepOf(north, id, 'start')
  expect(await stepOf(north, id, 'finish', { content: '  ' })).toMatchObject({ code: 400 })
  expect((await detailOf(north, id)).state).toBe(2)
})

test('the second to change an order is told who was first, and changes nothing', async () => {
  const { north } = await withOperators()
  const id = await addOrder(admin)
  const { version } = await detailOf(admin, id)
  const [first, second] = await Promise.all([
    north.post(`${BASE}/step`, { id, version, action: 'take' }),
    admin.post(`${BASE}/step`, { id, version, action: 'take' }),
  ])
  const [won, lost] = first.code === 0 ? [first, second] : [second, first]
  expect(won).toMatchObject({ code: 0, data: { state: 1 } })
  const name = (await detailOf(admin, id)).assigneeName
  expect(lost).toMatchObject({
    code: CODES.workOrderChanged,
    msg: `${name} changed this work order at 2026-11-20 10:00:00, after you opened it. Check it again first`,
  })
  const edited = await admin.post(`${BASE}/update`, { id, version, title: 'Another' })
  expect(edited.code).toBe(CODES.workOrderChanged)
})

test('orders of other groups are as if they did not exist, and cannot be given to who does not see them', async () => {
  const { north, south } = await withOperators()
  const id = await addOrder(south, { sn: 'S-PTZ' })
  expect((await listOf(north)).total).toBe(0)
  expect((await listOf(south)).total).toBe(1)
  for (const [path, body] of [
    ['step', { id, version: 1, action: 'take' }],
    ['update', { id, version: 1, title: 'Mine' }],
    ['comment/add', { id, content: 'Hello' }],
  ] as const) {
    expect(await north.post(`${BASE}/${path}`, body)).toMatchObject({ code: 404 })
  }
  expect((await north.get(`${BASE}/get?id=${id}`)).code).toBe(404)
  expect((await north.post(`${BASE}/add`, { title: 'A', sn: 'S-PTZ' })).code).toBe(404)
  expect((await north.post(`${BASE}/add`, { title: 'A', nodeId: 2 })).code).toBe(404)
  expect((await north.get(`${BASE}/assignee/list?nodeId=2`)).code).toBe(404)
  const given = await stepOf(south, id, 'assign', { assigneeId: await userIdOf(north) })
  expect(given).toMatchObject({ code: 400, msg: 'This account cannot handle this work order' })
  const able = (await admin.get(`${BASE}/assignee/list?sn=S-PTZ`)).data as unknown as {
    list: { loginName: string; open: number }[]
  }
  expect(able.list.map(({ loginName }) => loginName)).toEqual(['admin', 'south', 'single'])
  const anywhere = (await north.get(`${BASE}/assignee/list`)).data as unknown as typeof able
  expect(anywhere.list.map(({ loginName }) => loginName)).toEqual(['admin', 'north', 'single'])
})

test('every call wants the route and the function of work orders', async () => {
  const nobody = await platform.signIn('north')
  for (const path of ['list', 'get?id=1', 'rectification?unit=day']) {
    expect((await nobody.get(`${BASE}/${path}`)).code).toBe(CODES.notPermitted)
  }
  for (const path of ['step', 'update', 'comment/add']) {
    expect((await nobody.post(`${BASE}/${path}`)).code).toBe(CODES.notPermitted)
  }
  await platform[Symbol.asyncDispose]()
  platform = await createTestPlatform({ settings: { systemFunction: 64 } })
  const unlicensed = await platform.signIn('admin')
  expect((await unlicensed.get(`${BASE}/list`)).code).toBe(CODES.notLicensed)
})

test('an order of several alarms processes them; an alarm has one order at most', async () => {
  const { north } = await withOperators()
  await raise('N-PTZ', 'a')
  await raise('S-PTZ', 'b')
  const alarms = [
    { sn: 'N-PTZ', alarmSeq: 'a' },
    { sn: 'S-PTZ', alarmSeq: 'b' },
  ]
  expect(await admin.post(`${BASE}/add`, { title: 'Fire', alarms })).toMatchObject({
    code: 409,
    msg: 'Only confirmed alarms can get a work order',
  })
  await admin.post('/alarm/processing', { list: alarms, type: 5, content: 'Seen' })
  const id = await addOrder(admin, { title: 'Fire', alarms, sn: undefined })
  const order = await detailOf(admin, id)
  expect(order).toMatchObject({ type: 'AiAlarm', subType: 'Fire', alarms: 2, nodeName: 'North' })
  expect(order.alarmList.map(({ alarmSeq, processingType }) => [alarmSeq, processingType])).toEqual([
    ['a', 100],
    ['b', 100],
  ])
  // The other group's alarm is not there for who does not see that group.
  expect(await detailOf(north, id)).toMatchObject({ alarms: 1, alarmList: [{ alarmSeq: 'a' }] })
  const byAlarm = await north.get(`${BASE}/get?alarmId=${order.alarmList[0]?.id}`)
  expect(byAlarm.data).toMatchObject({ id })
  expect(await admin.post(`${BASE}/add`, { title: 'Again', alarms: alarms.slice(0, 1) })).toMatchObject({
    code: 409,
    msg: 'The alarm already has a work order',
  })
})

test('an order that makes itself has its priority and deadline from the kind of alarm, and a title in each language', async () => {
  await raise('N-PTZ', 'a')
  const list = [{ sn: 'N-PTZ', alarmSeq: 'a' }]
  await admin.post('/alarm/processing', { list, type: 5, content: 'Burning' })
  expect((await admin.post(`${BASE}/autoNewCross`, { list })).data).toEqual({ created: 1 })
  expect((await admin.post(`${BASE}/autoNewCross`, { list })).data).toEqual({ created: 0 })
  const [order] = (await listOf(admin)).list
  expect(order).toMatchObject({
    title: 'North dome Fire',
    content: 'Burning',
    priority: 1,
    deadline: NOW_S + 4 * 3600,
    alarms: 1,
  })
  const chinese = (await listOf(platform.client(admin.sessionId, 'zh'))).list[0]
  expect(chinese?.title).toBe('北区球机 烟火识别')
})

test('an order that makes itself is as urgent as operators made its kind of alarm', async () => {
  const { list: nodes } = (await admin.get('/alarm/type/list')).data as {
    list: { id: number; key: string }[]
  }
  const { id } = nodes.find(({ key }) => key === 'AiAlarm-Fire')!
  const look = { id, nameZh: '明火', nameEn: 'Open fire', level: 3, colour: null, version: 0 }
  expect(await admin.post('/alarm/type/update', look)).toMatchObject({ code: 0 })
  await raise('N-PTZ', 'a')
  const list = [{ sn: 'N-PTZ', alarmSeq: 'a' }]
  await admin.post('/alarm/processing', { list, type: 5, content: 'Burning' })
  await admin.post(`${BASE}/autoNewCross`, { list })
  expect((await listOf(admin)).list).toMatchObject([
    { title: 'North dome Open fire', priority: 3, deadline: NOW_S + DEADLINE_HOURS[3]! * 3600 },
  ])
})

test('comments carry words and uploaded pictures', async () => {
  const id = await addOrder(admin)
  const say = (body: object) => admin.post(`${BASE}/comment/add`, { id, ...body })
  expect(await say({})).toMatchObject({ code: 400, msg: 'Write a comment or add a picture' })
  const missing = `/upload/${'0'.repeat(32)}.png`
  expect(await say({ pictures: [missing] })).toMatchObject({ code: 400, msg: 'Picture not found' })
  expect((await say({ pictures: ['/etc/passwd'] })).code).toBe(400)
  const uploaded = await admin.upload(
    '/uploadFile?filename=a.png',
    PNG.sync.write(new PNG({ width: 300, height: 60 })),
    'image/png',
  )
  const { filePath } = uploaded.data as { filePath: string }
  expect((await say({ content: 'Look', pictures: [filePath] })).code).toBe(0)
  expect(await detailOf(admin, id)).toMatchObject({
    comments: 1,
    history: [{ action: 'create' }, { action: 'comment', content: 'Look', pictures: [filePath] }],
  })
})

test('an edit says what it changed; deadlines lie ahead', async () => {
  const id = await addOrder(admin)
  const edit = async (body: object) =>
    admin.post(`${BASE}/update`, { id, version: (await detailOf(admin, id)).version, ...body })
  expect(await edit({ deadline: NOW_S })).toMatchObject({
    code: 400,
    msg: 'The deadline must be in the future',
  })
  await edit({ title: 'Lens is broken', priority: 1, deadline: null })
  await edit({ title: 'Lens is broken' })
  const { history, version } = await detailOf(admin, id)
  expect(version).toBe(2)
  expect(history.at(-1)?.changes).toEqual([
    { field: 'title', from: 'Lens is dirty', to: 'Lens is broken' },
    { field: 'priority', from: '3', to: '1' },
    { field: 'deadline', from: String(NOW_S + 24 * 3600), to: '' },
  ])
})

/** One order of each outcome, made an hour ago. */
async function oneOfEach(): Promise<void> {
  const make = (title: string, deadline?: number) => addOrder(admin, { title, deadline })
  const soon = NOW_S + 1800
  const ids = [await make('inTime'), await make('late', soon), await make('open')]
  ids.push(await make('overdue', soon), await make('rejected'), await make('none', undefined))
  platform.hostClock.advance(HOUR_MS)
  for (const id of ids.slice(0, 2)) {
    for (const [action, more] of [['take'], ['start'], ['finish', { content: 'Done' }], ['close']] as const) {
      expect(await stepOf(admin, id, action, more)).toMatchObject({ code: 0 })
    }
  }
  await stepOf(admin, ids[4]!, 'reject', { content: 'Not ours' })
  await stepOf(admin, ids[4]!, 'close')
}

test('the report counts what the list lists, by outcome, group, kind, person and time', async () => {
  await oneOfEach()
  await raise('N-PTZ', 'a')
  const report = (await admin.get(`${BASE}/rectification?unit=day`)).data as unknown as Rectification
  expect(report.sums).toEqual({
    orders: 6,
    inTime: 1,
    late: 1,
    open: 2,
    overdue: 1,
    rejected: 1,
    meanSeconds: 3600,
  })
  expect(report).toMatchObject({ alarms: 1, alarmsWithOrder: 0, before: { orders: 0 } })
  expect(report.buckets).toHaveLength(24)
  expect(report.buckets[9]).toMatchObject({ orders: 0, alarms: 1, startTime: NOW_S - 3600 })
  expect(report.buckets[10]).toMatchObject({ orders: 6, inTime: 1, late: 1, alarms: 0 })
  expect(report.groups).toMatchObject([{ name: 'North', orders: 6, alarms: 1 }])
  expect(report.types).toMatchObject([
    { type: '', orders: 6, alarms: 0 },
    { type: 'AiAlarm', subType: 'Fire', orders: 0, inTime: 0, meanSeconds: null, alarms: 1 },
  ])
  expect(report.persons.map(({ name, orders }) => [name, orders])).toEqual([
    ['', 4],
    ['Administrator', 2],
  ])
  const span = `startTime=${report.startTime}&endTime=${report.endTime}`
  for (const outcome of ORDER_OUTCOMES) {
    expect((await listOf(admin, `${span}&outcome=${outcome}`)).total).toBe(report.sums[outcome])
  }
  expect((await listOf(admin, `${span}&type=hand&nodeId=1`)).total).toBe(6)
  expect((await listOf(admin, `${span}&assigneeId=0`)).total).toBe(4)
  expect((await listOf(admin, `${span}&groupId=2`)).total).toBe(0)
  const month = (await admin.get(`${BASE}/rectification?unit=month`)).data as unknown as Rectification
  expect([month.buckets.length, month.buckets[19]?.orders, month.sums.orders]).toEqual([30, 6, 6])
  const year = (await admin.get(`${BASE}/rectification?unit=year`)).data as unknown as Rectification
  expect([year.buckets.length, year.buckets[10]?.orders]).toEqual([12, 6])
})

test('the list filters, sorts and counts for the quick filters', async () => {
  await oneOfEach()
  expect((await listOf(admin)).counts).toEqual({ open: 3, mine: 0, overdue: 1, unassigned: 3, toClose: 0 })
  const titles = async (query: string) => (await listOf(admin, query)).list.map(({ title }) => title)
  expect(await titles('sort=deadline&order=asc&states=0')).toEqual(['overdue', 'open', 'none'])
  expect(await titles('text=LAT')).toEqual(['late'])
  expect(await titles('states=4&sort=doneTime&order=asc')).toEqual(['inTime', 'late', 'rejected'])
  expect(await titles('mine=assigned&sort=title&order=asc')).toEqual(['inTime', 'late'])
  expect(await titles('sort=title&order=asc&pageSize=2&currentPage=2')).toEqual(['none', 'open'])
  expect((await admin.get(`${BASE}/list?states=9`)).code).toBe(400)
})

test('changes are told, once a tick, with the group that sees them', async () => {
  const id = await addOrder(admin)
  await stepOf(admin, id, 'take')
  expect(platform.outbox.drain(START_MS).workOrders).toEqual([{ id, version: 2, state: 1, groupId: 1 }])
  await stepOf(admin, id, 'close')
  expect(platform.outbox.drain(START_MS).workOrders).toEqual([])
})

test('a clock that goes back with a cut takes back what was done after it', async () => {
  const early = await addOrder(admin)
  await stepOf(admin, early, 'take')
  platform.hostClock.advance(HOUR_MS)
  await stepOf(admin, early, 'start')
  await stepOf(admin, early, 'finish', { content: 'Done' })
  await raise('N-PTZ', 'a')
  const list = [{ sn: 'N-PTZ', alarmSeq: 'a' }]
  await admin.post('/alarm/processing', { list, type: 5, content: '' })
  await admin.post(`${BASE}/autoNewCross`, { list })
  await platform.store.write('alarmTimes.cutAfter', { afterMs: START_MS })
  expect((await listOf(admin)).list).toMatchObject([
    { id: early, state: 1, doneTime: null, assigneeName: 'Administrator' },
  ])
  expect((await detailOf(admin, early)).history.map(({ action }) => action)).toEqual(['create', 'take'])
})
