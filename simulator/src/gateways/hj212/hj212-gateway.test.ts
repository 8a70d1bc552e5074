import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { createStationUplink, type StationUplinkOptions } from '../../fleet/uplinks/hj212/station-uplink.ts'
import type { UplinkDevice } from '../../fleet/uplinks/uplink.ts'
import { createHostClock } from '../../timeline/host-clock.ts'
import { createFrameReader } from '../../wire/hj212/frame-reader.ts'
import type { Packet } from '../../wire/hj212/packet.ts'
import { VERSION_2005 } from '../../wire/hj212/packet.ts'
import { FIELD_UNITS } from '../../wire/hj212/units.ts'
import { writeFrame } from '../../wire/hj212/write-packet.ts'
import type { Intake } from '../intake.ts'
import { recordingIntake } from '../recording-intake.test-support.ts'
import { createHj212Gateway, type Hj212GatewayDeps } from './create-hj212-gateway.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const hostClock = createHostClock()
const platformClock = {
  now: () => Date.now(),
  rate: () => 1,
  epoch: () => 1,
  zoneMinutes: 480,
  onChange: () => () => {},
}

/** Stations whose MN begins with X are unknown to the platform; those with OWN are its own. */
function listeningIntake() {
  const heard = recordingIntake()
  const { intake } = heard
  return {
    ...heard,
    intake: {
      ...intake,
      admit: (claim) =>
        claim.sn.startsWith('X') ? Promise.resolve({ refused: 'unknown' }) : intake.admit(claim, 0),
      isOwnPlace: (sn) => sn.startsWith('OWN'),
    } satisfies Intake,
  }
}

async function open(more: Partial<Hj212GatewayDeps> = {}) {
  const heard = listeningIntake()
  const gateway = await createHj212Gateway({
    host: '127.0.0.1',
    port: 0,
    intake: heard.intake,
    hostClock,
    platformClock,
    log: pino({ level: 'silent' }),
    ...more,
  })
  ends.push(() => gateway[Symbol.asyncDispose]())
  return { gateway, ...heard }
}

/** A station of a few lines: sends what it is told and keeps what it hears. */
async function station(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  const packets: Packet[] = []
  const frames: string[] = []
  const problems: string[] = []
  const reader = createFrameReader({
    packet(packet, frame) {
      packets.push(packet)
      frames.push(frame)
    },
    problem(problem) {
      problems.push(problem.code)
    },
  })
  let closed = false
  socket.on('data', (chunk: Buffer) => reader.push(chunk))
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    closed = true
  })
  await once(socket, 'connect')
  ends.push(() => socket.destroy())
  return {
    socket,
    packets,
    frames,
    problems,
    isClosed: () => closed,
    say: (segment: string) => socket.write(writeFrame(segment)),
  }
}

const upload = (
  mn: string,
  {
    qn = '20261120080000001',
    flag = 5,
    pw = '123456',
    cp = 'DataTime=20261120080000;a34004-Rtd=12.5,a34004-Flag=N',
  } = {},
) => `QN=${qn};ST=22;CN=2011;PW=${pw};MN=${mn};Flag=${flag};CP=&&${cp}&&`

