import { PROTOCOL_TYPES } from '@backlot/contract/devices/entities'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { ALARM_BITS, wordOf } from '../../wire/jt808/alarm-bits.ts'
import { encodeMessage } from '../../wire/jt808/message.ts'
import type { Intake } from '../intake.ts'
import { recordingIntake } from '../recording-intake.test-support.ts'
import { createJt808Gateway, type Jt808Gateway } from './create-jt808-gateway.ts'
import type { Jt808Limits } from './gateway-limits.ts'
import type { TerminalRecord } from './terminal-book.ts'
import { registration, reportAt, type TestTerminal, testTerminal } from './test-terminal.test-support.ts'

const NOON = Date.UTC(2026, 5, 1, 4)
const PHONE = '013912345678'

type Rig = Omit<ReturnType<typeof recordingIntake>, 'intake'> & {
  gateway: Jt808Gateway
  clock: ReturnType<typeof createManualClock>
  book: Map<string, TerminalRecord>
  terminal(phone?: string, version?: 2013 | 2019): Promise<TestTerminal>
}
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function rig(
  limits: Partial<Jt808Limits> = {},
  known: string[] = [],
  refuse: string[] = [],
): Promise<Rig> {
  const clock = createManualClock(NOON)
  const devices = new Set(known)
  const seen = { ...recordingIntake(), book: new Map<string, TerminalRecord>() }
  const intake: Intake = {
    ...seen.intake,
    async admit(claim, atMs) {
      if (refuse.includes(claim.sn)) return { refused: 'unknown' }
      devices.add(claim.sn)
      return seen.intake.admit(claim, atMs)
    },
    isOwnPlace: (sn) => sn.endsWith('7777'),
  }
  const gateway = await createJt808Gateway({
    host: '127.0.0.1',
    port: 0,
    intake,
    book: {
      find: (number) => seen.book.get(number),
      async keep(number, record) {
        seen.book.set(number, record)
      },
      async remove(number) {
        seen.book.delete(number)
      },
    },
    isKnown: (sn) => devices.has(sn),
    plateOwner: (plate) => (plate === '京A12345' ? '013900000001' : undefined),
    hostClock: clock,
    platformClock: {
      now: () => clock.now(),
      rate: () => 1,
      epoch: () => 0,
      zoneMinutes: 480,
      onChange: () => () => {},
    },
    log: pino({ level: 'silent' }),
    limits,
  })
  ends.push(() => gateway[Symbol.asyncDispose]())
  return {
    gateway,
    clock,
    ...seen,
    async terminal(phone = PHONE, version = 2013) {
      const made = await testTerminal(gateway.port, phone, version)
      ends.push(() => made.close())
      return made
    },
  }
}

