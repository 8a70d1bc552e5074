import { DEVICE_CONFIG_CALLS } from '@backlot/contract/device-config/calls'
import { exampleOf } from '@backlot/contract/example-of'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'
import { forcedStateAt } from '../../devices/forced-state.ts'
import { ANSWER_MS } from './device-config-area.ts'
import { pushState } from './push-state.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
})
afterAll(() => platform[Symbol.asyncDispose]())

const BASE = '/api/config/v1'
const CAMERA = { sn: 'N-PTZ' }
const post = async (path: string, body: object) => admin.post(BASE + path, { ...CAMERA, ...body })
const settings = () =>
  platform.outbox.drain(START_MS).settings as {
    sn: string
    setting: string
    result: number
    requestId?: string
  }[]

test('what is set is held, and answered by the device over the channel', async () => {
  settings()
  const config = { showTime: true, showTitle: true, title: 'North gate' }
  expect((await post('/set/timeTitle', { chnId: 1, requestId: 'r1', config })).code).toBe(0)
  expect(settings()).toEqual([])
  platform.hostClock.advance(ANSWER_MS)
  expect(settings()).toEqual([{ sn: 'N-PTZ', setting: 'timeTitle', result: 0, requestId: 'r1' }])
  expect((await post('/get/timeTitle', { chnId: 1 })).data).toEqual(config)
})

test('a device that leaves before it answers is a failure; one that is gone cannot be asked', async () => {
  const slot = platform.directory.slotOf('N-PTZ') ?? 0
  const config = { address: 'platform.example', port: 9000, heartbeatSeconds: 30 }
  expect((await post('/set/platform', { config })).code).toBe(0)
  platform.directory.setOnline(slot, { videoOnlineStatus: 0 })
  platform.hostClock.advance(ANSWER_MS)
  expect(settings()).toMatchObject([{ setting: 'platform', result: 1 }])
  expect((await post('/get/platform', {})).code).toBe(30001)
  platform.directory.setOnline(slot, { videoOnlineStatus: 1 })
  expect((await post('/get/platform', {})).data).toEqual(config)
})

test('rights, scope, channels and bounds are checked', async () => {
  const north = await platform.signIn('north')
  expect((await north.post(`${BASE}/get/platform`, CAMERA)).code).toBe(40003)
  expect((await post('/get/timeTitle', { chnId: 9 })).code).toBe(404)
  expect((await admin.post(`${BASE}/get/platform`, { sn: 'NONE' })).code).toBe(404)
  const upload = { packMinutes: 31, uploadMinutes: 60, fileTypes: [] }
  expect(await post('/set/uploadConfig', { config: upload })).toMatchObject({
    code: 400,
    data: { field: 'config.packMinutes' },
  })
  const both = { ...upload, packMinutes: 30, uploadMinutes: 1441 }
  expect(await post('/set/uploadConfig', { config: both })).toMatchObject({
    code: 400,
    data: { field: 'config.uploadMinutes' },
  })
})

test("both stated paths of the encoder's parameters answer the same", async () => {
  const one = await admin.get(`${BASE}/get/videoEncodeParam?sn=N-PTZ&chnId=1`)
  const other = await admin.get('/get/videoEncodeParam?sn=N-PTZ&chnId=1')
  expect(one.code).toBe(0)
  expect(other.data).toEqual(one.data)
  const disks = await admin.get('/get/hardDiskParam?sn=N-PTZ')
  expect(disks).toMatchObject({ code: 0, data: { disks: [{ state: 'normal' }] } })
  expect((await post('/set/hardDiskParam', { config: { whenFull: 'stop' }, formatDiskId: 3 })).code).toBe(404)
})

