import { ALARM_CALLS } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'
import type { AlarmDraft } from '../../history/alarm-draft.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
type ListAnswer = {
  code: number
  msg: string
  data: { list: Alarm[]; total: number; cursor: number; next?: string }
}

let platform: TestPlatform
let admin: Client
let north: Client
let south: Client
let seq = 0

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
  south = await platform.signIn('south')
})
afterAll(() => platform[Symbol.asyncDispose]())

const START_S = START_MS / 1000
const list = (client: Client, query = '') =>
  client.get(`/alarm/list${query}`) as unknown as Promise<ListAnswer>
const draft = (more: Partial<AlarmDraft> = {}): AlarmDraft => ({
  sn: 'N-PTZ',
  chnId: 1,
  alarmSeq: `seq${++seq}`,
  type: 'AiAlarm',
  subType: 'Intruder',
  startMs: START_MS - 60_000,
  ...more,
})
const raise = async (more: Partial<AlarmDraft> = {}) =>
  (await platform.records.alarms.raise([draft(more)]))[0] as Alarm
const drain = () => platform.outbox.drain(platform.hostClock.now())
const flagOf = (sn: string) => platform.directory.state(platform.directory.slotOf(sn) ?? 0).alarmFlg
const ref = ({ id, sn, alarmSeq }: Alarm) => ({ id, sn, alarmSeq })

test('every alarm call of the contract has a route', () => {
  const routed = platform.areas.routes.map(({ call }) => call.name)
  for (const { name } of ALARM_CALLS) expect(routed).toContain(name)
})

test('a raised alarm is stored, published as new, flags its device and is listed in the language asked for', async () => {
  drain()
  const alarm = await raise({ sn: 'S-PTZ' })
  expect(drain().alarms).toMatchObject([
    { alarm: { id: alarm.id, devNameEn: 'South dome' }, updateOnly: false },
  ])
  expect(flagOf('S-PTZ')).toBe(1)
  const { data } = await list(admin, '?sn=S-PTZ')
  expect(data.list).toMatchObject([
    { id: alarm.id, devName: 'South dome', isRead: 0, processingType: null, startTime: START_S - 60 },
  ])
  const chinese = platform.client(admin.sessionId, 'zh')
  expect((await list(chinese, '?sn=S-PTZ')).data.list[0]?.devName).toBe('南区球机')
})

test('the same device, channel and sequence updates the alarm, an equal one changes nothing', async () => {
  const first = await raise({ alarmSeq: 'again', startMs: START_MS - 50_000 })
  drain()
  const ended = await raise({ alarmSeq: 'again', startMs: START_MS - 50_000, state: 2, endMs: START_MS })
  expect(ended).toMatchObject({ id: first.id, state: 2, endTime: START_S })
  expect(ended.cursor).toBeGreaterThan(first.cursor ?? 0)
  expect(drain().alarms).toMatchObject([{ updateOnly: true }])
  const same = await raise({ alarmSeq: 'again', startMs: START_MS - 50_000 })
  expect(same).toMatchObject({ state: 2, endTime: START_S, cursor: ended.cursor })
  expect(drain().alarms).toEqual([])
})

test('an alarm of a device that there is not is refused', async () => {
  await expect(raise({ sn: 'GHOST' })).rejects.toMatchObject({ code: 404 })
})

test('a list spans at most 24 hours, in the right order, and hides what lies after now', async () => {
  const wide = await list(admin, `?startTime=${START_S - 86_401}&endTime=${START_S}`)
  expect(wide).toMatchObject({ code: 400, msg: 'Only 24 hours can be queried' })
  const turned = await list(admin, `?startTime=${START_S}&endTime=${START_S - 1}`)
  expect(turned).toMatchObject({ code: 400, msg: 'The start cannot be later than the end' })
  expect((await list(admin, `?startTime=${START_S - 86_400}&endTime=${START_S}`)).code).toBe(0)
  await raise({ sn: 'N-CAR', type: 'VehicleAlarm', subType: 'Overspeed', startMs: START_MS + 5000 })
  const overspeed = `?startTime=${START_S}&endTime=${START_S + 60}&type=VehicleAlarm`
  expect((await list(admin, overspeed)).data.total).toBe(0)
  platform.hostClock.advance(5000)
  expect((await list(admin, overspeed)).data.total).toBe(1)
})

