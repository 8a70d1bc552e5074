/** The fleet's own cameras at a platform of GB/T 28181 that says what it is told to: what they tell, and what they do. */
import { controlDevices, controlRaiseAlarm } from '@backlot/contract/control/calls'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { encodePtzCommand } from '../../simulator/src/wire/gb28181/ptz-command.ts'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { type GbCameras, LOOPBACK, openGbCameras, PATIENT } from './gb-cameras.ts'
import { openGbPlatform } from './gb-platform.ts'

let cameras: GbCameras
beforeAll(async () => {
  cameras = await openGbCameras()
})
afterAll(async () => {
  await cameras?.[Symbol.asyncDispose]()
})

const ptz = (action: Parameters<typeof encodePtzCommand>[0]['action']) =>
  cameras.platform.send(cameras.camera.id, {
    kind: 'deviceControl',
    sn: cameras.nextSn(),
    deviceId: cameras.camera.id,
    ptzCmd: encodePtzCommand({ address: 1, action }),
  })
const move = (pan: -1 | 0 | 1, zoom: -1 | 0 | 1 = 0) =>
  ptz({ kind: 'move', pan, tilt: 0, zoom, panSpeed: 128, tiltSpeed: 0, zoomSpeed: 8 })
const preset = (action: 'set' | 'call', number: number) => ptz({ kind: 'preset', action, preset: number })

it('tells what it is, and what it has recorded', async () => {
  expect(
    await cameras.platform.send(cameras.camera.id, {
      kind: 'deviceInfoQuery',
      sn: 1,
      deviceId: cameras.camera.id,
    }),
  ).toBe(200)
  await vi.waitFor(
    () => expect(cameras.platform.of('deviceInfo').at(-1)).toMatchObject({ manufacturer: 'Backlot' }),
    PATIENT,
  )
  await cameras.platform.send(cameras.vehicle.id, {
    kind: 'catalogQuery',
    sn: 2,
    deviceId: cameras.vehicle.id,
  })
  const items = () => cameras.platform.of('catalogResponse').flatMap((page) => page.items ?? [])
  await vi.waitFor(() => expect(items().length).toBeGreaterThan(1), PATIENT)
  expect(new Set(items().map(({ parentId }) => parentId))).toEqual(new Set([cameras.vehicle.id]))
  const endTime = await cameras.nowMs()
  await cameras.platform.send(cameras.camera.id, {
    kind: 'recordQuery',
    sn: 3,
    deviceId: cameras.camera.id,
    startTime: endTime - 7_200_000,
    endTime,
    type: 'all',
  })
  await vi.waitFor(
    () => expect(cameras.platform.of('recordResponse').flatMap((page) => page.items)).not.toEqual([]),
    PATIENT,
  )
})

it('has one pose for all who steer it, and presets, tours and a home', async () => {
  const before = await cameras.poseOf()
  expect(await move(1)).toBe(200)
  await vi.waitFor(
    async () => expect(Math.abs((await cameras.poseOf()).pan - before.pan)).toBeGreaterThan(5),
    PATIENT,
  )
  await move(0)
  await preset('set', 200)
  const there = await cameras.poseOf()
  await move(-1, 1)
  await vi.waitFor(
    async () => expect(Math.abs((await cameras.poseOf()).pan - there.pan)).toBeGreaterThan(5),
    PATIENT,
  )
  await move(0)
  await preset('call', 200)
  await vi.waitFor(async () => {
    const { pan, zoom } = await cameras.poseOf()
    expect([pan, zoom]).toEqual([expect.closeTo(there.pan, 1), expect.closeTo(there.zoom, 1)])
  }, PATIENT)
  await cameras.platform.send(cameras.camera.id, {
    kind: 'presetQuery',
    sn: cameras.nextSn(),
    deviceId: cameras.camera.id,
  })
  await vi.waitFor(
    () =>
      expect(
        cameras.platform
          .of('presetResponse')
          .at(-1)
          ?.presets?.map(({ presetId }) => presetId),
      ).toContain('200'),
    PATIENT,
  )
  // The middle of the right half comes to the middle, twice as large.
  const zoomed = { length: 640, width: 360, midPointX: 480, midPointY: 180, lengthX: 320, lengthY: 180 }
  await cameras.platform.send(cameras.camera.id, {
    kind: 'deviceControl',
    sn: cameras.nextSn(),
    deviceId: cameras.camera.id,
    dragZoomIn: zoomed,
  })
  await vi.waitFor(async () => expect((await cameras.poseOf()).zoom).toBeCloseTo(there.zoom * 2, 1), PATIENT)
  const homePosition = { enabled: 1, resetTimeS: 1, presetIndex: 200 }
  await cameras.platform.send(cameras.camera.id, {
    kind: 'deviceControl',
    sn: cameras.nextSn(),
    deviceId: cameras.camera.id,
    homePosition,
  })
  await vi.waitFor(async () => expect((await cameras.poseOf()).zoom).toBeCloseTo(there.zoom, 1), PATIENT)
  const off = { ...homePosition, enabled: 0 }
  await cameras.platform.send(cameras.camera.id, {
    kind: 'deviceControl',
    sn: cameras.nextSn(),
    deviceId: cameras.camera.id,
    homePosition: off,
  })
  const tour = (command: number, second: number) => ptz({ kind: 'other', command, first: 1, second, high: 0 })
  for (const stop of [1, 2]) await tour(0x84, stop)
  await tour(0x87, 1)
  await tour(0x88, 0)
  await vi.waitFor(
    async () => expect(Math.abs((await cameras.poseOf()).pan - there.pan)).toBeGreaterThan(5),
    PATIENT,
  )
  await move(0)
})

