import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listAlarms } from '@backlot/contract/alarms/calls'
import {
  controlDevices,
  controlRaiseAlarm,
  controlSetClock,
  controlSetDevice,
} from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import { sensorRealtime } from '@backlot/contract/devices/calls'
import { controlMqttDevices } from '@backlot/contract/wires/mqtt/calls'
import { connectAsync } from 'mqtt'
import { afterAll, expect, test } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { start as startProgram, startWorker } from '../servers/cluster-programs.ts'
import { openBroker } from '../servers/mqtt-broker.ts'
import { REDIS_SERVER, startRedis } from '../servers/redis-server.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'own-kinds-mqtt-'))
afterAll(() => rmSync(folder, { recursive: true }))

type State = {
  ts: string
  place: { lng: number; lat: number }
  power: { w: number; a: number }
  limits: { w: number }
  enabled: number
}

test('devices of a kind file publish at a broker by its topics, and a message to one sets it', async () => {
  await using broker = await openBroker()
  const to = `mqtt://127.0.0.1:${broker.port}`
  const client = await connectAsync(to)
  const heard: [string, string][] = []
  client.on('message', (topic, payload) => heard.push([topic, payload.toString()]))
  await client.subscribeAsync('site/#')
  const file = join(folder, 'pile.yaml')
  const pile = readFileSync('fixtures/kinds/charging-pile.yaml', 'utf8')
  writeFileSync(file, pile.replace('power: mains', 'reportSeconds: 10'))
  await using simulator = await launchSimulator(['--kinds', file, '--mqtt-to', to, ...BY_DAY])
  expect(simulator.mqttTo).toBe(`127.0.0.1:${broker.port}`)
  const group = { key: 'piles', name: { zh: '充电桩', en: 'Piles' } }
  const body = { kind: 'chargingPile', count: 2, group, placement: 'gates' }
  await control(simulator.url, controlAddFleet, { body: body as never })
  const query = { kind: 'chargingPile' as never, limit: 10 }
  const { list: piles } = await control(simulator.url, controlDevices, { query })
  for (const { sn } of piles) {
    await control(simulator.url, controlSetDevice, { body: { sn, state: 'online' } })
  }
  const { sn } = piles[0]!
  const statesOf = (one: string): State[] =>
    heard.flatMap(([topic, text]) => (topic === `site/${one}/state` ? [JSON.parse(text) as State] : []))
  const polled = { timeout: 90_000, interval: 200 }
  await expect.poll(() => piles.every((one) => statesOf(one.sn).length > 0), polled).toBe(true)
  expect(heard).toContainEqual([`site/${sn}/online`, 'online'])
  const [state] = statesOf(sn)
  expect(state).toMatchObject({ limits: { w: 60_000 }, enabled: 1 })
  expect(state!.ts).toMatch(/^2026-11-25T/)
  expect(state!.place.lng).toBeCloseTo(piles[0]!.longitude, 5)
  // The current follows the power at 560 V: watts and amperes have one origin.
  expect(state!.power.a).toBeCloseTo(state!.power.w / 560, -1)

  await client.publishAsync(`site/${sn}/set`, '{"limits":{"w":20000},"enabled":1}', { qos: 1 })
  await expect.poll(() => statesOf(sn).at(-1)?.limits.w, polled).toBe(20_000)
  for (const wrong of ['{"limits":{"w":500000},"enabled":0}', '{"limits":{}}', 'none'])
    await client.publishAsync(`site/${sn}/set`, wrong, { qos: 1 })
  const told = async () => (await control(simulator.url, controlMqttDevices)).to
  await expect.poll(async () => (await told())?.refused, polled).toBe(3)
  expect(await told()).toMatchObject({ devices: 2, online: 2, lost: 0, set: 1, lastError: null })
  const metrics = await (await fetch(`${simulator.url}/metrics`)).text()
  expect(metrics).toContain('backlot_mqtt_to_devices{state="online"} 2')
  expect(metrics).toContain('backlot_mqtt_to_messages_total{result="set"} 1')
  await client.publishAsync(`site/${sn}/set`, '{"enabled":1}', { qos: 1 })
  await expect.poll(async () => (await told())?.set, polled).toBe(2)
  expect(statesOf(sn).at(-1)).toMatchObject({ limits: { w: 20_000 }, enabled: 1 })

  await control(simulator.url, controlSetDevice, { body: { sn, state: 'offline' } })
  await expect.poll(() => heard.at(-1), polled).toEqual([`site/${sn}/online`, 'offline'])
  await client.endAsync()
}, 180_000)

