import type { CaptureRule } from '@backlot/contract/media-config/entities'
import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'
import { createMediaConfigRepository, type DatedRule } from './media-config-repository.ts'
import { timedCaptures } from './timed-captures.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
})
afterAll(() => platform[Symbol.asyncDispose]())

const start = () => admin.post('/api/startLiveVideoReq', { sn: 'N-PTZ', chnId: 1 })
const rule = { name: 'Every ten minutes', source: 'server', intervalMinutes: 10, fromHour: 8, toHour: 9 }

test("the platform is its own media server until it is told of another; then streams have that one's address", async () => {
  expect((await admin.get('/rd/mediaServer/config/get')).data).toMatchObject({
    addr1: '',
    plan: { packMinutes: 30 },
  })
  expect((await start()).data).toMatchObject({ url: expect.stringMatching(/^\/live/) })
  const addresses = { localAddr: '10.0.0.5', addr1: '203.0.113.7', configJson: { wsPort: 8081, wssPort: 0 } }
  expect((await admin.post('/rd/mediaServer/config/update', addresses)).code).toBe(0)
  // The test's page came over loopback: from inside.
  expect((await start()).data).toMatchObject({
    url: expect.stringMatching(/^ws:\/\/10\.0\.0\.5:8081\/live\/N-PTZ\/1\/main\.flv\?token=/),
    httpUrl: expect.stringMatching(/^http:\/\/10\.0\.0\.5:8081\/live/),
  })
  expect((await admin.get('/device/getMediaServer?sn=N-PTZ')).data).toMatchObject({
    ...addresses,
    password: '{key}',
    configJson: { wsPort: 8081, wssPort: 8080 },
  })
  expect((await admin.post('/rd/mediaServer/config/update', { addr1: 'http://x/' })).code).toBe(400)
  await admin.post('/rd/mediaServer/config/update', { localAddr: '', addr1: '' })
  expect((await start()).data).toMatchObject({ url: expect.stringMatching(/^\/live/) })
})

test('another plan of recording holds from its moment on', async () => {
  const repository = createMediaConfigRepository(platform.store)
  const plan = { recordMode: 'alarm', packMinutes: 5, keepDays: 60 }
  platform.hostClock.advance(MINUTE_MS)
  await admin.post('/rd/mediaServer/config/update', { plan })
  const plans = repository.plansUpTo(platform.platformClock.now())
  expect(plans[0]).toMatchObject({ validFromMs: 0, recordMode: 'always' })
  expect(plans.at(-1)).toEqual({ ...plan, validFromMs: platform.platformClock.now() })
  expect(repository.configAt(START_MS - 1).plan.recordMode).toBe('always')
  expect(
    (await admin.post('/rd/mediaServer/config/update', { plan: { ...plan, packMinutes: 241 } })).code,
  ).toBe(400)
})

test('of two who edit the plan of recording, or one rule, the second is refused', async () => {
  const config = async () =>
    (await admin.get('/rd/mediaServer/config/get')).data as { version: number; plan: object }
  const { version, plan } = await config()
  const update = (body: object) => admin.post('/rd/mediaServer/config/update', body)
  expect((await update({ version, plan: { ...plan, keepDays: 61 } })).code).toBe(0)
  expect((await update({ version, plan: { ...plan, packMinutes: 6 } })).code).toBe(409)
  expect(await config()).toMatchObject({ version: version + 1, plan: { ...plan, keepDays: 61 } })

  const first = async () => {
    const { list } = (await admin.get('/template/alsCaptureRule/list')).data as { list: CaptureRule[] }
    return list[0]!
  }
  const before = await first()
  const change = (more: object) => admin.post('/template/alsCaptureRule/update', { ...before, ...more })
  platform.hostClock.advance(MINUTE_MS)
  expect((await change({ intervalMinutes: 7 })).code).toBe(0)
  expect(await change({ toHour: 24 })).toMatchObject({
    code: 409,
    msg: 'Someone else has just changed this. Check it again first',
  })
  expect(await first()).toMatchObject({ id: before.id, intervalMinutes: 7, toHour: before.toHour })
  expect((await change({ version: (await first()).version })).code).toBe(0)
})

