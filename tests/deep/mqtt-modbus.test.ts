import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { controlDevices, controlSetDevice } from '@backlot/contract/control/calls'
import { controlAddFaults, controlFaults, controlRemoveFaults } from '@backlot/contract/control/fault-calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import { sensorRealtime } from '@backlot/contract/devices/calls'
import { getSolarConfig } from '@backlot/contract/sensors/param-calls'
import { controlModbus } from '@backlot/contract/wires/modbus/calls'
import { controlMqttDevices, controlMqttPackets } from '@backlot/contract/wires/mqtt/calls'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { freePort } from '../servers/free-port.ts'
import { itByDebian } from './debian-program.ts'

const run = promisify(execFile)
const CLIENTS = { program: 'mosquitto_pub', packages: ['mosquitto-clients'] }
const BROKER = { program: 'mosquitto', packages: ['mosquitto', 'mosquitto-clients'] }
const MBPOLL = { program: 'mbpoll', packages: ['mbpoll'] }

let simulator: LaunchedSimulator
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-mqtt-'))
  simulator = await launchSimulator(['--no-rtmp', '--mqtt', '0', '--modbus', '0', ...BY_DAY])
})
afterAll(async () => {
  await simulator?.stop()
  await rm(folder, { recursive: true, force: true })
})
const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
})

const portOf = (address: string) => address.slice(address.lastIndexOf(':') + 1)
const polled = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(read, { timeout: 20_000, interval: 100 })

/** Resolves when somebody takes connections on a port. */
const accepts = (port: string) =>
  polled(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1')
        const done = (is: boolean) => {
          socket.destroy()
          resolve(is)
        }
        socket.on('connect', () => done(true)).on('error', () => done(false))
      }),
  ).toBe(true)

const publish = (...args: string[]) =>
  run('mosquitto_pub', ['-h', '127.0.0.1', '-p', portOf(simulator.mqtt!), ...args])

itByDebian(CLIENTS, 'mosquitto_pub brings a device with its readings, its place and an alarm', async () => {
  const message = JSON.stringify({ temperature: 21.5, lng: 116.4, lat: 39.9, alarm: 'noise' })
  for (const qos of ['0', '1', '2'])
    await publish(
      '-u',
      'MOSQ-1',
      '-P',
      'secret',
      '-q',
      qos,
      '-r',
      '-t',
      'devices/MOSQ-1/telemetry',
      '-m',
      message,
    )
  await polled(async () => (await control(simulator.url, controlDevices)).list.map(({ sn }) => sn)).toContain(
    'MOSQ-1',
  )
  await expect(
    publish('-u', 'MOSQ-1', '-P', 'wrong', '-t', 'devices/MOSQ-1/telemetry', '-m', message),
  ).rejects.toThrow(/not authori|bad user/i)
  await publish('-t', 'elsewhere/MOSQ-1', '-m', 'x')
  await polled(async () => (await control(simulator.url, controlMqttDevices)).counters).toMatchObject({
    messages: 4,
    readings: 3,
    positions: 3,
  })
  const { problems, refusals } = await control(simulator.url, controlMqttDevices)
  expect({ problems, refusals }).toEqual({ problems: { topic: 1, protocol: 1 }, refusals: { password: 1 } })
})

itByDebian(CLIENTS, 'mosquitto_sub hears nothing of other devices', async () => {
  const args = ['-h', '127.0.0.1', '-p', portOf(simulator.mqtt!), '-t', '#', '-W', '2']
  const { stdout, stderr } = await run('mosquitto_sub', args).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  expect(stdout).toBe('')
  expect(stderr).toMatch(/denied/i)
})

async function mosquitto(): Promise<string> {
  const port = String(await freePort())
  const passwords = join(folder, 'passwords')
  const config = join(folder, 'mosquitto.conf')
  await writeFile(passwords, '', { mode: 0o600 })
  await run('mosquitto_passwd', ['-b', passwords, 'fleet', 'p@ss'])
  await writeFile(
    config,
    `user root\nlistener ${port} 127.0.0.1\nallow_anonymous false\npassword_file ${passwords}\n`,
  )
  children.push(spawn('mosquitto', ['-c', config], { stdio: 'ignore' }))
  await accepts(port)
  return port
}

