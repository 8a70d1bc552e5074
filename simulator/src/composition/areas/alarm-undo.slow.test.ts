import { UNDO_PROCESSING_MS } from '@backlot/contract/alarms/constants'
import type { Alarm, AlarmHistoryEntry, AlarmResult } from '@backlot/contract/alarms/entities'
import type { WorkOrder } from '@backlot/contract/work-orders/entities'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestPlatform, START_MS, type TestPlatform } from './test-platform.test-support.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
type Answer = {
  code: number
  msg: string
  data: { results?: AlarmResult[]; undoUntil?: number; autoNewCross?: boolean }
}

let platform: TestPlatform
let admin: Client
let north: Client
/** May process again after others (firstProcess 0). */
let second: Client
let seq = 0

beforeEach(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
  second = await platform.signIn('single')
})
afterEach(() => platform[Symbol.asyncDispose]())

const raise = async (sn = 'N-PTZ') =>
  (
    await platform.records.alarms.raise([
      {
        sn,
        chnId: 1,
        alarmSeq: `undo${++seq}`,
        type: 'AiAlarm',
        subType: 'Fire',
        startMs: START_MS - 60_000,
      },
    ])
  )[0] as Alarm
const ref = ({ id, sn, alarmSeq }: Alarm) => ({ id, sn, alarmSeq })
// The test client leaves the form of data open; the contract names it.
const post = (client: Client, path: string, body: object) =>
  client.post(path, body) as unknown as Promise<Answer>
const process = (client: Client, alarms: Alarm[], type: number) =>
  post(client, '/alarm/processing', { list: alarms.map(ref), type, content: 'Looked' })
const order = (client: Client, alarms: Alarm[]) =>
  post(client, '/wos/api/work/order/autoNewCross', { list: alarms.map(ref) })
const undo = (client: Client, alarms: Alarm[], more: object = {}) =>
  post(client, '/alarm/processing/undo', { list: alarms.map(ref), ...more })
const get = async ({ id }: Alarm) =>
  ((await admin.get(`/alarm/get?id=${id}`)) as unknown as { data: Alarm }).data
const historyOf = async ({ id }: Alarm) =>
  ((await admin.get(`/alarm/history?id=${id}`)) as unknown as { data: { list: AlarmHistoryEntry[] } }).data
    .list
const orders = async () =>
  ((await admin.get('/wos/api/work/order/list')) as unknown as { data: { list: WorkOrder[] } }).data.list
const drain = () => platform.outbox.drain(platform.hostClock.now())
const flagOf = (sn: string) =>
  platform.store.read.prepare('SELECT alarm_flg FROM alarm_flags WHERE sn = ?').pluck().get(sn)
const processedFields = ({ cursor: _cursor, ...alarm }: Alarm) => alarm

test('a processing is taken back with the work order that it made, and everybody hears of both', async () => {
  const alarm = await raise()
  const before = await get(alarm)
  const processed = await process(north, [alarm], 5)
  expect(processed.data).toMatchObject({ autoNewCross: true, undoUntil: START_MS / 1000 + 10 })
  await order(north, [alarm])
  const [made] = await orders()
  expect(made).toMatchObject({ state: 0, version: 1 })
  expect(flagOf('N-PTZ')).toBe(2)
  drain()

  platform.hostClock.advance(UNDO_PROCESSING_MS)
  expect(await undo(north, [alarm])).toMatchObject({ code: 0 })
  const after = await get(alarm)
  expect(processedFields(after)).toEqual(processedFields(before))
  expect(await orders()).toEqual([])
  expect(flagOf('N-PTZ')).toBe(1)
  const heard = drain()
  expect(heard.alarms).toMatchObject([
    { alarm: { id: alarm.id, processingType: null, cursor: after.cursor }, updateOnly: true },
  ])
  expect(heard.workOrders).toMatchObject([{ id: made!.id }])
  expect(await historyOf(alarm)).toMatchObject([
    {
      action: 'undo',
      userName: 'North operator',
      from: { processingType: 100, orderId: made!.id, orderNumber: made!.number },
      to: { processingType: null },
    },
    { action: 'workOrder' },
    { action: 'process' },
  ])
  const logged = platform.store.read
    .prepare("SELECT login_name AS loginName, detail FROM audit_log WHERE action = 'alarms.undoProcessing'")
    .all()
  expect(logged).toEqual([
    { loginName: 'north', detail: JSON.stringify({ from: 100, to: null, number: made!.number }) },
  ])
  // It is open for everybody, once more.
  expect(await undo(north, [alarm])).toMatchObject({ code: 31006 })
  expect(await process(north, [alarm], 4)).toMatchObject({ code: 0 })
})