test('works push by plans, at most eight, and a plan in use stays', async () => {
  const plan = { id: 2, name: 'Day', weekdays: [1, 2, 3, 4, 5], fromMinute: 480, toMinute: 1080 }
  const work = { chnId: 1, streamType: 'sub', url: 'rtmp://127.0.0.1/live/x', planId: 2 }
  expect((await post('/add/pushWork', { work })).code).toBe(404)
  expect((await post('/set/pushPlan', { config: { list: [plan, plan] } })).code).toBe(400)
  expect((await post('/set/pushPlan', { config: { list: [plan] } })).code).toBe(0)
  for (let id = 1; id <= 8; id++) expect((await post('/add/pushWork', { work })).data).toEqual({ id })
  expect(await post('/add/pushWork', { work })).toMatchObject({
    code: 409,
    msg: 'At most 8 rules can be added',
  })
  expect((await post('/set/pushPlan', { config: { list: [] } })).code).toBe(409)
  expect((await post('/del/pushWork', { id: 3 })).code).toBe(0)
  expect((await post('/del/pushWork', { id: 3 })).code).toBe(404)
  expect((await post('/add/pushWork', { work })).data).toEqual({ id: 3 })
  const held = (await post('/get/pushWork', {})).data as { list: { id: number; state: string }[] }
  // Friday, ten o'clock.
  expect(held.list.map(({ state }) => state)).toEqual(Array(8).fill('executing'))
})

test('a work without a plan is pushed at once; an address that is not allowed is refused', async () => {
  await using own = await createTestPlatform({
    pushing: {
      progress: (sn, id) => ({
        state: 'failed',
        reason: 'unreachable',
        sinceTime: 1,
        failures: id,
        retrySeconds: 4,
        sentBytes: sn.length,
      }),
    },
  })
  const user = await own.signIn('admin')
  const work = { chnId: 1, streamType: 'main', url: 'rtmp://127.0.0.1:19350/live/x', planId: 0 }
  const add = (change: object) =>
    user.post(`${BASE}/add/pushWork`, { ...CAMERA, work: { ...work, ...change } })
  expect((await add({})).data).toEqual({ id: 1 })
  expect(await add({ url: 'rtmp://forbidden.example/live/x' })).toMatchObject({
    code: 400,
    msg: 'Streams may not be pushed to forbidden.example (--stream-allow at start)',
    data: { field: 'work.url' },
  })
  // No plan of the device is in its way.
  expect((await user.post(`${BASE}/set/pushPlan`, { ...CAMERA, config: { list: [] } })).code).toBe(0)
  expect((await user.post(`${BASE}/get/pushWork`, CAMERA)).data).toEqual({
    list: [
      {
        ...work,
        id: 1,
        state: 'executing',
        progress: {
          state: 'failed',
          reason: 'unreachable',
          sinceTime: 1,
          failures: 1,
          retrySeconds: 4,
          sentBytes: 5,
        },
      },
    ],
  })
})

test('a plan over midnight counts to the day on which it began', () => {
  const plans = [{ id: 1, name: 'Night', weekdays: [5], fromMinute: 1320, toMinute: 360 }]
  const night = { planId: 1 }
  const HOUR = 3_600_000
  expect(pushState(night, plans, START_MS, 480)).toBe('completed')
  expect(pushState(night, plans, START_MS + 13 * HOUR, 480)).toBe('executing')
  expect(pushState(night, plans, START_MS + 19 * HOUR, 480)).toBe('executing')
  expect(pushState(night, plans, START_MS + 21 * HOUR, 480)).toBe('completed')
  expect(pushState(night, plans, START_MS - 7 * HOUR, 480)).toBe('completed')
})

test("hours of plans, and of a device's own switch, are those of the platform's zone", async () => {
  const plans = [{ id: 1, name: 'Two in the morning', weekdays: [5], fromMinute: 120, toMinute: 180 }]
  // Friday ten o'clock in UTC+8 is two o'clock in UTC.
  expect(pushState({ planId: 1 }, plans, START_MS, 480)).toBe('completed')
  expect(pushState({ planId: 1 }, plans, START_MS, 0)).toBe('executing')

  await using own = await createTestPlatform({ zoneMinutes: 0 })
  const user = await own.signIn('admin')
  const set = (path: string, body: object) => user.post(BASE + path, { ...CAMERA, ...body })
  await set('/set/pushPlan', { config: { list: plans } })
  await set('/add/pushWork', {
    work: { chnId: 1, streamType: 'sub', url: 'rtmp://127.0.0.1/live/x', planId: 1 },
  })
  expect((await set('/get/pushWork', {})).data).toMatchObject({ list: [{ state: 'executing' }] })
  expect(
    (await set('/set/timingSwitch', { config: { enabled: true, offMinute: 130, onMinute: 140 } })).code,
  ).toBe(0)
  const atMinute = (minute: number) =>
    forcedStateAt(1, 1, START_MS + (minute - 120) * 60_000, own.commands.commandsOf('N-PTZ')).online
  expect([129, 131, 139, 141].map(atMinute)).toEqual([undefined, false, false, undefined])
})