it('scans from one limit to the other and back, and records whatever it is told', async () => {
  const scan = (second: number) => ptz({ kind: 'other', command: 0x89, first: 1, second, high: 0 })
  const awayFrom = (pan: number) =>
    vi.waitFor(async () => expect(Math.abs((await cameras.poseOf()).pan - pan)).toBeGreaterThan(20), PATIENT)
  const backAt = (pan: number) =>
    vi.waitFor(async () => expect(Math.abs((await cameras.poseOf()).pan - pan)).toBeLessThan(10), PATIENT)
  await move(0)
  const left = (await cameras.poseOf()).pan
  await scan(1)
  await move(1)
  await awayFrom(left)
  await move(0)
  const right = (await cameras.poseOf()).pan
  await scan(2)
  await scan(0)
  for (const pan of [left, right, left]) await backAt(pan)
  await move(0)
  const record = async (recordCmd: 'Record' | 'StopRecord') => {
    const sn = cameras.nextSn()
    const deviceId = cameras.camera.id
    expect(await cameras.platform.send(deviceId, { kind: 'deviceControl', sn, deviceId, recordCmd })).toBe(
      200,
    )
    return vi.waitFor(() => {
      const found = cameras.platform.of('deviceControlResponse').find((one) => one.sn === sn)
      expect(found).toBeDefined()
      return found!.result
    }, PATIENT)
  }
  expect([await record('StopRecord'), await record('Record')]).toEqual(['ERROR', 'OK'])
})

it('tells alarms to who subscribed, not while it is off guard, and is in alarm until it is reset', async () => {
  const subscription = {
    kind: 'alarmQuery',
    sn: cameras.nextSn(),
    deviceId: cameras.camera.id,
    alarmMethod: '5',
  } as const
  expect(await cameras.platform.subscribe(cameras.camera.id, subscription)).toBe(200)
  const raise = () =>
    control(cameras.simulator.url, controlRaiseAlarm, {
      body: { sn: cameras.camera.sn, chnId: 1, type: 'VideoAlarm', subType: 'Motion' },
    })
  const told = () =>
    cameras.platform.of('alarmNotify').filter(({ deviceId }) => deviceId === cameras.camera.id)
  await raise()
  await vi.waitFor(
    () => expect(told().at(-1)).toMatchObject({ alarmMethod: 5, info: { alarmType: 2 } }),
    PATIENT,
  )
  const duty = async () => {
    const serial = cameras.nextSn()
    await cameras.platform.send(cameras.camera.id, {
      kind: 'deviceStatusQuery',
      sn: serial,
      deviceId: cameras.camera.id,
    })
    return vi.waitFor(() => {
      const found = cameras.platform.of('deviceStatus').find((one) => one.sn === serial)
      expect(found).toBeDefined()
      return found!.alarmStatus?.[0]?.dutyStatus
    }, PATIENT)
  }
  const order = (what: object) =>
    cameras.platform.send(cameras.camera.id, {
      kind: 'deviceControl',
      sn: cameras.nextSn(),
      deviceId: cameras.camera.id,
      ...what,
    })
  expect(await duty()).toBe('ALARM')
  await order({ alarmCmd: 'ResetAlarm' })
  expect(await duty()).toBe('ONDUTY')
  await order({ guardCmd: 'ResetGuard' })
  expect(await duty()).toBe('OFFDUTY')
  const before = told().length
  await raise()
  await order({ guardCmd: 'SetGuard' })
  await raise()
  await vi.waitFor(() => expect(told().length).toBeGreaterThan(before), PATIENT)
  expect(told()).toHaveLength(before + 1)
})

