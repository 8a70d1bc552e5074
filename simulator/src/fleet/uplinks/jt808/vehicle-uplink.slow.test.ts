import { describe, expect, it } from 'vitest'
import type { DeviceCommand } from '../../../devices/commands.ts'
import type { DeviceFault } from '../../../devices/faults.ts'
import { type ReportFaults, reportFaultsOf } from '../../../devices/report-faults.ts'
import { FrameReader } from '../../../wire/jt808/frame-reader.ts'
import type { Jt808Header } from '../../../wire/jt808/header.ts'
import { decodeBody, encodeMessage, type Jt808Kind, type Jt808Message } from '../../../wire/jt808/message.ts'
import { parameterOf, parameterValue } from '../../../wire/jt808/parameters.ts'
import type { WireTransform } from '../uplink.ts'
import { DAY_MS, uplinkRig } from '../uplink-rig.test-support.ts'
import { createVehicleUplink, type VehicleUplinkDeps } from './vehicle-uplink.ts'

const { time, until, defer, depsTo, listen } = uplinkRig(100)

type Heard = Jt808Message & { header: Jt808Header }

/** A minimal platform: it acknowledges everything except the messages in `mute`. */
async function platform() {
  const heard: Heard[] = []
  const problems: string[] = []
  const mute = new Set<Jt808Kind | 'unknown'>()
  let serial = 100
  const { port, write, cut } = await listen(() => {
    const reader = new FrameReader()
    return (chunk) => {
      for (const item of reader.push(chunk)) {
        if (item.kind === 'problem') {
          problems.push(item.problem.code)
          continue
        }
        const { header, body } = item.frame
        const result = decodeBody(header, body)
        if (!result.ok) throw new Error(result.problem.message)
        const message = result.value
        heard.push({ ...message, header })
        if (mute.has(message.kind)) continue
        if (message.kind === 'register')
          say(header, { kind: 'registerReply', serial: header.serial, result: 0, authCode: 'abc' })
        else if (!message.kind.endsWith('Reply') && message.kind !== 'terminalAck')
          say(header, { kind: 'platformAck', serial: header.serial, id: header.id, result: 0 })
      }
    }
  })
  const say = (header: Jt808Header, message: Jt808Message) => {
    for (const packet of encodeMessage(message, { ...header, serial: serial++ })) write(packet)
    return serial - 1
  }
  return {
    port,
    heard,
    problems,
    mute,
    say,
    cut,
    async waitFor(kind: Jt808Kind, count = 1): Promise<Heard[]> {
      await until(() => heard.filter((message) => message.kind === kind).length).toBeGreaterThanOrEqual(count)
      return heard.filter((message) => message.kind === kind)
    },
  }
}

function uplink(
  port: number,
  more: Partial<VehicleUplinkDeps> = {},
  rate = () => 1,
  reportFaults?: ReportFaults,
) {
  const started = time.now()
  const made = createVehicleUplink(
    {
      sn: '013912345678',
      kind: 'vehicle',
      entity: 0,
      plate: '京A·12345',
      positionAt: (ms) => ({
        index: 0,
        x: 0,
        y: 0,
        longitude: 116.4 + (ms - started) / 1e8,
        latitude: 39.9,
        speedKmh: 50,
        directionDeg: 90,
        accOn: true,
        mileageKm: 1200.5,
        fuelL: 40,
        edge: 0,
      }),
      ...(reportFaults && { reportFaults }),
    },
    {
      ...depsTo(port, rate),
      options: { reportIntervalS: 1 },
      ...more,
    },
  )
  defer(() => made.stop())
  made.start()
  return made
}