describe('a terminal at the gateway', () => {
  it('registers, authenticates, reports and is acknowledged, in both editions', async () => {
    for (const version of [2013, 2019] as const) {
      const { claims, positions, presence, terminal } = await rig()
      const phone = version === 2013 ? PHONE : '00000000013912345678'
      const one = await terminal(phone, version)
      await one.enter('京B00001')
      expect(claims[0]).toEqual({
        sn: phone,
        kind: 'vehicle',
        protocolType: PROTOCOL_TYPES.jt808,
        name: { zh: '京B00001', en: '京B00001' },
        plate: '京B00001',
        model: 'MODEL',
      })
      expect(presence).toEqual([`+${phone}`])
      expect(await one.acked({ kind: 'heartbeat' })).toBe(0)
      expect(await one.acked({ kind: 'location', ...reportAt(NOON - 2000, 116.391, 39.907) })).toBe(0)
      expect(positions).toMatchObject([
        { atMs: NOON - 2000, longitude: 116.391, latitude: 39.907, speedKmh: 36, accOn: true, late: false },
      ])
    }
  })

  it('is the device of its number, whichever edition wrote it', async () => {
    const { claims, terminal } = await rig({}, [PHONE])
    const one = await terminal('00000000013912345678', 2019)
    await one.enter()
    expect(claims.map(({ sn }) => sn)).toEqual([PHONE, PHONE])
  })

  it('does not take the place of one of ours that is connected itself: 3 to its registration, 1 to its code', async () => {
    const { terminal, gateway } = await rig()
    const phone = '013900007777'
    const ours = await terminal(phone)
    const authCode = await ours.enter()
    const other = await terminal(phone)
    other.send(registration('测A00001'))
    expect(await other.heard('registerReply')).toMatchObject({ result: 3 })
    expect(await other.acked({ kind: 'authenticate', authCode })).toBe(1)
    expect(await ours.acked({ kind: 'heartbeat' })).toBe(0)
    ours.close()
    await expect.poll(() => gateway.terminals().length).toBe(0)
    expect(await other.acked({ kind: 'authenticate', authCode })).toBe(0)
  })

  it('keeps its code over connections, and a wrong one is refused', async () => {
    const { terminal, gateway } = await rig()
    const first = await terminal()
    const authCode = await first.enter()
    first.close()
    const second = await terminal()
    expect(await second.acked({ kind: 'authenticate', authCode: 'nonsense' })).toBe(1)
    expect(await second.acked({ kind: 'heartbeat' })).toBe(1)
    expect(await second.acked({ kind: 'authenticate', authCode })).toBe(0)
    expect(gateway.counters.authenticationsRefused).toBe(1)
  })

  it('is not heard before it has authenticated', async () => {
    const { positions, terminal } = await rig()
    const one = await terminal()
    expect(await one.acked({ kind: 'location', ...reportAt(NOON, 116.4, 39.9) })).toBe(1)
    expect(positions).toEqual([])
  })

  it('is refused as unknown, as somebody else’s vehicle, as another terminal of a number in use', async () => {
    const { terminal } = await rig({}, [], ['013900000009'])
    const resultOf = async (one: TestTerminal, plate: string, id?: string) => {
      one.send(registration(plate, id))
      return (await one.heard('registerReply')).result
    }
    expect(await resultOf(await terminal('013900000009'), '')).toBe(4)
    expect(await resultOf(await terminal(), '京A12345')).toBe(1)
    await (await terminal()).enter()
    expect(await resultOf(await terminal(), '', 'OTHER')).toBe(3)
  })

  it('must register anew after it logged out', async () => {
    const { presence, terminal } = await rig()
    const one = await terminal()
    const authCode = await one.enter()
    expect(await one.acked({ kind: 'logout' })).toBe(0)
    expect(presence).toEqual([`+${PHONE}`, `-${PHONE}`])
    expect(await one.acked({ kind: 'authenticate', authCode })).toBe(1)
    await one.enter()
  })

  it('raises an alarm when a bit rises and not while it stands', async () => {
    const { alarms, terminal } = await rig()
    const one = await terminal()
    await one.enter()
    const sos = wordOf(ALARM_BITS.sos)
    const both = wordOf(ALARM_BITS.sos, ALARM_BITS.overspeed)
    for (const [second, alarm] of [sos, sos, both, 0, sos].entries()) {
      const atMs = NOON - 60_000 + second * 1000
      await one.acked({ kind: 'location', ...reportAt(atMs, 116.4, 39.9, { alarm }) })
    }
    expect(alarms.map(({ type, subType, atMs }) => [type, subType, (atMs - NOON + 60_000) / 1000])).toEqual([
      ['IoAlarm', 'SOS', 0],
      ['VehicleAlarm', 'Overspeed', 2],
      ['IoAlarm', 'SOS', 4],
    ])
    expect(alarms[0]?.position).toEqual({ longitude: 116.4, latitude: 39.9 })
    expect(new Set(alarms.map(({ alarmSeq }) => alarmSeq)).size).toBe(3)
  })

  it('sends its backlog as history, with the alarms in it', async () => {
    const { alarms, positions, terminal } = await rig()
    const one = await terminal()
    await one.enter()
    await one.acked({ kind: 'location', ...reportAt(NOON, 116.4, 39.9) })
    const items = Array.from({ length: 60 }, (_, i) =>
      reportAt(NOON - 600_000 + i * 10_000, 116.3 + i / 1000, 39.9, {
        alarm: i === 30 || i === 31 ? wordOf(ALARM_BITS.sos) : 0,
      }),
    )
    expect(await one.acked({ kind: 'locationBatch', type: 1, items, problems: [] })).toBe(0)
    // Every packet of the split message is acknowledged; the last one when all are there.
    await expect.poll(() => positions.length).toBe(61)
    expect(positions.slice(1).every(({ late }) => late)).toBe(true)
    expect(alarms.map(({ atMs }) => atMs)).toEqual([NOON - 300_000])
  })

  it('without a fix moves nothing and yet is acknowledged; a place that is none on earth is bad', async () => {
    const { positions, terminal } = await rig()
    const one = await terminal()
    await one.enter()
    expect(await one.acked({ kind: 'location', ...reportAt(NOON, 116.4, 39.9, { status: 1 }) })).toBe(0)
    expect(await one.acked({ kind: 'location', ...reportAt(NOON, 190, 39.9) })).toBe(2)
    expect(positions).toEqual([])
  })

  it('is told what it sent wrongly: a short body 2, an unknown message 3', async () => {
    const { packets, terminal } = await rig()
    const one = await terminal()
    await one.enter()
    expect(await one.acked({ kind: 'unknown', id: 0x0200, bytes: new Uint8Array(5) })).toBe(2)
    expect(await one.acked({ kind: 'unknown', id: 0x0f0f, bytes: new Uint8Array(5) })).toBe(3)
    expect(packets.some(({ problem }) => problem?.startsWith('body at 4'))).toBe(true)
  })

  it('whose frame is broken gets no answer, and the next frame is read', async () => {
    const { gateway, terminal } = await rig()
    const one = await terminal()
    await one.enter()
    const [packet] = encodeMessage({ kind: 'heartbeat' }, { version: 2013, phone: PHONE, serial: 900 })
    const broken = packet!.slice()
    broken[11]! ^= 1
    one.sendBytes(broken)
    expect(await one.acked({ kind: 'heartbeat' })).toBe(0)
    expect(gateway.counters.problems.get('checksum')).toBe(1)
  })

  it('answers requests by serial number; refusals and silence come back as such', async () => {
    const { clock, gateway, positions, terminal } = await rig()
    const one = await terminal()
    await one.enter()
    const located = gateway.request(PHONE, { kind: 'queryLocation' })
    const query = await one.heard('queryLocation')
    one.send({ kind: 'locationReply', serial: query.header.serial, location: reportAt(NOON, 116.5, 39.8) })
    expect(await located).toMatchObject({ result: 0, reply: { location: { longitude: 116.5 } } })
    expect(positions).toHaveLength(1)

    const told = gateway.request(PHONE, { kind: 'text', flag: 8, text: '请减速' })
    const text = await one.heard('text')
    expect(text.text).toBe('请减速')
    one.send({ kind: 'terminalAck', serial: text.header.serial, id: 0x8300, result: 3 })
    expect(await told).toEqual({ result: 3 })

    const silent = gateway.request(PHONE, { kind: 'queryParameters' })
    const outcome = expect(silent).rejects.toMatchObject({ code: 'timeout' })
    const first = await one.heard('queryParameters')
    clock.advance(6000)
    expect((await one.heard('queryParameters')).header.serial).toBe(first.header.serial)
    clock.advance(40_000)
    await outcome
    await expect(gateway.request('013900000002', { kind: 'queryLocation' })).rejects.toMatchObject({
      code: 'offline',
    })
  })
})