/** Messages of all devices, as mosquitto_sub prints them. */
function subscribe(port: string): string[] {
  const account = ['-u', 'fleet', '-P', 'p@ss']
  const sub = spawn('mosquitto_sub', ['-h', '127.0.0.1', '-p', port, ...account, '-t', 'devices/#', '-v'])
  children.push(sub)
  const lines: string[] = []
  createInterface({ input: sub.stdout }).on('line', (line) => lines.push(line))
  return lines
}

for (const edition of ['3.1.1', '5']) {
  itByDebian(
    BROKER,
    `devices publish to mosquitto over MQTT ${edition}, and mosquitto_sub hears them`,
    async () => {
      const port = await mosquitto()
      const lines = subscribe(port)
      const { stdout } = await run(process.execPath, [
        PROGRAM,
        'devices',
        '--to',
        `mqtt://fleet:p%40ss@127.0.0.1:${port}`,
        ...['--count', '20', '--for', '5s', '--interval', '1s', '--edition', edition, '--json'],
      ])
      const summary = JSON.parse(stdout)
      expect(summary).toMatchObject({ passed: true, devices: 20, reached: 20, lost: 0, unanswered: 0 })
      expect(summary.to).toBe(`mqtt://fleet@127.0.0.1:${port}`)
      await polled(() => lines.filter((line) => line.endsWith('/status offline')).length).toBe(20)
      const telemetry = lines.filter((line) => line.includes('/telemetry '))
      expect(telemetry.length).toBe(summary.acked)
      const report = JSON.parse(telemetry[0]!.slice(telemetry[0]!.indexOf('{')))
      expect(report).toMatchObject({ ts: expect.any(Number), temperature: expect.any(Number) })
    },
  )
}

itByDebian(
  BROKER,
  'faults of the wire: messages in pieces are whole for mosquitto, connections break and come back',
  async () => {
    const port = await mosquitto()
    const devices = (...faults: string[]) =>
      run(process.execPath, [
        PROGRAM,
        'devices',
        ...['--to', `mqtt://fleet:p%40ss@127.0.0.1:${port}`, '--count', '5', '--for', '5s'],
        ...['--interval', '1s', '--json', ...faults.flatMap((fault) => ['--fault', fault])],
      ])
    const lines = subscribe(port)
    const { stdout } = await devices('split:1,pieces=3,gapMs=10', 'slow:0.5,delayMs=20')
    const cut = JSON.parse(stdout)
    expect(cut).toMatchObject({ passed: true, devices: 5, reached: 5, lost: 0, unanswered: 0 })
    expect(cut.faults).toMatchObject([{ fault: 'split' }, { fault: 'slow' }])
    expect(cut.faults[0].struck).toBeGreaterThanOrEqual(cut.acked)
    await polled(() => lines.filter((line) => line.endsWith('/status offline')).length).toBe(5)
    expect(lines.filter((line) => line.includes('/telemetry ')).length).toBe(cut.acked)
    // What was on its way is lost: the verdict of a fleet with losses is 1.
    const verdict = await devices('reset:0.3').catch((thrown: { code: number; stdout: string }) => thrown)
    expect(verdict).toMatchObject({ code: 1 })
    const broken = JSON.parse(verdict.stdout)
    expect(broken).toMatchObject({ devices: 5, faults: [{ fault: 'reset' }] })
    expect(broken.breaks).toBeGreaterThan(0)
    expect(broken.breaks).toBeLessThanOrEqual(broken.faults[0].struck)
    await expect(devices('bad-crc:1')).rejects.toMatchObject({ stderr: expect.stringMatching(/no check/) })
  },
)

itByDebian(BROKER, 'a broker that refuses the password is a verdict, not a crash', async () => {
  const port = await mosquitto()
  const to = `mqtt://fleet:wrong@127.0.0.1:${port}`
  const ended = run(process.execPath, [
    PROGRAM,
    'devices',
    '--to',
    to,
    '--count',
    '2',
    '--for',
    '2s',
    '--json',
  ])
  const error = await ended.catch((thrown: { code: number; stdout: string }) => thrown)
  expect(error).toMatchObject({ code: 1 })
  expect(JSON.parse(error.stdout)).toMatchObject({ passed: false, reached: 0 })
})

/** What mbpoll shows of a unit, by address. */
const mbpoll = (unit: number, ...args: string[]) => mbpollAt(simulator.modbus!, unit, ...args)

