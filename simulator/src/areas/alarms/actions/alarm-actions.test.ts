import type { Alarm, AlarmHistoryEntry, AlarmResult } from '@backlot/contract/alarms/entities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../../composition/areas/test-platform.test-support.ts'
import type { AlarmDraft } from '../../../history/alarm-draft.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
type Answer = {
  code: number
  msg: string
  status: number
  data: { results?: AlarmResult[]; undoUntil?: number }
}

let platform: TestPlatform
let admin: Client
let north: Client
let second: Client
let south: Client
let nobody: Client
let seq = 0

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
  // May process again after others (firstProcess 0).
  second = await platform.signIn('single')
  south = await platform.signIn('south')
  nobody = await platform.signIn('nobody')
})
afterAll(() => platform[Symbol.asyncDispose]())

const raise = async (more: Partial<AlarmDraft> = {}) => {
  const draft: AlarmDraft = {
    sn: 'N-PTZ',
    chnId: 1,
    alarmSeq: `action${++seq}`,
    type: 'AiAlarm',
    subType: 'Intruder',
    startMs: START_MS - 60_000,
    ...more,
  }
  return (await platform.records.alarms.raise([draft]))[0] as Alarm
}
const ref = ({ id, sn, alarmSeq }: Alarm) => ({ id, sn, alarmSeq })
const post = (client: Client, path: string, body: object) =>
  client.post(path, body) as unknown as Promise<Answer>
const process = (client: Client, list: object[], type = 4, more: object = {}) =>
  post(client, '/alarm/processing', { list, type, content: 'Looked', ...more })
const get = async (alarm: Alarm) =>
  ((await admin.get(`/alarm/get?id=${alarm.id}`)) as unknown as { data: Alarm }).data
const historyOf = async (alarm: Alarm, client = admin) =>
  (
    (await client.get(`/alarm/history?id=${alarm.id}`)) as unknown as {
      data: { list: AlarmHistoryEntry[] }
    }
  ).data.list
const drain = () => platform.outbox.drain(platform.hostClock.now())

test('the first to respond to an alarm gets it, a colleague reads who that is and may take it over', async () => {
  const alarm = await raise({ type: 'IoAlarm', subType: 'SOS' })
  drain()
  expect((await post(nobody, '/alarm/respond', ref(alarm))).code).toBe(40003)
  expect((await post(north, '/alarm/respond', ref(alarm))).code).toBe(0)
  expect(await get(alarm)).toMatchObject({
    isRead: 1,
    responderName: 'North operator',
    responseTime: Math.floor(START_MS / 1000),
    processingType: null,
  })
  expect(drain().alarms).toMatchObject([{ alarm: { responderName: 'North operator' }, updateOnly: true }])
  const late = await post(second, '/alarm/respond', ref(alarm))
  expect(late).toMatchObject({
    code: 31005,
    msg: expect.stringContaining('North operator has been responding'),
  })
  // Asking again changes nothing.
  const { cursor } = await get(alarm)
  expect((await post(north, '/alarm/respond', ref(alarm))).code).toBe(0)
  expect((await get(alarm)).cursor).toBe(cursor)
  expect((await post(second, '/alarm/respond', { ...ref(alarm), takeOver: true })).code).toBe(0)
  expect(await get(alarm)).toMatchObject({ responderName: 'One seat' })
  expect(await historyOf(alarm)).toMatchObject([
    { action: 'respond', userName: 'One seat', from: { responderName: 'North operator' } },
    {
      action: 'respond',
      userName: 'North operator',
      from: { responderName: '' },
      to: { responderName: 'North operator' },
    },
  ])
  expect((await process(second, [alarm])).code).toBe(0)
  expect((await post(north, '/alarm/respond', { ...ref(alarm), takeOver: true })).code).toBe(31001)
  expect((await post(south, '/alarm/respond', ref(alarm))).code).toBe(404)
  expect((await post(north, '/alarm/respond', { sn: 'N-PTZ', alarmSeq: 'none' })).code).toBe(404)
})

test('the second to process an alarm object that was open before is told by whom and when, in both languages', async () => {
  const opened = await raise()
  expect((await process(north, [opened])).code).toBe(0)
  const stale = await process(second, [opened], 5)
  expect(stale).toMatchObject({
    code: 31003,
    msg: 'North operator processed this alarm at 2026-11-20 10:00:00, after you opened it. Check it again first',
  })
  const chinese = await process(platform.client(second.sessionId, 'zh'), [opened], 5)
  expect(chinese.msg).toBe('North operator 已于 2026-11-20 10:00:00 处理该报警，请核对后再处理')
  expect(await get(opened)).toMatchObject({ processingType: 4, processingName: 'North operator' })
  // Having seen it, he may.
  expect((await process(second, [await get(opened)], 5)).code).toBe(0)
  expect(await get(opened)).toMatchObject({ processingType: 5, processingName: 'One seat' })
})

