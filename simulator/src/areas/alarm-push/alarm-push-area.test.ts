import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALARM_PUSH_CALLS } from '@backlot/contract/alarm-push/calls'
import type { PushDelivery, PushRule } from '@backlot/contract/alarm-push/entities'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AlarmDraft } from '../alarms/alarm-draft.ts'
import { createTestPlatform, START_MS, type TestPlatform } from '../test-platform.test-support.ts'
import { createReceiver } from './receiver.test-support.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
type Receiver = Awaited<ReturnType<typeof createReceiver>>

const COLLECT_MS = 200
let platform: TestPlatform
let admin: Client
let receiver: Receiver
let ownPort = 0
/** What names lead to. */
let names: Record<string, string[]> = {}
let seq = 0

beforeEach(async () => {
  receiver = await createReceiver()
  names = {}
  ownPort = 0
  platform = await createTestPlatform({ push: pushNet })
  admin = await platform.signIn('admin')
})
afterEach(async () => {
  await platform[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})
const pushNet = {
  allowed: ['hooks.example'],
  ownPorts: () => [ownPort],
  resolve: async (name: string) => {
    const found = names[name]
    if (!found) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  },
}

const fields = (more: object = {}) => ({
  name: 'Rule',
  url: receiver.url,
  types: [],
  levels: [],
  nodeIds: [],
  sns: [],
  events: ['start', 'stop', 'processing'],
  weekdays: [],
  fromMinute: 0,
  toMinute: 1440,
  enabled: true,
  ...more,
})
const add = async (more: object = {}, client = admin) =>
  (await client.post('/alarm/push/add', fields(more))) as unknown as {
    code: number
    msg: string
    data: { id: number; secret: string }
  }
const raise = (more: Partial<AlarmDraft> = {}) =>
  platform.areas.alarms.book.raise([
    {
      sn: 'N-PTZ',
      chnId: 1,
      alarmSeq: `seq${++seq}`,
      type: 'AiAlarm',
      subType: 'Fire',
      startMs: START_MS,
      ...more,
    },
  ])
const collect = () => platform.hostClock.advance(COLLECT_MS)
const log = async (query = '', client = admin) =>
  ((await client.get(`/alarm/push/log${query}`)) as unknown as { data: { list: PushDelivery[] } }).data.list
const rules = async (client = admin) =>
  ((await client.get('/alarm/push/list')) as unknown as { data: { list: PushRule[] } }).data.list
/** Waits for the newest request of the log to be as it is said. */
const settled = (match: Partial<PushDelivery>) =>
  vi.waitFor(async () => {
    const [newest] = await log()
    expect(newest).toMatchObject(match)
    return newest!
  })

test('every call of pushes has a route, and nobody without the right has any of it', async () => {
  const routed = platform.areas.routes.map(({ call }) => call.name)
  for (const { name } of ALARM_PUSH_CALLS) expect(routed).toContain(name)
  const north = await platform.signIn('north')
  expect((await north.get('/alarm/push/list')).code).toBe(40003)
  expect((await add({}, north)).code).toBe(40003)
  expect((await north.post('/alarm/push/test', { id: 1 })).code).toBe(40003)
})

test('an alarm arrives signed, with who sent it, and is in the log; the secret is shown once', async () => {
  const { data } = await add()
  await raise()
  collect()
  const { headers, body, json } = await receiver.came(1)
  expect(json).toMatchObject({ version: 1, kind: 'alarms', rule: { id: data.id, name: 'Rule' }, dropped: 0 })
  expect(json.events).toMatchObject([
    {
      event: 'start',
      time: START_MS / 1000,
      alarm: { sn: 'N-PTZ', devNameEn: 'North dome', subType: 'Fire' },
    },
  ])
  const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-backlot-signature']))!
  const signed = `${seconds}.${String(headers['x-backlot-delivery'])}.${body}`
  expect(mac).toBe(createHmac('sha256', data.secret).update(signed).digest('hex'))
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-backlot-rule': String(data.id),
    'x-backlot-attempt': '1',
    'sec-fetch-site': 'cross-site',
  })
  await settled({
    state: 'delivered',
    httpStatus: 204,
    events: 1,
    attempts: 1,
    bytes: Buffer.byteLength(body),
  })
  const [rule] = await rules()
  expect(JSON.stringify(rule)).not.toContain(data.secret)
  expect(rule).toMatchObject({ secretHint: data.secret.slice(-4), last: { state: 'delivered' }, waiting: 0 })
})