describe('a vehicle over TCP', () => {
  it('registers, authenticates and reports at its interval', async () => {
    const city = await platform()
    const one = uplink(city.port)
    const reports = await city.waitFor('location', 2)
    expect(city.heard.slice(0, 2).map(({ kind }) => kind)).toEqual(['register', 'authenticate'])
    expect(city.heard[0]).toMatchObject({ plate: '京A·12345', header: { phone: '013912345678' } })
    expect(reports[0]).toMatchObject({ latitude: 39.9, speedKmh: 50, directionDeg: 90, status: 0xc0003 })
    await until(() => one.stats().acked).toBeGreaterThanOrEqual(2)
    expect(one.stats()).toMatchObject({ state: 'online', connects: 1, lost: 0 })
  })

  it('answers the platform: position, parameters, tracking, text', async () => {
    const city = await platform()
    uplink(city.port, { options: { reportIntervalS: 3600 } })
    const [auth] = await city.waitFor('authenticate')
    const { header } = auth!
    const asked = city.say(header, { kind: 'queryLocation' })
    const [reply] = await city.waitFor('locationReply')
    expect(reply).toMatchObject({ serial: asked, location: { latitude: 39.9 } })
    city.say(header, { kind: 'setParameters', parameters: [parameterOf(0x0055, 30)] })
    city.say(header, { kind: 'querySomeParameters', ids: [0x0055] })
    const [parameters] = await city.waitFor('parameterReply')
    if (parameters?.kind !== 'parameterReply') throw new Error('no parameters')
    expect(parameters.parameters.map(parameterValue)).toEqual([30])
    city.say(header, { kind: 'tracking', intervalS: 1, validityS: 60 })
    const reports = await city.waitFor('location', 2)
    // Fifty kilometres an hour are too fast now.
    expect(reports[0]).toMatchObject({ alarm: 2 })
    city.say(header, { kind: 'text', flag: 8, text: '你好' })
    const stream = { channel: 1, streamType: 0 }
    city.say(header, { kind: 'live', host: '127.0.0.1', tcpPort: 1078, udpPort: 0, dataType: 0, ...stream })
    const acks = await city.waitFor('terminalAck', 4)
    expect(acks.map((ack) => ack.kind === 'terminalAck' && [ack.id, ack.result])).toEqual([
      [0x8103, 0],
      [0x8202, 0],
      [0x8300, 0],
      // It has no stream of JT/T 1078 to send.
      [0x9101, 3],
    ])
  })

  it.each([2013, 2019] as const)(
    'is the same terminal in its registration and in its attributes (%s)',
    async (version) => {
      const city = await platform()
      uplink(city.port, { options: { reportIntervalS: 3600, version } })
      const [registration] = await city.waitFor('register')
      const [auth] = await city.waitFor('authenticate')
      city.say(auth!.header, { kind: 'queryAttributes' })
      const [attributes] = await city.waitFor('attributes')
      if (registration?.kind !== 'register' || attributes?.kind !== 'attributes') throw new Error('not told')
      const { maker, model, terminalId } = registration
      expect(attributes).toMatchObject({ maker, model, terminalId })
      expect(terminalId).toBe(version === 2019 ? '013912345678' : '2345678')
    },
  )

  it('reports at another interval as soon as one is set from afar', async () => {
    const city = await platform()
    const one = uplink(city.port, { options: { reportIntervalS: 3600 } })
    await city.waitFor('authenticate')
    one.adjust({ reportIntervalS: 2 })
    const reports = await city.waitFor('location', 3)
    const times = reports.map((report) => (report.kind === 'location' ? report.atMs! : Number.NaN))
    expect(times[2]! - times[1]!).toBe(2000)
  })

  it('keeps what it cannot send and brings it as a batch after the cut', async () => {
    const city = await platform()
    const one = uplink(city.port)
    await city.waitFor('location')
    city.mute.add('location')
    await city.waitFor('location', 3)
    city.cut()
    await city.waitFor('authenticate', 2)
    const [batch] = await city.waitFor('locationBatch')
    if (batch?.kind !== 'locationBatch') throw new Error('no batch')
    expect(batch.type).toBe(1)
    const digits = batch.items.map((item) => item.digits)
    expect([...digits].sort()).toEqual(digits)
    expect(city.heard.filter(({ kind }) => kind === 'register')).toHaveLength(1)
    await until(() => one.stats().acked).toBeGreaterThanOrEqual(batch.items.length + 1)
    expect(one.stats().lost).toBe(0)
  })

  it('lives by what its maker sets while it runs: interval and top speed', async () => {
    const city = await platform()
    const one = uplink(city.port, { options: { reportIntervalS: 3600 } })
    await city.waitFor('authenticate')
    one.adjust({ topSpeedKmh: 40, reportIntervalS: 1 })
    const [fast] = await city.waitFor('location')
    expect(fast).toMatchObject({ alarm: 2, speedKmh: 50 })
    one.adjust({ topSpeedKmh: 60 })
    const since = city.heard.length
    await until(() =>
      city.heard.slice(since).some((report) => report.kind === 'location' && report.alarm === 0),
    ).toBe(true)
  })

  it('sends again what is not acknowledged', async () => {
    const city = await platform()
    const one = uplink(city.port, { options: { reportIntervalS: 5 } })
    const [auth] = await city.waitFor('authenticate')
    city.say(auth!.header, { kind: 'setParameters', parameters: [parameterOf(0x0002, 1)] })
    city.mute.add('location')
    const [first, second] = await city.waitFor('location', 2)
    expect(second!.header.serial).toBe(first!.header.serial)
    expect(one.stats().resent).toBeGreaterThanOrEqual(1)
  })

  const faulty = (fault: DeviceFault, amount: number) => {
    const commands: DeviceCommand[] = [
      { kind: 'fault', fault, on: true, amount, atMs: time.now() - 1000 * DAY_MS, seq: 1, sn: '1' },
    ]
    return reportFaultsOf(7, 0, () => commands, { hasReceiver: true })
  }

  it('sends every report more than once while a fault has it so, under its own serial number', async () => {
    const city = await platform()
    const one = uplink(city.port, {}, () => 1, faulty('duplicateReports', 1))
    const reports = await city.waitFor('location', 4)
    const bySerial = new Map<number, number>()
    for (const { header } of reports) bySerial.set(header.serial, (bySerial.get(header.serial) ?? 0) + 1)
    // Of the last one more may be on their way.
    const copies = [...bySerial.values()].slice(0, -1)
    expect(Math.min(...copies)).toBeGreaterThanOrEqual(2)
    await until(() => one.stats().acked).toBeGreaterThanOrEqual(2)
    expect(one.stats().lost).toBe(0)
  })

  it('keeps reports back and brings them in batches while a fault has them late', async () => {
    const city = await platform()
    const one = uplink(city.port, {}, () => 1, faulty('lateReports', 20))
    await until(() => one.stats().backlog).toBeGreaterThanOrEqual(3)
    // The first may be of a batch that had nearly gone.
    const [, batch] = await city.waitFor('locationBatch', 2)
    if (batch?.kind !== 'locationBatch') throw new Error('no batch')
    expect(batch.items.length).toBeGreaterThanOrEqual(3)
    const digits = batch.items.map((item) => item.digits)
    expect(new Set(digits).size).toBe(digits.length)
    expect(city.heard.filter(({ kind }) => kind === 'location')).toEqual([])
  })

  it('gives its reports the time of its own clock, which drifts', async () => {
    const city = await platform()
    // 3.6 seconds a day, for a thousand days: an hour.
    uplink(city.port, {}, () => 1, faulty('clockDrift', 3.6))
    const [report] = await city.waitFor('location')
    if (report?.kind !== 'location') throw new Error('no report')
    expect(Math.round((report.atMs! - time.now()) / 60_000)).toBe(60)
  })

  it('holds its reports while the platform clock is not at real time', async () => {
    const city = await platform()
    let rate = 60
    const one = uplink(city.port, {}, () => rate)
    await city.waitFor('authenticate')
    await expect.poll(() => one.stats().state).toBe('held')
    expect(one.stats().sent).toBe(0)
    rate = 1
    await city.waitFor('location')
    expect(one.stats().backlog).toBe(0)
  })

  it('sends what the faults of the wire make of its packets, in their order', async () => {
    const city = await platform()
    const slow: WireTransform = (bytes) => [
      { bytes: bytes.subarray(0, 3), delayMs: 5 },
      { bytes: bytes.subarray(3), delayMs: 20 },
    ]
    let broken = false
    const bad: WireTransform = (bytes) => {
      const copy = bytes.slice()
      copy[8]! ^= 1
      return [{ bytes: copy, delayMs: 0 }]
    }
    uplink(city.port, { transform: () => (broken ? bad : slow) })
    await city.waitFor('location', 2)
    expect(city.problems).toEqual([])
    broken = true
    await until(() => city.problems.length).toBeGreaterThan(0)
    expect(city.problems[0]).toBe('checksum')
  })
})
