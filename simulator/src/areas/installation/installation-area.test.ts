import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CODES } from '@backlot/contract/codes'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { MonitoringPoint } from '@backlot/contract/installation/entities'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

const DUST = 'a34004'
const CO = 'a21005'
let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>
beforeAll(async () => {
  platform = await createTestPlatform()
  const { directory } = platform
  const device = directory.addDevice({
    sn: 'N-AIR',
    groupId: 1,
    kind: 'hj212Station',
    model: 'air',
    name: { zh: '北站', en: 'North air' },
    ability: ABILITY_BITS.hjt212,
    protocolType: PROTOCOL_TYPES.hj212,
    isPtz: false,
    x: 0,
    y: 0,
    longitude: 116.4,
    latitude: 39.9,
    installedAtMs: START_MS - 86_400_000,
    installAddress: { zh: '和安大街', en: 'Hean Ave' },
    installer: { zh: '张工', en: 'Zhang' },
    rosterIndex: 41,
  })
  directory.setOnline(device.slot, { sensorOnlineStatus: 1 })
  admin = await platform.signIn('admin')
})
afterAll(() => platform[Symbol.asyncDispose]())

const points = async () =>
  (await admin.get('/device/monitoringPoint/list?sn=N-AIR')).data as {
    list: MonitoringPoint[]
    version: number
    quantities: { code: string; name: string }[]
  }
const onPoint = (verb: string, body: object) =>
  admin.post(`/device/monitoringPoint/${verb}`, { sn: 'N-AIR', position: '', codes: [], ...body })

it('points of a station are added, refused, renamed and deleted; what one measures no other does', async () => {
  const first = await points()
  expect(first.version).toBe(0)
  expect(first.list).toMatchObject([{ name: 'North air', chnId: 1, position: '' }])
  expect(first.list[0]?.codes).toContain(DUST)
  expect(first.quantities).toContainEqual({ code: DUST, name: 'PM2.5', unit: 'µg/m³' })
  const roof = { name: 'Roof', position: 'West, by the mast', codes: [DUST], version: 0 }
  expect(await onPoint('add', { ...roof, name: 'North air' })).toMatchObject({ code: CODES.conflict })
  expect(await onPoint('add', { ...roof, name: ' ' })).toMatchObject({ code: CODES.invalid })
  expect((await onPoint('add', { ...roof, codes: ['g01'] })).msg).toContain('g01')
  const added = await onPoint('add', roof)
  expect(added.code).toBe(0)
  expect(await onPoint('add', { ...roof, name: 'Late' })).toMatchObject({ code: CODES.conflict })
  const { list, version } = await points()
  expect(list.map(({ name }) => name)).toEqual(['North air', 'Roof'])
  expect(list[0]?.codes).not.toContain(DUST)
  const { id } = list[1]!
  expect(
    await onPoint('update', { ...roof, id, name: 'High roof', codes: [DUST, CO], version }),
  ).toMatchObject({
    code: 0,
  })
  const tree = (await admin.get('/device/channel/list?sn=N-AIR')).data as {
    list: { children: { name: string }[] }[]
  }
  expect(tree.list[0]?.children.map(({ name }) => name)).toEqual(['North air', 'High roof'])
  // The untouched one keeps its names in both languages.
  const chinese = platform.client(admin.sessionId, 'zh')
  const inChinese = (await chinese.get('/device/monitoringPoint/list?sn=N-AIR')).data as typeof first
  expect(inChinese.list.map(({ name }) => name)).toEqual(['北站', 'High roof'])
})

it('an alarm of what is measured says at which point that is', async () => {
  const monitorOf = async (alarmSeq: string, code: string) => {
    const draft = { sn: 'N-AIR', chnId: 1, alarmSeq, type: 'DustAlarm', subType: 'PM25', startMs: START_MS }
    const [alarm] = await platform.records.alarms.raise([{ ...draft, code }])
    return alarm?.monitorName
  }
  expect(await monitorOf('a', DUST)).toBe('High roof')
  expect(await monitorOf('b', 'a05024')).toBeUndefined()
})

it('holds a point to limits of its own: in readings, and in alarms while they are crossed', async () => {
  // The dome reports 35.5 of dust, and acts as a station here.
  const dome = platform.directory.addDevice({
    sn: 'N-GATE',
    groupId: 1,
    kind: 'hj212Station',
    model: 'air',
    name: { zh: '门站', en: 'Gate air' },
    ability: ABILITY_BITS.hjt212,
    protocolType: PROTOCOL_TYPES.hj212,
    isPtz: false,
    x: 0,
    y: 0,
    longitude: 116.4,
    latitude: 39.9,
    installedAtMs: START_MS - 86_400_000,
    installAddress: { zh: '和安大街', en: 'Hean Ave' },
    installer: { zh: '张工', en: 'Zhang' },
    rosterIndex: 42,
  })
  platform.directory.setOnline(dome.slot, { sensorOnlineStatus: 1 })
  const read = async () => {
    const { list } = (await admin.get('/sensor/realtime/data?sn=N-GATE')).data as {
      list: { code: string; low?: number; high?: number }[]
    }
    return list.find(({ code }) => code === DUST)
  }
  const open = () => platform.records.alarms.newestOpen('N-GATE', 1, `limit-${DUST}-`)
  expect(await read()).toMatchObject({ high: 75 })
  const known = (await admin.get('/device/monitoringPoint/list?sn=N-GATE')).data as {
    list: MonitoringPoint[]
  }
  const [point] = known.list
  const limit = (low: number | null, high: number | null, code = DUST) => ({ code, low, high, alarm: true })
  const set = (limits: object[], version: number) =>
    admin.post('/device/monitoringPoint/update', { ...point, sn: 'N-GATE', limits, version })
  expect(await set([limit(40, 30)], 0)).toMatchObject({ code: CODES.invalid })
  expect(await set([limit(null, null)], 0)).toMatchObject({ code: CODES.invalid })
  expect(await set([limit(null, 30), limit(null, 20)], 0)).toMatchObject({ code: CODES.invalid })
  expect(await set([limit(null, 30, 'g01')], 0)).toMatchObject({ code: CODES.invalid })

  expect(await set([limit(null, 30)], 0)).toMatchObject({ code: 0 })
  expect(await read()).toMatchObject({ high: 30 })
  platform.hostClock.advance(1000)
  await expect.poll(open).toBeDefined()
  const { alarmSeq } = open()!
  const alarm = (await admin.get(`/alarm/get?sn=N-GATE&alarmSeq=${alarmSeq}`)).data
  expect(alarm).toMatchObject({ type: 'DustAlarm', subType: 'PM25', state: 1, alarmSource: 0 })
  expect(await set([limit(null, 200)], 1)).toMatchObject({ code: 0 })
  platform.hostClock.advance(1000)
  await expect.poll(open).toBeUndefined()
  // A quantity that the point no longer measures has no limit there.
  expect(await set([], 2)).toMatchObject({ code: 0 })
  expect(await read()).toMatchObject({ high: 75 })
})