test('ten seconds of the platform are over after ten seconds, and nothing changes then', async () => {
  const alarm = await raise()
  await process(north, [alarm], 5)
  await order(north, [alarm])
  platform.hostClock.advance(UNDO_PROCESSING_MS + 1)
  const late = await undo(north, [alarm])
  expect(late).toMatchObject({ code: 31006, msg: expect.stringContaining('only within 10 seconds') })
  expect(await get(alarm)).toMatchObject({ processingType: 100 })
  expect(await orders()).toHaveLength(1)
})

test('nobody takes back what others processed, or what nobody did', async () => {
  const [mine, untouched, theirs] = [await raise(), await raise(), await raise()]
  await process(north, [mine], 4)
  await process(second, [theirs], 4)
  const all = await undo(second, [theirs, mine])
  expect(all).toMatchObject({ code: 31006 })
  expect(await get(theirs)).toMatchObject({ processingType: 4 })
  expect((await undo(second, [theirs, mine, untouched], { each: true })).data.results).toMatchObject([
    { id: theirs.id, code: 0 },
    { id: mine.id, code: 31006 },
    { id: untouched.id, code: 31006 },
  ])
  expect(await get(theirs)).toMatchObject({ processingType: null, processingName: '' })
  expect(await get(mine)).toMatchObject({ processingType: 4 })
  expect((await undo(await platform.signIn('south'), [mine])).code).toBe(404)
  expect((await undo(await platform.signIn('nobody'), [mine])).code).toBe(40003)
})

test('two operators at once: whoever acts second is refused, and told who acted first and when', async () => {
  const [again, audited, ordered, kept] = [await raise(), await raise(), await raise(), await raise()]
  await process(north, [again, audited, ordered, kept], 5)
  await process(second, [again], 4)
  await post(admin, '/alarm/audit', { list: [ref(audited)] })
  await order(north, [ordered])
  const [made] = await orders()
  await post(admin, '/wos/api/work/order/comment/add', { id: made!.id, content: 'On my way' })
  await order(second, [kept])
  const answer = await undo(north, [again, audited, ordered, kept], { each: true })
  expect(answer.data.results).toMatchObject([
    { code: 31006, msg: 'Cannot be undone: One seat changed the alarm at 2026-11-20 10:00:00' },
    { code: 31006, msg: expect.stringContaining('Administrator changed the alarm') },
    { code: 31006, msg: expect.stringContaining('Administrator changed its work order') },
    { code: 31006, msg: expect.stringContaining('One seat changed the alarm') },
  ])
  expect(await get(again)).toMatchObject({ processingType: 4, processingName: 'One seat' })
  expect(await orders()).toHaveLength(2)

  // Both at the same moment: one of them is first, and the stored result is consistent.
  const raced = await raise()
  await process(north, [raced], 4)
  const [undone, processedAgain] = await Promise.all([undo(north, [raced]), process(second, [raced], 5)])
  expect(processedAgain.code).toBe(0)
  expect([0, 31006]).toContain(undone.code)
  expect(await get(raced)).toMatchObject({ processingType: 5, processingName: 'One seat' })
})

test('who processed again gets back what was there before, with its audit and its older work order', async () => {
  const alarm = await raise()
  await process(north, [alarm], 5)
  await order(north, [alarm])
  await post(admin, '/alarm/audit', { list: [ref(alarm)] })
  platform.hostClock.advance(60_000)
  const before = await get(alarm)
  expect(before).toMatchObject({ processingType: 100, auditState: 1 })
  await process(admin, [alarm], 5)
  await order(admin, [alarm])
  expect(await undo(admin, [alarm])).toMatchObject({ code: 0 })
  expect(processedFields(await get(alarm))).toEqual(processedFields(before))
  expect(await orders()).toHaveLength(1)
  expect(flagOf('N-PTZ')).toBe(2)
})

test('an order that somebody wrote is not taken away', async () => {
  const alarm = await raise()
  await process(admin, [alarm], 5)
  await post(admin, '/wos/api/work/order/add', { title: 'Lens is dirty', alarms: [ref(alarm)] })
  expect(await undo(admin, [alarm])).toMatchObject({
    code: 31006,
    msg: expect.stringContaining('Administrator changed its work order'),
  })
  expect(await orders()).toHaveLength(1)
})

/** Confirms alarms and gives them an order together with confirmed ones, as one press does. */
const assign = async (client: Client, waiting: Alarm[], assigneeId?: number, sure: Alarm[] = []) => {
  await process(client, waiting, 5)
  const alarms = [...waiting, ...sure]
  const body = { title: 'Look at the gate', alarms: alarms.map(ref), ...(assigneeId && { assigneeId }) }
  const made = await client.post('/wos/api/work/order/add', body)
  expect(made.code).toBe(0)
  return made.data as { id: number; number: string; undoUntil: number }
}
/** Gives operators the work orders, so that they can get one. */
const withOrders = async () => {
  // The client answers data as any JSON; the shape is that of the call.
  const { list } = (await admin.get('/role/list')).data as unknown as {
    list: { roleId: number; name: string }[]
  }
  const roleId = list.find(({ name }) => name === 'Operator')?.roleId
  const permission = ['/earlyWarningData/alarmList', '/earlyWarningData/workOrderList'].map((target) => ({
    target,
  }))
  expect((await admin.post('/role/update', { roleId, permission })).code).toBe(0)
  north = await platform.signIn('north')
}
const withdraw = (client: Client, id: number, alarms: Alarm[] = []) =>
  post(client, '/wos/api/work/order/withdraw', { id, alarms: alarms.map(ref) })
