import { expect, test } from 'vitest'
import type { DeviceCommand } from '../../../devices/commands.ts'
import type { DeviceFault } from '../../../devices/faults.ts'
import { reportFaultsOf } from '../../../devices/report-faults.ts'
import { createFrameReader } from '../../../wire/hj212/frame-reader.ts'
import { dataAnswer } from '../../../wire/hj212/messages.ts'
import { flagOf, type Packet, VERSION_2017 } from '../../../wire/hj212/packet.ts'
import { parseWireTime, wireQn, wireTime } from '../../../wire/hj212/wire-time.ts'
import { writePacket } from '../../../wire/hj212/write-packet.ts'
import { DAY_MS, uplinkRig } from '../uplink-rig.test-support.ts'
import { createStationUplink } from './station-uplink.ts'

const SN = '010000A8900016F000169DC0'
const { time, until, defer, depsTo, listen } = uplinkRig(1000)

/** A platform of a few lines that answers every report; it keeps those of `cns` with the time they came. */
async function platform(cns: readonly string[] = ['2011']) {
  const heard: (Packet & { cameMs: number })[] = []
  const { port, write } = await listen((socket) => {
    const reader = createFrameReader({
      packet(packet) {
        if (!cns.includes(packet.cn)) return
        heard.push({ ...packet, cameMs: time.now() })
        const { qn, mn = SN, password } = packet
        socket.write(writePacket(dataAnswer({ qn, mn, password, version: VERSION_2017 })))
      },
      problem: ({ code }) => {
        throw new Error(code)
      },
    })
    return (chunk) => reader.push(chunk)
  })
  return {
    port,
    heard,
    ask(cn: string, cp: string) {
      const flag = flagOf(VERSION_2017, { ack: true })
      const draft = { qn: wireQn(time.now()), st: '22', cn, password: '123456', mn: SN, flag, cp }
      write(writePacket(draft))
    },
  }
}

function station(port: number, fault?: DeviceFault, amount = 0) {
  const commands: DeviceCommand[] = fault
    ? [{ kind: 'fault', fault, on: true, amount, atMs: time.now() - 100 * DAY_MS, seq: 1, sn: SN }]
    : []
  const one = createStationUplink(
    depsTo(port),
    {
      sn: SN,
      kind: 'hj212Station',
      entity: 0,
      model: 'air',
      readingsAt: () => [{ quantity: 'pm25', value: 12.5, unit: 'µg/m³' }],
      reportFaults: reportFaultsOf(7, 0, () => commands, { hasReceiver: false }),
    },
    { settings: { realtimeSeconds: 30, timeoutSeconds: 600 } },
  )
  defer(() => one.stop())
  one.start()
  return one
}

/** A station whose clock is ahead by this much, and whose reading is the seconds since the epoch. */
function stationAhead(port: number, sn: string, clockAheadMs: number) {
  const one = createStationUplink(
    depsTo(port),
    {
      sn,
      kind: 'hj212Station',
      entity: 0,
      readingsAt: (epochMs) => [{ quantity: 'noise', value: epochMs / 1000, unit: 'dB' }],
    },
    { settings: { realtimeSeconds: 30, timeoutSeconds: 600, clockAheadMs } },
  )
  defer(() => one.stop())
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

test('a station reports at another interval as soon as one is set from afar', async () => {
  const { port, heard } = await platform()
  const one = station(port)
  await until(() => heard.length).toBeGreaterThanOrEqual(2)
  one.setRealtimeSeconds(300)
  const before = heard.length
  await until(() => heard.length).toBeGreaterThanOrEqual(before + 2)
  expect(dataTime(heard.at(-1)!) - dataTime(heard.at(-2)!)).toBe(300_000)
  expect(one.settings.realtimeSeconds).toBe(300)
})

test('minute, hour and day data are of the periods of platform time, wherever the clock of the station stands', async () => {
  const { port, heard } = await platform(['2051', '2061', '2031'])
  // Half a minute before midnight of UTC+8.
  const midnight = Date.UTC(2026, 5, 1, 16)
  time.advance(midnight - 30_000 - time.now())
  const clocks = [-DAY_MS, -5_400_000, -2000, 0, 2000, 1_234_567, DAY_MS]
  for (const [i, aheadMs] of clocks.entries()) stationAhead(port, `CLOCK${i}`, aheadMs)
  await until(() => heard.length).toBe(3 * clocks.length)
  const stepOf: Record<string, number> = { '2051': 600_000, '2061': 3_600_000, '2031': DAY_MS }
  for (const packet of heard) {
    const stepMs = stepOf[packet.cn]!
    expect(dataTime(packet)).toBe(midnight - stepMs)
    const { Min, Max } = packet.factors.get('LA') ?? {}
    expect(Number(Min) * 1000).toBe(midnight - stepMs)
    expect(Number(Max) * 1000).toBeLessThan(midnight)
  }
})

test('numbers of packets follow a clock that is set back, and none comes twice while an answer is due', async () => {
  const { port, heard, ask } = await platform()
  station(port)
  await until(() => heard.length).toBeGreaterThanOrEqual(2)
  ask('1012', `SystemTime=${wireTime(time.now() + DAY_MS)}`)
  const ahead = ({ qn = '' }: Packet & { cameMs: number }, now: number) => (parseWireTime(qn) ?? 0) - now
  await until(() => ahead(heard.at(-1)!, heard.at(-1)!.cameMs)).toBeGreaterThan(DAY_MS - 60_000)
  ask('1012', `SystemTime=${wireTime(time.now())}`)
  await until(() => ahead(heard.at(-1)!, heard.at(-1)!.cameMs)).toBeLessThan(60_000)
  expect(new Set(heard.map(({ qn }) => qn)).size).toBe(heard.length)
})