it('the last point stays', async () => {
  const { list, version } = await points()
  expect(await onPoint('delete', { id: 5, version })).toMatchObject({ code: CODES.notFound })
  expect(await onPoint('delete', { id: list[1]!.id, version })).toMatchObject({ code: 0 })
  expect(await onPoint('delete', { id: list[0]!.id, version: version + 1 })).toMatchObject({
    code: CODES.conflict,
  })
  expect((await admin.get('/device/monitoringPoint/list?sn=N-CAR')).data).toMatchObject({ list: [] })
  expect(await onPoint('add', { sn: 'N-CAR', name: 'Roof', version: 0 })).toMatchObject({
    code: CODES.notFound,
  })
})

it('binds camera channels of devices that the caller sees, and takes pictures of alarms from the first', async () => {
  const bind = (list: object[], version: number, sn = 'N-AIR') =>
    admin.post('/device/bindChannels/update', { sn, list, version })
  const bound = async () => (await admin.get('/device/bindChannels/list?sn=N-AIR')).data
  expect(await bound()).toEqual({ list: [], version: 0 })
  const dome = { sn: 'S-PTZ', chnId: 1 }
  expect(await bind([dome, dome], 0)).toMatchObject({ code: CODES.conflict })
  // An audio channel is no picture.
  expect(await bind([{ ...dome, chnId: 2 }], 0)).toMatchObject({ code: CODES.notFound })
  expect(await bind([dome, { sn: 'N-PTZ', chnId: 1 }], 0)).toMatchObject({ code: 0 })
  expect(await bind([], 0)).toMatchObject({ code: CODES.conflict })
  expect(await bound()).toMatchObject({
    list: [
      { ...dome, devName: 'South dome', onlineStatus: 1 },
      { sn: 'N-PTZ', devName: 'North dome' },
    ],
    version: 1,
  })
  const [alarm] = await platform.records.alarms.raise([
    { sn: 'N-AIR', chnId: 1, alarmSeq: 'c', type: 'DustAlarm', startMs: START_MS },
  ])
  const picture = await fetch(`${platform.url}${alarm?.resource[0]?.url}`, {
    headers: { authorization: `Bearer ${admin.sessionId}` },
  })
  expect(await picture.text()).toContain('S-PTZ')
  const north = await platform.signIn('north')
  const seen = (await north.get('/device/bindChannels/list?sn=N-AIR')).data as { list: { sn: string }[] }
  expect(seen.list.map(({ sn }) => sn)).toEqual(['N-PTZ'])
  expect((await north.post('/device/bindChannels/update', {})).code).toBe(CODES.notPermitted)
})

it('keeps how a device was installed: photos that are there, a time that has been', async () => {
  const info = async () => (await admin.get('/device/installInfo?sn=N-AIR')).data as Record<string, unknown>
  const before = await info()
  expect(before).toMatchObject({
    installer: 'Zhang',
    address: 'Hean Ave',
    height: null,
    photos: [],
    version: 0,
  })
  const update = (more: object) =>
    admin.post('/device/installInfo/update', {
      sn: 'N-AIR',
      installTime: START_MS / 1000 - 3600,
      installer: 'Li',
      address: '1 Quay St',
      height: 3.5,
      photos: [],
      remark: 'Key at the gate',
      version: 0,
      ...more,
    })
  expect((await update({ installTime: START_MS / 1000 + 60 })).msg).toContain('future')
  expect((await update({ photos: ['/uploads/none.png'] })).msg).toContain('Photo')
  expect(await update({ height: 5000 })).toMatchObject({ code: CODES.invalid })
  expect(await update({})).toMatchObject({ code: 0 })
  expect(await update({})).toMatchObject({ code: CODES.conflict })
  expect(await info()).toMatchObject({
    installer: 'Li',
    address: '1 Quay St',
    height: 3.5,
    remark: 'Key at the gate',
    installTime: START_MS / 1000 - 3600,
    version: 1,
  })
  // The device list shows the same.
  const { list } = (await admin.get('/device/list?text=N-AIR')).data as { list: object[] }
  expect(list[0]).toMatchObject({ installer: 'Li', address: '1 Quay St' })
})