describe('uploads', () => {
  test('are answered 9014 with the same QN when asked for, not otherwise, and become readings', async () => {
    const { gateway, readings, online, claims } = await open()
    const s = await station(gateway.port)
    s.say(upload('A1', { flag: 4 }))
    s.say(upload('A1', { qn: '20261120080000002' }))
    await expect.poll(() => s.packets.length).toBe(1)
    expect(s.frames[0]?.slice(6, -4)).toBe(
      'QN=20261120080000002;ST=91;CN=9014;PW=123456;MN=A1;Flag=4;CP=&&&&',
    )
    expect(
      readings.map(({ sn, rows, interval }) => [sn, interval, rows[0]?.quantity, rows[0]?.value]),
    ).toEqual([
      ['A1', 'realtime', 'pm25', 12.5],
      ['A1', 'realtime', 'pm25', 12.5],
    ])
    expect(online.get('A1')).toBe(true)
    expect(claims).toMatchObject([{ sn: 'A1', kind: 'hj212Station', protocolType: 3, password: '123456' }])
    s.socket.destroy()
    await expect.poll(() => online.get('A1')).toBe(false)
  })

  test('of 2005 have their QN among the parameters of the answer', async () => {
    const { gateway } = await open()
    const s = await station(gateway.port)
    s.say(upload('OLD00000000001', { flag: 1 }))
    await expect.poll(() => s.frames.length).toBe(1)
    expect(s.frames[0]).toContain(
      'ST=91;CN=9014;PW=123456;MN=OLD00000000001;Flag=0;CP=&&QN=20261120080000001&&',
    )
  })

  test('in pieces are each answered, shown at once when they name their time, and never lost', async () => {
    const { gateway, readings } = await open()
    const s = await station(gateway.port)
    const head = 'ST=22;CN=2051;PW=123456;MN=A1;Flag=7;PNUM=2;PNO='
    s.say(`QN=20261120080000001;${head}1;CP=&&DataTime=20261120080000;a34004-Avg=1&&`)
    s.say(`QN=20261120080000002;${head}2;CP=&&a34002-Avg=2&&`)
    await expect.poll(() => s.packets.length).toBe(2)
    expect(s.packets.map(({ qn, cn }) => [qn, cn])).toEqual([
      ['20261120080000001', '9014'],
      ['20261120080000002', '9014'],
    ])
    expect(readings.map(({ rows }) => rows.map(({ code }) => code))).toEqual([
      ['a34004'],
      ['a34004', 'a34002'],
    ])
  })

  test('of device states are kept as such, and an event that is over ends its alarm', async () => {
    const { gateway, readings, alarms } = await open()
    const s = await station(gateway.port)
    const say = (cn: string, cp: string) => s.say(upload('A1', { cp }).replace('CN=2011', `CN=${cn}`))
    say('2021', 'DataTime=20261120080000;SB1-RS=1;SB2-RS=0')
    say('2041', 'DataTime=20261119000000;SB1-RT=23.5')
    say('2081', 'DataTime=20261120080000;RestartTime=20261120075500')
    say('2071', 'DataTime=20261120080000;AlarmTime=20261120060000;a34002-Ala=300,AlarmType=1')
    say('2072', 'AlarmTime=20261120061500;a34002-Ala=42,AlarmType=0')
    await expect.poll(() => s.packets.map(({ cn }) => cn)).toEqual(Array(5).fill('9014'))
    expect(
      readings.map(({ interval, rows }) => [interval, ...rows.map(({ code, value }) => [code, value])]),
    ).toEqual([
      ['status', ['SB1-RS', 1], ['SB2-RS', 0]],
      ['runTime', ['SB1-RT', 23.5]],
      ['restart', ['RestartTime', Date.UTC(2026, 10, 19, 23, 55)]],
    ])
    const { atMs, alarmSeq, endMs } = alarms[1]!
    expect(alarms[0]).toMatchObject({ atMs, alarmSeq, type: 'DustAlarm' })
    expect([alarms[0]?.endMs, endMs]).toEqual([undefined, atMs + 15 * 60_000])
  })

  test('are read in the unit of their sensor', async () => {
    const unitsOf = (sn: string) =>
      sn === 'A1' ? { profile: 'field' as const, byCode: { a34004: 'ng/m³' } } : FIELD_UNITS
    const { gateway, readings } = await open({ unitsOf })
    const s = await station(gateway.port)
    s.say(upload('A1'))
    s.say(upload('A2'))
    await expect.poll(() => readings.map(({ rows }) => rows[0]?.value)).toEqual([0.0125, 12.5])
  })

  test('with a place are positions', async () => {
    const { gateway, positions, readings } = await open()
    const s = await station(gateway.port)
    s.say(
      upload('A1', {
        cp: 'DataTime=20261120080000;l01001-Rtd=119.9,l01001-Flag=N;l01002-Rtd=32.4;a34004-Rtd=4',
      }),
    )
    await expect.poll(() => positions.length).toBe(1)
    expect(positions[0]).toMatchObject({ sn: 'A1', longitude: 119.9, latitude: 32.4 })
    expect(readings[0]?.rows.map(({ code }) => code)).toEqual(['a34004'])
  })
})

