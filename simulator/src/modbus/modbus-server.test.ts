import { once } from 'node:events'
import { connect } from 'node:net'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { WireTransform } from '../fleet/uplinks/uplink.ts'
import { createModbusMaster } from '../gateways/modbus/modbus-master.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import { createModbusFrameReader, writeModbusFrame } from '../wire/modbus/modbus-frames.ts'
import { registerValue } from '../wire/modbus/register-values.ts'
import { CONTROLLER_MAPS } from './controller-map.ts'
import type { ModbusLimits } from './modbus-context.ts'
import { createModbusServer } from './modbus-server.ts'
import { createModbusUnit } from './modbus-unit.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A solar controller as unit 1, one that is silent as unit 2. */
async function open(
  limits: Partial<ModbusLimits> = {},
  transformOf?: (sn: string) => WireTransform | undefined,
) {
  const hostClock = createManualClock(0)
  const device = {
    settings: { reportSeconds: 60, maintenance: false, loadOn: true, cutOffPercent: 0 } as Record<
      string,
      number | boolean
    >,
    isStoreBroken: false,
    store: (): Promise<void> => Promise.resolve(),
  }
  const unit = (answers: boolean) =>
    createModbusUnit(CONTROLLER_MAPS.solarStation!, {
      sn: 'SOLAR-1',
      answers: () => answers,
      values: () => [18.5, 12.6, Number.NaN],
      state: (bit) => bit === 'charging',
      settings: () => device.settings,
      async set(settings) {
        if (device.isStoreBroken) throw new Error('the disk is full')
        await device.store()
        device.settings = settings
      },
    })
  const units = [unit(true), unit(false)]
  const server = await createModbusServer({
    host: '127.0.0.1',
    port: 0,
    hostClock,
    log: pino({ level: 'silent' }),
    unitOf: (number) => units[number - 1],
    transformOf,
    limits,
  })
  ends.push(() => server[Symbol.asyncDispose]())
  const dial = async () => {
    const socket = connect(server.port, '127.0.0.1')
    ends.push(() => socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  /** The answer to a function and data, in hexadecimal. */
  const ask = async (pdu: string, number = 1) => {
    const socket = await dial()
    socket.write(writeModbusFrame({ transaction: 7, unit: number, pdu: Buffer.from(pdu, 'hex') }))
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    const frames = createModbusFrameReader().add(bytes)
    return frames === 'malformed' ? frames : frames[0]!.pdu.toString('hex')
  }
  const master = createModbusMaster({
    host: '127.0.0.1',
    port: server.port,
    unit: 1,
    hostClock,
    onBytes: () => {},
  })
  ends.push(() => master.close())
  return { server, device, ask, dial, master, hostClock }
}

test('readings, states and settings are read by their tables', async () => {
  const { master } = await open()
  const input = await master.read({ table: 'input', address: 0, count: 6 })
  expect(registerValue('float32', input.slice(0, 2))).toBeCloseTo(18.5)
  expect(registerValue('float32', input.slice(2, 4))).toBeCloseTo(12.6)
  expect(registerValue('float32', input.slice(4, 6))).toBeUndefined()
  expect(await master.read({ table: 'discrete', address: 0, count: 2 })).toEqual([0, 1])
  expect(await master.read({ table: 'coil', address: 0, count: 1 })).toEqual([1])
  expect(await master.read({ table: 'holding', address: 0, count: 3 })).toEqual([60, 0, 0])
})

test('a coil switches the load, registers set what the console sets', async () => {
  const { ask, device } = await open()
  expect(await ask('0500000000')).toBe('0500000000')
  expect(device.settings.loadOn).toBe(false)
  expect(await ask('0f000000010101')).toBe('0f00000001')
  expect(device.settings.loadOn).toBe(true)
  expect(await ask('060002001e')).toBe('060002001e')
  expect(await ask('1000000002040078' + '0001')).toBe('1000000002')
  expect(device.settings).toEqual({ reportSeconds: 120, maintenance: true, loadOn: true, cutOffPercent: 30 })
})

test('writes of two masters at the same moment both hold', async () => {
  const { ask, device, server } = await open()
  let isStored = (): void => {}
  const disk = new Promise<void>((resolve) => {
    isStored = resolve
  })
  device.store = () => disk
  const answers = Promise.all([ask('060002001e'), ask('0600000078')])
  await expect.poll(() => server.counters.requests).toBe(2)
  isStored()
  expect(await answers).toEqual(['060002001e', '0600000078'])
  expect(device.settings).toMatchObject({ reportSeconds: 120, cutOffPercent: 30 })
})

test.each([
  ['2b0e0100', 'ab01', 'a function that is none of ours'],
  ['040006' + '0001', '8402', 'an address behind the last'],
  ['030000' + '0004', '8302', 'a range that ends behind the last'],
  ['04ffff' + '0002', '8402', 'a range beyond all addresses'],
  ['040000' + '0000', '8403', 'no register at all'],
  ['040000' + '007e', '8403', 'more registers than a frame holds'],
  ['0500000001', '8503', 'a coil that is neither on nor off'],
  ['0600000005', '8603', 'a setting that the console does not take either'],
  ['0600010002', '8603', 'a switch that is neither on nor off'],
  ['10000000020300780001', '9003', 'a wrong number of bytes'],
])('%s is answered with the exception %s: %s', async (request, answer) => {
  const { ask, device, server } = await open()
  const before = device.settings
  expect(await ask(request)).toBe(answer)
  expect(device.settings).toBe(before)
  expect(server.counters.requestsFailed).toBe(1)
})

test('a device that is silent or unknown is answered by the gateway, a broken store by the device', async () => {
  const { ask, device } = await open()
  expect(await ask('0400000002', 2)).toBe('840b')
  expect(await ask('0400000002', 200)).toBe('840b')
  device.isStoreBroken = true
  expect(await ask('0500000000')).toBe('8504')
})

test('requests that come together are answered in their order, in any pieces', async () => {
  const { dial } = await open()
  const socket = await dial()
  const bytes = Buffer.concat(
    [1, 2, 3].map((transaction) =>
      writeModbusFrame({ transaction, unit: 1, pdu: Buffer.from('0300000001', 'hex') }),
    ),
  )
  for (const byte of bytes) socket.write(Buffer.of(byte))
  const reader = createModbusFrameReader()
  const seen: number[] = []
  while (seen.length < 3) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    for (const frame of reader.add(chunk) as { transaction: number }[]) seen.push(frame.transaction)
  }
  expect(seen).toEqual([1, 2, 3])
})

test('who sends no Modbus, too much or nothing is cut, and others are served on', async () => {
  const { dial, ask, server, hostClock } = await open({ requestBurst: 20 })
  const quiet = await dial()
  const other = await dial()
  other.write('GET / HTTP/1.1\r\n\r\n')
  await once(other, 'close')
  const flood = await dial()
  const request = writeModbusFrame({ transaction: 1, unit: 1, pdu: Buffer.from('0300000001', 'hex') })
  flood.resume().write(Buffer.concat(Array.from({ length: 30 }, () => request)))
  await once(flood, 'close')
  expect(await ask('0300000001')).toBe('0302003c')
  await expect.poll(() => server.connections()).toBe(1)
  hostClock.advance(301_000)
  await once(quiet, 'close')
  expect(Object.fromEntries(server.counters.cuts)).toEqual({ badFrames: 1, flood: 1, silent: 1 })
})

test('a fault of the wire changes the answers of its controllers, and keeps their order', async () => {
  const inTwo: WireTransform = (bytes) => [
    { bytes: bytes.subarray(0, 5), delayMs: 0 },
    { bytes: bytes.subarray(5), delayMs: 40 },
  ]
  const halfThenReset: WireTransform = (bytes) => [{ bytes: bytes.subarray(0, 5), delayMs: 0, resets: true }]
  let holds: WireTransform | undefined = inTwo
  const asked: string[] = []
  const { dial, hostClock } = await open({}, (sn) => {
    asked.push(sn)
    return holds
  })
  const request = (transaction: number, unit = 1) =>
    writeModbusFrame({ transaction, unit, pdu: Buffer.from('0300000001', 'hex') })
  const socket = await dial()
  const came: Buffer[] = []
  socket.on('data', (bytes: Buffer) => came.push(bytes))
  const hasCome = () => expect.poll(() => Buffer.concat(came).length)
  socket.write(Buffer.concat([request(1), request(2), request(3, 200)]))
  await hasCome().toBe(5)
  await expect.poll(() => hostClock.nextMs()).toBe(40)
  hostClock.advance(40)
  await hasCome().toBe(16)
  hostClock.advance(40)
  await hasCome().toBe(31)
  const frames = createModbusFrameReader().add(Buffer.concat(came))
  expect(frames).toMatchObject([{ transaction: 1 }, { transaction: 2 }, { transaction: 3 }])
  // No controller answers for a unit that is not there.
  expect(asked).toEqual(['SOLAR-1', 'SOLAR-1'])

  holds = halfThenReset
  came.length = 0
  const ended = new Promise((resolve) => socket.on('close', resolve))
  socket.write(request(4))
  await ended
  expect(Buffer.concat(came)).toHaveLength(5)
  holds = undefined
  const again = await dial()
  again.write(request(5))
  await once(again, 'data')
})
