import { once } from 'node:events'
import { generate } from 'mqtt-packet'
import { expect, test } from 'vitest'
import type { Device } from '../../fleet/device.ts'
import { mqttRig, NOW_MS } from './mqtt-rig.test-support.ts'

const open = mqttRig()
const TELEMETRY = 'devices/PUMP-7/telemetry'
const text = (value: unknown) => JSON.stringify(value)
const polled = <Value>(read: () => Value) => expect.poll(read, { timeout: 5000, interval: 5 })

test('a message becomes readings, a position and an alarm of a device that comes by it', async () => {
  const { client, claims, presence, readings, positions, alarms, gateway } = await open()
  const pump = await client({ username: 'PUMP-7', password: 'secret' })
  const ts = NOW_MS - 5000
  await pump.publishAsync(
    TELEMETRY,
    text({ ts, temperature: 21.5, rpm: 900, lng: 116.4, lat: 39.9, speed: 3, alarm: 'noise' }),
    { qos: 1 },
  )
  expect(claims).toMatchObject([{ sn: 'PUMP-7', password: 'secret', from: '127.0.0.1', protocolType: 6 }])
  expect(presence).toEqual(['+PUMP-7'])
  expect(readings).toEqual([
    {
      sn: 'PUMP-7',
      atMs: ts,
      interval: 'realtime',
      late: false,
      rows: [
        { quantity: 'temperature', code: 'a01001', value: 21.5 },
        { code: 'rpm', value: 900 },
      ],
    },
  ])
  expect(positions).toMatchObject([{ longitude: 116.4, latitude: 39.9, speedKmh: 3, atMs: ts }])
  expect(alarms).toMatchObject([{ type: 'EnvironmentAlarm', subType: 'Noise', atMs: ts, chnId: 0 }])
  expect(gateway.packetsOf('PUMP-7')).toMatchObject([
    { direction: 'in', text: expect.stringContaining(TELEMETRY) },
  ])
  expect(gateway.devices()).toMatchObject([{ sn: 'PUMP-7', isOnline: true }])
})

test('an alarm that is reported again and again is raised once, and ends when it is reported no more', async () => {
  const { client, alarms } = await open()
  const pump = await client()
  for (const alarm of ['noise', ['noise', 'leak'], 'leak', null])
    await pump.publishAsync(TELEMETRY, text({ alarm }), { qos: 1 })
  expect(alarms.map(({ subType, endMs }) => [subType, endMs !== undefined])).toEqual([
    ['Noise', false],
    ['Pollutant', false],
    ['Noise', true],
    ['Pollutant', true],
  ])
})

test('a device is offline when it says so, when its client is gone, and when its client is silent', async () => {
  const { client, presence, gateway, time } = await open()
  const pump = await client()
  await pump.publishAsync(TELEMETRY, text({ temperature: 1 }), { qos: 1 })
  await pump.publishAsync('devices/PUMP-7/status', 'offline', { qos: 1 })
  expect(presence).toEqual(['+PUMP-7', '-PUMP-7'])
  await pump.publishAsync('devices/PUMP-7/status', 'online', { qos: 1 })
  await pump.endAsync()
  await polled(() => presence).toEqual(['+PUMP-7', '-PUMP-7', '+PUMP-7', '-PUMP-7'])

  const quiet = await client({ keepalive: 0 })
  await quiet.publishAsync(TELEMETRY, text({ temperature: 1 }), { qos: 1 })
  time.advance(301_000)
  await polled(() => presence.length).toBe(6)
  expect(gateway.counters.cuts.get('silent')).toBe(1)
})