async function mbpollAt(address: string, unit: number, ...args: string[]): Promise<Map<number, number>> {
  const [host, port] = ['127.0.0.1', portOf(address)]
  const { stdout } = await run(
    'mbpoll',
    [
      '-m',
      'tcp',
      '-p',
      port,
      '-a',
      String(unit),
      '-0',
      '-1',
      '-q',
      ...args.slice(0, -1),
      host,
      ...args.slice(-1),
    ].filter((arg) => arg !== ''),
  )
  return new Map(
    [...stdout.matchAll(/\[(\d+)\]:\s+(-?[\d.]+)/g)].map(([, at, value]) => [Number(at), Number(value)]),
  )
}

itByDebian(MBPOLL, 'mbpoll reads a solar station, and a coil switches its load in the console', async () => {
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'solarStation' } })
  const stations = new Set(list.filter(({ online }) => online).map(({ sn }) => sn))
  const { units } = await control(simulator.url, controlModbus)
  const { unit, sn } = units.find((each) => each.answers && stations.has(each.sn))!
  const floats = await mbpoll(unit, '-t', '3:float', '-B', '-r', '0', '-c', '8', '')
  const [volts = 0, charge = 0] = [floats.get(2), floats.get(14)]
  expect(volts).toBeGreaterThan(9)
  expect(volts).toBeLessThan(32)
  expect(charge).toBeGreaterThan(0)
  expect(charge).toBeLessThanOrEqual(100)
  expect([...(await mbpoll(unit, '-t', '0', '-r', '0', ''))]).toEqual([[0, 1]])
  expect([...(await mbpoll(unit, '-t', '4', '-r', '0', '-c', '3', ''))]).toEqual([
    [0, 60],
    [1, 0],
    [2, 0],
  ])

  await mbpoll(unit, '-t', '0', '-r', '0', '0')
  await mbpoll(unit, '-t', '4', '-r', '2', '25')
  const operator = await Operator.signIn(simulator.url)
  const { config } = await operator.call(getSolarConfig, { query: { sn } })
  expect(config).toMatchObject({ loadOn: false, cutOffPercent: 25 })
  await expect(mbpoll(unit, '-t', '4', '-r', '0', '5')).rejects.toThrow(/Illegal data value/i)
  await expect(mbpoll(unit, '-t', '4', '-r', '900', '')).rejects.toThrow(/Illegal data address/i)
})

itByDebian(MBPOLL, 'mbpoll reads a device of a kind file by its registers, and sets it', async () => {
  await using own = await launchSimulator(['--kinds', 'fixtures/kinds', '--modbus', '0', ...BY_DAY])
  const group = { key: 'piles', name: { zh: '充电桩', en: 'Piles' } }
  const body = { kind: 'chargingPile', count: 1, group, placement: 'gates' }
  await control(own.url, controlAddFleet, { body: body as never })
  const query = { kind: 'chargingPile' as never, limit: 1 }
  const [pile] = (await control(own.url, controlDevices, { query })).list
  const { sn } = pile!
  await control(own.url, controlSetDevice, { body: { sn, state: 'online' } })
  const { units } = await control(own.url, controlModbus)
  const { unit } = units.find((each) => each.sn === sn)!
  const poll = (...args: string[]) => mbpollAt(own.modbus!, unit, ...args)
  const operator = await Operator.signIn(own.url)
  const shown = async () =>
    Object.fromEntries(
      (await operator.call(sensorRealtime, { query: { sn } })).list.map(({ code, V }) => [code, V]),
    )
  const before = await shown()
  const cable = (await poll('-t', '3', '-r', '3', '')).get(3)! / 10
  const after = await shown()
  expect(cable).toBeGreaterThan(Math.min(before.cableTemperature!, after.cableTemperature!) - 2)
  expect(cable).toBeLessThan(Math.max(before.cableTemperature!, after.cableTemperature!) + 2)
  expect((await poll('-t', '4:float', '-B', '-r', '100', '')).get(100)).toBe(60)
  expect((await poll('-t', '0', '-r', '0', '')).get(0)).toBe(1)

  await poll('-t', '4:float', '-B', '-r', '100', '22.5')
  expect((await poll('-t', '4:float', '-B', '-r', '100', '')).get(100)).toBe(22.5)
  await poll('-t', '0', '-r', '0', '0')
  expect((await poll('-t', '0', '-r', '0', '')).get(0)).toBe(0)
  // It charges with no more than it may now: tenths of kilowatts, with their noise.
  expect((await poll('-t', '3', '-r', '0', '')).get(0)).toBeLessThan(250)
  await expect(poll('-t', '4:float', '-B', '-r', '100', '500')).rejects.toThrow(/Illegal data value/i)
  await expect(poll('-t', '4', '-r', '100', '7')).rejects.toThrow(/Illegal data address/i)
  await expect(poll('-t', '3', '-r', '6', '')).rejects.toThrow(/Illegal data address/i)
})

