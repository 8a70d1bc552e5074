import { describe, expect, it } from 'vitest'
import { ALARM_BITS, wordOf } from '../../wire/jt808/alarm-bits.ts'
import type { LocationReport } from '../../wire/jt808/location.ts'
import { encodeBody } from '../../wire/jt808/message.ts'
import { NOON, PHONE, type Rig, rig } from './gateway-rig.test-support.ts'
import { reportAt, type TestTerminal } from './test-terminal.test-support.ts'

const SOS = wordOf(ALARM_BITS.sos)
const YEAR_MS = 365 * 86_400_000
const at = (ms: number, alarm = 0, more: Partial<LocationReport> = {}) =>
  reportAt(ms, 116.4, 39.9, { alarm, ...more })
const location = (report: LocationReport) => ({ kind: 'location', ...report }) as const
/** A report whose twelve digits are no moment. */
const dead = (alarm = 0, digits = '000000000000') => at(NOON, alarm, { atMs: undefined, digits })

async function again(one: TestTerminal, { terminal, repository }: Rig, version: 2013 | 2019 = 2013) {
  one.close()
  await one.ended
  const next = await terminal(one.phone, version)
  const authCode = [...repository.values()][0]!.authCode
  expect(await next.acked({ kind: 'authenticate', authCode })).toBe(0)
  return next
}