test('a client that leaves right behind its only message has been heard', async () => {
  const admit = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return { admitted: { sn: 'PUMP-7' } as Device }
  }
  const { socket, readings, presence } = await open({ answers: { admit } })
  const one = await socket()
  one.write(generate({ cmd: 'connect', clientId: 'x', protocolId: 'MQTT', protocolVersion: 4, clean: true }))
  one.end(
    Buffer.concat([
      generate({
        cmd: 'publish',
        topic: TELEMETRY,
        payload: text({ temperature: 1 }),
        qos: 0,
        dup: false,
        retain: false,
      }),
      generate({ cmd: 'disconnect' }),
    ]),
  )
  await polled(() => readings).toHaveLength(1)
  await polled(() => presence).toEqual(['+PUMP-7', '-PUMP-7'])
})

test('the will of a client that vanished is taken, and brings no device back', async () => {
  const { client, presence, alarms } = await open()
  const will = {
    topic: TELEMETRY,
    payload: Buffer.from(text({ alarm: 'tamper' })),
    qos: 1 as const,
    retain: true,
  }
  const pump = await client({ will })
  await pump.publishAsync(TELEMETRY, text({ temperature: 1 }), { qos: 1 })
  pump.stream.destroy()
  await polled(() => alarms).toMatchObject([{ type: 'IoAlarm', subType: 'Tamper' }])
  await polled(() => presence).toEqual(['+PUMP-7', '-PUMP-7'])
})

test('a wrong password is refused when the user name is the device, and else at its first messages', async () => {
  const { client, passwords, readings, gateway } = await open()
  passwords.set('PUMP-7', 'right')
  await expect(client({ username: 'PUMP-7', password: 'wrong' })).rejects.toThrow('Bad username or password')
  const other = await client({ username: 'hub', password: 'wrong' })
  const gone = new Promise((resolve) => other.once('close', () => resolve(undefined)))
  for (let n = 0; n < 3; n++) other.publish(TELEMETRY, text({ temperature: n }), { qos: 0 })
  await gone
  expect(readings).toEqual([])
  expect(gateway.counters.refusals.get('password')).toBe(4)
  expect(gateway.counters.cuts.get('refused')).toBe(1)
})

test('the newest client speaks for a device; the end of the older one takes it from nobody', async () => {
  const { client, presence, gateway } = await open()
  const [older, newer] = [await client(), await client()]
  await older.publishAsync(TELEMETRY, text({ temperature: 1 }), { qos: 1 })
  await newer.publishAsync(TELEMETRY, text({ temperature: 2 }), { qos: 1 })
  await older.endAsync()
  await polled(() => gateway.connections()).toBe(1)
  expect(presence.at(-1)).toBe('+PUMP-7')
  gateway.drop('PUMP-7')
  await polled(() => gateway.connections()).toBe(0)
})

test('nothing is passed on or kept: subscriptions are refused, retained messages forgotten', async () => {
  const { client, readings } = await open()
  const [pump, spy] = [await client(), await client()]
  const heard: string[] = []
  spy.on('message', (topic) => heard.push(topic))
  await expect(spy.subscribeAsync('#', { qos: 1 })).rejects.toThrow()
  await pump.publishAsync(TELEMETRY, text({ temperature: 1 }), { qos: 1, retain: true })
  await pump.publishAsync(TELEMETRY, text({ temperature: 2 }), { qos: 2 })
  await expect(spy.subscribeAsync(TELEMETRY)).rejects.toThrow()
  await pump.publishAsync(TELEMETRY, text({ temperature: 3 }), { qos: 1 })
  expect(readings).toHaveLength(3)
  expect(heard).toEqual([])
})

test('what no mapping reads is counted, and disturbs nobody', async () => {
  const { client, readings, gateway, packets } = await open()
  const pump = await client()
  await pump.publishAsync('elsewhere/PUMP-7', text({ temperature: 1 }), { qos: 1 })
  await pump.publishAsync(TELEMETRY, 'no json', { qos: 1 })
  await pump.publishAsync(TELEMETRY, text({ name: 'x' }), { qos: 1 })
  await pump.publishAsync(TELEMETRY, text({ temperature: 1 }), { qos: 1 })
  expect([...gateway.counters.problems]).toEqual([
    ['topic', 1],
    ['payload', 1],
    ['empty', 1],
  ])
  expect(readings).toHaveLength(1)
  expect(packets.map(({ problem }) => problem !== undefined)).toEqual([true, true, false])
})

