import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PushDelivery } from '@backlot/contract/alarm-push/entities'
import { expect, test, vi } from 'vitest'
import { createTestPlatform, START_MS } from '../../composition/areas/test-platform.test-support.ts'
import {
  add,
  admin,
  collect,
  log,
  namesLeadTo,
  ownsPort,
  platform,
  pushNet,
  raise,
  receiver,
  rules,
  settled,
  usePushBench,
} from './push-bench.test-support.ts'
import { createReceiver } from './receiver.test-support.ts'

usePushBench()

const HOSTILE = [
  ['http://169.254.169.254/latest/meta-data', 'network address 169.254.169.254 is not on the allow list'],
  ['http://[::ffff:10.0.0.1]:9000/', 'network address 10.0.0.1 is not on the allow list'],
  ['http://2130706433:4444/', 'port 4444 belongs to the platform itself'],
  ['http://u:p@127.0.0.1:9000/', 'must not contain a user name or a password'],
  ['ftp://127.0.0.1/', 'only http and https are supported'],
  ['http://inside.example/', 'host inside.example is not on the allow list'],
  ['http://hooks.example/', 'network address 10.0.0.7 is not on the allow list'],
  ['http://unknown.example/', 'host unknown.example is not on the allow list'],
] as const

test('a rule to a place that is not allowed is refused and told why', async () => {
  ownsPort(4444)
  namesLeadTo({ 'inside.example': ['10.0.0.7'], 'hooks.example': ['93.184.216.34', '10.0.0.7'] })
  for (const [url, why] of HOSTILE) {
    const answer = await add({ url })
    expect(answer.code, url).toBe(400)
    expect(answer.msg).toContain(why)
  }
  expect(await rules()).toEqual([])
})

test('a name that leads elsewhere when it is used than when it was saved is not followed there', async () => {
  namesLeadTo({ 'rebind.example': ['127.0.0.1'] })
  const { data } = await add({ url: `http://rebind.example:${receiver.port}/hook` })
  const test1 = (await admin.post('/alarm/push/test', { id: data.id })) as { data: PushDelivery }
  expect(test1.data).toMatchObject({ state: 'delivered', kind: 'test', httpStatus: 204 })
  namesLeadTo({ 'rebind.example': ['127.0.0.1', '169.254.169.254'] })
  const test2 = (await admin.post('/alarm/push/test', { id: data.id })) as { data: PushDelivery }
  expect(test2.data).toMatchObject({ state: 'failed', fault: 'addressNotAllowed', httpStatus: null })
  ownsPort(receiver.port)
  namesLeadTo({ 'rebind.example': ['127.0.0.1'] })
  const test3 = (await admin.post('/alarm/push/test', { id: data.id })) as { data: PushDelivery }
  expect(test3.data).toMatchObject({ state: 'failed', fault: 'ownPort' })
  expect(receiver.requests).toHaveLength(1)
})

test('where loopback is not allowed, a test tells an open port from a closed one by nothing', async () => {
  await using open = await createReceiver()
  const raw = createServer((socket) => socket.end('220 no HTTP\r\n'))
  await once(raw.listen(0, '127.0.0.1'), 'listening')
  const rawPort = (raw.address() as AddressInfo).port
  let connections = 0
  raw.on('connection', () => connections++)
  const closed = await createReceiver()
  const closedPort = closed.port
  await closed[Symbol.asyncDispose]()
  const ports = [open.port, rawPort, closedPort]

  namesLeadTo({ 'hooks.example': ['93.184.216.34'] })
  await using strict = await createTestPlatform({ push: { ...pushNet, allowed: ['hooks.example'] } })
  const own = await strict.signIn('admin')
  const fresh = await Promise.all(ports.map((port) => add({ url: `http://127.0.0.1:${port}/` }, own)))
  expect(new Set(fresh.map(({ code, msg }) => `${code} ${msg}`)).size).toBe(1)

  const kept = []
  for (const port of ports)
    kept.push(await add({ name: `R${port}`, url: `http://hooks.example:${port}/` }, own))
  namesLeadTo({ 'hooks.example': ['127.0.0.1'] })
  const told = new Set<string>()
  for (const { data } of kept) {
    const answer = (await own.post('/alarm/push/test', { id: data.id })) as { data: PushDelivery }
    const { state, fault, reason, httpStatus, durationMs } = answer.data
    told.add(JSON.stringify({ state, fault, reason, httpStatus, durationMs }))
  }
  expect(told.size).toBe(1)
  expect([...told][0]).toContain('addressNotAllowed')
  expect([open.requests.length, connections]).toEqual([0, 0])
  raw.close()
})

test('a redirect is not followed, and nothing of an answer is kept', async () => {
  await using trap = await createReceiver()
  await using redirecting = await createReceiver((response) =>
    response.writeHead(307, { location: trap.url }).end('secret of the inside'),
  )
  const { data } = await add({ url: redirecting.url })
  const answer = (await admin.post('/alarm/push/test', { id: data.id })) as { data: PushDelivery }
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
  const answer = (await admin.post('/alarm/push/test', { id: data.id })) as { data: PushDelivery }
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
  await vi.waitFor(async () => expect((await rules())[0]?.waiting).toBe(2), { timeout: 30_000 })
  platform.hostClock.advance(5000)
  await shaky.came(2)
  await vi.waitFor(async () => expect((await log())[1]).toMatchObject({ state: 'waiting', attempts: 2 }), {
    timeout: 30_000,
  })
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
  const { id } = await settled({ state: 'failed', httpStatus: 410, reason: 'answered with status 410' })
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
    await platform.records.alarms.raise(drafts.slice(at, at + 1000))
    // As often as a storm of 5,000 a second would let it, or less: each takes one request.
    collect()
    await vi.waitFor(async () => expect((await rules())[0]?.waiting).toBe(Math.min(50, at / 1000 + 1)), {
      timeout: 30_000,
    })
  }
  // 15 requests of 200, a thousand events held, the rest dropped.
  const dropped = 15_000 - 15 * 200 - 1000 + 200
  await vi.waitFor(
    async () => {
      const drops = await log('?state=dropped')
      expect(drops).toHaveLength(1)
      expect(drops[0]!.events).toBeGreaterThan(dropped - 1200)
    },
    { timeout: 30_000 },
  )
  down = false
  await slow.came(1)
  expect((await admin.post('/alarm/push/test', { id: data.id })).code).toBe(0)
  await slow.came(17)
  expect(Math.max(...slow.requests.map(({ json }) => json.events.length))).toBe(200)
  expect(slow.requests.some(({ json }) => json.dropped > 0)).toBe(true)
})

test("what waits outlives a restart, its signature is the rule's", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-push-'))
  const secretOf = async () => {
    await using first = await createTestPlatform({ push: pushNet, folder, keepFolder: true })
    const client = await first.signIn('admin')
    const { data } = await add({ url: `http://127.0.0.1:${receiver.port}/later` }, client)
    await first.records.alarms.raise([
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