test('beginning, end and processing are told once each; reading is not', async () => {
  await add()
  const [alarm] = await raise({ alarmSeq: 'whole' })
  await raise({ alarmSeq: 'whole', state: 2, endMs: START_MS })
  const list = [{ id: alarm!.id, sn: 'N-PTZ', alarmSeq: 'whole' }]
  await admin.post('/alarm/changeReadState', { list })
  await admin.post('/alarm/processing', { list, type: 4, content: 'no fire' })
  // Pictures that come later are no second end.
  await raise({ alarmSeq: 'whole', state: 2, endMs: START_MS, detail: { name: 'late' } })
  collect()
  const { json } = await receiver.came(1)
  expect(json.events.map(({ event }) => event)).toEqual(['start', 'stop', 'processing'])
  expect(json.events[2]?.alarm.processingType).toBe(4)
})

test('a rule tells of what it names: types, levels, groups, devices, hours', async () => {
  await add({ name: 'Sub-type', types: ['AiAlarm-Crowd'] })
  await add({ name: 'Level', levels: [1] })
  await add({ name: 'South', nodeIds: [2] })
  await add({ name: 'Device', sns: ['S-CAR'] })
  // The test's moment is 10:00 on a Friday.
  await add({ name: 'Weekend', weekdays: [6, 7] })
  await add({ name: 'Night', fromMinute: 1320, toMinute: 360 })
  await add({ name: 'Off', enabled: false })
  await raise({ alarmSeq: 'fire' })
  await raise({ alarmSeq: 'crowd', subType: 'Crowd', sn: 'S-CAR' })
  collect()
  await receiver.came(4)
  await vi.waitFor(async () => expect((await log()).every(({ state }) => state === 'delivered')).toBe(true))
  const told = receiver.requests.map(({ json }) => [
    json.rule.name,
    json.events.map((e) => e.alarm.alarmSeq).join(),
  ])
  expect(Object.fromEntries(told)).toEqual({
    'Sub-type': 'crowd',
    Level: 'fire',
    South: 'crowd',
    Device: 'crowd',
  })
})

test('a rule tells no more than its owner may see, and nothing when the owner may not push any more', async () => {
  const { data } = (await admin.get('/role/list')) as unknown as {
    data: { list: { roleId: number; name: string; permission: { target: string }[] }[] }
  }
  const role = data.list.find(({ name }) => name === 'Operator')!
  const permit = (targets: string[]) =>
    admin.post('/role/update', { roleId: role.roleId, permission: targets.map((target) => ({ target })) })
  await permit(['/earlyWarningData/alarmList', '/systemManange/alarmPush'])
  const north = await platform.signIn('north')
  expect(await add({ name: 'Theirs', nodeIds: [2] }, north)).toMatchObject({ code: 404 })
  expect(await add({ name: 'Theirs', sns: ['S-CAR'] }, north)).toMatchObject({ code: 404 })
  const own = await add({ name: 'North' }, north)
  await add({ name: 'All' })
  await raise({ alarmSeq: 'south', sn: 'S-PTZ' })
  await raise({ alarmSeq: 'north' })
  collect()
  await receiver.came(2)
  const told = receiver.requests.map(({ json }) => [
    json.rule.name,
    json.events.map((e) => e.alarm.alarmSeq).join(),
  ])
  expect(Object.fromEntries(told)).toEqual({ North: 'north', All: 'south,north' })

  // What is somebody else's is as if it did not exist; an administrator sees all.
  expect((await rules(north)).map(({ name }) => name)).toEqual(['North'])
  expect((await rules()).map(({ name }) => name)).toEqual(['North', 'All'])
  const others = (await rules()).find(({ name }) => name === 'All')!
  expect((await north.post('/alarm/push/test', { id: others.id })).code).toBe(404)
  expect((await north.post('/alarm/push/delete', { id: others.id, version: 1 })).code).toBe(404)
  await vi.waitFor(async () =>
    expect((await log('', north)).map(({ ruleName }) => ruleName)).toEqual(['North']),
  )

  await permit(['/earlyWarningData/alarmList'])
  await raise({ alarmSeq: 'later' })
  collect()
  expect((await receiver.came(3)).json.rule.name).toBe('All')
  const users = (await admin.get('/user/list')) as unknown as {
    data: { list: { userId: number; loginName: string }[] }
  }
  const { userId } = users.data.list.find(({ loginName }) => loginName === 'north')!
  await admin.post('/user/delete', { userId })
  expect((await rules()).some(({ id }) => id === own.data.id)).toBe(false)
})

