import { once } from 'node:events'
import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import { expect, test } from 'vitest'
import { mqttRig } from '../../../gateways/mqtt/mqtt-rig.test-support.ts'
import { DEFAULT_MQTT_MAPPING } from '../../../wire/mqtt/default-mapping.ts'
import type { UplinkDevice, WireTransform } from '../uplink.ts'
import { uplinkRig } from '../uplink-rig.test-support.ts'
import { createMqttUplink, type MqttUplinkOptions } from './mqtt-uplink.ts'

const open = mqttRig()
const { depsTo, until, defer, listen, time } = uplinkRig(100)
const OPTIONS: MqttUplinkOptions = {
  mapping: DEFAULT_MQTT_MAPPING,
  qos: 1,
  version: 4,
  username: 'S1',
  password: 'secret',
  reportMs: () => 1000,
}
const STATION: UplinkDevice = {
  sn: 'S1',
  kind: 'hj212Station',
  entity: 3,
  readingsAt: () => [{ quantity: 'temperature', value: 21.5, unit: '℃' }],
}

test('a station reports what the gateway of the platform reads, and says when it goes', async () => {
  const { gateway, readings, presence, passwords } = await open()
  const uplink = createMqttUplink(STATION, depsTo(gateway.port), OPTIONS)
  defer(() => uplink.stop())
  uplink.start()
  await until(() => readings.length).toBeGreaterThan(2)
  expect(readings[0]?.rows).toEqual([{ quantity: 'temperature', code: 'a01001', value: 21.5 }])
  expect(passwords.get('S1')).toBe('secret')
  await until(() => uplink.stats().acked).toBeGreaterThan(2)
  expect(uplink.stats()).toMatchObject({ state: 'online', connects: 1, breaks: 0, lost: 0, backlog: 0 })
  expect(uplink.stats().bytesSent).toBeGreaterThan(100)
  uplink.stop()
  await until(() => presence).toEqual(['+S1', '-S1'])
})

test('a vehicle reports where it is', async () => {
  const { gateway, positions } = await open()
  const driving = { speedKmh: 40, directionDeg: 90, mileageKm: 0, fuelL: 30, accOn: true }
  const at = { index: 0, x: 0, y: 0, longitude: 116.4, latitude: 39.9, edge: 0, ...driving }
  const { readingsAt: _none, ...place } = STATION
  const vehicle: UplinkDevice = { ...place, positionAt: () => at }
  const uplink = createMqttUplink(vehicle, depsTo(gateway.port), { ...OPTIONS, qos: 0 })
  defer(() => uplink.stop())
  uplink.start()
  await until(() => positions[0]).toMatchObject({
    longitude: 116.4,
    latitude: 39.9,
    speedKmh: 40,
    directionDeg: 90,
  })
})

test('reports without a connection are kept, and sent with the next one', async () => {
  const { gateway, readings } = await open()
  const target = { port: 1 }
  const broken = await listen((socket) => () => socket.destroy())
  target.port = broken.port
  const deps = {
    ...depsTo(0),
    get port() {
      return target.port
    },
  }
  const uplink = createMqttUplink(STATION, deps, OPTIONS)
  defer(() => uplink.stop())
  uplink.start()
  await until(() => uplink.stats().backlog).toBeGreaterThan(2)
  expect(uplink.stats()).toMatchObject({ connects: 0, sent: 0, lost: 0 })
  target.port = gateway.port
  await until(() => readings.length).toBeGreaterThan(3)
  expect(uplink.stats().lost).toBe(0)
  expect(time.now()).toBeGreaterThan(0)
})

test('faults of the wire cut, delay and break off what it sends; nothing else changes', async () => {
  const { gateway, readings, presence } = await open()
  const pieces: number[] = []
  let holds: WireTransform | undefined = (bytes) => {
    pieces.push(bytes.length)
    return [
      { bytes: bytes.subarray(0, 3), delayMs: 0 },
      { bytes: bytes.subarray(3), delayMs: 30 },
    ]
  }
  const uplink = createMqttUplink(STATION, { ...depsTo(gateway.port), transform: () => holds }, OPTIONS)
  defer(() => uplink.stop())
  uplink.start()
  await until(() => uplink.stats().acked).toBeGreaterThan(2)
  expect(uplink.stats()).toMatchObject({ state: 'online', connects: 1, lost: 0 })
  expect(readings[0]?.rows).toEqual([{ quantity: 'temperature', code: 'a01001', value: 21.5 }])
  // A whole message each: CONNECT with its will, and reports with their topic.
  expect(Math.min(...pieces)).toBeGreaterThan(20)
  holds = (bytes) => [{ bytes: bytes.subarray(0, 10), delayMs: 0, resets: true }]
  await until(() => uplink.stats().breaks).toBeGreaterThan(0)
  holds = undefined
  const { connects } = uplink.stats()
  await until(() => uplink.stats().connects).toBeGreaterThan(connects)
  const acked = uplink.stats().acked
  await until(() => uplink.stats().acked).toBeGreaterThan(acked + 1)
  // Who signs off waits for nothing: its last report goes out, and its goodbye.
  holds = (bytes) => [{ bytes, delayMs: 3_600_000 }]
  const { sent } = uplink.stats()
  await until(() => uplink.stats().sent).toBeGreaterThan(sent)
  const before = readings.length
  presence.length = 0
  await uplink.signOff?.()
  await expect.poll(() => presence).toEqual(['-S1'])
  expect(readings.length).toBeGreaterThan(before)
})

test('a device without power or signal is gone long before its next report is due, and comes back', async () => {
  const { gateway, presence } = await open()
  let isUp = true
  const device = { ...STATION, isUpAt: () => isUp }
  const uplink = createMqttUplink(device, depsTo(gateway.port), { ...OPTIONS, reportMs: () => 3_600_000 })
  defer(() => uplink.stop())
  uplink.start()
  await until(() => presence).toEqual(['+S1'])
  isUp = false
  await until(() => presence).toEqual(['+S1', '-S1'])
  expect(uplink.stats()).toMatchObject({ state: 'down', breaks: 0 })
  isUp = true
  await until(() => presence).toEqual(['+S1', '-S1', '+S1'])
})

test('a broker that refuses the topics on which a device is set is an error that is told', async () => {
  const broker = await Aedes.createBroker()
  broker.authorizeSubscribe = (_client, _subscription, done) => done(null, null)
  const server = createServer(broker.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const told: string[] = []
  const uplink = createMqttUplink(STATION, depsTo(port), {
    ...OPTIONS,
    set: [{ topic: 'site/{sn}/set', settings: {} }],
    onError: (text) => told.push(text),
  })
  defer(async () => {
    uplink.stop()
    server.close()
    await new Promise<void>((resolve) => broker.close(resolve))
  })
  uplink.start()
  await until(() => told).toEqual(['Subscribe error: Unspecified error'])
})
