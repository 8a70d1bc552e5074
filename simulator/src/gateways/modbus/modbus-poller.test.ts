import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { createModbusFrameReader, writeModbusFrame } from '../../wire/modbus/modbus-frames.ts'
import { writeException, writeReadAnswer } from '../../wire/modbus/modbus-requests.ts'
import { recordingIngest } from '../recording-ingest.test-support.ts'
import { createModbusPoller } from './create-modbus-poller.ts'
import { pollPlan } from './poll-plan.ts'
import { readPollFile } from './read-poll-file.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

function fileOf(text: string): string {
  const file = join(tmpdir(), `poll-${process.pid}-${Math.random().toString(36).slice(2)}.yaml`)
  writeFileSync(file, text)
  return file
}

/** A controller with registers that a test sets; `answer` null: it is silent. */
async function controller() {
  const state = {
    input: [215, 0, 0x41c8, 0],
    discrete: [0],
    answer: 'yes' as 'yes' | 'exception' | 'silent' | 'garbage',
    requests: 0,
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const reader = createModbusFrameReader()
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      for (const frame of reader.add(bytes) as { transaction: number; unit: number; pdu: Buffer }[]) {
        state.requests++
        if (state.answer === 'silent') continue
        if (state.answer === 'garbage') socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')
        const [at, count] = [frame.pdu.readUInt16BE(1), frame.pdu.readUInt16BE(3)]
        const isInput = frame.pdu[0] === 4
        const values = (isInput ? state.input : state.discrete).slice(at, at + count)
        const pdu =
          state.answer === 'exception'
            ? writeException(frame.pdu[0]!, 2)
            : writeReadAnswer(isInput ? 'input' : 'discrete', values)
        socket.write(writeModbusFrame({ ...frame, pdu }))
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { ...state, state, port: (server.address() as AddressInfo).port }
}

const POLL = (port: number) => `
devices:
  - sn: PUMP-7
    host: 127.0.0.1
    port: ${port}
    unit: 3
    everySeconds: 1
    position: { longitude: 116.4, latitude: 39.9 }
    readings:
      temperature: { address: 0, factor: 0.1 }
      humidity: { address: 2, type: float32 }
    alarms:
      float: { address: 0, alarm: EnvironmentAlarm/WaterLevel }
`

async function open() {
  const { state, port } = await controller()
  const time = createManualClock(Date.UTC(2026, 10, 25))
  const platform = recordingIngest()
  const poller = createModbusPoller(
    {
      ingest: platform.ingest,
      hostClock: time,
      platformClock: {
        now: () => time.now(),
        rate: () => 1,
        epoch: () => 0,
        zoneMinutes: 480,
        onChange: () => () => {},
      },
      log: pino({ level: 'silent' }),
    },
    readPollFile(fileOf(POLL(port))),
  )
  ends.push(() => poller[Symbol.dispose]())
  const until = (read: () => unknown) =>
    expect.poll(
      () => {
        time.advance(50)
        return read()
      },
      { timeout: 20_000, interval: 5 },
    )
  return { state, time, poller, until, ...platform }
}

test('registers of a controller become readings of a device, a bit becomes its alarm', async () => {
  const { state, until, readings, alarms, positions, claims, presence } = await open()
  await until(() => readings.length).toBeGreaterThan(0)
  expect(claims[0]).toMatchObject({ sn: 'PUMP-7', protocolType: 7, from: '127.0.0.1' })
  expect(readings[0]?.rows).toEqual([
    { quantity: 'temperature', code: 'a01001', value: 21.5 },
    { quantity: 'humidity', code: 'a01002', value: 25 },
  ])
  expect(positions[0]).toMatchObject({ longitude: 116.4, latitude: 39.9 })
  expect(presence).toEqual(['+PUMP-7'])
  expect(alarms).toEqual([])
  state.discrete[0] = 1
  await until(() => alarms).toMatchObject([{ type: 'EnvironmentAlarm', subType: 'WaterLevel' }])
  state.discrete[0] = 0
  await until(() => alarms.at(-1)?.endMs ?? 0).toBeGreaterThan(0)
  expect(alarms).toHaveLength(2)
})

test.each(['silent', 'exception', 'garbage'] as const)(
  'a controller whose answer is %s goes offline after three polls, and comes back',
  async (answer) => {
    const { state, until, presence, poller, readings } = await open()
    await until(() => presence).toEqual(['+PUMP-7'])
    state.answer = answer
    await until(() => presence).toEqual(['+PUMP-7', '-PUMP-7'])
    expect(poller.list()[0]?.trouble).toBeTruthy()
    const before = readings.length
    state.answer = 'yes'
    await until(() => presence).toEqual(['+PUMP-7', '-PUMP-7', '+PUMP-7'])
    expect(readings.length).toBeGreaterThan(before)
    expect(poller.list()[0]).toMatchObject({ isOnline: true, unit: 3 })
  },
)

test('neighbours are asked for together, far ones and other tables by themselves', () => {
  const reading = (table: 'input' | 'holding', address: number, type: 'int16' | 'float32' = 'int16') => ({
    table,
    address,
    type,
    swapped: false,
    factor: 1,
    offset: 0,
  })
  const readings = {
    a: reading('input', 0, 'float32'),
    b: reading('input', 5),
    c: reading('input', 400),
    d: reading('holding', 1),
  }
  expect(pollPlan({ readings, alarms: {} })).toEqual([
    { table: 'holding', address: 1, count: 1 },
    { table: 'input', address: 0, count: 6 },
    { table: 'input', address: 400, count: 1 },
  ])
})

test.each([
  ['devices:\n  - sn: A\n    host: h\n', ':2: devices[0]: is asked for nothing'],
  [
    'devices:\n  - sn: A\n    host: h\n    readings:\n      t: { address: 70000 }\n',
    ':5: devices[0].readings.t.address: ',
  ],
  [
    'devices:\n  - sn: A\n    host: h\n    alarms:\n      x: { address: 1, alarm: IoAlarm/Smok }\n',
    "Did you mean 'IoAlarm/Smoke'?",
  ],
  ['devices:\n  - sn: A\n    host: h\n    speed: 3\n', ':4: devices[0].speed: there is no such field here'],
  ['devices: [\n', ':2: '],
])('a mistake in the file is named with its line', (text, said) => {
  expect(() => readPollFile(fileOf(text))).toThrow(said)
})
