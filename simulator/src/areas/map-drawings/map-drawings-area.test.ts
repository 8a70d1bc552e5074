import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>
let north: Awaited<ReturnType<TestPlatform['signIn']>>
beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
})
afterAll(() => platform[Symbol.asyncDispose]())

type Client = typeof north
type Row = { id: number; name: string; type: string; longitude: number; latitude: number; fence: unknown }
const list = async (client: Client) => ((await client.get('/map/drawing/list')).data as { list: Row[] }).list
const style = { colour: '#409eff' }
const square = {
  name: 'Yard',
  type: 'rectangle',
  zoom: 16,
  points: [
    [116.39, 39.89],
    [116.41, 39.92],
  ],
  style,
}

test('drawings are the own ones: kept with the stated look, renamed, reshaped and removed', async () => {
  const { id } = (await north.post('/map/drawing/add', square)).data as { id: number }
  const [kept] = await list(north)
  expect(kept).toMatchObject({
    ...square,
    id,
    radius: 0,
    fence: null,
    mapType: '',
    style: { ...style, width: 4, opacity: 0.5 },
  })
  expect(kept?.longitude).toBeCloseTo(116.4, 9)
  expect(await list(admin)).toEqual([])
  expect((await admin.post('/map/drawing/update', { id, name: 'Mine' })).code).toBe(404)
  expect((await admin.post('/map/drawing/delete', { id })).code).toBe(404)
  expect((await north.post('/map/drawing/update', { id, name: 'Court' })).code).toBe(0)
  expect((await north.post('/map/drawing/update', { id, points: [[116.4, 39.9]] })).code).toBe(400)
  expect(
    (
      await north.post('/map/drawing/update', {
        id,
        points: [
          [116.3, 39.8],
          [116.5, 40],
        ],
      })
    ).code,
  ).toBe(0)
  expect(await list(north)).toMatchObject([
    {
      id,
      name: 'Court',
      points: [
        [116.3, 39.8],
        [116.5, 40],
      ],
    },
  ])
  expect((await north.post('/map/drawing/delete', { id })).code).toBe(0)
  expect(await list(north)).toEqual([])
})

test('shapes that are none are refused', async () => {
  const refused = async (body: object) =>
    expect((await north.post('/map/drawing/add', { ...square, ...body })).code).toBe(400)
  await refused({ type: 'circle', points: [[116.4, 39.9]] })
  await refused({ type: 'polygon' })
  await refused({ type: 'polyline', points: [[116.4, 39.9]] })
  await refused({
    points: [
      [190, 39.9],
      [116, 39],
    ],
  })
  await refused({ style: { colour: 'red' } })
  await refused({ type: 'point', points: [[116.4, 39.9]], fence: { on: 'both' } })
})

test('a fence names no device and no group of others', async () => {
  const add = async (fence: object) => (await north.post('/map/drawing/add', { ...square, fence })).code
  expect(await add({ sns: ['S-CAR'] })).toBe(404)
  expect(await add({ groupIds: [2] })).toBe(404)
  expect(await add({ groupIds: [99] })).toBe(404)
})

test('a fence raises an alarm when its device comes and when it goes, and none for others', async () => {
  const { directory, hostClock } = platform
  const slot = (sn: string) => directory.slotOf(sn)!
  let atMs = START_MS
  const drive = (sn: string, latitude: number) => {
    atMs += 1000
    directory.setPosition(slot(sn), 116.4, latitude, atMs, 36, 180)
    hostClock.advance(1000)
  }
  drive('N-CAR', 39.95)
  drive('S-CAR', 39.95)
  const { id } = (await north.post('/map/drawing/add', { ...square, fence: {} })).data as { id: number }
  // The first position after the fence is in it already.
  for (const latitude of [39.91, 39.9, 39.93]) {
    drive('N-CAR', latitude)
    drive('S-CAR', latitude)
  }
  const alarms = async () =>
    (
      (await admin.get('/alarm/list?type=VehicleAlarm')).data as {
        list: { sn: string; subType: string; monitorName: string; alarmSource: number; startLat: number }[]
      }
    ).list
  await expect.poll(async () => (await alarms()).length).toBe(2)
  expect(await alarms()).toMatchObject([
    { sn: 'N-CAR', subType: 'GeofenceOut', monitorName: 'Yard', alarmSource: 0, startLat: 39.93 },
    { sn: 'N-CAR', subType: 'GeofenceIn', monitorName: 'Yard', startLat: 39.91 },
  ])
  await north.post('/map/drawing/update', { id, fence: { active: false } })
  drive('N-CAR', 39.9)
  await north.post('/map/drawing/delete', { id })
  expect(await alarms()).toHaveLength(2)
})

test('the heat map counts alarms by place for whoever may see them', async () => {
  const nowS = Math.floor(platform.platformClock.now() / 1000) + 60
  const heat = async (client: Client) =>
    (await client.get(`/map/alarm/heat?startTime=${nowS - 3600}&endTime=${nowS}`)).data as {
      longitude: number[]
      count: number[]
      total: number
    }
  expect(await heat(north)).toMatchObject({ total: 2, count: [1, 1] })
  expect((await heat(north)).longitude).toEqual([116.4, 116.4])
  expect((await heat(await platform.signIn('south'))).total).toBe(0)
  expect((await north.get(`/map/alarm/heat?startTime=${nowS - 8 * 86_400}&endTime=${nowS}`)).code).toBe(400)
})

test('the nearest cameras and units of a place come with their way by road, of the own scope alone', async () => {
  const near = async (client: Client, kind: string) =>
    (
      (await client.get(`/map/dispatch/nearest?longitude=116.4&latitude=39.912&kind=${kind}`)).data as {
        list: { sn: string; roadM: number; seconds: number; chnId: number }[]
      }
    ).list
  const cameras = await near(admin, 'camera')
  expect(
    cameras
      .map(({ sn }) => sn)
      .slice(0, 2)
      .sort(),
  ).toEqual(['N-PTZ', 'N-UNBOUND'])
  expect(cameras.find(({ sn }) => sn === 'S-PTZ')).toMatchObject({ roadM: 800, seconds: 80, chnId: 1 })
  expect((await near(north, 'camera')).some(({ sn }) => sn.startsWith('S-'))).toBe(false)
  expect((await near(north, 'unit')).map(({ sn }) => sn)).toEqual(['N-CAR'])
  const route = await north.get(
    '/map/dispatch/route?fromLongitude=116.4&fromLatitude=39.9&toLongitude=116.4&toLatitude=39.91',
  )
  expect(route.data).toMatchObject({
    lengthM: 1000,
    seconds: 100,
    points: [
      [116.4, 39.9],
      [116.4, 39.91],
    ],
  })
})

test('a fence is changed while a device that it names is gone, and takes no other that is not there', async () => {
  const fence = { on: 'enter', sns: ['S-CAR', 'S-PTZ'] }
  const { id } = (await admin.post('/map/drawing/add', { ...square, fence })).data as { id: number }
  expect((await admin.post('/device/delete', { devices: [{ sn: 'S-CAR', version: 0 }] })).code).toBe(0)
  const change = (sns: string[]) => admin.post('/map/drawing/update', { id, fence: { on: 'both', sns } })
  expect((await change(['S-CAR', 'S-PTZ'])).code).toBe(0)
  expect((await change(['S-CAR', 'NOBODY'])).code).toBe(404)
})
