import { expect, it } from 'vitest'
import type { SipDialog } from '../../sip/sip-calls.ts'
import type { CatalogItem } from '../../wire/gb28181/catalog-shapes.ts'
import type { ManscdpMessage } from '../../wire/gb28181/manscdp-message.ts'
import { decodePtzCommand } from '../../wire/gb28181/ptz-command.ts'
import { readManscdp } from '../../wire/gb28181/read-manscdp.ts'
import { writeManscdp } from '../../wire/gb28181/write-manscdp.ts'
import { cameraId, DEVICE, gatewayRig } from './gateway-rig.test-support.ts'

const items = (count: number): CatalogItem[] =>
  Array.from({ length: count }, (_, i) => ({
    deviceId: cameraId(i + 1),
    name: `摄像机 ${i + 1}`,
    parental: 0,
    status: i === 1 ? 'OFF' : 'ON',
    info: { ptzType: i === 2 ? 1 : 3 },
  }))

/** A recorder with cameras, in pages of two; a group and a region are in its catalog too. */
function recorder(count: number, asked: ManscdpMessage[] = []) {
  const all: CatalogItem[] = [
    { deviceId: '34020000', name: '市区' },
    { deviceId: '34020000002160000001', name: '一楼' },
    ...items(count),
  ]
  return (message: ManscdpMessage): ManscdpMessage[] => {
    asked.push(message)
    if (message.kind === 'deviceInfoQuery') {
      const { sn, deviceId } = message
      const facts = { deviceName: '录像机', manufacturer: 'Maker', model: 'NVR-8', firmware: 'V1.2' }
      return [{ kind: 'deviceInfo', sn, deviceId, result: 'OK', ...facts }]
    }
    if (message.kind !== 'catalogQuery') return []
    const { sn, deviceId } = message
    return Array.from({ length: Math.ceil(all.length / 2) }, (_, page) => ({
      kind: 'catalogResponse' as const,
      sn,
      deviceId,
      sumNum: all.length,
      items: all.slice(page * 2, page * 2 + 2),
    }))
  }
}

async function registered(count = 3) {
  const rig = gatewayRig()
  const asked: ManscdpMessage[] = []
  const device = rig.device({ answer: recorder(count, asked) })
  await rig.settled(device.register())
  await rig.pass(1000)
  return { rig, device, asked }
}

it('reads the pages of a catalog as channels, without groups and regions, and who the device is', async () => {
  const { rig } = await registered()
  await using _ = rig
  const record = rig.records.get(DEVICE)!
  expect(record).toMatchObject({ name: '录像机', maker: 'Maker', model: 'NVR-8', firmware: 'V1.2' })
  expect(record.channels.map(({ chnId, name, isPtz, isOnline }) => [chnId, name, isPtz, isOnline])).toEqual([
    [1, '摄像机 1', false, true],
    [2, '摄像机 2', false, false],
    [3, '摄像机 3', true, true],
  ])
})

it('asks again with a later keepalive for a catalog that did not come whole, and keeps what came', async () => {
  await using rig = gatewayRig()
  let isWhole = false
  const whole = recorder(4)
  const device = rig.device({
    answer: (message) => (isWhole ? whole(message) : whole(message).slice(0, 2)),
  })
  await rig.settled(device.register())
  await rig.pass(11_000)
  expect(rig.records.get(DEVICE)!.channels.map(({ chnId }) => chnId)).toEqual([1, 2])
  isWhole = true
  await rig.pass(50_000)
  await rig.settled(device.keepalive())
  await rig.pass(1000)
  expect(rig.records.get(DEVICE)!.channels.map(({ chnId }) => chnId)).toEqual([1, 2, 3, 4])
})

it('shows at most 99 channels and says that there are more', async () => {
  const { rig } = await registered(120)
  await using _ = rig
  await rig.pass(2000)
  expect(rig.records.get(DEVICE)!.channels).toHaveLength(99)
  expect(rig.warnings).toContain('a device has more channels than can be shown')
})

