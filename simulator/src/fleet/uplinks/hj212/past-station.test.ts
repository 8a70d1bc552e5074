import { expect, it } from 'vitest'
import { FIELD_UNITS } from '../../../wire/hj212/units.ts'
import type { UplinkDevice } from '../uplink.ts'
import { pastStation } from './past-station.ts'

/** 08:00 in UTC+8. */
const FROM_MS = Date.UTC(2026, 10, 20)
const HOUR_MS = 3_600_000
const OUTAGE = { fromMs: FROM_MS + 20 * 60_000, toMs: FROM_MS + 30 * 60_000 }
const device: UplinkDevice = {
  sn: '010000A8900016F000169DC0',
  kind: 'hj212Station',
  entity: 7,
  readingsAt: () => [{ quantity: 'pm25', value: 35, unit: 'µg/m³' }],
  isUpAt: (atMs) => atMs < OUTAGE.fromMs || atMs >= OUTAGE.toMs,
}
const options = {
  units: FIELD_UNITS,
  realtimeSeconds: 60,
  heartbeatSeconds: 60,
  password: '123456',
  realtimePhaseMs: () => 7000,
}
const packets = [...pastStation(device, options, FROM_MS, FROM_MS + HOUR_MS)]
const texts = (direction: 'in' | 'out', pattern: RegExp) =>
  packets.filter(
    (packet) =>
      packet.kind === 'bytes' &&
      packet.direction === direction &&
      pattern.test(Buffer.from(packet.bytes).toString('latin1')),
  )

it('a station reports on its beat, and each report is answered with its number', () => {
  const realtime = texts('in', /CN=2011;/)
  // Each minute of the hour but the ten of the outage.
  expect(realtime).toHaveLength(50)
  expect(realtime.every(({ atMs }) => (atMs - FROM_MS) % 60_000 === 7000)).toBe(true)
  expect(texts('in', /CN=2051;/)).toHaveLength(4)
  const all = [...texts('in', /CN=2\d{3};/), ...texts('in', /CN=9015;/)]
  expect(texts('out', /CN=901[34];/)).toHaveLength(all.length)
  const [first] = realtime
  const answer = packets[packets.indexOf(first!) + 1]!
  const numberOf = (packet: (typeof packets)[number]) =>
    packet.kind === 'bytes' && /QN=(\d{17})/.exec(Buffer.from(packet.bytes).toString('latin1'))?.[1]
  expect(numberOf(answer)).toBe(numberOf(first!))
})

it('it begins with a heartbeat, and leaves while it is off line', () => {
  expect(packets[0]).toBe(texts('in', /CN=9015;/)[0])
  const ends = packets.filter(({ kind }) => kind === 'end')
  expect(ends.map(({ atMs }) => atMs)).toEqual([OUTAGE.fromMs])
  expect(
    packets.some(({ atMs, kind }) => kind === 'bytes' && atMs > OUTAGE.fromMs && atMs < OUTAGE.toMs),
  ).toBe(false)
})