test('two that process at once: one is first, the other one is told so', async () => {
  const opened = await raise()
  const answers = await Promise.all([process(admin, [opened], 4), process(second, [opened], 5)])
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 31003])
  const winner = answers[0]?.code === 0 ? 'Administrator' : 'One seat'
  expect((await get(opened)).processingName).toBe(winner)
  expect(await historyOf(opened)).toHaveLength(1)
})

test('who may process only once is told who was first; what has a work order is closed to all but user type 0', async () => {
  const done = await raise()
  await process(second, [ref(done)], 4)
  expect(await process(north, [ref(done)])).toMatchObject({
    code: 31001,
    msg: 'One seat already processed this alarm at 2026-11-20 10:00:00',
  })
  const ordered = await raise()
  await process(admin, [ref(ordered)], 5)
  await post(admin, '/wos/api/work/order/autoNewCross', { list: [ref(ordered)] })
  const refused = await process(second, [ref(ordered)])
  expect(refused.code).toBe(31001)
  expect(refused.msg).toContain('work order')
  expect((await process(admin, [ref(ordered)])).code).toBe(0)
})

test('without the right nothing is processed, audited, retyped or told', async () => {
  const alarm = await raise()
  expect((await process(nobody, [ref(alarm)])).code).toBe(40003)
  expect((await post(nobody, '/alarm/audit', { list: [ref(alarm)] })).code).toBe(40003)
  expect((await post(nobody, '/alarm/changeReadState', { list: [ref(alarm)] })).code).toBe(40003)
  const retype = { id: alarm.id, sn: alarm.sn, type: 'AiAlarm', subType: 'Fire' }
  expect((await post(nobody, '/alarm/changeType', retype)).code).toBe(40003)
  expect((await nobody.get(`/alarm/history?id=${alarm.id}`)).code).toBe(40003)
  // Of another group: as if it did not exist.
  expect((await process(south, [ref(alarm)])).code).toBe(404)
  expect((await post(south, '/alarm/audit', { list: [ref(alarm)] })).code).toBe(404)
  expect((await post(south, '/alarm/changeType', retype)).code).toBe(404)
  expect((await south.get(`/alarm/history?id=${alarm.id}`)).code).toBe(404)
  expect(await get(alarm)).toMatchObject({ processingType: null, isRead: 0, subType: 'Intruder' })
})

test('a list with one stranger in it does nothing, unless each row counts for itself', async () => {
  const open = await raise()
  const done = await raise()
  await process(second, [ref(done)], 4)
  const foreign = await raise({ sn: 'S-PTZ' })
  const shot = await raise({ type: 'Snapshot', subType: 'Snapshot-Manual' })
  const unknown = { id: 9_999_999, sn: 'N-PTZ', alarmSeq: 'never' }
  const mixed = [ref(open), ref(done), ref(foreign), ref(shot), unknown]
  expect((await process(north, mixed)).code).toBe(404)
  expect((await get(open)).processingType).toBeNull()
  drain()
  const { code, data } = await process(north, mixed, 5, { each: true })
  expect(code).toBe(0)
  expect(data.results?.map((row) => row.code)).toEqual([0, 31001, 404, 31002, 404])
  expect(data.results?.[1]?.msg).toContain('One seat')
  expect(data.results?.[2]).toMatchObject({ sn: 'S-PTZ', msg: 'Alarm not found' })
  expect(drain().alarms.map(({ alarm }) => alarm.id)).toEqual([open.id])
  expect((await get(foreign)).processingType).toBeNull()
})

test('an id that belongs to another device names nothing, and the same alarm twice is processed once', async () => {
  const alarm = await raise()
  const wrong = { ...ref(alarm), sn: 'S-PTZ' }
  expect((await process(admin, [wrong])).code).toBe(404)
  expect((await process(admin, [ref(alarm), { sn: alarm.sn, alarmSeq: alarm.alarmSeq }])).code).toBe(0)
  expect(await historyOf(alarm)).toHaveLength(1)
})

test('a list of ten thousand is refused whole, one of a thousand is one transaction', async () => {
  const drafts = Array.from(
    { length: 1000 },
    (_, n): AlarmDraft => ({
      sn: 'N-PTZ',
      chnId: 1,
      alarmSeq: `many${n}`,
      type: 'AiAlarm',
      startMs: START_MS - 60_000,
    }),
  )
  const list = (await platform.records.alarms.raise(drafts, { quiet: true })).map(ref)
  const tooMany = await process(north, Array.from({ length: 10 }, () => list).flat())
  expect(tooMany).toMatchObject({ code: 400, status: 400 })
  const before = platform.records.alarms.cursor()
  expect((await process(north, list)).code).toBe(0)
  expect(platform.records.alarms.cursor()).toBe(before + 1000)
  expect(await historyOf({ id: list[500]!.id } as Alarm)).toMatchObject([{ action: 'process' }])
})