describe('a call for help is an alarm', () => {
  it.each([
    ['20 seconds ahead', 20_000],
    ['a day ahead', 86_400_000],
    ['in 2099', Date.UTC(2099, 11, 31) - NOON],
    ['years ago', -20 * YEAR_MS],
  ])('after a report %s and a reconnection, in both editions', async (_, offMs) => {
    for (const version of [2013, 2019] as const) {
      const one = await rig()
      const phone = version === 2013 ? PHONE : '00000000013912345678'
      const first = await one.terminal(phone, version)
      await first.enter()
      expect(await first.acked(location(at(NOON + offMs)))).toBe(0)
      const next = await again(first, one, version)
      one.clock.advance(30_000)
      for (const [i, alarm] of [0, SOS, SOS, 0, SOS].entries()) {
        expect(await next.acked(location(at(NOON + 1000 + i * 1000, alarm)))).toBe(0)
      }
      expect(one.alarms.map(({ subType, atMs }) => [subType, atMs - NOON])).toEqual([
        ['SOS', 2000],
        ['SOS', 5000],
      ])
      expect(one.positions.map(({ atMs }) => atMs - NOON)).toEqual([0, 1000, 2000, 3000, 4000, 5000])
    }
  })

  it.each([
    ['2099', at(Date.UTC(2099, 0, 1)).digits],
    ['long ago', '060101000000'],
    ['a clock that was never set', '000000000000'],
    ['no digits', 'abcdefabcdef'],
  ])('when its own time is %s: as of its arrival, with what the clock said', async (_, digits) => {
    const { alarms, terminal, gateway } = await rig()
    const one = await terminal()
    await one.enter()
    const sent = { kind: 'unknown', id: 0x0200, bytes: bytesOf(at(NOON, SOS), digits) } as const
    expect(await one.acked(sent)).toBe(0)
    expect(alarms).toMatchObject([{ subType: 'SOS', atMs: NOON, receivedMs: NOON }])
    const [year, month, day, ...time] = digits.match(/../g)!
    expect(alarms[0]?.deviceTime).toBe(`20${year}-${month}-${day} ${time.join(':')}`)
    expect(gateway.counters.implausibleTimes).toBe(1)
  })

  it('each time the bit rises, though the clock stands still', async () => {
    const { alarms, terminal } = await rig()
    const one = await terminal()
    await one.enter()
    for (const alarm of [0, SOS, SOS, 0, SOS]) await one.acked(location(dead(alarm)))
    expect(alarms).toHaveLength(2)
    expect(new Set(alarms.map(({ alarmSeq }) => alarmSeq)).size).toBe(2)
  })

  it('once while the bit stands, in however many reports of a clock that stands still, over reconnections', async () => {
    const one = await rig({ silentMs: 1e9 })
    let terminal = await one.terminal()
    await terminal.enter()
    for (let n = 0; n < 60; n++) {
      one.clock.advance(60_000)
      // Bytes of another place each time, under another serial number.
      const bytes = bytesOf(
        at(NOON, SOS, { latitude: 39.9 + n / 1000 }),
        n < 30 ? '000000000000' : '990101000000',
      )
      expect(await terminal.acked({ kind: 'unknown', id: 0x0200, bytes })).toBe(0)
      if (n % 20 === 19) terminal = await again(terminal, one)
    }
    expect(one.alarms).toHaveLength(1)
    expect(one.gateway.counters.implausibleTimes).toBe(60)
  })

  it('once, when the same report comes again: at once, after a reconnection, in a batch', async () => {
    const one = await rig()
    const first = await one.terminal()
    await first.enter()
    const [pressed, released] = [at(NOON - 9000, SOS), at(NOON - 8000)]
    await first.acked(location(pressed))
    await first.acked(location(released))
    await first.acked(location(pressed))
    const next = await again(first, one)
    const items = [pressed, released]
    expect(await next.acked({ kind: 'locationBatch', type: 1, items, problems: [] })).toBe(0)
    // A later press is another call.
    expect(await next.acked(location(at(NOON - 1000, SOS)))).toBe(0)
    const identities = one.alarms.map(({ alarmSeq }) => alarmSeq)
    expect(new Set(identities).size).toBe(2)
    expect(one.alarms.at(-1)?.atMs).toBe(NOON - 1000)
  })

  it('once, when the same packet with a time that cannot be right comes again', async () => {
    const one = await rig()
    const { alarms, positions } = one
    const first = await one.terminal()
    await first.enter()
    const ahead = at(NOON + YEAR_MS, SOS)
    const serial = first.send(location(ahead))
    await first.acked(location(at(NOON - 1000)))
    first.send(location(ahead), serial)
    await first.acked(location(at(NOON)))
    expect(alarms).toHaveLength(1)
    expect(positions).toHaveLength(3)
    const next = await again(first, one)
    next.send(location(ahead), serial)
    await next.acked({ kind: 'heartbeat' })
    expect(alarms).toHaveLength(1)
  })

  it('once over a restart, by what the platform stored; later the same words are another call', async () => {
    const stored = { atMs: NOON - 60_000, alarmSeq: 'jt808-0-…' }
    const { alarms, clock, terminal } = await rig({ silentMs: 1e9 }, [], [], { openAlarm: () => stored })
    const one = await terminal()
    await one.enter()
    await one.acked(location(dead(SOS)))
    expect(alarms).toHaveLength(0)
    clock.advance(10 * 60_000)
    await one.acked(location(dead()))
    await one.acked(location(dead(SOS)))
    expect(alarms).toHaveLength(1)
  })

  it.each([0, 1])(
    'of a backlog (type %s), marked as late, also beside another report of its second',
    async (type) => {
      const { alarms, terminal } = await rig()
      const one = await terminal()
      await one.enter()
      await one.acked(location(at(NOON)))
      const pastMs = NOON - 3_600_000
      const items = [at(pastMs), at(pastMs, SOS), at(pastMs + 1000, SOS), at(pastMs + 2000)]
      await one.acked({ kind: 'locationBatch', type, items, problems: [] })
      await one.acked({ kind: 'locationBatch', type, items: [at(pastMs + 2000, SOS)], problems: [] })
      expect(
        alarms.map(({ atMs, receivedMs, deviceTime }) => [
          atMs - pastMs,
          wholeSecond(receivedMs),
          deviceTime,
        ]),
      ).toEqual([
        [0, NOON, undefined],
        [2000, NOON, undefined],
      ])
    },
  )

  it('of a live report that comes late, behind others of which the bit was not set', async () => {
    const { alarms, terminal } = await rig()
    const one = await terminal()
    await one.enter()
    await one.acked(location(at(NOON - 1000)))
    await one.acked(location(at(NOON - 300_000, SOS)))
    await one.acked(location(at(NOON - 300_000, wordOf(ALARM_BITS.collision))))
    expect(alarms.map(({ subType, atMs, receivedMs }) => [subType, atMs, receivedMs])).toEqual([
      ['SOS', NOON - 300_000, NOON],
      ['Collision', NOON - 300_000, NOON],
    ])
  })

  it('in a batch whose times say nothing, in the order of the batch, and none of its positions is lost', async () => {
    const { alarms, positions, terminal } = await rig()
    const one = await terminal()
    await one.enter()
    const items = [0, SOS, 0, SOS].map((alarm, i) => dead(alarm, `00000000000${i}`))
    await one.acked({ kind: 'locationBatch', type: 1, items, problems: [] })
    expect(alarms).toHaveLength(2)
    expect(new Set(positions.map(({ atMs }) => atMs)).size).toBe(4)
    expect(Math.max(...positions.map(({ atMs }) => atMs))).toBe(NOON)
  })

  it('from either of two connections of a terminal, and once from both', async () => {
    const { alarms, repository, terminal } = await rig()
    const one = await terminal()
    await one.enter()
    const other = await terminal()
    await one.acked(location(at(NOON - 5000, SOS)))
    await other.acked({ kind: 'authenticate', authCode: [...repository.values()][0]!.authCode })
    await other.acked(location(at(NOON - 4000, SOS)))
    await other.acked(location(at(NOON - 3000)))
    await other.acked(location(at(NOON - 2000, SOS)))
    expect(alarms.map(({ atMs }) => atMs - NOON)).toEqual([-5000, -2000])
  })

  it('after the platform clock jumped back, though the bit stood at a later time', async () => {
    const { alarms, jump, terminal } = await rig()
    const one = await terminal()
    await one.enter()
    await one.acked(location(at(NOON - 1000, SOS)))
    jump()
    await one.acked(location(at(NOON, SOS)))
    expect(alarms).toHaveLength(2)
  })
})

/** Items of a batch arrive a millisecond apart. */
const wholeSecond = (ms = 0) => Math.ceil(ms / 1000) * 1000

/** The body of a position report with other digits as its time. */
function bytesOf(report: LocationReport, digits: string): Uint8Array {
  return encodeBody({ kind: 'location', ...report, digits }, 2013)
}
