import { expect, it } from 'vitest'
import { FrameReader } from '../../../wire/jt808/frame-reader.ts'
import { decodeBody, type Jt808Message } from '../../../wire/jt808/message.ts'
import type { PastPacket } from '../past-packet.ts'
import type { UplinkDevice } from '../uplink.ts'
import { pastTerminal } from './past-terminal.ts'
import { TERMINAL_DEFAULTS } from './vehicle-terminal.ts'

const FROM_MS = Date.UTC(2026, 10, 20)
const TO_MS = FROM_MS + 600_000
/** Off line for the fourth and fifth minute. */
const OUTAGE = { fromMs: FROM_MS + 180_000, toMs: FROM_MS + 300_000 }
const device: UplinkDevice = {
  sn: '013500000001',
  kind: 'vehicle',
  entity: 7,
  plate: '京A12345',
  positionAt: () =>
    ({
      longitude: 116.4,
      latitude: 39.9,
      speedKmh: 36,
      directionDeg: 90,
      mileageKm: 10,
      fuelL: 20,
      accOn: true,
    }) as ReturnType<NonNullable<UplinkDevice['positionAt']>>,
  isUpAt: (atMs) => atMs < OUTAGE.fromMs || atMs >= OUTAGE.toMs,
}

function messageOf(packet: PastPacket): Jt808Message | undefined {
  if (packet.kind !== 'bytes') return undefined
  const [item] = new FrameReader().push(packet.bytes)
  if (item?.kind !== 'frame') return undefined
  const body = decodeBody(item.frame.header, item.frame.body)
  return body.ok ? body.value : undefined
}

const packets = [...pastTerminal(device, { ...TERMINAL_DEFAULTS, reportPhaseMs: () => 3000 }, FROM_MS, TO_MS)]

it('a terminal registers, authenticates and reports on its beat, and each message is answered', () => {
  const kinds = packets.slice(0, 6).map((packet) => messageOf(packet)?.kind)
  expect(kinds).toEqual([
    'register',
    'registerReply',
    'authenticate',
    'platformAck',
    'location',
    'platformAck',
  ])
  const reports = packets.flatMap((packet) => {
    const message = messageOf(packet)
    return message?.kind === 'location' ? [message] : []
  })
  expect(reports.every(({ atMs }) => (atMs! - FROM_MS) % 10_000 === 3000)).toBe(true)
  expect(reports.length).toBe((TO_MS - FROM_MS - (OUTAGE.toMs - OUTAGE.fromMs)) / 10_000)
})

it('it leaves with its outage, and comes back with its code', () => {
  const end = packets.findIndex(({ kind }) => kind === 'end')
  expect(packets[end]!.atMs - OUTAGE.fromMs).toBeLessThan(5001)
  expect(packets[end + 1]!.atMs).toBeGreaterThanOrEqual(OUTAGE.toMs)
  expect(messageOf(packets[end + 1]!)?.kind).toBe('authenticate')
  expect(packets.filter(({ kind }) => kind === 'end')).toHaveLength(1)
})

it('times never decrease and stay in the span, and the same span is the same dialogue', () => {
  const times = packets.map(({ atMs }) => atMs)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect([times[0], times.at(-1)! < TO_MS]).toEqual([FROM_MS, true])
  const again = [...pastTerminal(device, { ...TERMINAL_DEFAULTS, reportPhaseMs: () => 3000 }, FROM_MS, TO_MS)]
  expect(again).toEqual(packets)
})