test('the history says who did what, when, from what to what, newest first', async () => {
  const alarm = await raise()
  await post(north, '/alarm/changeReadState', { list: [ref(alarm)] })
  await post(north, '/alarm/changeReadState', { list: [ref(alarm)] })
  const retype = { id: alarm.id, sn: alarm.sn, type: 'AiAlarm', subType: 'Fire' }
  await post(north, '/alarm/changeType', retype)
  await process(north, [ref(alarm)], 5)
  await post(admin, '/wos/api/work/order/autoNewCross', { list: [ref(alarm)] })
  const list = await historyOf(alarm, north)
  expect(list).toMatchObject([
    {
      action: 'workOrder',
      userName: 'Administrator',
      from: { processingType: 5 },
      to: { processingType: 100 },
    },
    {
      action: 'process',
      userName: 'North operator',
      time: START_MS / 1000,
      from: { processingType: null },
      to: { processingType: 5, processingContent: 'Looked' },
    },
    { action: 'changeType', from: { subType: 'Intruder' }, to: { type: 'AiAlarm', subType: 'Fire' } },
    { action: 'read', userName: 'North operator', from: { isRead: 0 }, to: { isRead: 1 } },
  ])
})

test('what is no alarm, or cannot be processed, is not what an alarm becomes', async () => {
  const alarm = await raise()
  const retype = (type: string, subType?: string) =>
    post(north, '/alarm/changeType', { id: alarm.id, sn: alarm.sn, type, subType })
  expect((await retype('Snapshot', 'Snapshot-Manual')).code).toBe(400)
  expect((await retype('UpLoadFile')).code).toBe(400)
})

test('an audit is made by somebody else, of what is processed, and ends when it is processed again', async () => {
  const alarm = await raise()
  const audit = (client: Client, more: object = {}) =>
    post(client, '/alarm/audit', { list: [ref(alarm)], ...more })
  expect(await audit(second)).toMatchObject({ code: 31004 })
  await process(second, [ref(alarm)], 4)
  expect(await audit(second)).toMatchObject({
    code: 31004,
    msg: 'You cannot audit an alarm that you processed',
  })
  expect((await audit(second, { each: true })).data.results).toMatchObject([{ code: 31004 }])
  expect((await get(alarm)).auditState).toBe(0)
  drain()
  expect((await audit(north)).code).toBe(0)
  expect(drain().alarms).toMatchObject([{ alarm: { auditState: 1 }, updateOnly: true }])
  const audited = { auditState: 1, auditName: 'North operator', auditTime: START_MS / 1000 }
  expect(await get(alarm)).toMatchObject(audited)
  await audit(north)
  expect((await historyOf(alarm)).map(({ action }) => action)).toEqual(['audit', 'process'])
  await process(admin, [ref(alarm)], 5)
  expect((await get(alarm)).auditState).toBe(0)
})

test('the history of an alarm goes with it', async () => {
  const old = await raise({ startMs: START_MS - 200 * 86_400_000 })
  await process(admin, [ref(old)])
  const kept = () =>
    platform.store.read.prepare('SELECT count(*) FROM alarm_history WHERE alarm_id = ?').pluck().get(old.id)
  expect(kept()).toBe(1)
  expect(await platform.records.alarms.prune(START_MS - 180 * 86_400_000, 1_000_000, 10)).toBe(1)
  expect(kept()).toBe(0)
})

test('who asks again because the answer did not reach him has processed it once, and may still take that back', async () => {
  const opened = await raise()
  const other = await raise()
  const first = await process(north, [opened])
  expect(first.data.undoUntil).toEqual(expect.any(Number))
  platform.hostClock.advance(3000)
  // North may process only once.
  const again = await process(north, [opened])
  expect(again).toMatchObject({ code: 0, data: first.data })
  expect(await historyOf(opened)).toHaveLength(1)
  const { results } = (await process(north, [opened, other], 4, { each: true })).data
  expect(results?.map(({ code }) => code)).toEqual([0, 0])
  expect([await historyOf(opened), await historyOf(other)].map(({ length }) => length)).toEqual([1, 1])
  expect((await post(north, '/alarm/processing/undo', { list: [ref(opened)] })).code).toBe(0)
  expect(await get(opened)).toMatchObject({ processingType: null })
  // Another finding is another processing, and so is the same one by who has seen his first.
  expect((await process(north, [other], 5)).code).toBe(31001)
  expect((await process(north, [await get(other)])).code).toBe(31001)
  expect((await process(second, [await get(other)])).code).toBe(0)
  expect((await process(second, [await get(other)])).code).toBe(0)
  expect(await historyOf(other)).toHaveLength(3)
})