describe('refused', () => {
  test('a wrong password is answered 9011 with QnRtn=3, and the third one ends the connection', async () => {
    const { gateway, passwords, readings } = await open()
    passwords.set('A1', '654321')
    const s = await station(gateway.port)
    for (let i = 0; i < 3; i++) s.say(upload('A1', { qn: `2026112008000000${i}` }))
    await expect.poll(s.isClosed).toBe(true)
    expect(s.packets.map(({ cn, params }) => [cn, params.get('QnRtn')])).toEqual(Array(3).fill(['9011', '3']))
    expect(readings).toEqual([])
  })

  test('a password that changes on an open connection is refused too', async () => {
    const { gateway } = await open()
    const s = await station(gateway.port)
    s.say(upload('A1'))
    s.say(upload('A1', { pw: '999999' }))
    await expect.poll(() => s.packets.length).toBe(2)
    expect(s.packets.map(({ cn }) => cn)).toEqual(['9014', '9011'])
  })

  test('an unknown MN is QnRtn=4, a wrong CN is 8, a wrong QN is 7; a wrong check is silence', async () => {
    const { gateway } = await open()
    const s = await station(gateway.port)
    s.say(upload('X1'))
    s.say(upload('A1').replace('CN=2011', 'CN=7777'))
    s.say(upload('A1', { qn: '2026' }))
    s.socket.write(writeFrame(upload('A1')).toString().replace('12.5', '12.6'))
    s.say(upload('A1', { qn: '20261120080000009' }))
    await expect.poll(() => s.packets.length).toBe(3)
    expect(s.packets.map(({ cn, params }) => [cn, params.get('QnRtn')])).toEqual([
      ['9011', '4'],
      ['9011', '8'],
      ['9014', undefined],
    ])
    // The answer to a wrong QN carries that QN.
    expect(s.problems).toEqual(['qn'])
    expect([...gateway.counters.problems]).toEqual([
      ['qn', 1],
      ['check', 1],
    ])
  })
})

describe('one bad client does not disturb another', () => {
  test('garbage, half frames, floods and silence are limited and cut while a good one is served', async () => {
    const { gateway } = await open({
      limits: {
        identifyWithinMs: 1500,
        bytesPerSecond: 20_000,
        byteBurst: 50_000,
        floodForMs: 1500,
        frameWithinMs: 1000,
        garbageBytes: 30_000,
      },
    })
    const good = await station(gateway.port)
    good.say(upload('A1'))
    const noisy = await station(gateway.port)
    noisy.socket.write('x'.repeat(40_000))
    noisy.socket.write('x'.repeat(40_000))
    const silent = await station(gateway.port)
    const half = await station(gateway.port)
    half.socket.write('##0500QN=2026')
    const flood = await station(gateway.port)
    flood.say(upload('A2'))
    const blast = writeFrame(upload('A2'))
    const pour = () => {
      while (!flood.isClosed() && flood.socket.write(blast)) {}
    }
    flood.socket.on('drain', pour)
    pour()
    await expect
      .poll(() => [noisy, silent, half, flood].map((s) => s.isClosed()), { timeout: 20_000 })
      .toEqual([true, true, true, true])
    good.say(upload('A1', { qn: '20261120080000002' }))
    await expect.poll(() => good.packets.length).toBe(2)
    expect(good.isClosed()).toBe(false)
    expect(Object.fromEntries(gateway.counters.cuts)).toEqual({ badFrames: 1, notIdentified: 2, flood: 1 })
  })

  test('a second connection of a station takes its place', async () => {
    const { gateway, online } = await open()
    const first = await station(gateway.port)
    first.say(upload('A1'))
    await expect.poll(() => first.packets.length).toBe(1)
    const second = await station(gateway.port)
    second.say(upload('A1'))
    await expect.poll(first.isClosed).toBe(true)
    await expect.poll(() => second.packets.length).toBe(1)
    expect(online.get('A1')).toBe(true)
    expect(gateway.stations()).toHaveLength(1)
  })

  test('a station that is dropped is off line, its packets are gone, others on its line stay', async () => {
    const { gateway, online } = await open()
    const s = await station(gateway.port)
    s.say(upload('A1'))
    s.say(upload('A2'))
    await expect.poll(() => s.packets.length).toBe(2)
    gateway.drop('A1')
    expect([online.get('A1'), online.get('A2')]).toEqual([false, true])
    expect([gateway.packetsOf('A1').length, gateway.packetsOf('A2').length]).toEqual([0, 2])
    gateway.drop('A2')
    await expect.poll(s.isClosed).toBe(true)
    expect(Object.fromEntries(gateway.counters.cuts)).toEqual({ removed: 1 })
  })

  test('nobody takes the place of one of ours that is connected itself: QnRtn=2', async () => {
    const { gateway } = await open()
    const ours = await station(gateway.port)
    ours.say(upload('OWN1'))
    await expect.poll(() => ours.packets.length).toBe(1)
    const other = await station(gateway.port)
    other.say(upload('OWN1'))
    await expect.poll(() => other.packets.length).toBe(1)
    expect(other.packets[0]).toMatchObject({ cn: '9011', params: new Map([['QnRtn', '2']]) })
    expect(Object.fromEntries(gateway.counters.refusals)).toEqual({ taken: 1 })
    ours.say(upload('OWN1'))
    await expect.poll(() => ours.packets.length).toBe(2)
    ours.socket.destroy()
    await expect.poll(() => gateway.stations().length).toBe(0)
    other.say(upload('OWN1'))
    await expect.poll(() => other.packets.at(-1)?.cn).toBe('9014')
  })

  test('a station that falls silent goes off line', async () => {
    const { gateway, online } = await open({ limits: { silentMs: 1000 } })
    const s = await station(gateway.port)
    s.say(upload('A1'))
    await expect.poll(() => online.get('A1')).toBe(true)
    await expect.poll(() => online.get('A1'), { timeout: 10_000 }).toBe(false)
    expect(s.isClosed()).toBe(true)
  })
})