const HOSTILE = [
  ['http://169.254.169.254/latest/meta-data', 'the network address 169.254.169.254 is not on the allow list'],
  ['http://[::ffff:10.0.0.1]:9000/', 'the network address 10.0.0.1 is not on the allow list'],
  ['http://2130706433:4444/', 'port 4444 is the platform’s own'],
  ['http://u:p@127.0.0.1:9000/', 'it must not carry a user name or a password'],
  ['ftp://127.0.0.1/', 'only http and https'],
  ['http://inside.example/', 'the host inside.example is not on the allow list'],
  ['http://hooks.example/', 'the network address 10.0.0.7 is not on the allow list'],
  ['http://unknown.example/', 'the host unknown.example is not on the allow list'],
] as const

test('a rule to a place that is not allowed is refused and told why', async () => {
  ownPort = 4444
  names = { 'inside.example': ['10.0.0.7'], 'hooks.example': ['93.184.216.34', '10.0.0.7'] }
  for (const [url, why] of HOSTILE) {
    const answer = await add({ url })
    expect(answer.code, url).toBe(400)
    expect(answer.msg).toContain(why)
  }
  expect(await rules()).toEqual([])
})

test('a name that leads elsewhere when it is used than when it was saved is not followed there', async () => {
  names = { 'rebind.example': ['127.0.0.1'] }
  const { data } = await add({ url: `http://rebind.example:${receiver.port}/hook` })
  const test1 = (await admin.post('/alarm/push/test', { id: data.id })) as unknown as { data: PushDelivery }
  expect(test1.data).toMatchObject({ state: 'delivered', kind: 'test', httpStatus: 204 })
  names = { 'rebind.example': ['127.0.0.1', '169.254.169.254'] }
  const test2 = (await admin.post('/alarm/push/test', { id: data.id })) as unknown as { data: PushDelivery }
  expect(test2.data).toMatchObject({ state: 'failed', fault: 'addressNotAllowed', httpStatus: null })
  ownPort = receiver.port
  names = { 'rebind.example': ['127.0.0.1'] }
  const test3 = (await admin.post('/alarm/push/test', { id: data.id })) as unknown as { data: PushDelivery }
  expect(test3.data).toMatchObject({ state: 'failed', fault: 'ownPort' })
  expect(receiver.requests).toHaveLength(1)
})

test('a redirect is not followed, and nothing of an answer is kept', async () => {
  await using trap = await createReceiver()
  await using redirecting = await createReceiver((response) =>
    response.writeHead(307, { location: trap.url }).end('secret of the inside'),
  )
  const { data } = await add({ url: redirecting.url })
  const answer = (await admin.post('/alarm/push/test', { id: data.id })) as unknown as { data: PushDelivery }
  expect(answer.data).toMatchObject({ state: 'failed', fault: 'redirect', httpStatus: 307 })
  expect(trap.requests).toEqual([])
  expect(JSON.stringify(await log())).not.toContain('secret of the inside')
})

test('who does not answer is waited for ten seconds', async () => {
  await using silent = await createReceiver(() => {})
  const { data } = await add({ url: silent.url })
  const testing = admin.post('/alarm/push/test', { id: data.id })
  await silent.came(1)
  expect((await admin.post('/alarm/push/test', { id: data.id })).code).toBe(429)
  platform.hostClock.advance(9999)
  platform.hostClock.advance(1)
  const answer = (await testing) as unknown as { data: PushDelivery }
  expect(answer.data).toMatchObject({ state: 'failed', fault: 'timeout', durationMs: 10_000 })
})