const userIdOf = (loginName: string) =>
  platform.store.read.prepare('SELECT id FROM users WHERE login_name = ?').pluck().get(loginName) as number

test('an order that was just given to somebody is withdrawn: what was confirmed for it waits again, the rest stays confirmed', async () => {
  await withOrders()
  const [waited, sure] = [await raise(), await raise()]
  const before = await get(waited)
  await process(north, [sure], 5)
  const { id, number, undoUntil } = await assign(north, [waited], userIdOf('north'), [sure])
  expect(undoUntil).toBe(START_MS / 1000 + 10)
  expect(flagOf('N-PTZ')).toBe(2)
  drain()

  platform.hostClock.advance(UNDO_PROCESSING_MS)
  expect(await withdraw(north, id, [waited])).toMatchObject({ code: 0 })
  expect(processedFields(await get(waited))).toEqual(processedFields(before))
  expect(await get(sure)).toMatchObject({ processingType: 5, processingName: 'North operator' })
  expect(await orders()).toEqual([])
  const heard = drain()
  expect(heard.alarms).toHaveLength(2)
  // Not as one that is assigned: nobody is told of it.
  expect(heard.workOrders).toMatchObject([{ id, state: 0 }])
  expect((await historyOf(waited))[0]).toMatchObject({
    action: 'undo',
    from: { processingType: 100, orderId: id, orderNumber: number },
    to: { processingType: null },
  })
  expect((await historyOf(sure))[0]).toMatchObject({ action: 'undo', to: { processingType: 5 } })
  const logged = platform.store.read
    .prepare("SELECT login_name AS loginName, detail FROM audit_log WHERE action = 'workOrders.withdraw'")
    .all()
  expect(logged).toEqual([{ loginName: 'north', detail: JSON.stringify({ called: number, alarms: 2 }) }])
  expect((await withdraw(north, id, [waited])).code).toBe(404)
})

test('an order stays once its assignee has begun, once its alarms were changed, after ten seconds, and for others', async () => {
  await withOrders()
  const [begun, changed, late] = [await raise(), await raise(), await raise()]
  const first = await assign(admin, [begun], userIdOf('north'))
  expect(await withdraw(north, first.id)).toMatchObject({
    code: 32004,
    msg: 'Only its creator can withdraw a work order',
  })
  await post(north, '/wos/api/work/order/step', { id: first.id, version: 1, action: 'start' })
  expect(await withdraw(admin, first.id, [begun])).toMatchObject({
    code: 32004,
    msg: 'Cannot be withdrawn: North operator changed the work order at 2026-11-20 10:00:00',
  })
  expect(await get(begun)).toMatchObject({ processingType: 100 })

  const second = await assign(north, [changed])
  await post(admin, '/alarm/audit', { list: [ref(changed)] })
  expect(await withdraw(north, second.id, [changed])).toMatchObject({
    code: 32004,
    msg: expect.stringContaining('Administrator changed one of its alarms'),
  })

  const third = await assign(north, [late])
  expect((await withdraw(north, third.id, [begun])).code).toBe(404)
  platform.hostClock.advance(UNDO_PROCESSING_MS + 1)
  expect(await withdraw(north, third.id, [late])).toMatchObject({
    code: 32004,
    msg: expect.stringContaining('only within 10 seconds'),
  })
  expect(await orders()).toHaveLength(3)
})

test('the number of an order that was taken away is not given again, after a restart neither', async () => {
  await platform[Symbol.asyncDispose]()
  platform = await createTestPlatform({ keepFolder: true })
  const { folder } = platform
  /** Processes an alarm and answers it, and the count in the number of its order. */
  const ordered = async () => {
    admin = await platform.signIn('admin')
    const alarm = await raise()
    await process(admin, [alarm], 5)
    await order(admin, [alarm])
    const [made] = await orders()
    return { alarm, count: Number(made!.number.split('-')[1]) }
  }
  const first = await ordered()
  expect((await undo(admin, [first.alarm])).code).toBe(0)
  const second = await ordered()
  expect(second.count).toBe(first.count + 1)
  expect((await undo(admin, [second.alarm])).code).toBe(0)
  expect(await orders()).toEqual([])

  await platform[Symbol.asyncDispose]()
  platform = await createTestPlatform({ folder })
  expect((await ordered()).count).toBe(second.count + 1)
})
