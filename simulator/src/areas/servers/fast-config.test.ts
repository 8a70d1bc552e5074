import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../composition/areas/test-platform.test-support.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>

let platform: TestPlatform
let admin: Client

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
})
afterAll(() => platform[Symbol.asyncDispose]())

const NO_PORTS = { web: 0, media: 0, mediaTls: 0, sensor: 0, jt808: 0 }
const update = (config: object, version = 0) =>
  admin.post('/server/fastConfig/update', {
    publicIp: '203.0.113.7',
    localIp: '10.0.0.5',
    ports: NO_PORTS,
    version,
    ...config,
  })
const web = async () =>
  ((await admin.get('/server/list')).data as unknown as { list: object[] }).list[0] as Record<string, string>

test.each([
  [{ publicIp: '203.0.113' }, 'publicIp'],
  [{ publicIp: '203.0.113.256' }, 'publicIp'],
  [{ publicIp: 'example.org' }, 'publicIp'],
  [{ publicIp: '192.168.1.4' }, 'publicIp'],
  [{ publicIp: '255.255.255.255' }, 'publicIp'],
  [{ localIp: '8.8.8.8' }, 'localIp'],
  [{ localIp: '127.0.0.1' }, 'localIp'],
  [{ ports: { ...NO_PORTS, web: 65_536 } }, 'ports.web'],
  [{ ports: { ...NO_PORTS, web: -1 } }, 'ports.web'],
  [{ ports: { ...NO_PORTS, sensor: 9000, jt808: 9000 } }, 'ports.sensor'],
  [{ ports: { ...NO_PORTS, media: 9000, jt808: 9000 } }, 'ports.media'],
])('%j is refused at %s, and nothing of it holds', async (wrong, field) => {
  expect(await update(wrong)).toMatchObject({ code: 400, data: { field } })
  expect((await web())['publicAddress']).toBe('')
})

test('addresses are told of every server at once, media included, by who knew the ones before', async () => {
  const before = (await admin.get('/server/fastConfig/get')).data
  expect(before).toMatchObject({ version: 0, config: { publicIp: '' }, machineAddresses: ['10.0.0.5'] })
  expect((await update({ ports: { ...NO_PORTS, web: 80, media: 8081, mediaTls: 8443 } })).code).toBe(0)
  expect(await web()).toMatchObject({
    address: '127.0.0.1:8080',
    publicAddress: '203.0.113.7:80',
    localAddress: '10.0.0.5:80',
  })
  expect((await admin.get('/server/detail?type=0')).data).toMatchObject({
    server: { publicAddress: '203.0.113.7:80' },
  })
  expect((await admin.get('/rd/mediaServer/config/get')).data).toMatchObject({
    addr1: '203.0.113.7',
    localAddr: '10.0.0.5',
    configJson: { wsPort: 8081, wssPort: 8443 },
  })
  // The test's page came over loopback: from inside.
  expect((await admin.post('/api/startLiveVideoReq', { sn: 'N-PTZ', chnId: 1 })).data).toMatchObject({
    url: expect.stringMatching(/^ws:\/\/10\.0\.0\.5:8081\/live/),
  })
  expect(await update({ publicIp: '' })).toMatchObject({
    code: 409,
    msg: 'Someone else has changed the addresses. Reload and try again',
  })
  expect((await web())['publicAddress']).toBe('203.0.113.7:80')
})

test('without addresses everything is as it listens again', async () => {
  expect((await update({ publicIp: '', localIp: '' }, 1)).code).toBe(0)
  expect(await web()).toMatchObject({ publicAddress: '', localAddress: '' })
  expect((await admin.post('/api/startLiveVideoReq', { sn: 'N-PTZ', chnId: 1 })).data).toMatchObject({
    url: expect.stringMatching(/^\/live/),
  })
})

test('who may not set addresses neither sees nor changes them', async () => {
  const north = await platform.signIn('north')
  expect((await north.get('/server/fastConfig/get')).code).toBe(40003)
  expect((await north.post('/server/fastConfig/update', { ...NO_PORTS, version: 0 })).code).toBe(40003)
})

type Server = { type: number; kind: string; publicAddress: string; localAddress: string; own?: object }
// The test client leaves the form of data open; the contract names it.
const listed = async () =>
  (await admin.get('/server/list')).data as unknown as { list: Server[]; addressVersion: number }
const serverOf = async (kind: string) => (await listed()).list.find((one) => one.kind === kind)!
const one = async (type: number, change: object, version?: number) =>
  admin.post('/server/address/update', {
    publicIp: '',
    localIp: '',
    port: 0,
    type,
    version: version ?? (await listed()).addressVersion,
    ...change,
  })

test('one server is given addresses of its own, what it leaves empty follows all, and all at once replaces them', async () => {
  const { addressVersion } = await listed()
  expect((await update({ publicIp: '198.51.100.1' }, addressVersion)).code).toBe(0)
  expect((await one(0, { localIp: '10.0.0.9', port: 81 })).code).toBe(0)
  expect(await serverOf('web')).toMatchObject({
    publicAddress: '198.51.100.1:81',
    localAddress: '10.0.0.9:81',
    own: { publicIp: '', localIp: '10.0.0.9', port: 81 },
  })
  expect((await admin.get('/server/detail?type=0')).data).toMatchObject({
    server: { localAddress: '10.0.0.9:81' },
    addressVersion: addressVersion + 2,
  })
  expect(await one(0, {}, addressVersion)).toMatchObject({ code: 409 })
  const again = await update({ publicIp: '198.51.100.2' }, addressVersion + 2)
  expect(again.code).toBe(0)
  const web = await serverOf('web')
  expect(web).toMatchObject({ publicAddress: '198.51.100.2:8080', localAddress: '10.0.0.5:8080' })
  expect(web.own).toBeUndefined()
})

test('addresses of one server are checked, and for those who may open its page', async () => {
  expect(await one(0, { publicIp: '10.1.1.1' })).toMatchObject({ code: 400, data: { field: 'publicIp' } })
  expect(await one(0, { localIp: '8.8.8.8' })).toMatchObject({ code: 400, data: { field: 'localIp' } })
  expect((await one(999, {})).code).toBe(404)
  // ONVIF: not installed.
  expect(await one(12, { port: 81 })).toMatchObject({ code: 409, data: { field: 'type' } })
  const north = await platform.signIn('north')
  const body = { type: 0, publicIp: '', localIp: '', port: 0, version: 0 }
  expect((await north.post('/server/address/update', body)).code).toBe(40003)
})

test('all kinds of servers that the platform holds lists of are there', async () => {
  const kinds = (await listed()).list.map(({ kind }) => kind)
  for (const kind of ['videoBusiness', 'videoAccess', 'gb', 'smart', 'gis', 'alarmCentre', 'audioMeeting'])
    expect(kinds).toContain(kind)
  expect(new Set(kinds).size).toBe(kinds.length)
})