test('an upgrade is ordered once, seen, and given up', async () => {
  const upgrade = () => admin.get(`${BASE}/get/remote/upgrade?sn=N-PTZ`)
  const before = (await upgrade()).data as { version: string; available: string[]; task: unknown }
  expect(before.task).toBeNull()
  expect((await post('/set/remote/upgrade', { version: '0.0.1' })).code).toBe(404)
  expect((await post('/set/remote/upgrade', { version: before.version })).code).toBe(409)
  const newest = before.available.at(-1)
  expect((await post('/set/remote/upgrade', { version: newest })).code).toBe(0)
  expect((await upgrade()).data).toMatchObject({ task: { version: newest, state: 'downloading' } })
  expect((await post('/set/remote/upgrade', { version: newest })).code).toBe(409)
  expect((await post('/del/remote/upgrade', {})).code).toBe(0)
  expect((await upgrade()).data).toMatchObject({ task: null, version: before.version })
  expect((await post('/del/remote/upgrade', {})).code).toBe(404)
})

test('a restart is a command to the device', async () => {
  expect((await admin.post('/api/v1/device/restart', { ...CAMERA, requestId: 'boot' })).code).toBe(0)
  const row = platform.store.read.prepare('SELECT kind, sn FROM overlay ORDER BY seq DESC LIMIT 1').get()
  expect(row).toEqual({ kind: 'reboot', sn: 'N-PTZ' })
})

/** Platform time at which the orders of the tests below are given. */
const now = () => Math.floor(platform.platformClock.now())
const trouble = (fault: 'busy' | 'paramFault' | 'silent', on: boolean) =>
  platform.commands.append('N-PTZ', now(), { kind: 'fault', fault, on })

test('a device that is busy, has a fault or does not answer says so in its own code', async () => {
  const config = { showTime: true, showTitle: false, title: '' }
  const ask = () => post('/get/timeTitle', { chnId: 1 })
  const tell = () => post('/set/timeTitle', { chnId: 1, config, requestId: 'quiet' })
  const held = (await ask()).data
  for (const [fault, code, msg] of [
    ['busy', 30003, 'The device is busy. Try again later'],
    ['paramFault', 30004, 'The device reports a fault. Nothing was done'],
  ] as const) {
    await trouble(fault, true)
    expect(await ask()).toMatchObject({ code, msg, status: 200 })
    expect(await tell()).toMatchObject({ code, msg })
    expect((await admin.post('/api/v1/device/restart', CAMERA)).code).toBe(code)
    await trouble(fault, false)
    expect((await ask()).data).toEqual(held)
  }
  await trouble('silent', true)
  expect(await ask()).toMatchObject({ code: 30005, msg: 'The device did not answer' })
  settings()
  expect((await tell()).code).toBe(0)
  platform.hostClock.advance(ANSWER_MS)
  expect(settings()).toEqual([])
  await trouble('silent', false)
})

test('while a device downloads an upgrade it answers and takes no order; while it installs it does neither', async () => {
  await using own = await createTestPlatform()
  const user = await own.signIn('admin')
  const upgrade = () => user.get(`${BASE}/get/remote/upgrade?sn=N-PTZ`)
  const newest = ((await upgrade()).data as { available: string[] }).available.at(-1)
  expect((await user.post(`${BASE}/set/remote/upgrade`, { ...CAMERA, version: newest })).code).toBe(0)
  const config = { whenFull: 'stop' }
  const order = () => user.post(`${BASE}/set/hardDiskParam`, { ...CAMERA, config })
  const ask = () => user.get('/get/hardDiskParam?sn=N-PTZ')
  const msg = 'The device is being upgraded. Try again afterwards'
  expect(await order()).toMatchObject({ code: 30003, msg })
  expect((await ask()).code).toBe(0)
  own.hostClock.advance(25_000)
  expect((await upgrade()).data).toMatchObject({ task: { state: 'upgrading' } })
  expect(await ask()).toMatchObject({ code: 30003, msg })
})