itByDebian(MBPOLL, 'faults of the wire reach the answers of a controller', async () => {
  const { units } = await control(simulator.url, controlModbus)
  const [one, other] = units.filter(({ answers }) => answers)
  const read = (unit: number) => mbpoll(unit, '-t', '4', '-r', '0', '-c', '2', '')
  const add = async (fault: string, parameters: object) => {
    const target = { devices: [one!.sn], protocols: ['modbus' as const] }
    const body = { faults: [{ fault, target, parameters: { ...parameters } }] }
    const [added] = (await control(simulator.url, controlAddFaults, { body })).list
    return async () => {
      const { list } = await control(simulator.url, controlFaults)
      expect(list.find(({ id }) => id === added!.id)!.struck).toBeGreaterThan(0)
      await control(simulator.url, controlRemoveFaults, { body: { ids: [added!.id] } })
    }
  }
  const before = await read(one!.unit)
  const endSplit = await add('wire-split', { pieces: 4, gapMs: 30 })
  expect(await read(one!.unit)).toEqual(before)
  await endSplit()
  const endReset = await add('wire-reset', { share: 0.5 })
  await expect(read(one!.unit)).rejects.toThrow(/Connection reset|failed/i)
  expect((await read(other!.unit)).size).toBe(2)
  await endReset()
  // mbpoll waits a second for an answer.
  const endSlow = await add('wire-slow', { delayMs: 3000 })
  await expect(read(one!.unit)).rejects.toThrow(/timed out/i)
  await endSlow()
  expect(await read(one!.unit)).toEqual(before)
  await expect(add('wire-bad-crc', {})).rejects.toThrow(/does not reach modbus/)
})

itByDebian(
  { program: 'pymodbus.console', packages: ['python3-pymodbus'] },
  'a controller of pymodbus is polled, and becomes a device of the platform',
  async () => {
    const port = String(await freePort())
    const script = join(folder, 'controller.py')
    await writeFile(
      script,
      `from pymodbus.server import StartTcpServer
from pymodbus.datastore import ModbusSequentialDataBlock, ModbusSlaveContext, ModbusServerContext
block = lambda *values: ModbusSequentialDataBlock(0, list(values) + [0] * 20)
store = ModbusSlaveContext(di=block(1), co=block(0), ir=block(215, 0, 0x41C8, 0), hr=block(7), zero_mode=True)
StartTcpServer(context=ModbusServerContext(slaves=store, single=True), address=("127.0.0.1", ${port}))
`,
    )
    const child = spawn('/usr/bin/python3', [script], { stdio: ['ignore', 'ignore', 'pipe'] })
    children.push(child)
    await accepts(port)
    const file = join(folder, 'poll.yaml')
    await writeFile(
      file,
      `devices:
  - sn: PYMODBUS-1
    host: 127.0.0.1
    port: ${port}
    everySeconds: 1
    readings:
      temperature: { address: 0, factor: 0.1 }
      humidity: { address: 2, type: float32 }
      mode: { table: holding, address: 0 }
    alarms:
      float: { address: 0, alarm: EnvironmentAlarm/WaterLevel }
`,
    )
    const own = await launchSimulator(['--no-rtmp', '--modbus-poll', file, ...BY_DAY])
    try {
      await polled(async () => (await control(own.url, controlModbus)).polled).toMatchObject([
        { sn: 'PYMODBUS-1', isOnline: true, remote: `127.0.0.1:${port}` },
      ])
      const { list } = await control(own.url, controlDevices)
      expect(list.find(({ sn }) => sn === 'PYMODBUS-1')).toMatchObject({ kind: 'hj212Station', online: true })
    } finally {
      await own.stop()
    }
  },
)

it('messages of a device are shown by the control API while its client is there', async () => {
  const client = (await import('mqtt')).connect(`mqtt://${simulator.mqtt}`, { reconnectPeriod: 0 })
  await client.publishAsync('devices/SHOWN-1/telemetry', '{"temperature":1}', { qos: 1 })
  const { list } = await control(simulator.url, controlMqttPackets, { query: { sn: 'SHOWN-1' } })
  expect(list).toMatchObject([{ direction: 'in', text: 'devices/SHOWN-1/telemetry {"temperature":1}' }])
  await client.endAsync()
})
