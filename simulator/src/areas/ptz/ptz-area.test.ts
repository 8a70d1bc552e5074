import { PTZ } from '@backlot/contract/ptz/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
let north: Awaited<ReturnType<TestPlatform['signIn']>>

beforeAll(async () => {
  platform = await createTestPlatform()
  north = await platform.signIn('north')
})
afterAll(() => platform[Symbol.asyncDispose]())

const move = (cmd: number, speed: number, sn = 'N-PTZ', chnId = 1) =>
  north.post('/api/ptzContorlReq', { sn, chnId, cmd, speed })
const preset = (presetCmd: number, presetIndex: number) =>
  north.post('/iot/api/presetContorlReq', { sn: 'N-PTZ', chnId: 1, presetCmd, presetIndex })
const presets = async (language?: string) => {
  const client = language ? platform.client(north.sessionId, language) : north
  const answer = (await client.get('/iot/api/preset/list?sn=N-PTZ&chnId=1')) as unknown as {
    data: { list: { presetIndex: number; name: string }[] }
  }
  return answer.data.list
}

test('every stated command is stored as what the camera does', async () => {
  const before = platform.store.read.prepare('SELECT count(*) AS n FROM overlay').get() as { n: number }
  for (const cmd of Object.values(PTZ)) expect((await move(cmd, cmd === PTZ.stop ? 0 : 30)).code).toBe(0)
  const rows = platform.store.read
    .prepare('SELECT kind, sn, payload FROM overlay ORDER BY seq LIMIT -1 OFFSET ?')
    .all(before.n) as { kind: string; sn: string; payload: string }[]
  expect(rows).toHaveLength(Object.keys(PTZ).length)
  expect(rows[2]).toEqual({
    kind: 'ptzMove',
    sn: 'N-PTZ',
    payload: '{"motion":{"pan":-1,"tilt":0},"speed":30}',
  })
  expect(rows.at(-1)).toEqual({ kind: 'ptzStop', sn: 'N-PTZ', payload: '{}' })
})

test('speeds out of range, fixed cameras, foreign and offline ones are refused', async () => {
  expect((await move(PTZ.left, 0)).code).toBe(400)
  expect((await move(PTZ.left, 101)).code).toBe(400)
  expect((await move(15, 30)).code).toBe(400)
  expect((await move(PTZ.left, 30, 'N-CAR')).code).toBe(409)
  expect((await move(PTZ.left, 30, 'S-PTZ')).code).toBe(404)
  expect((await move(PTZ.left, 30, 'N-PTZ', 77)).code).toBe(404)
  const slot = platform.directory.slotOf('N-PTZ') ?? 0
  platform.directory.setOnline(slot, { videoOnlineStatus: 0 })
  expect(await move(PTZ.left, 30)).toMatchObject({ code: 30001, status: 200 })
  platform.directory.setOnline(slot, { videoOnlineStatus: 1 })
})

test('a preset is set, listed, called and deleted', async () => {
  expect((await presets()).map(({ presetIndex }) => presetIndex)).toEqual([1, 2, 3, 4])
  expect(await preset(2, 200)).toMatchObject({ code: 404, msg: 'Preset 200 is not set' })
  expect(await preset(0, 200)).toMatchObject({ code: 0, msg: 'Preset 200 set', data: {} })
  expect((await presets('zh')).at(-1)).toEqual({ presetIndex: 200, name: '预置位 200' })
  expect(await preset(2, 200)).toMatchObject({ code: 0, msg: 'Preset 200 called' })
  expect((await preset(1, 200)).code).toBe(0)
  expect((await preset(1, 1)).code).toBe(0)
  expect((await presets()).map(({ presetIndex }) => presetIndex)).toEqual([2, 3, 4])
  expect((await preset(0, 257)).code).toBe(400)
})

test('a preset has a name: its own, one that was given, or its number', async () => {
  expect((await presets())[0]).toEqual({ presetIndex: 2, name: 'Right' })
  expect((await presets('zh'))[0]).toEqual({ presetIndex: 2, name: '右侧' })
  const named = { sn: 'N-PTZ', chnId: 1, presetCmd: 0, presetIndex: 2, name: 'North gate' }
  expect((await north.post('/iot/api/presetContorlReq', named)).code).toBe(0)
  expect((await preset(0, 3)).code).toBe(0)
  const list = await presets()
  expect(list.find(({ presetIndex }) => presetIndex === 2)?.name).toBe('North gate')
  expect(list.find(({ presetIndex }) => presetIndex === 3)?.name).toBe('Preset 3')
  const rename = (presetIndex: number, name: string) =>
    north.post('/iot/api/preset/rename', { sn: 'N-PTZ', chnId: 1, presetIndex, name })
  expect((await rename(3, 'Yard')).code).toBe(0)
  expect((await rename(99, 'Nowhere')).code).toBe(404)
  expect((await presets()).find(({ presetIndex }) => presetIndex === 3)?.name).toBe('Yard')
})

test('a point of the picture is a command with its place and magnification', async () => {
  const point = (x: number) =>
    north.post('/iot/api/ptzPointReq', { sn: 'N-PTZ', chnId: 1, x, y: 0.25, zoomFactor: 2 })
  expect((await point(-0.5)).code).toBe(0)
  expect((await point(1.5)).code).toBe(400)
  const row = platform.store.read.prepare('SELECT kind, payload FROM overlay ORDER BY seq DESC LIMIT 1').get()
  expect(row).toEqual({ kind: 'ptzPoint', payload: '{"x":-0.5,"y":0.25,"zoomFactor":2}' })
})