test('alarms of a kind file are told at a broker as they begin and end, those that people raise too', async () => {
  await using broker = await openBroker()
  const to = `mqtt://127.0.0.1:${broker.port}`
  const client = await connectAsync(to)
  const told = new Map<string, string[][]>()
  client.on('message', (topic, payload) => {
    const { alarms } = JSON.parse(payload.toString()) as { alarms: string[] }
    told.set(topic, [...(told.get(topic) ?? []), alarms])
  })
  await client.subscribeAsync('site/+/state')
  const file = join(folder, 'guarded.yaml')
  const pile = readFileSync('fixtures/kinds/charging-pile.yaml', 'utf8')
  // Beside the full car, the pile tells that it was taken out of service, and says nothing for an hour otherwise.
  const when = '      when: inService == 0\n      everyMinutes: 1\n'
  const guarded = pile
    .replace(/ {6}when: cableTemperature > 75\n {6}forMinutes: 3\n/, when)
    .replace('power: mains', 'reportSeconds: 3600')
  writeFileSync(file, guarded)
  await using simulator = await launchSimulator(['--kinds', file, '--mqtt-to', to, ...BY_DAY])
  const group = { key: 'piles', name: { zh: '充电桩', en: 'Piles' } }
  const body = { kind: 'chargingPile', count: 1, group, placement: 'gates' }
  await control(simulator.url, controlAddFleet, { body: body as never })
  const query = { kind: 'chargingPile' as never, limit: 1 }
  const [pileOne] = (await control(simulator.url, controlDevices, { query })).list
  const { sn } = pileOne!
  await control(simulator.url, controlSetDevice, { body: { sn, state: 'online' } })
  const polled = { timeout: 60_000, interval: 200 }
  const online = async () => (await control(simulator.url, controlMqttDevices)).to?.online
  await expect.poll(online, polled).toBe(1)
  const last = () => told.get(`site/${sn}/state`)?.at(-1)

  await client.publishAsync(`site/${sn}/set`, '{"enabled":0}', { qos: 1 })
  await expect.poll(last, polled).not.toContain('hot')
  await control(simulator.url, controlSetClock, { body: { action: 'jump', byMs: 60_000 } })
  await expect.poll(last, polled).toContain('hot')
  await client.publishAsync(`site/${sn}/set`, '{"enabled":1}', { qos: 1 })
  await control(simulator.url, controlSetClock, { body: { action: 'jump', byMs: 60_000 } })
  await expect.poll(last, polled).not.toContain('hot')

  const raised = { sn, type: 'ChargingPileAlarm', subType: 'Occupied' }
  await control(simulator.url, controlRaiseAlarm, { body: raised })
  await expect.poll(last, polled).toContain('occupied')
  await client.endAsync()
}, 180_000)

test('devices of your own that publish on the topics of a kind file become devices of its kind', async () => {
  await using simulator = await launchSimulator(['--kinds', 'fixtures/kinds', '--mqtt', '0', ...BY_DAY])
  const client = await connectAsync(`mqtt://${simulator.mqtt}`)
  const payload = { power: { w: 43_500, a: 78 }, limits: { w: 60_000 }, place: { lng: 116.4, lat: 39.9 } }
  await client.publishAsync('site/OWN-1/state', JSON.stringify(payload), { qos: 1 })
  await client.publishAsync('devices/OWN-2/telemetry', '{"temperature":21.5}', { qos: 1 })
  const kindsOf = async () => (await control(simulator.url, controlDevices)).list
  await expect.poll(async () => (await kindsOf()).find(({ sn }) => sn === 'OWN-2')?.kind).toBe('hj212Station')
  expect((await kindsOf()).find(({ sn }) => sn === 'OWN-1')).toMatchObject({
    kind: 'chargingPile',
    online: true,
  })
  const operator = await Operator.signIn(simulator.url)
  const { list } = await operator.call(sensorRealtime, { query: { sn: 'OWN-1' } })
  expect(list.find(({ code }) => code === 'chargingPower')).toMatchObject({ V: 43.5, F: 'kW' })

  const alarms = async () => (await operator.call(listAlarms, { query: { sn: 'OWN-1' } })).list
  await client.publishAsync('site/OWN-1/state', '{"alarms":["hot","cold"]}', { qos: 1 })
  await expect.poll(alarms).toMatchObject([{ type: 'ChargingPileAlarm', subType: 'Overheated', state: 1 }])
  await client.publishAsync('site/OWN-1/state', '{"alarms":[]}', { qos: 1 })
  await expect.poll(async () => (await alarms())[0]?.state).not.toBe(1)
  await client.endAsync()
}, 60_000)