const READINGS = [
  { quantity: 'pm25', value: 35.5, unit: 'µg/m³' },
  { quantity: 'noise', value: 57.9, unit: 'dB' },
] as const

function uplink(port: number, options: StationUplinkOptions = {}, more: Partial<UplinkDevice> = {}) {
  const acks: number[] = []
  const made = createStationUplink(
    { host: '127.0.0.1', port, hostClock, platformClock, onAck: (ms) => acks.push(ms) },
    {
      sn: '010000A8900016F000169DC0',
      kind: 'hj212Station',
      model: 'air',
      entity: 1,
      readingsAt: () => READINGS,
      ...more,
    },
    { settings: { realtimeSeconds: 1 }, ...options },
  )
  ends.push(() => made.stop())
  made.start()
  return { ...made, acks }
}

const MN = '010000A8900016F000169DC0'

describe.each([
  ['2017', {}],
  ['2005', { version: VERSION_2005 }],
] as const)('a station of %s', (_name, options) => {
  test('reports, is answered, and does what it is asked', async () => {
    const { gateway, readings } = await open()
    const s = uplink(gateway.port, options)
    await expect.poll(() => s.acks.length, { timeout: 10_000 }).toBeGreaterThan(1)
    expect(readings[0]).toMatchObject({
      sn: MN,
      interval: 'realtime',
      rows: [{ value: 35.5 }, { value: 57.9 }],
    })
    await expect(gateway.request(MN, '1062', [[['RtdInterval', 30]]])).resolves.toMatchObject({
      qnRtn: 1,
      exeRtn: 1,
    })
    expect(s.settings.realtimeSeconds).toBe(30)
    const read = await gateway.request(MN, '1061')
    expect(read.data[0]?.params.get('RtdInterval')).toBe('30')
    await expect(gateway.request(MN, '1062', [[['RtdInterval', 5]]])).rejects.toMatchObject({
      reason: 'failed',
      code: 3,
    })
    await expect(gateway.request(MN, '3099')).rejects.toMatchObject({ reason: 'refused', code: 8 })
    const hours = await gateway.request(MN, '2061', [
      [['BeginTime', '20240101000000']],
      [['EndTime', '20240101030000']],
    ])
    expect(hours.data.map(({ params }) => params.get('DataTime'))).toEqual([
      '20240101000000',
      '20240101010000',
      '20240101020000',
      '20240101030000',
    ])
    await expect(gateway.request(MN, '2012')).resolves.toMatchObject({ exeRtn: undefined })
    expect(s.settings.realtimeOn).toBe(false)
    await gateway.request(MN, '1072', [[['NewPW', 'abcdef']]])
    await expect(gateway.request(MN, '1011')).resolves.toMatchObject({ exeRtn: 1 })
  })
})

test('a station that nobody answers sends again, and what it kept while cut off comes late', async () => {
  const first = await open()
  const { port } = first.gateway
  const s = uplink(port)
  await expect.poll(() => s.acks.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await first.gateway[Symbol.asyncDispose]()
  await expect.poll(() => s.stats().backlog, { timeout: 10_000 }).toBeGreaterThan(1)
  const kept = s.stats().backlog
  const second = await open({ port })
  await expect.poll(() => second.readings.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(kept)
  const times = second.readings.map(({ atMs }) => atMs)
  expect(times).toEqual([...times].sort((a, b) => a - b))
  expect(s.stats()).toMatchObject({ backlog: 0, lost: 0 })
})

test('a request to a station that is not here fails at once', async () => {
  const { gateway } = await open()
  await expect(gateway.request('A9', '1011')).rejects.toMatchObject({ reason: 'offline' })
})
