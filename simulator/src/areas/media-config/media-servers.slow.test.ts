import { listMediaServers } from '@backlot/contract/media-config/calls'
import type { MediaServer } from '@backlot/contract/media-config/entities'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TAKEN_PORT } from '../../composition/areas/media-listeners-double.test-support.ts'
import {
  type Answer,
  createTestPlatform,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>

beforeEach(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
})
afterEach(() => platform[Symbol.asyncDispose]())

const NORTH = 1
const SOUTH = 2
const server = {
  name: 'Gate server',
  localAddr: '',
  addr1: '',
  addr2: '',
  addr3: '',
  configJson: { wsPort: 0, wssPort: 0 },
  port: 9100,
  enabled: true,
  groupIds: [NORTH],
}

const add = (part: Partial<typeof server> = {}) => admin.post('/rd/mediaServer/add', { ...server, ...part })
const update = (part: object) => admin.post('/rd/mediaServer/update', { ...server, ...part })
const remove = (id: number, version: number) => admin.post('/rd/mediaServer/delete', { id, version })
const dataOf = <T>({ data }: Answer) => data as T
const list = async (query = '') => {
  const { data } = await admin.get(`/rd/mediaServer/list${query}`)
  return listMediaServers.data.parse(data).list
}
const find = async (name: string) => (await list()).find((one) => one.name === name)
const start = (sn: string) => admin.post('/api/startLiveVideoReq', { sn, chnId: 1 })
const urlOf = async (sn: string) => dataOf<{ url: string }>(await start(sn)).url
const infoOf = async (sn: string) =>
  dataOf<{ addr1: string; configJson: object }>(await admin.get(`/device/getMediaServer?sn=${sn}`))

test("devices of a bound group play from their server's address and port, the others from the platform", async () => {
  expect(await list()).toMatchObject([{ id: 1, listenPort: 8080, state: 'running', groupIds: [] }])
  expect(dataOf(await add())).toEqual({ id: 2, listenPort: 9100 })
  expect(await urlOf('N-PTZ')).toMatch(/^ws:\/\/127\.0\.0\.1:9100\/live\/N-PTZ\/1\/main\.flv\?token=/)
  expect(await urlOf('S-PTZ')).toMatch(/^\/live\/S-PTZ/)
  expect(await infoOf('N-PTZ')).toMatchObject({
    addr1: '127.0.0.1',
    configJson: { wsPort: 9100, wssPort: 9100 },
  })
  expect(await infoOf('S-PTZ')).toMatchObject({ configJson: { wsPort: 8080 } })
  expect(await find(server.name)).toMatchObject({
    groupIds: [NORTH],
    groupCount: 1,
    state: 'running',
    connections: 1,
    bytesIn: 20,
    bytesOut: 3000,
  })

  await update({ id: 2, version: 1, localAddr: '10.0.0.5', configJson: { wsPort: 8081, wssPort: 0 } })
  expect(await urlOf('N-PTZ')).toMatch(/^ws:\/\/10\.0\.0\.5:8081\/live/)
  expect((await remove(2, 2)).code).toBe(0)
  expect(await urlOf('N-PTZ')).toMatch(/^\/live/)
})