test('a disk that is being formatted is busy, and so is a channel that somebody publishes', async () => {
  const formatDiskId = 1
  const config = { whenFull: 'overwrite' }
  expect((await post('/set/hardDiskParam', { config, formatDiskId })).code).toBe(0)
  expect(await post('/set/hardDiskParam', { config, formatDiskId })).toMatchObject({
    code: 30003,
    msg: 'The disk is being formatted. Try again afterwards',
  })
  const held = (await admin.get('/get/videoEncodeParam?sn=N-PTZ&chnId=1')).data
  platform.published.add('N-PTZ')
  expect((await post('/set/videoEncodeParam', { chnId: 1, config: held })).code).toBe(30003)
  const look = { showTime: true, showTitle: false, title: '' }
  expect(await post('/set/timeTitle', { chnId: 1, config: look })).toMatchObject({
    code: 30003,
    msg: 'The picture of this channel comes from an RTMP publisher. Change it there',
  })
  platform.published.clear()
  expect((await post('/set/videoEncodeParam', { chnId: 1, config: held })).code).toBe(0)
})

test('a device that nobody sent elsewhere reports to the gateway of its protocol; elsewhere is away from here', async () => {
  await using own = await createTestPlatform()
  const user = await own.signIn('admin')
  const held = async (sn: string) => (await user.post(`${BASE}/get/platform`, { sn })).data
  expect(await held('N-PTZ')).toEqual({ address: '127.0.0.1', port: 8080, heartbeatSeconds: 60 })
  const set = (address: string, port: number) =>
    user.post(`${BASE}/set/platform`, { ...CAMERA, config: { address, port, heartbeatSeconds: 30 } })
  const isOnline = () =>
    forcedStateAt(1, 1, own.platformClock.now() + 2000, own.commands.commandsOf('N-PTZ')).online
  expect((await set('10.0.0.5', 8080)).code).toBe(0)
  expect(isOnline()).toBeUndefined()
  expect((await set('10.0.0.5', 9000)).code).toBe(0)
  expect(isOnline()).toBe(false)
  expect((await set('LOCALHOST', 8080)).code).toBe(0)
  expect(isOnline()).toBeUndefined()
  expect((await set('platform.example', 8080)).code).toBe(0)
  expect(isOnline()).toBe(false)
  // Somebody brings it back by hand, and sends it away once more.
  own.hostClock.advance(5000)
  const atMs = Math.floor(own.platformClock.now())
  await own.commands.append('N-PTZ', atMs, { kind: 'connectivity', forced: 'online' })
  expect(isOnline()).toBe(true)
  expect(await held('N-PTZ')).toEqual({ address: 'platform.example', port: 8080, heartbeatSeconds: 30 })
  expect((await set('platform.example', 8081)).code).toBe(0)
  expect(isOnline()).toBe(false)
})

test('hardware differs by device', async () => {
  const of = async (sn: string) =>
    ((await admin.post(`${BASE}/get/common`, { sn })).data as { hardwareVersion: string }).hardwareVersion
  expect(await of('N-PTZ')).toMatch(/^BL-PTZ30 V\d\.\d$/)
  expect(await of('N-CAR')).toMatch(/^BL-MDVR\d\d V\d\.\d$/)
})

test('a device that came to a gateway by itself is neither asked nor set, restarted nor upgraded', async () => {
  await using own = await createTestPlatform()
  const user = await own.signIn('admin')
  const known = own.directory.deviceBySn('N-PTZ')!
  own.directory.addDevice({ ...known, sn: 'OUTSIDE', rosterIndex: 900, foreign: true }, 1_000_900)
  const commands = () => own.commands.commandsOf('OUTSIDE').length
  for (const call of DEVICE_CONFIG_CALLS) {
    const schema = z.toJSONSchema(call.body ?? z.object({}), { io: 'input', unrepresentable: 'any' })
    const body = { ...(exampleOf(schema) as object), sn: 'OUTSIDE', chnId: 1 }
    const { code, msg } = await (call.method === 'GET'
      ? user.get(`${call.path}?sn=OUTSIDE&chnId=1`)
      : user.post(call.path, body))
    expect({ call: call.name, code, msg }).toEqual({
      call: call.name,
      code: 30006,
      msg: 'This device is connected from outside. The platform cannot read or change its settings',
    })
  }
  own.hostClock.advance(ANSWER_MS)
  expect(own.outbox.drain(START_MS).settings).toEqual([])
  expect(commands()).toBe(0)
})