test('operators see the alarms of their own groups only, by list, by id and by picture', async () => {
  const alarm = await raise({ sn: 'N-PTZ', alarmSeq: 'scope' })
  expect((await list(north)).data.list.map(({ sn }) => sn)).not.toContain('S-PTZ')
  expect((await list(south)).data.list.map(({ sn }) => sn)).not.toContain('N-PTZ')
  expect((await list(south, '?nodeId=1')).data.total).toBe(0)
  expect((await list(admin, '?nodeId=1&sn=S-PTZ')).data.total).toBe(0)
  expect((await south.get(`/alarm/get?id=${alarm.id}`)).code).toBe(404)
  expect((await north.get(`/alarm/get?id=${alarm.id}`)).code).toBe(0)
  expect((await south.get(`/alarm/picture/${alarm.id}/0`)).code).toBe(404)
  const picture = await north.get(alarm.resource[0]?.url ?? '')
  expect(picture.response.headers.get('content-type')).toBe('image/jpeg')
  expect(await picture.response.text()).toBe(`N-PTZ at ${START_MS - 60_000}`)
  // For lists it is drawn small, and a cache keeps both apart.
  const small = await north.get(`${alarm.resource[0]?.url}?width=320`)
  expect(await small.response.text()).toBe(`N-PTZ at ${START_MS - 60_000}, 320 wide`)
  expect(small.response.headers.get('etag')).not.toBe(picture.response.headers.get('etag'))
  const process = { list: [ref(alarm)], type: 5 }
  expect((await south.post('/alarm/processing', process)).code).toBe(404)
})

test('processing is stored with who and when, is published, and cannot be repeated by an operator', async () => {
  const alarm = await raise({ sn: 'N-PTZ' })
  drain()
  const done = await north.post('/alarm/processing', { list: [ref(alarm)], type: 5, content: 'Checked' })
  expect(done).toMatchObject({ code: 0, data: { autoNewCross: true } })
  expect(flagOf('N-PTZ')).toBe(2)
  expect(drain().alarms).toMatchObject([{ alarm: { id: alarm.id, processingType: 5 }, updateOnly: true }])
  const { data } = (await north.get(`/alarm/get?id=${alarm.id}`)) as unknown as { data: Alarm }
  expect(data).toMatchObject({ processingName: 'North operator', processingContent: 'Checked', isRead: 1 })
  const again = await north.post('/alarm/processing', { list: [ref(alarm)], type: 4 })
  expect(again.code).toBe(31001)
  expect(again.msg).toContain('North operator already processed this')
  expect((await admin.post('/alarm/processing', { list: [ref(alarm)], type: 4 })).code).toBe(0)
  expect(flagOf('N-PTZ')).toBe(1)
})

test('a list of alarms is processed as a whole or not at all', async () => {
  const [open, done] = [await raise(), await raise()]
  await north.post('/alarm/processing', { list: [ref(done)], type: 4 })
  const both = await north.post('/alarm/processing', { list: [ref(open), ref(done)], type: 5 })
  expect(both.code).toBe(31001)
  const { data } = (await north.get(`/alarm/get?id=${open.id}`)) as unknown as { data: Alarm }
  expect(data.processingType).toBeNull()
})

test('a manual snapshot is neither processed nor edited', async () => {
  const shot = 'A1b2C3d4E5f6G7h8I9j0'
  expect((await north.post('/api/v1/manual/snapshot', { sn: 'N-PTZ', chnId: 1, seq: shot })).code).toBe(0)
  expect(drain().resources).toMatchObject([{ sn: 'N-PTZ', alarmSeq: shot, resource: [{ type: 1 }] }])
  const { data } = (await north.get(`/alarm/get?sn=N-PTZ&alarmSeq=${shot}`)) as unknown as { data: Alarm }
  expect(data.subType).toBe('Snapshot-Manual')
  expect((await north.post('/alarm/processing', { list: [ref(data)], type: 5 })).code).toBe(31002)
  const retype = { id: data.id, sn: data.sn, type: 'AiAlarm', subType: 'Fire' }
  expect((await north.post('/alarm/changeType', retype)).code).toBe(31002)
})