it('follows changes of the catalog and positions that subscriptions bring, and answers repeated bodies', async () => {
  await using rig = gatewayRig()
  const dialogs = new Map<string, SipDialog>()
  const device = rig.device({
    answer: recorder(2),
    subscribe(incoming) {
      const read = readManscdp(incoming.request.body)
      if (!read.ok) throw new Error(read.problem.message)
      const dialog = incoming.accept(
        { headers: [{ name: 'Expires', value: '3600' }] },
        { ended: () => undefined },
      )
      dialogs.set(read.value.kind, dialog!)
    },
  })
  await rig.settled(device.register())
  await rig.pass(1000)
  const notify = async (query: string, message: ManscdpMessage) => {
    const headers = [{ name: 'Content-Type', value: 'Application/MANSCDP+xml' }]
    let status: number | string = 'none'
    dialogs.get(query)!.request(
      'NOTIFY',
      { headers, body: writeManscdp(message) },
      {
        answered(response) {
          status = response.status
        },
        failed: () => undefined,
      },
    )
    await rig.pass(200)
    return status
  }
  const change = (deviceId: string, event: CatalogItem['event']) => ({ deviceId, event: event! })
  expect(
    await notify('catalogQuery', {
      kind: 'catalogNotify',
      sn: 1,
      deviceId: DEVICE,
      sumNum: 3,
      items: [
        change(cameraId(1), 'OFF'),
        change(cameraId(2), 'ON'),
        { ...change(cameraId(9), 'ADD'), name: 'Neu' },
      ],
    }),
  ).toBe(200)
  expect(rig.records.get(DEVICE)!.channels.map(({ chnId, isOnline }) => [chnId, isOnline])).toEqual([
    [1, false],
    [2, true],
    [3, true],
  ])
  const place = { longitude: 121.5, latitude: 31.2, speedKmh: 36, directionDeg: 90 }
  await notify('positionQuery', {
    kind: 'positionNotify',
    sn: 1,
    deviceId: DEVICE,
    time: rig.clock.now(),
    ...place,
  })
  await notify('positionQuery', { kind: 'positionNotify', sn: 2, deviceId: cameraId(77), ...place })
  expect(rig.positions).toMatchObject([place])
})

it('raises alarms at their channel and answers them', async () => {
  const { rig, device } = await registered()
  await using _ = rig
  const atMs = rig.clock.now() - 5000
  const alarm = {
    kind: 'alarmNotify',
    sn: 7,
    deviceId: cameraId(2),
    alarmPriority: 1,
    alarmMethod: 5,
    alarmTime: atMs,
    info: { alarmType: 6 },
  } as const
  expect(await rig.settled(device.say(alarm))).toBe(200)
  await rig.settled(device.say({ ...alarm, alarmMethod: 2, info: { alarmType: 1 }, alarmTime: 0 }))
  await rig.pass(100)
  expect(rig.alarms[0]).toMatchObject({ type: 'AiAlarm', subType: 'Intruder', chnId: 2, atMs, endMs: atMs })
  // A clock that stands at 1970: the alarm counts from its arrival, and says what the device said.
  expect(rig.alarms[1]).toMatchObject({ subType: 'VideoLoss', deviceTime: '1970-01-01T00:00:00.000Z' })
  expect(device.heard).toContainEqual({ kind: 'alarmResponse', sn: 7, deviceId: cameraId(2), result: 'OK' })
})

