import { DEVICE_CALLS } from '@backlot/contract/devices/calls'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
let platform: TestPlatform
let admin: Client
let north: Client

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
})
afterAll(() => platform[Symbol.asyncDispose]())

const tree = async (client: Client, query = '') =>
  (
    (await client.get(`/deviceTreetable/list?${query}`)) as unknown as {
      data: { list: TreeNode[]; total: number }
    }
  ).data
const names = (nodes: readonly TreeNode[]) => nodes.map(({ name }) => name)

test('every device call of the contract has a route', () => {
  const routed = platform.areas.routes.map(({ call }) => call.name)
  for (const { name } of DEVICE_CALLS) expect(routed).toContain(name)
})

test('the top of the tree has the groups with their counters, and the meeting', async () => {
  const { list, total } = await tree(admin)
  expect(total).toBe(3)
  expect(list).toMatchObject([
    { id: 1, nodeType: 1, name: 'North', deviceCount: 3, onlineCount: 3, parentId: 0 },
    { id: 2, name: 'South' },
    { id: -1, name: 'meeting' },
  ])
})

test('pages follow each other without a gap, one level or everything below', async () => {
  const whole = await tree(admin, 'childNode=1&pageSize=2000')
  expect(names(whole.list)).toEqual([
    'North',
    'North dome',
    'North patrol',
    'North unbound',
    'South',
    'South dome',
    'South patrol',
    'South unbound',
    'meeting',
  ])
  const pages = await Promise.all(
    [1, 2, 3].map((page) => tree(admin, `childNode=1&pageSize=4&currentPage=${page}`)),
  )
  expect(pages.flatMap(({ list }) => names(list))).toEqual(names(whole.list))
  expect(names((await tree(admin, 'parentId=2')).list)).toEqual([
    'South dome',
    'South patrol',
    'South unbound',
  ])
})

test('devices are found by their names in either language, as many as asked for, and in scope alone', async () => {
  const found = async (client: Client, query: string) =>
    ((await client.get(`/device/find?${query}`)).data as { list: { sn: string; name: string }[] }).list
  const { list } = await tree(admin, 'childNode=1')
  const chinese = (
    (await (await platform.signIn('admin', 'zh')).get('/deviceTreetable/list?childNode=1')).data as {
      list: TreeNode[]
    }
  ).list
  const { sn, name } = chinese.find((node) => node.sn !== undefined)!
  const english = list.find((node) => node.sn === sn)!.name
  expect(name).not.toBe(english)
  expect(await found(admin, `text=${encodeURIComponent(name)}`)).toEqual([{ sn, name }])
  expect(await found(admin, `text=${encodeURIComponent(english.toUpperCase())}`)).toEqual([
    { sn, name: english },
  ])
  const patrols = (await found(admin, 'text=patrol')).map((one) => one.name)
  expect(patrols).toEqual(['North patrol', 'South patrol'])
  expect(await found(admin, 'text=patrol&limit=1')).toHaveLength(1)
  expect((await found(north, 'text=patrol')).map((one) => one.name)).toEqual(['North patrol'])
  expect((await admin.get('/device/find?text=%20')).code).toBe(400)
})

test('a scope is the whole world of its user', async () => {
  expect(names((await tree(north, 'childNode=1')).list)).toEqual([
    'North',
    'North dome',
    'North patrol',
    'North unbound',
    'meeting',
  ])
  expect((await tree(north, 'parentId=2')).total).toBe(0)
  expect((await tree(north, `userId=1&parentId=0`)).list[0]?.name).toBe('North')
  expect((await north.get('/device/channel/list?sn=S-PTZ')).code).toBe(404)
  const { data } = (await north.post('/gps/realtime/data', { list: ['N-PTZ', 'S-PTZ'] })) as unknown as {
    data: { list: { sn: string }[] }
  }
  expect(data.list.map(({ sn }) => sn)).toEqual(['N-PTZ'])
  const columns = (await north.get('/device/position/list')) as unknown as { data: { sn: string[] } }
  expect(columns.data.sn).toEqual(['N-PTZ', 'N-UNBOUND'])
})

