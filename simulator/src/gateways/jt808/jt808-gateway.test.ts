import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { describe, expect, it } from 'vitest'
import { ALARM_BITS, wordOf } from '../../wire/jt808/alarm-bits.ts'
import { encodeMessage } from '../../wire/jt808/message.ts'
import { NOON, PHONE, rig } from './gateway-rig.test-support.ts'
import { registration, reportAt, type TestTerminal } from './test-terminal.test-support.ts'

describe('a terminal at the gateway', () => {
  it('registers, authenticates, reports and is acknowledged, in both editions', async () => {
    for (const version of [2013, 2019] as const) {
      const { claims, positions, presence, terminal } = await rig()
      const phone = version === 2013 ? PHONE : '00000000013912345678'
      const one = await terminal(phone, version)
      await one.enter('京B00001')
      expect(claims[0]).toEqual({
        sn: phone,
        from: '127.0.0.1',
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

  it("is refused as unknown, as somebody else's vehicle, as another terminal of a number in use", async () => {
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

  it('for which there is no room is refused with 4, and cut when it goes on', async () => {
    const { gateway, kept, terminal } = await rig({ refusals: 2 }, [], [], {
      admit: async () => ({ refused: 'full' }),
    })
    const one = await terminal()
    for (let n = 0; n < 2; n++) {
      one.send(registration('测A00001'))
      expect((await one.heard('registerReply')).result).toBe(4)
    }
    await one.ended
    expect([...gateway.counters.cuts]).toEqual([['full', 1]])
    expect(kept).toEqual([])
  })

  it('that gave its place up is no longer registered', async () => {
    const { repository, giveUp, terminal } = await rig()
    const one = await terminal()
    await one.enter()
    expect(repository.size).toBe(1)
    giveUp(PHONE)
    await expect.poll(() => repository.size).toBe(0)
    await one.ended
  })

  it('has its packets in the log in the order of cause, from its registration on', async () => {
    const { packets, terminal } = await rig()
    const one = await terminal()
    await one.enter()
    await one.acked({ kind: 'location', ...reportAt(NOON, 116.4, 39.9) })
    await one.acked({ kind: 'unknown', id: 0x0200, bytes: new Uint8Array(5) })
    await one.acked({ kind: 'unknown', id: 0x0f00, bytes: new Uint8Array(1500) })
    const ids = packets.map(({ direction, text }) => `${direction} ${text.slice(2, 6)}`)
    const answered = (id: string) => [`in ${id}`, 'out 8001']
    expect(ids).toEqual([
      ...['in 0100', 'out 8100'],
      ...['0102', '0200', '0200', '0f00', '0f00'].flatMap(answered),
    ])
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
    expect(await told).toMatchObject({ result: 3 })

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