test('eight rules can be had; one that was changed leaves what it took before', async () => {
  const repository = createMediaConfigRepository(platform.store)
  const { data } = (await admin.post('/template/alsCaptureRule/add', rule)) as unknown as {
    data: { id: number }
  }
  const addedMs = platform.platformClock.now()
  expect((await admin.get('/template/alsCaptureRule/list')).data).toMatchObject({ total: 3 })
  platform.hostClock.advance(HOUR_MS)
  const changed = { ...rule, ...data, intervalMinutes: 20, enabled: true }
  expect((await admin.post('/template/alsCaptureRule/update', changed)).code).toBe(0)
  expect(repository.rulesAt(addedMs).at(-1)).toMatchObject({ id: data.id, intervalMinutes: 10 })
  expect(repository.rulesAt(platform.platformClock.now()).at(-1)).toMatchObject({
    id: data.id,
    intervalMinutes: 20,
  })
  expect(
    repository.rulesIn(addedMs, platform.platformClock.now() + 1).filter(({ id }) => id === data.id),
  ).toHaveLength(2)
  for (let i = 3; i < 8; i++) expect((await admin.post('/template/alsCaptureRule/add', rule)).code).toBe(0)
  expect(await admin.post('/template/alsCaptureRule/add', rule)).toMatchObject({ code: 409 })
  expect((await admin.post('/template/alsCaptureRule/delete', data)).code).toBe(0)
  expect((await admin.post('/template/alsCaptureRule/delete', data)).code).toBe(404)
  expect((await admin.post('/template/alsCaptureRule/add', { ...rule, toHour: 8 })).code).toBe(400)
})

test('the first rules are told in the language of who asks, and stay so when they are saved as they were told', async () => {
  const chinese = await platform.signIn('admin', 'zh')
  const names = async (client: typeof admin) =>
    (
      (await client.get('/template/alsCaptureRule/list')).data as { list: { id: number; name: string }[] }
    ).list
      .filter(({ id }) => id <= 2)
      .map(({ name }) => name)
  const english = ['Timed capture by devices', 'Timed capture by the platform']
  expect(await names(admin)).toEqual(english)
  expect(await names(chinese)).toEqual(['设备定时抓拍', '平台定时抓拍'])
  platform.hostClock.advance(MINUTE_MS)
  const saved = { ...rule, id: 1, source: 'device', name: english[0], intervalMinutes: 15, enabled: true }
  expect((await admin.post('/template/alsCaptureRule/update', saved)).code).toBe(0)
  expect(await names(chinese)).toEqual(['设备定时抓拍', '平台定时抓拍'])
  platform.hostClock.advance(MINUTE_MS)
  await admin.post('/template/alsCaptureRule/update', { ...saved, name: 'Gates' })
  expect((await names(chinese))[0]).toBe('Gates')
})

test('an operator may neither see nor change the media server', async () => {
  const north = await platform.signIn('north')
  expect((await north.get('/rd/mediaServer/config/get')).code).toBe(40003)
  expect((await north.post('/template/alsCaptureRule/add', rule)).code).toBe(40003)
})

test('timed captures fall on multiples of their interval since midnight, within their hours, while the rule held', () => {
  const dated: DatedRule = {
    ...rule,
    source: 'server',
    id: 1,
    enabled: true,
    validFromMs: 0,
    validToMs: START_MS - 90 * MINUTE_MS,
  }
  // 2026-11-20 10:00; asked from 7:55 on.
  const found = timedCaptures([dated], START_MS - 125 * MINUTE_MS, START_MS, 480)
  expect(found.map(({ atMs }) => (START_MS - atMs) / MINUTE_MS)).toEqual([120, 110, 100])
  expect(timedCaptures([{ ...dated, enabled: false }], 0, START_MS, 480)).toEqual([])
})