describe('clients that are a burden', () => {
  it('are cut when they say nothing, never authenticate, or never finish a frame', async () => {
    const { clock, gateway, terminal } = await rig()
    const stranger = await terminal('013900000001')
    const slow = await terminal('013900000002')
    await slow.enter()
    const silent = await terminal('013900000003')
    await silent.enter()
    const before = gateway.counters.bytesIn
    slow.sendBytes(Uint8Array.of(0x7e, 0x02, 0x00))
    await expect.poll(() => gateway.counters.bytesIn).toBe(before + 3)
    clock.advance(31_000)
    await stranger.ended
    await slow.ended
    clock.advance(150_000)
    await silent.ended
    expect(Object.fromEntries(gateway.counters.cuts)).toEqual({ notAuthenticated: 1, slow: 1, silent: 1 })
  })

  it('are cut when they flood or send nothing but garbage, and nobody else notices', async () => {
    const { gateway, terminal } = await rig({ messageBurst: 200, badFrames: 5 })
    const good = await terminal('013900000001')
    await good.enter()
    const flood = await terminal('013900000002')
    await flood.enter()
    const garbage = await terminal('013900000003')
    for (let i = 0; i < 300; i++) flood.send({ kind: 'heartbeat' })
    garbage.sendBytes(
      new TextEncoder().encode('~GET / HTTP/1.1~~nonsense~~more nonsense~~and more~~and more~~x~'),
    )
    await flood.ended
    await garbage.ended
    expect(await good.acked({ kind: 'heartbeat' })).toBe(0)
    expect(Object.fromEntries(gateway.counters.cuts)).toEqual({ flood: 1, badFrames: 1 })
  })

  it('are cut when they do not read what they are told', async () => {
    const { gateway, terminal } = await rig({ unreadBytes: 20_000, messageBurst: 1e6, byteBurst: 1e9 })
    const deaf = await terminal()
    await deaf.enter()
    deaf.socket.pause()
    const flooding = (): void => {
      for (let i = 0; i < 2000 && !deaf.socket.destroyed; i++) deaf.send({ kind: 'heartbeat' })
    }
    await expect
      .poll(
        () => {
          flooding()
          return gateway.counters.cuts.get('notReading') ?? 0
        },
        { timeout: 60_000, interval: 5 },
      )
      .toBe(1)
  })

  it('give way to a newer connection of the same terminal, which stays on line', async () => {
    const { gateway, presence, terminal } = await rig()
    const old = await terminal()
    const authCode = await old.enter()
    const young = await terminal()
    expect(await young.acked({ kind: 'authenticate', authCode })).toBe(0)
    await old.ended
    expect(presence.at(-1)).toBe(`+${PHONE}`)
    expect(gateway.terminals()).toHaveLength(1)
    expect(await young.acked({ kind: 'heartbeat' })).toBe(0)
  })

  it('past the number of connections are turned away', async () => {
    const { terminal } = await rig({ connections: 1 })
    await (await terminal()).enter()
    await (await terminal('013900000001')).ended
  })
})