it('steers the first channel that turns, stops momentary moves, and restarts', async () => {
  const { rig, device, asked } = await registered()
  await using _ = rig
  asked.length = 0
  rig.gateway.order(DEVICE, { kind: 'ptzMove', motion: { pan: 1, tilt: -0.5 }, speed: 50, forMs: 500 })
  rig.gateway.order(DEVICE, { kind: 'reboot' })
  await rig.pass(1000)
  rig.gateway.order(DEVICE, { kind: 'presetCall', preset: 3 })
  rig.gateway.order('34020000001180000099', { kind: 'reboot' })
  await rig.pass(200)
  const controls = asked.flatMap((one) => (one.kind === 'deviceControl' ? [one] : []))
  const actions = controls.map(({ deviceId, ptzCmd, teleBoot }) => {
    const read = ptzCmd === undefined ? undefined : decodePtzCommand(ptzCmd)
    return [deviceId, read?.ok ? read.value.action : teleBoot]
  })
  rig.gateway.order(DEVICE, { kind: 'homeSet' })
  rig.gateway.order(DEVICE, { kind: 'ptzPoint', x: 0.5, y: 0.5, zoomFactor: 2 })
  const steps = [1, 2].map((preset) => ({ preset, dwellMs: 300_000, speed: 40 }))
  rig.gateway.order(DEVICE, { kind: 'cruiseSet', cruise: 1, name: 'Round', steps })
  await rig.pass(200)
  const later = asked.flatMap((one) => (one.kind === 'deviceControl' ? [one] : [])).slice(controls.length)
  expect(
    later.map(({ ptzCmd, homePosition, dragZoomIn }) => ptzCmd?.slice(6, 14) ?? homePosition ?? dragZoomIn),
  ).toEqual([
    '8100FF00',
    { enabled: 1, resetTimeS: 60, presetIndex: 255 },
    { length: 1000, width: 1000, midPointX: 750, midPointY: 250, lengthX: 500, lengthY: 500 },
    '85010000',
    '84010100',
    '84010200',
    '86012800',
    '87012C10',
  ])
  const move = { kind: 'move', pan: 1, tilt: -1, zoom: 0, panSpeed: 128, tiltSpeed: 64, zoomSpeed: 0 }
  expect(actions).toEqual([
    [cameraId(3), move],
    [DEVICE, 'Boot'],
    [cameraId(3), { ...move, pan: 0, tilt: 0, panSpeed: 0, tiltSpeed: 0 }],
    [cameraId(3), { kind: 'preset', action: 'call', preset: 3 }],
  ])
  expect(device.heard.length).toBeGreaterThan(0)
})

it('answers bad bodies and strangers, and goes on', async () => {
  const { rig, device } = await registered()
  await using _ = rig
  const stranger = rig.device({ address: '10.0.0.66' })
  expect(await rig.settled(stranger.keepalive())).toBe(403)
  expect(rig.gateway.counters.strangers).toBe(1)
  rig.net.put(
    `MESSAGE sip:x@y SIP/2.0\r\nVia: SIP/2.0/UDP 10.0.0.8:5060;branch=z9hG4bKq\r\nFrom: <sip:${DEVICE}@x>;tag=1\r\nTo: <sip:x@y>\r\nCall-ID: q\r\nCSeq: 1 MESSAGE\r\nContent-Length: 4\r\n\r\n<xml`,
    { transport: 'udp', address: '10.0.0.8', port: 5060 },
    { transport: 'udp', address: '127.0.0.1', port: 5060 },
  )
  await rig.pass(100)
  expect(rig.gateway.counters.badMessages).toBe(1)
  expect(await rig.settled(device.keepalive())).toBe(200)
})

it.each(['3402 0001', '1\u0001', '<>'])(
  'answers an alarm of the odd id %j, and goes on',
  async (deviceId) => {
    const { rig, device } = await registered()
    await using _ = rig
    const body = writeManscdp({
      kind: 'alarmNotify',
      sn: 77,
      deviceId: '@@',
      alarmPriority: 1,
      alarmMethod: 5,
      alarmTime: rig.clock.now(),
    })
    const odd = deviceId.replace('\u0001', '&#1;').replace('<>', '&lt;&gt;')
    const sent = Buffer.from(body).toString('latin1').replace('@@', odd)
    expect(await rig.settled(device.sayBytes(Buffer.from(sent, 'latin1')))).toBe(200)
    await rig.pass(1000)
    expect(rig.alarms).toHaveLength(1)
    expect(device.heard.filter(({ kind }) => kind === 'alarmResponse')).toMatchObject([
      { sn: 77, deviceId: DEVICE },
    ])
    expect(rig.warnings).toEqual([])
    expect(await rig.settled(device.keepalive())).toBe(200)
  },
)