test('an answer without end, or a slow one, is cut after its status', async () => {
  let closed: () => void = () => {}
  const cut = new Promise<void>((done) => {
    closed = done
  })
  await using endless = await createReceiver((response) => {
    response.writeHead(200)
    response.on('close', closed)
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(64_000)));
      if (!response.destroyed) response.once('drain', pour)
    }
    pour()
  })
  const { data } = await add({ url: endless.url })
  const answer = (await admin.post('/alarm/push/test', { id: data.id })) as unknown as { data: PushDelivery }
  expect(answer.data).toMatchObject({ state: 'delivered', httpStatus: 200 })
  await cut

  let dripping: ServerResponse | undefined
  await using slow = await createReceiver((response) => {
    dripping = response
    response.writeHead(200).write('a')
  })
  const drips = await add({ name: 'Slow', url: slow.url })
  const taken = (await admin.post('/alarm/push/test', { id: drips.data.id })) as unknown as {
    data: PushDelivery
  }
  expect(taken.data).toMatchObject({ state: 'delivered' })
  const hungUp = new Promise((done) => dripping?.on('close', done))
  platform.hostClock.advance(2000)
  await hungUp

  await using huge = await createReceiver((response) => {
    response.writeHead(200, { 'x-huge': 'y'.repeat(14_000) }).end()
  })
  const other = await add({ name: 'Huge', url: huge.url })
  const refused = (await admin.post('/alarm/push/test', { id: other.data.id })) as unknown as {
    data: PushDelivery
  }
  expect(refused.data).toMatchObject({ state: 'failed', fault: 'answer' })
})

test('a receiver that is down is tried again with growing waits, in order, and gets what waited', async () => {
  let down = true
  await using shaky = await createReceiver((response) => response.writeHead(down ? 503 : 200).end())
  await add({ url: shaky.url })
  await raise({ alarmSeq: 'first' })
  collect()
  await shaky.came(1)
  await settled({ state: 'waiting', attempts: 1, httpStatus: 503, fault: 'status' })
  await raise({ alarmSeq: 'second' })
  collect()
  await vi.waitFor(async () => expect((await rules())[0]?.waiting).toBe(2))
  platform.hostClock.advance(5000)
  await shaky.came(2)
  await vi.waitFor(async () => expect((await log())[1]).toMatchObject({ state: 'waiting', attempts: 2 }))
  down = false
  platform.hostClock.advance(29_000)
  expect(shaky.requests).toHaveLength(2)
  platform.hostClock.advance(1000)
  await shaky.came(4)
  const told = shaky.requests.map(({ json, headers }) => [
    json.events[0]?.alarm.alarmSeq,
    headers['x-backlot-attempt'],
  ])
  expect(told).toEqual([
    ['first', '1'],
    ['first', '2'],
    ['first', '3'],
    ['second', '1'],
  ])
  expect(shaky.requests[2]?.body).toBe(shaky.requests[0]?.body)
  await settled({ state: 'delivered' })
})

test('what is refused for good is not tried again, but by hand', async () => {
  let status = 410
  await using gone = await createReceiver((response) => response.writeHead(status).end())
  await add({ url: gone.url })
  await raise()
  collect()
  await gone.came(1)
  const { id } = await settled({ state: 'failed', httpStatus: 410, reason: 'it answered with status 410' })
  platform.hostClock.advance(3_600_000)
  expect(gone.requests).toHaveLength(1)
  status = 200
  expect((await admin.post('/alarm/push/retry', { id })).code).toBe(0)
  await gone.came(2)
  await settled({ id, state: 'delivered' })
  expect((await admin.post('/alarm/push/retry', { id })).code).toBe(409)
})