it('a vehicle tells where it is to who subscribed', async () => {
  const wish = {
    kind: 'positionQuery',
    sn: cameras.nextSn(),
    deviceId: cameras.vehicle.id,
    intervalS: 1,
  } as const
  expect(await cameras.platform.subscribe(cameras.vehicle.id, wish)).toBe(200)
  await vi.waitFor(() => expect(cameras.platform.of('positionNotify').length).toBeGreaterThan(1), PATIENT)
  const { longitude, latitude } = cameras.platform.of('positionNotify').at(-1)!
  const truth = await cameras.deviceOf(cameras.vehicle.sn)
  expect(Math.abs(longitude! - truth.longitude)).toBeLessThan(0.01)
  expect(Math.abs(latitude! - truth.latitude)).toBeLessThan(0.01)
})

it('restarts when it is told to: it signs out, and comes back', async () => {
  const before = cameras.platform.registrations.length
  await cameras.platform.send(cameras.camera.id, {
    kind: 'deviceControl',
    sn: cameras.nextSn(),
    deviceId: cameras.camera.id,
    teleBoot: 'Boot',
  })
  const since = () =>
    cameras.platform.registrations.slice(before).filter((one) => one.endsWith(cameras.camera.id))
  await vi.waitFor(() => expect(since()).toEqual([`-${cameras.camera.id}`]), PATIENT)
  expect((await cameras.deviceOf(cameras.camera.sn)).online).toBe(false)
  await vi.waitFor(() => expect(since()).toEqual([`-${cameras.camera.id}`, `+${cameras.camera.id}`]), {
    timeout: 120_000,
    interval: 500,
  })
}, 150_000)

it('a recorder of several cameras has them in its catalog, and tells which went off', async () => {
  await using other = await openGbPlatform('secret')
  const to = `gb28181://${LOOPBACK}:${other.port}?password=secret&kind=ptzCamera&count=12&channels=8`
  await using nvr = await launchSimulator(['--no-rtmp', '--gb28181-to', to])
  await vi.waitFor(() => expect(other.peers.size).toBe(2), PATIENT)
  const [id] = [...other.peers.keys()].toSorted()
  await other.send(id!, { kind: 'catalogQuery', sn: 1, deviceId: id! })
  const items = () => other.of('catalogResponse').flatMap((page) => page.items ?? [])
  // Eight cameras, each with its loudspeaker.
  await vi.waitFor(() => expect(items()).toHaveLength(16), PATIENT)
  const ids = items().map(({ deviceId }) => deviceId)
  expect(ids.filter((one) => one.slice(10, 13) === '137').map((one) => one.slice(14))).toEqual(
    ids.filter((one) => one.slice(10, 13) === '132').map((one) => one.slice(14)),
  )
  expect(await other.subscribe(id!, { kind: 'catalogQuery', sn: 2, deviceId: id! })).toBe(200)
  const on = items().find(({ status }) => status === 'ON')!
  const { list } = await control(nvr.url, controlDevices, { query: { kind: 'ptzCamera' } })
  const device = list.find(({ gb28181 }) => gb28181 === on.deviceId)!
  await fetch(new URL('/control/devices/state', nvr.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sn: device.sn, state: 'offline' }),
  })
  await vi.waitFor(
    () =>
      expect(other.of('catalogNotify').flatMap((notice) => notice.items)).toContainEqual(
        expect.objectContaining({ deviceId: on.deviceId, event: 'OFF' }),
      ),
    PATIENT,
  )
})