it('takes a NOTIFY without a body, and subscribes again when one says that the subscription is over', async () => {
  await using rig = gatewayRig()
  const dialogs: SipDialog[] = []
  const device = rig.device({
    answer: recorder(1),
    subscribe(incoming) {
      const dialog = incoming.accept({}, { ended: () => undefined })
      dialogs.push(dialog!)
    },
  })
  await rig.settled(device.register())
  await rig.pass(1000)
  expect(dialogs).toHaveLength(3)
  const statuses: number[] = []
  const notify = async (state: string) => {
    dialogs[0]!.request(
      'NOTIFY',
      { headers: [{ name: 'Subscription-State', value: state }] },
      { answered: ({ status }) => void statuses.push(status), failed: () => undefined },
    )
    await rig.pass(200)
  }
  await notify('active;expires=3600')
  expect(dialogs).toHaveLength(3)
  await notify('terminated;reason=timeout')
  await rig.pass(1000)
  expect(dialogs).toHaveLength(3)
  await rig.settled(device.keepalive())
  await rig.pass(60_000)
  await rig.settled(device.keepalive())
  await rig.pass(1000)
  expect(dialogs).toHaveLength(4)
  expect(statuses).toEqual([200, 200])
  expect(rig.gateway.counters.badMessages).toBe(0)
})

it.each([
  ['answer', '240', 'active;expires=240'],
  ['notification', '3600', 'active; expires=240'],
])(
  'renews a subscription before the end that the %s of the device gives it',
  async (_what, granted, state) => {
    await using rig = gatewayRig()
    let renewed = 0
    const dialogs: SipDialog[] = []
    const device = rig.device({
      answer: recorder(1),
      subscribe(incoming) {
        const headers = [{ name: 'Expires', value: granted }]
        const dialog = incoming.accept(
          { headers },
          {
            request(again) {
              renewed++
              again.respond(200, { headers })
            },
            ended: () => undefined,
          },
        )
        dialogs.push(dialog!)
      },
    })
    await rig.settled(device.register())
    await rig.pass(1000)
    for (const dialog of dialogs)
      dialog.request(
        'NOTIFY',
        { headers: [{ name: 'Subscription-State', value: state }] },
        { answered: () => undefined, failed: () => undefined },
      )
    await rig.pass(100_000)
    await rig.settled(device.keepalive())
    expect(renewed).toBe(0)
    await rig.pass(82_000)
    expect(renewed).toBe(3)
  },
)

it('subscribes again to a device that did not answer, and not to one that refused', async () => {
  await using rig = gatewayRig()
  let asked = 0
  const device = rig.device({
    answer: recorder(1),
    subscribe(incoming) {
      // The first is not answered, and sent again with the same answer: none.
      if (++asked > 1) incoming.respond(489)
    },
  })
  await rig.settled(device.register())
  await rig.pass(34_000)
  expect(asked).toBe(3)
  await rig.pass(60_000)
  await rig.settled(device.keepalive())
  await rig.pass(1000)
  expect(asked).toBe(4)
})

it('subscribes and asks again when a device has restarted: it registers by a new call', async () => {
  await using rig = gatewayRig()
  const asked: ManscdpMessage[] = []
  let subscribed = 0
  const device = rig.device({
    answer: recorder(1, asked),
    subscribe(incoming) {
      subscribed++
      incoming.accept({}, { ended: () => undefined })
    },
  })
  await rig.settled(device.register())
  await rig.pass(1000)
  await rig.settled(device.register({ callId: 'same' }))
  await rig.pass(1000)
  const before = asked.filter(({ kind }) => kind === 'catalogQuery').length
  expect(subscribed).toBe(6)
  await rig.settled(device.register({ callId: 'same' }))
  await rig.pass(1000)
  expect([subscribed, rig.gateway.counters.refreshed]).toEqual([6, 2])
  expect(asked.filter(({ kind }) => kind === 'catalogQuery')).toHaveLength(before)
  // Nobody saw it go offline.
  expect(rig.told).toEqual([`${DEVICE} online`])
  expect(before).toBe(2)
})

it('shows an alarm without a place when its place is not on earth', async () => {
  const { rig, device } = await registered()
  await using _ = rig
  const alarm = { kind: 'alarmNotify', deviceId: DEVICE, alarmPriority: 1, alarmMethod: 5 } as const
  const alarmTime = rig.clock.now()
  await rig.settled(device.say({ ...alarm, sn: 1, alarmTime, longitude: 999, latitude: 30 }))
  await rig.settled(device.say({ ...alarm, sn: 2, alarmTime, longitude: 0, latitude: 0 }))
  await rig.settled(device.say({ ...alarm, sn: 3, alarmTime, longitude: 121, latitude: 31 }))
  expect(rig.alarms.map(({ position }) => position)).toEqual([
    undefined,
    undefined,
    { longitude: 121, latitude: 31 },
  ])
})