test("playbacks have the same address, and a page over TLS the WSS port or the platform's own path", async () => {
  await add()
  const endTime = Math.floor(platform.platformClock.now() / 1000) - 3600
  const span = `sn=N-PTZ&chnId=1&startTime=${endTime - 600}&endTime=${endTime}`
  const play = async (headers: Record<string, string> = {}) =>
    dataOf<{ url: string }>(await admin.get(`/api/startPlayRecordFileReq?${span}`, headers)).url
  expect(await play()).toMatch(/^ws:\/\/127\.0\.0\.1:9100\/replay\//)
  const overTls = { referer: 'https://127.0.0.1/' }
  expect(await play(overTls)).toMatch(/^\/replay\//)
  await update({ id: 2, version: 1, configJson: { wsPort: 0, wssPort: 8443 } })
  expect(await play(overTls)).toMatch(/^wss:\/\/127\.0\.0\.1:8443\/replay\//)
})

test('the nearest bound group above counts, and a group can be given back to the first server', async () => {
  const { directory } = platform
  directory.addGroup(NORTH, { zh: '门', en: 'Gate' }, 'gate', 11)
  directory.moveDevice(directory.slotOf('N-PTZ')!, 11)
  await add()
  expect(await urlOf('N-PTZ')).toMatch(/:9100\//)
  const first = (await list())[0]!
  expect((await update({ ...first, groupIds: [11] })).code).toBe(0)
  expect(await urlOf('N-PTZ')).toMatch(/^\/live/)
  expect(await urlOf('N-CAR')).toMatch(/:9100\//)
  const other = await add({ name: 'Other', port: 0, groupIds: [11] })
  expect(other).toMatchObject({
    code: 409,
    msg: expect.stringContaining('"Gate" is already bound to "Media server 1"'),
  })
})

test('a server that is switched off plays nothing: code 1; on again it opens its port', async () => {
  await add()
  expect(dataOf(await update({ id: 2, version: 1, enabled: false }))).toEqual({ listenPort: null })
  expect(await find(server.name)).toMatchObject({ state: 'off', listenPort: null })
  expect(await start('N-PTZ')).toMatchObject({ code: 1, msg: 'Failed to get the media server' })
  expect((await admin.get('/device/getMediaServer?sn=N-PTZ')).code).toBe(1)
  // Devices that no server is explicitly bound to stay so.
  expect((await start('N-UNBOUND')).code).toBe(2)
  expect((await start('S-PTZ')).code).toBe(0)
  expect(dataOf(await update({ id: 2, version: 2, port: 0 }))).toEqual({ listenPort: 20_000 })
  // A free port that it has stays with it.
  expect(dataOf(await update({ id: 2, version: 3, port: 0, name: 'Renamed' }))).toEqual({
    listenPort: 20_000,
  })
  expect(await urlOf('N-PTZ')).toMatch(/:20000\//)
})

test('a port that is taken is refused in words and changes nothing', async () => {
  expect(await add({ port: TAKEN_PORT })).toMatchObject({ code: 409, msg: 'Port 9999 is already in use' })
  expect(await add({ port: 80 })).toMatchObject({ code: 409, msg: expect.stringContaining('above 1024') })
  expect(await list()).toHaveLength(1)
  await add()
  expect((await add({ name: 'Second', groupIds: [SOUTH] })).msg).toBe('Port 9100 is already in use')
  expect((await update({ id: 2, version: 1, port: TAKEN_PORT })).code).toBe(409)
  expect(await find(server.name)).toMatchObject({ version: 1, listenPort: 9100 })
  // Ports that a refused change had opened are free again.
  expect((await update({ id: 2, version: 7, port: 9200 })).code).toBe(409)
  expect((await add({ name: 'Second', port: 9200, groupIds: [SOUTH] })).code).toBe(0)
})

test('who comes second with a change is refused, and a name belongs to one', async () => {
  await add()
  expect((await update({ id: 2, version: 1, name: 'New name' })).code).toBe(0)
  expect(await update({ id: 2, version: 1 })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('Someone else has changed'),
  })
  expect((await remove(2, 1)).code).toBe(409)
  expect((await add({ name: 'NEW name', port: 0, groupIds: [] })).msg).toBe(
    'This media server name already exists',
  )
  expect((await add({ name: '媒体服务器 1', port: 0, groupIds: [] })).code).toBe(409)
  expect((await add({ name: 'Media server 1', port: 0, groupIds: [] })).code).toBe(409)
  expect((await admin.post('/rd/mediaServer/config/update', { name: 'new name' })).code).toBe(409)
  expect((await update({ id: 77, version: 1 })).code).toBe(404)
  expect((await add({ name: 'Bad', addr1: 'http://x/' })).code).toBe(400)
  expect((await add({ name: 'Bad', groupIds: [4711] })).code).toBe(404)
  // An id is not given again.
  expect((await remove(2, 2)).code).toBe(0)
  expect(dataOf(await add())).toMatchObject({ id: 3 })
})

test('the first server is changed like the others, and stays', async () => {
  const first = (await list())[0]!
  expect(first.name).toBe('Media server 1')
  expect((await update({ ...first, addr1: '203.0.113.7', name: 'Main' })).code).toBe(0)
  expect((await admin.get('/rd/mediaServer/config/get')).data).toMatchObject({
    name: 'Main',
    addr1: '203.0.113.7',
    plan: { packMinutes: 30 },
  })
  expect((await update({ ...first })).code).toBe(409)
  await admin.post('/rd/mediaServer/config/update', { addr1: '' })
  const now = (await list())[0] as MediaServer
  expect(now.version).toBe(2)
  expect((await update({ ...now, enabled: false })).code).toBe(409)
  expect((await update({ ...now, port: 9100 })).code).toBe(400)
  expect((await remove(1, 2)).msg).toContain('platform itself')
})

test('servers are found by name, address, port and state', async () => {
  await add({ addr1: 'media.example.com', port: 9100 })
  await add({ name: 'Spare', port: 0, enabled: false, groupIds: [] })
  expect(await list('?text=GATE')).toMatchObject([{ id: 2 }])
  expect(await list('?text=example')).toMatchObject([{ id: 2 }])
  expect(await list('?text=9100')).toMatchObject([{ id: 2 }])
  expect(await list('?state=off')).toMatchObject([{ id: 3, state: 'off' }])
  expect((await list('?sort=name&order=asc')).map(({ id }) => id)).toEqual([2, 1, 3])
})

test('after a restart servers listen again; one whose port is not to be had is unreachable, and can be moved', async () => {
  await platform[Symbol.asyncDispose]()
  platform = await createTestPlatform({ keepFolder: true })
  admin = await platform.signIn('admin')
  await add()
  await add({ name: 'Moved away', port: TAKEN_PORT, enabled: false, groupIds: [SOUTH] })
  const taken = { ...server, ...(await find('Moved away'))!, enabled: true }
  const actor = { userId: 1, loginName: 'admin', atMs: 0, address: '', requestId: '' }
  await platform.store.write('mediaConfig.updateServer', { ...taken, server: taken, atMs: 0, actor })
  const { folder } = platform
  await platform[Symbol.asyncDispose]()

  platform = await createTestPlatform({ folder })
  admin = await platform.signIn('admin')
  expect((await start('N-PTZ')).code).toBe(1)
  await platform.areas.openMediaServers()
  expect(await urlOf('N-PTZ')).toMatch(/:9100\//)
  expect(await find('Moved away')).toMatchObject({ state: 'unreachable', listenPort: null, port: TAKEN_PORT })
  expect((await start('S-PTZ')).code).toBe(1)
  await update({ ...(await find('Moved away')), port: 0 })
  expect(await urlOf('S-PTZ')).toMatch(/:20000\//)
})