test('work orders are made once, for alarms that are sure', async () => {
  const alarm = await raise({ sn: 'S-CAR' })
  const orders = (body: object) => admin.post('/wos/api/work/order/autoNewCross', body)
  expect((await orders({ list: [ref(alarm)] })).code).toBe(409)
  await admin.post('/alarm/processing', { list: [ref(alarm)], type: 5, content: 'Broken fence' })
  expect((await orders({ list: [ref(alarm)] })).data).toEqual({ created: 1 })
  expect((await orders({ list: [ref(alarm)] })).data).toEqual({ created: 0 })
  const { data } = (await admin.get(`/alarm/get?id=${alarm.id}`)) as unknown as { data: Alarm }
  expect(data.processingType).toBe(100)
  expect(flagOf('S-CAR')).toBe(2)
  await admin.post('/alarm/processing', { list: [ref(alarm)], type: 5 })
  expect((await orders({ list: [ref(alarm)] })).data).toEqual({ created: 0 })
  const rows = platform.store.read.prepare('SELECT number, content FROM work_orders').all()
  expect(rows).toEqual([{ number: 'WO20261120-00001', content: 'Broken fence' }])
})

test('another type must exist, and a sub-type must belong to it', async () => {
  const alarm = await raise()
  const retype = (type: string, subType?: string) =>
    north.post('/alarm/changeType', { id: alarm.id, sn: alarm.sn, type, subType })
  expect((await retype('Nonsense')).code).toBe(400)
  expect((await retype('IoAlarm', 'Fire')).code).toBe(400)
  expect((await retype('IoAlarm', 'SOS')).code).toBe(0)
  const { data } = (await north.get(`/alarm/get?id=${alarm.id}`)) as unknown as { data: Alarm }
  expect(data).toMatchObject({ type: 'IoAlarm', subType: 'SOS' })
})

test('reading is stored and published once', async () => {
  const alarm = await raise()
  drain()
  await north.post('/alarm/changeReadState', { list: [{ sn: alarm.sn, alarmSeq: alarm.alarmSeq }] })
  expect(drain().alarms).toMatchObject([{ alarm: { id: alarm.id, isRead: 1 }, updateOnly: true }])
  await north.post('/alarm/changeReadState', { list: [{ sn: alarm.sn, alarmSeq: alarm.alarmSeq }] })
  expect(drain().alarms).toEqual([])
})

test('the shield list is the own one', async () => {
  await north.post('/alarm/shield/update', { shieldList: 'AiAlarm-Crowd,VideoAlarm,AiAlarm-Crowd' })
  expect((await north.get('/alarm/shield/list')).data).toEqual({ shieldList: 'AiAlarm-Crowd,VideoAlarm' })
  expect((await south.get('/alarm/shield/list')).data).toEqual({ shieldList: '' })
})

test('the type tree names every kind in the language of the request', async () => {
  const { data } = (await north.get('/alarm/type/list')) as unknown as {
    data: { list: { key: string; name: string; parentId: number }[] }
  }
  const sos = data.list.find(({ key }) => key === 'IoAlarm-SOS')
  expect(sos).toMatchObject({ name: 'SOS', parentId: 100 })
  expect(new Set(data.list.map(({ key }) => key)).size).toBe(data.list.length)
})

test('asking after a cursor answers every later change, oldest first', async () => {
  const before = platform.records.alarms.cursor()
  const raised = [await raise(), await raise({ sn: 'S-PTZ' }), await raise()]
  const page = await list(admin, `?after=${before}&pageSize=2`)
  expect(page.data.list.map(({ id }) => id)).toEqual(raised.slice(0, 2).map(({ id }) => id))
  const rest = await list(admin, `?after=${page.data.cursor}`)
  expect(rest.data.list.map(({ id }) => id)).toEqual([raised[2]?.id])
  expect((await list(north, `?after=${before}`)).data.list.map(({ sn }) => sn)).toEqual(['N-PTZ', 'N-PTZ'])
})

test('old alarms are removed in parts and the cursor goes on', async () => {
  const cursor = platform.records.alarms.cursor()
  await platform.records.alarms.raise(
    Array.from({ length: 25 }, () => draft({ startMs: START_MS - 200 * 86_400_000 })),
    { quiet: true },
  )
  expect(await platform.records.alarms.prune(START_MS - 180 * 86_400_000, 1_000_000, 10)).toBe(25)
  expect((await raise()).cursor).toBe(cursor + 26)
  await platform.records.alarms.prune(0, 3, 2)
  expect(platform.records.alarms.stored()).toBeLessThanOrEqual(3)
})