test('a device node carries fields, channels and names in the language of the request', async () => {
  const chinese = platform.client(north.sessionId, 'zh')
  const [dome] = (await tree(chinese, 'parentId=1')).list
  expect(dome).toMatchObject({
    name: '北区球机',
    parentName: '北区',
    sn: 'N-PTZ',
    isPtz: true,
    videoOnlineStatus: 1,
    gbOnlineStatus: 0,
    onlineStatus: 1,
    longitude: 116.4,
    channelNum: 4,
    videoChannelNum: 1,
  })
  expect(dome?.chnList?.[0]).toMatchObject({ chnId: 1, name: '北区球机', type: 0, isPtz: true })
})

test('a repeated list is answered from the cache until something changes', async () => {
  const first = await admin.get('/deviceTreetable/list?parentId=1')
  const etag = first.response.headers.get('etag') ?? ''
  expect((await admin.get('/deviceTreetable/list?parentId=1', { 'if-none-match': etag })).status).toBe(304)
  const slot = platform.directory.slotOf('N-CAR') ?? 0
  platform.directory.setOnline(slot, { videoOnlineStatus: 0 })
  const changed = await admin.get('/deviceTreetable/list?parentId=1', { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect((await tree(admin)).list[0]).toMatchObject({ deviceCount: 3, onlineCount: 2 })
  platform.directory.setOnline(slot, { videoOnlineStatus: 1 })
})

test('a fixed device is placed and taken off the map, a moving one is not', async () => {
  const place = (sn: string) =>
    admin.post('/device/update/place/gps', { sn, longitude: 116.5, latitude: 39.8 })
  expect((await place('N-PTZ')).code).toBe(0)
  expect((await tree(admin, 'parentId=1')).list[0]).toMatchObject({ longitude: 116.5, latitude: 39.8 })
  platform.hostClock.advance(500)
  expect(platform.outbox.drain(platform.hostClock.now()).treeParents).toEqual([1])
  expect((await place('N-CAR')).code).toBe(409)
  expect(
    (await admin.post('/device/update/place/gps', { sn: 'N-PTZ', longitude: 0, latitude: 0 })).code,
  ).toBe(400)
  platform.hostClock.advance(1000)
  expect((await admin.post('/device/clear/place/gps', { sn: 'N-PTZ' })).code).toBe(0)
  expect((await tree(admin, 'parentId=1')).list[0]?.longitude).toBeUndefined()
  expect((await north.post('/device/clear/place/gps', { sn: 'N-PTZ' })).code).toBe(40003)
})

test('a device that leaves and comes again, as fleets do when the clock moves, stands where people placed it by then', async () => {
  const { directory, platformClock } = platform
  const given = directory.deviceBySn('N-PTZ')!
  const group = directory.addGroup(0, { zh: '来者', en: 'Comers' })
  const spec = { ...given, sn: 'COMER', rosterIndex: 700, groupId: group.id, sinceMs: platformClock.now() }
  const enter = async () => {
    const { slot } = directory.addDevice(spec, 1_000_001)
    await Promise.resolve()
    const { longitude, latitude } = directory.state(slot)
    return { slot, longitude, latitude }
  }
  const first = await enter()
  const atMs = platformClock.now()
  const place = { longitude: 116.123, latitude: 39.321 }
  expect((await admin.post('/device/update/place/gps', { sn: 'COMER', ...place })).code).toBe(0)
  directory.removeDevice(first.slot)
  expect(await enter()).toMatchObject(place)
  directory.removeDevice(directory.slotOf('COMER')!)
  platformClock.jump(atMs - 1000)
  expect(await enter()).toMatchObject({ longitude: first.longitude, latitude: first.latitude })
  platformClock.jump(atMs + 1000)
  expect(directory.state(directory.slotOf('COMER')!)).toMatchObject(place)
  directory.removeDevice(directory.slotOf('COMER')!)
  directory.removeGroup(group.id)
})

test('a clock that jumps finds devices where they stood then', async () => {
  const longitudeOf = async (sn: string) =>
    (await tree(admin, 'parentId=1')).list.find((node) => node.sn === sn)?.longitude
  const nowMs = platform.platformClock.now()
  await admin.post('/device/update/place/gps', { sn: 'N-UNBOUND', longitude: 116.6, latitude: 39.7 })
  expect(await longitudeOf('N-UNBOUND')).toBe(116.6)
  platform.platformClock.jump(START_MS - 1000)
  expect([await longitudeOf('N-UNBOUND'), await longitudeOf('N-PTZ')]).toEqual([116.4, 116.4])
  platform.platformClock.jump(START_MS + 100)
  expect(await longitudeOf('N-PTZ')).toBe(116.5)
  platform.platformClock.jump(nowMs + 1000)
  expect([await longitudeOf('N-UNBOUND'), await longitudeOf('N-PTZ')]).toEqual([116.6, undefined])
})

test('signal, installation and readings of a device', async () => {
  expect((await north.get('/device/getExtenInfo?sn=N-PTZ')).data).toEqual({ rssi: -71 })
  expect((await north.get('/device/installInfo?sn=N-PTZ')).data).toMatchObject({
    installTime: (START_MS - 86_400_000) / 1000,
    address: 'Hean Ave',
    installer: 'Zhang',
  })
  expect((await north.get('/sensor/realtime/data?sn=N-PTZ')).data).toEqual({
    list: [
      { code: 'a34004', name: 'PM2.5', icon: 'pm25', D: START_MS / 1000, V: 35.5, F: 'µg/m³', high: 75 },
    ],
  })
  expect((await north.get('/gas/sensor/realtime/data?sn=N-PTZ')).code).toBe(404)
})

const sensing = (sn: string, kind: 'hj212Station' | 'sensorController', rosterIndex: number) =>
  platform.directory.addDevice({
    sn,
    groupId: 1,
    kind,
    model: kind === 'hj212Station' ? 'air' : 'controllerYard',
    name: { zh: `${sn}站`, en: `Station ${sn}` },
    ability: 2,
    protocolType: 3,
    isPtz: false,
    x: 0,
    y: 0,
    longitude: 116.4,
    latitude: 39.9,
    installedAtMs: START_MS,
    installAddress: { zh: '', en: '' },
    installer: { zh: '', en: '' },
    rosterIndex,
  })

test('stations carry controllers and monitoring points, and answer them as nodes when they are asked for', async () => {
  const { directory } = platform
  const station = sensing('N-AIR', 'hj212Station', 60)
  const box = sensing('N-BOX', 'sensorController', 61)
  directory.setOnline(station.slot, { sensorOnlineStatus: 1 })
  const { list } = await tree(admin, 'parentId=1')
  const air = list.find(({ sn }) => sn === 'N-AIR')!
  // Its one point is the station itself: it is not named twice.
  expect(air.senseList).toEqual([
    { id: 1, nodeType: 6, number: 'BL_101', name: 'Particle sensor', chnId: 1 },
    { id: 2, nodeType: 6, number: 'BL_103', name: 'Ambient gas analyser', chnId: 1 },
    { id: 3, nodeType: 6, number: 'BL_104', name: 'Weather sensor', chnId: 1 },
  ])
  expect(air.nodeType).toBe(0)
  const controller = list.find(({ sn }) => sn === 'N-BOX')!
  expect(controller.nodeType).toBe(2)
  const points = controller.senseList?.filter(({ nodeType }) => nodeType === 7) ?? []
  expect(points.map(({ name }) => name)).toEqual(['Yard climate', 'Yard air', 'Yard light'])
  expect(list.find(({ sn }) => sn === 'N-PTZ')?.senseList).toBeUndefined()

  const below = await tree(admin, `parentId=${station.id}`)
  expect(below.list.map(({ nodeType, _id, name }) => [nodeType, _id, name])).toEqual([
    [4, `d_${station.id}_1`, 'Environment'],
    [6, `d_${station.id}_6_1`, 'Particle sensor'],
    [6, `d_${station.id}_6_2`, 'Ambient gas analyser'],
    [6, `d_${station.id}_6_3`, 'Weather sensor'],
  ])
  expect(below.list[1]).toMatchObject({ parentId: station.id, sn: 'N-AIR', onlineStatus: 1, isLeaf: true })
  const page = await tree(admin, `parentId=${station.id}&pageSize=3&currentPage=2`)
  expect([page.total, page.list.map(({ name }) => name)]).toEqual([4, ['Weather sensor']])
  const south = await platform.signIn('south')
  expect((await tree(south, `parentId=${station.id}`)).total).toBe(0)
  for (const { slot } of [station, box]) directory.removeDevice(slot)
})

test('a sensor that is taken off a line leaves the tree, and consoles are told', async () => {
  const station = sensing('N-AIR', 'hj212Station', 60)
  platform.directory.setOnline(station.slot, { sensorOnlineStatus: 1 })
  const controllers = async () => {
    const { list } = await tree(admin, 'parentId=1')
    return list.find(({ sn }) => sn === 'N-AIR')?.senseList?.map(({ id }) => id)
  }
  expect(await controllers()).toEqual([1, 2, 3])
  platform.hostClock.advance(500)
  platform.outbox.drain(platform.hostClock.now())
  const body = { sn: 'N-AIR', id: 2, version: 0 }
  expect((await admin.post('/device/channel/sensorCtrl/delete', body)).code).toBe(0)
  expect(await controllers()).toEqual([1, 3])
  platform.hostClock.advance(500)
  expect(platform.outbox.drain(platform.hostClock.now()).treeParents).toEqual([1])
  platform.directory.removeDevice(station.slot)
})

test('cameras that look at a device are named by whoever sees them', async () => {
  const car = { sn: 'S-CAR', chnId: 1 }
  const dome = { sn: 'N-PTZ', chnId: 1 }
  expect(
    (await admin.post('/device/bindChannels/update', { sn: 'N-CAR', list: [car, dome], version: 0 })).code,
  ).toBe(0)
  const bound = async (client: Client) =>
    (await tree(client, 'parentId=1')).list.find(({ sn }) => sn === 'N-CAR')?.bindChannels
  expect(await bound(admin)).toEqual([car, dome])
  expect(await bound(north)).toEqual([dome])
})

test('a channel may be offline while its device is online', async () => {
  const { directory } = platform
  const slot = directory.slotOf('N-CAR') ?? 0
  const states = async () => {
    const { data } = await admin.get('/device/channel/list?sn=N-CAR')
    const listed = (data as { list: { onlineStatus: number }[] }).list.map(({ onlineStatus }) => onlineStatus)
    const node = (await tree(admin, 'parentId=1')).list.find(({ sn }) => sn === 'N-CAR')
    expect(node?.chnList?.map(({ onlineStatus }) => onlineStatus)).toEqual(listed)
    return listed
  }
  expect(await states()).toEqual([1, 1, 1, 1])
  directory.setLostChannels(slot, new Set([2]))
  expect(await states()).toEqual([1, 0, 1, 1])
  directory.setOnline(slot, { videoOnlineStatus: 0 })
  expect(await states()).toEqual([0, 0, 0, 0])
  directory.setOnline(slot, { videoOnlineStatus: 1 })
  expect(await states()).toEqual([1, 0, 1, 1])
  directory.setLostChannels(slot, new Set())
  expect(await states()).toEqual([1, 1, 1, 1])
})

test('what is near a place names a video channel that can be watched, if there is one', async () => {
  const { directory } = platform
  const slot = directory.slotOf('S-PTZ') ?? 0
  const { longitude, latitude } = directory.state(slot)
  const near = async () => {
    const { data } = await admin.get(
      `/map/dispatch/nearest?kind=camera&longitude=${longitude}&latitude=${latitude}`,
    )
    return (data as { list: { sn: string; chnId?: number }[] }).list.find(({ sn }) => sn === 'S-PTZ')
  }
  expect(await near()).toMatchObject({ chnId: 1 })
  directory.setLostChannels(slot, new Set([1]))
  expect((await near())?.chnId).toBeUndefined()
  directory.setLostChannels(slot, new Set())
})