test('a time that cannot be right counts from the arrival; late data say so', async () => {
  const { client, readings, gateway } = await open()
  const pump = await client()
  for (const ts of [
    NOW_MS + 86_400_000,
    NOW_MS - 3_600_000,
    (NOW_MS - 1000) / 1000,
    '2026-11-25T09:59:00+08:00',
  ])
    await pump.publishAsync(TELEMETRY, text({ ts, temperature: 1 }), { qos: 1 })
  expect(readings.map(({ atMs, late }) => [atMs - NOW_MS, late])).toEqual([
    [0, false],
    [-3_600_000, true],
    [-1000, false],
    [-60_000, false],
  ])
  expect(gateway.counters.implausibleTimes).toBe(1)
})

test('a client over a limit is cut, and others are served on', async () => {
  const { client, socket, readings, gateway } = await open({ limits: { packetBytes: 2000, packetBurst: 50 } })
  const pump = await client()
  const hello = generate({
    cmd: 'connect',
    clientId: 'x',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
  })
  const large = await socket()
  large.write(
    Buffer.concat([
      hello,
      generate({
        cmd: 'publish',
        topic: TELEMETRY,
        payload: Buffer.alloc(3000),
        qos: 0,
        dup: false,
        retain: false,
      }),
    ]),
  )
  await once(large, 'close')
  const fast = await socket()
  fast.write(Buffer.concat([hello, ...Array.from({ length: 60 }, () => Buffer.of(0xc0, 0))]))
  await once(fast, 'close')
  const broken = await socket()
  broken.write(Buffer.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff))
  await once(broken, 'close')
  await pump.publishAsync(TELEMETRY, text({ temperature: 1 }), { qos: 1 })
  expect(readings).toHaveLength(1)
  expect(Object.fromEntries(gateway.counters.cuts)).toEqual({ badFrames: 2, flood: 1 })
})

test('a client speaks for no more devices than allowed, even if it names them all at once', async () => {
  const { socket, readings, gateway, claims } = await open({ limits: { devicesPerConnection: 2 } })
  const one = await socket()
  const hello = {
    cmd: 'connect',
    clientId: 'x',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
  } as const
  const publish = (n: number) =>
    generate({
      ...{ cmd: 'publish', topic: `devices/PUMP-${n}/telemetry`, payload: text({ temperature: n }) },
      ...{ qos: 0, dup: false, retain: false },
    })
  one.write(Buffer.concat([generate(hello), ...[1, 1, 2, 3, 4, 5].map(publish)]))
  await once(one, 'close')
  expect(gateway.counters.cuts.get('full')).toBe(1)
  expect(new Set(claims.map(({ sn }) => sn))).toEqual(new Set(['PUMP-1', 'PUMP-2']))
  expect(readings.map(({ sn }) => sn)).toEqual(['PUMP-1', 'PUMP-1', 'PUMP-2'])
})

test('messages of QoS 2 that are never released are few, then their client is cut', async () => {
  const { socket, readings, gateway } = await open({ limits: { unreleased: 5 } })
  const one = await socket()
  const hello = generate({
    cmd: 'connect',
    clientId: 'x',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
  })
  const messages = Array.from({ length: 9 }, (_, n) =>
    generate({
      cmd: 'publish',
      topic: TELEMETRY,
      payload: text({ temperature: n }),
      qos: 2,
      messageId: n + 1,
      dup: false,
      retain: false,
    }),
  )
  one.write(Buffer.concat([hello, ...messages]))
  await once(one, 'close')
  expect(gateway.counters.problems.get('protocol')).toBeGreaterThan(0)
  expect(readings.length).toBeLessThanOrEqual(9)
})