test.each([
  ['http://127.0.0.1', 'write mqtt://user:password@host:port'],
  ['mqtt://127.0.0.1?edition=4', 'edition 4 is neither 3.1.1 nor 5'],
  ['mqtt://192.0.2.1', 'is not this machine'],
])('a broker %s is refused: %s', async (to, said) => {
  await expect(launchSimulator(['--mqtt-to', to])).rejects.toThrow(said)
})

const FLEET = [
  '--kinds',
  'fixtures/kinds',
  '--kind',
  'chargingPile',
  '--count',
  '6',
  '--interval',
  '1s',
  '--seed',
  '7',
]

/** Topics on which a broker hears whole reports of piles, while `during` runs. */
async function pilesAt(port: number, during: () => Promise<unknown>): Promise<Set<string>> {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`)
  const topics = new Set<string>()
  client.on('message', (topic, payload) => {
    const { place, power, limits } = JSON.parse(payload.toString()) as Partial<State>
    if ((place?.lat ?? 0) > 0 && (power?.w ?? -1) >= 0 && limits?.w === 60_000) topics.add(topic)
  })
  await client.subscribeAsync('site/+/state')
  await during()
  await client.endAsync()
  return topics
}

test('backlot devices lets devices of a kind file publish at any broker', async () => {
  await using broker = await openBroker()
  const to = `mqtt://127.0.0.1:${broker.port}`
  const topics = await pilesAt(broker.port, async () => {
    const args = [PROGRAM, 'devices', '--to', to, ...FLEET, '--for', '4s', '--json']
    const { stdout } = await run(process.execPath, args)
    expect(JSON.parse(stdout)).toMatchObject({ passed: true })
  })
  expect(topics.size).toBe(6)
})

test.skipIf(REDIS_SERVER === undefined)(
  'workers carry devices of a kind file that they do not have',
  async () => {
    await using redis = await startRedis()
    await using broker = await openBroker()
    await using _worker = await startWorker(redis.url, 'one', '--take', 'devices')
    const topics = await pilesAt(broker.port, async () => {
      const to = `mqtt://127.0.0.1:${broker.port}`
      await using fleet = startProgram(redis.url, 'devices', '--to', to, ...FLEET, '--for', '6s', '--json')
      expect(await fleet.ended, fleet.errorOutput()).toBe(0)
    })
    expect(topics.size).toBe(6)
  },
)

test.each([
  [
    ['hj212://127.0.0.1:9', '--kinds', 'fixtures/kinds', '--kind', 'lift'],
    /lift does not speak hj212: of these files chargingPile or riverRadar do/,
  ],
  [['hj212://127.0.0.1:9', '--kinds', 'fixtures/kinds'], /--kind: chargingPile, lift or riverRadar/],
  [['hj212://127.0.0.1:9', '--kind', 'lift'], /--kind needs --kinds/],
  [['jt808://127.0.0.1:9', '--kinds', 'fixtures/kinds'], /--kinds is for hj212 or mqtt, not for jt808/],
  [['mqtt://127.0.0.1:9', '--kinds', 'nowhere'], /nowhere:1: cannot be read/],
])('backlot devices --to %j says what is wrong', async (args, why) => {
  const failed = await run(process.execPath, [PROGRAM, 'devices', '--to', ...args]).catch(
    (error: unknown) => error,
  )
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringMatching(why) })
})