test('a storm costs a bounded queue: requests of 200, the rest dropped, counted and told', async () => {
  let down = true
  await using slow = await createReceiver((response) => response.writeHead(down ? 500 : 200).end())
  const { data } = await add({ url: slow.url, events: ['start'] })
  const drafts = Array.from({ length: 15_000 }, (_, n) => ({
    sn: 'N-PTZ',
    chnId: 1,
    alarmSeq: `storm${n}`,
    type: 'AiAlarm',
    startMs: START_MS,
    resources: [],
  }))
  for (let at = 0; at < drafts.length; at += 1000) {
    await platform.areas.alarms.book.raise(drafts.slice(at, at + 1000))
    // As often as a storm of 5,000 a second would let it, or less: each takes one request.
    collect()
    await vi.waitFor(async () => expect((await rules())[0]?.waiting).toBe(Math.min(50, at / 1000 + 1)))
  }
  // 15 requests of 200, a thousand events held, the rest dropped.
  const dropped = 15_000 - 15 * 200 - 1000 + 200
  await vi.waitFor(async () => {
    const drops = await log('?state=dropped')
    expect(drops).toHaveLength(1)
    expect(drops[0]!.events).toBeGreaterThan(dropped - 1200)
  })
  down = false
  await slow.came(1)
  expect((await admin.post('/alarm/push/test', { id: data.id })).code).toBe(0)
  await slow.came(17)
  expect(Math.max(...slow.requests.map(({ json }) => json.events.length))).toBe(200)
  expect(slow.requests.some(({ json }) => json.dropped > 0)).toBe(true)
})

test('what waits outlives a restart, its signature is the rule’s', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-push-'))
  const secretOf = async () => {
    await using first = await createTestPlatform({ push: pushNet, folder, keepFolder: true })
    const client = await first.signIn('admin')
    const { data } = await add({ url: `http://127.0.0.1:${receiver.port}/later` }, client)
    await first.areas.alarms.book.raise([
      { sn: 'N-PTZ', chnId: 1, alarmSeq: 'kept', type: 'AiAlarm', startMs: START_MS },
    ])
    // Not collected yet when the platform is stopped.
    return data.secret
  }
  const secret = await secretOf()
  expect(receiver.requests).toEqual([])
  const receivedAfterRestart = async () => {
    await using _second = await createTestPlatform({ push: pushNet, folder, keepFolder: true })
    return await receiver.came(1)
  }
  const { json, headers, body } = await receivedAfterRestart()
  expect(json.events.map(({ alarm }) => alarm.alarmSeq)).toEqual(['kept'])
  const [, seconds, mac] = /^t=(\d+),v1=(.*)$/.exec(String(headers['x-backlot-signature']))!
  const signed = `${seconds}.${String(headers['x-backlot-delivery'])}.${body}`
  expect(mac).toBe(createHmac('sha256', secret).update(signed).digest('hex'))
  await rm(folder, { recursive: true, force: true })
})

test('eight rules and no more, each with a name of its own; a change names the version it was made from', async () => {
  const { data } = await add({ name: 'One' })
  expect(await add({ name: 'ONE' })).toMatchObject({ code: 409, msg: 'There is a push rule of this name' })
  for (let n = 2; n <= 8; n++) expect((await add({ name: `Rule ${n}` })).code).toBe(0)
  expect(await add({ name: 'Nine' })).toMatchObject({ code: 409, msg: 'At most 8 rules can be added' })
  const change = { id: data.id, ...fields({ name: 'Renamed' }), version: 1 }
  expect((await admin.post('/alarm/push/update', change)).code).toBe(0)
  expect((await admin.post('/alarm/push/update', change)).code).toBe(409)
  const rotated = (await admin.post('/alarm/push/rotateSecret', { id: data.id, version: 2 })) as unknown as {
    data: { secret: string }
  }
  expect(rotated.data.secret).not.toBe(data.secret)
  expect((await admin.post('/alarm/push/delete', { id: data.id, version: 2 })).code).toBe(409)
  expect((await admin.post('/alarm/push/delete', { id: data.id, version: 3 })).code).toBe(0)
  expect((await rules()).map(({ name }) => name)).not.toContain('Renamed')
})

test('a type that a push rule names is not deleted', async () => {
  const look = { nameZh: '泵', nameEn: 'Pump', level: 2, colour: null }
  const type = (await admin.post('/alarm/type/add', { parentId: 0, type: 'Pump', ...look })) as unknown as {
    data: { id: number }
  }
  await add({ name: 'Pumps', types: ['Pump'] })
  expect(await admin.post('/alarm/type/delete', { id: type.data.id, version: 1 })).toMatchObject({
    code: 409,
    msg: 'It cannot be deleted: push rules name it (Pumps)',
  })
})
