import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { DeviceCommand } from '../../../devices/commands.ts'
import type { DeviceFault } from '../../../devices/faults.ts'
import { reportFaultsOf } from '../../../devices/report-faults.ts'
import { createManualClock } from '../../../timeline/manual-clock.ts'
import { createFrameReader } from '../../../wire/hj212/frame-reader.ts'
import { dataAnswer } from '../../../wire/hj212/messages.ts'
import { flagOf, type Packet, VERSION_2017 } from '../../../wire/hj212/packet.ts'
import { parseWireTime, wireQn, wireTime } from '../../../wire/hj212/wire-time.ts'
import { writePacket } from '../../../wire/hj212/write-packet.ts'
import { createStationUplink } from './station-uplink.ts'

const DAY_MS = 86_400_000
const SN = '010000A8900016F000169DC0'
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Time passes while something is waited for. */
const time = createManualClock(Date.UTC(2026, 5, 1, 4))
const until = (read: () => unknown) =>
  expect.poll(
    () => {
      time.advance(1000)
      return read()
    },
    { timeout: 15_000, interval: 5 },
  )

/** A platform of a few lines that answers every report; it keeps them with the time they came. */
async function platform() {
  const heard: (Packet & { cameMs: number })[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    const reader = createFrameReader({
      packet(packet) {
        if (packet.cn !== '2011') return
        heard.push({ ...packet, cameMs: time.now() })
        const { qn, mn = SN, password } = packet
        socket.write(writePacket(dataAnswer({ qn, mn, password, version: VERSION_2017 })))
      },
      problem: ({ code }) => {
        throw new Error(code)
      },
    })
    socket.on('data', (chunk: Buffer) => reader.push(chunk))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    ask(cn: string, cp: string) {
      const flag = flagOf(VERSION_2017, { ack: true })
      const draft = { qn: wireQn(time.now()), st: '22', cn, password: '123456', mn: SN, flag, cp }
      for (const socket of sockets) socket.write(writePacket(draft))
    },
  }
}

function station(port: number, fault: DeviceFault, amount: number) {
  const command: DeviceCommand = {
    kind: 'fault',
    fault,
    on: true,
    amount,
    atMs: time.now() - 100 * DAY_MS,
    seq: 1,
    sn: SN,
  }
  const one = createStationUplink(
    {
      host: '127.0.0.1',
      port,
      hostClock: time,
      platformClock: {
        now: () => time.now(),
        rate: () => 1,
        epoch: () => 0,
        zoneMinutes: 480,
        onChange: () => () => {},
      },
    },
    {
      sn: SN,
      kind: 'hj212Station',
      entity: 0,
      model: 'air',
      readingsAt: () => [{ quantity: 'pm25', value: 12.5, unit: 'µg/m³' }],
      reportFaults: reportFaultsOf(7, 0, () => [command], { hasReceiver: false }),
    },
    { settings: { realtimeSeconds: 30, timeoutSeconds: 600 } },
  )
  ends.push(() => one.stop())
  one.start()
  return one
}

const dataTime = ({ params }: Packet) => parseWireTime(params.get('DataTime') ?? '') ?? Number.NaN

test('a station sends its reports more than once while a fault has it so: the same packet, answered each time', async () => {
  const { port, heard } = await platform()
  const one = station(port, 'duplicateReports', 1)
  await until(() => new Set(heard.map(({ qn }) => qn)).size).toBeGreaterThanOrEqual(3)
  const copies = new Map<string, number>()
  for (const { qn = '' } of heard) copies.set(qn, (copies.get(qn) ?? 0) + 1)
  const whole = [...copies.values()].slice(0, -1)
  expect(Math.min(...whole)).toBeGreaterThanOrEqual(2)
  expect(one.stats().lost).toBe(0)
})

test('a station keeps reports back and sends them together with their own times while a fault has them late', async () => {
  const { port, heard } = await platform()
  const one = station(port, 'lateReports', 600)
  await until(() => one.stats().backlog).toBeGreaterThanOrEqual(5)
  expect(heard).toEqual([])
  await until(() => heard.length).toBeGreaterThanOrEqual(5)
  const times = heard.map(dataTime)
  expect(new Set(times).size).toBe(times.length)
  expect(heard[0]!.cameMs - times[0]!).toBeGreaterThan(100_000)
})

test('a station whose clock drifts names the time of its own clock, and is right again when it is set', async () => {
  const { port, heard, ask } = await platform()
  // 36 seconds a day, for a hundred days: an hour.
  station(port, 'clockDrift', 36)
  await until(() => heard.length).toBeGreaterThanOrEqual(2)
  const [first, second] = heard
  expect(Math.round((dataTime(first!) - first!.cameMs) / 60_000)).toBe(60)
  // Still every half a minute, on whole half minutes of its own.
  expect(dataTime(second!) - dataTime(first!)).toBe(30_000)
  ask('1012', `SystemTime=${wireTime(time.now())}`)
  await until(() => Math.abs(dataTime(heard.at(-1)!) - time.now())).toBeLessThan(60_000)
})
