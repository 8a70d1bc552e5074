import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
let north: Awaited<ReturnType<TestPlatform['signIn']>>

beforeAll(async () => {
  platform = await createTestPlatform()
  north = await platform.signIn('north')
})
afterAll(() => platform[Symbol.asyncDispose]())

const start = (sn: string, chnId = 1) => north.post('/api/startLiveVideoReq', { sn, chnId })

test('a live start answers addresses with a token of the own session', async () => {
  const address = `/live/N-PTZ/1/main.flv?token=for%20${north.sessionId.slice(0, 4)}`
  expect((await start('N-PTZ')).data).toMatchObject({ url: address, httpUrl: address, source: 'scene' })
})

test('a device that is off line, unbound, foreign or has no such channel is refused with its own code', async () => {
  const slot = platform.directory.slotOf('N-CAR') ?? 0
  platform.directory.setOnline(slot, { videoOnlineStatus: 0 })
  expect(await start('N-CAR')).toMatchObject({ code: -1, status: 200, msg: 'The device is offline' })
  platform.directory.setOnline(slot, { videoOnlineStatus: 1 })
  expect((await start('N-CAR')).code).toBe(0)
  expect(await start('N-UNBOUND')).toMatchObject({ code: 2, status: 200 })
  expect((await start('S-PTZ')).code).toBe(404)
  expect(await start('N-PTZ', 2)).toMatchObject({ code: -2, msg: 'The channel is not bound to the device' })
})

test('a channel that is offline by itself gives no stream and no picture, and is not steered', async () => {
  const { directory } = platform
  const slot = directory.slotOf('N-PTZ') ?? 0
  directory.setLostChannels(slot, new Set([1]))
  const said = 'The channel is offline'
  expect(await start('N-PTZ')).toMatchObject({ code: -1, status: 200, msg: said })
  const seq = 'a'.repeat(20)
  const snapshot = await north.post('/api/v1/manual/snapshot', { sn: 'N-PTZ', chnId: 1, seq })
  expect(snapshot).toMatchObject({ msg: said })
  const steered = await north.post('/api/ptzContorlReq', { sn: 'N-PTZ', chnId: 1, cmd: 0, speed: 30 })
  expect(steered).toMatchObject({ msg: said })
  directory.setLostChannels(slot, new Set())
  expect((await start('N-PTZ')).code).toBe(0)
})

test('a camera without power gives no stream and no picture, is not steered, and each says why', async () => {
  const seq = 'AbCdEfGhIjKlMnOpQrSt'
  const take = () => north.post('/api/v1/manual/snapshot', { sn: 'N-PTZ', chnId: 1, seq })
  platform.unpowered.add('N-PTZ')
  const msg = 'The camera is offline: no power'
  expect(await take()).toMatchObject({ code: 30001, msg })
  expect(await start('N-PTZ')).toMatchObject({ code: -1, msg })
  const steer = { sn: 'N-PTZ', chnId: 1, cmd: 0, speed: 30 }
  expect(await north.post('/api/ptzContorlReq', steer)).toMatchObject({ code: 30001, msg })
  platform.unpowered.clear()
  expect((await take()).code).toBe(0)
})

test('the media server of a device is told, unless it has none', async () => {
  const { data } = (await north.get('/device/getMediaServer?sn=N-PTZ')) as unknown as { data: object }
  expect(data).toMatchObject({ addr1: '127.0.0.1', configJson: { wsPort: 8080 } })
  expect((await north.get('/device/getMediaServer?sn=N-UNBOUND')).code).toBe(2)
  const id = platform.directory.deviceBySn('N-PTZ')?.id
  expect((await north.get(`/device/getMediaServer?id=${id}`)).code).toBe(0)
})

test('signing out and losing a permission end the streams of the session', async () => {
  const other = await platform.signIn('north')
  await other.post('/user/logout')
  expect(platform.revoked).toEqual([other.sessionId])
})

test('a user without the video routes is refused', async () => {
  const nobody = await platform.signIn('nobody')
  const refused = await nobody.post('/api/startLiveVideoReq', { sn: 'N-PTZ', chnId: 1 })
  expect(refused).toMatchObject({ code: 40003, status: 403 })
})