test('a cruise is kept, started, seen running, and ended by steering', async () => {
  const camera = { sn: 'N-PTZ', chnId: 1 }
  const cruises = async () =>
    (await north.get('/iot/api/cruise/list?sn=N-PTZ&chnId=1')) as unknown as {
      data: { list: unknown[]; running: number | null }
    }
  const steps = [
    { presetIndex: 2, dwellSeconds: 5, speed: 40 },
    { presetIndex: 3, dwellSeconds: 8, speed: 60 },
  ]
  const set = (more: object) =>
    north.post('/iot/api/cruise/set', { ...camera, cruiseIndex: 1, name: 'Night', steps, ...more })
  const go = (cruiseIndex: number, cruiseCmd: number) =>
    north.post('/iot/api/cruiseControlReq', { ...camera, cruiseIndex, cruiseCmd })
  expect((await go(1, 0)).code).toBe(404)
  expect((await set({ steps: [] })).code).toBe(400)
  expect((await set({ cruiseIndex: 9 })).code).toBe(400)
  expect((await set({ steps: [{ ...steps[0], presetIndex: 99 }] })).code).toBe(404)
  expect((await set({})).code).toBe(0)
  expect((await cruises()).data).toEqual({ list: [{ cruiseIndex: 1, name: 'Night', steps }], running: null })
  expect((await go(1, 0)).code).toBe(0)
  expect((await cruises()).data.running).toBe(1)
  expect((await move(PTZ.left, 30)).code).toBe(0)
  expect((await cruises()).data.running).toBeNull()
  expect((await go(1, 0)).code).toBe(0)
  expect((await go(1, 1)).code).toBe(0)
  expect((await cruises()).data.running).toBeNull()
  expect((await north.post('/iot/api/cruise/delete', { ...camera, cruiseIndex: 1 })).code).toBe(0)
  expect((await cruises()).data.list).toEqual([])
})

test('a camera that a session moves stops when its console is gone, and no other does', async () => {
  const letGo = () => platform.areas.stopCamerasOf(north.sessionId)
  const kinds = () =>
    platform.store.read
      .prepare('SELECT kind FROM overlay ORDER BY seq DESC LIMIT 2')
      .all()
      .map((row) => (row as { kind: string }).kind)
  await move(PTZ.left, 30)
  platform.areas.stopCamerasOf('somebody else')
  letGo()
  letGo()
  await expect.poll(kinds).toEqual(['ptzStop', 'ptzMove'])
  // Movements that end by themselves, or have ended, are left alone.
  await move(PTZ.left, 30)
  await preset(2, 2)
  letGo()
  await preset(2, 3)
  expect(kinds()).toEqual(['presetCall', 'presetCall'])
})

test('a camera stops when whoever moves it loses the permission or the device', async () => {
  const admin = await platform.signIn('admin')
  const last = () => platform.store.read.prepare('SELECT kind FROM overlay ORDER BY seq DESC').get()
  const { accounts } = platform.areas
  const { roleId } = accounts.byLoginName('north')!
  const permission = [...accounts.role(roleId)!.permission].map((target) => ({ target }))
  const permit = async (targets: typeof permission) =>
    expect((await admin.post('/role/update', { roleId, permission: targets })).code).toBe(0)
  const carry = async (groupId: number, version: number) =>
    expect((await admin.post('/device/move', { devices: [{ sn: 'N-PTZ', version }], groupId })).code).toBe(0)
  await move(PTZ.left, 30)
  await permit([{ target: '/senseDevice' }])
  await expect.poll(last).toEqual({ kind: 'ptzStop' })
  await permit(permission)
  await move(PTZ.left, 30)
  expect(last()).toEqual({ kind: 'ptzMove' })
  await carry(2, 0)
  await expect.poll(last).toEqual({ kind: 'ptzStop' })
  await carry(1, 1)
})

test('of two sessions that move a camera, what one moved stops with its console, and the rest goes on', async () => {
  const south = await platform.signIn('north')
  const last = () => platform.store.read.prepare('SELECT kind, payload FROM overlay ORDER BY seq DESC').get()
  await move(PTZ.left, 30)
  await south.post('/api/ptzContorlReq', { sn: 'N-PTZ', chnId: 1, cmd: PTZ.zoomIn, speed: 30 })
  platform.areas.stopCamerasOf(north.sessionId)
  await expect.poll(last).toEqual({ kind: 'ptzStop', payload: '{"axes":["pan","tilt"]}' })
  platform.areas.stopCamerasOf(south.sessionId)
  await expect.poll(last).toEqual({ kind: 'ptzStop', payload: '{}' })
  // Who took all axes over is the only one.
  await move(PTZ.left, 30)
  await south.post('/api/ptzContorlReq', { sn: 'N-PTZ', chnId: 1, cmd: PTZ.up, speed: 30 })
  platform.areas.stopCamerasOf(north.sessionId)
  platform.areas.stopCamerasOf(south.sessionId)
  await expect.poll(last).toEqual({ kind: 'ptzStop', payload: '{}' })
})
