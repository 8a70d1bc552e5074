import { expect, it } from 'vitest'
import type { RtpPacket } from '../../wire/jt1078/rtp-packet.ts'
import { createDatagramOrder } from './datagram-order.ts'

const packet = (serial: number, dataType: 0 | 3 = 0, channel = 1): RtpPacket => ({
  ...{ simBytes: 6, sim: '013912345678', marker: true, payloadType: 98, split: 0 },
  ...{ timestampMs: 0, lastIMs: 0, lastFrameMs: 0, body: new Uint8Array() },
  ...{ serial, channel, dataType },
})
function rig() {
  const counters = { reordered: 0, late: 0 }
  const order = createDatagramOrder(counters)
  const push = (...packets: RtpPacket[]) =>
    packets.flatMap((one) =>
      order.push(one).map(({ serial, dataType }) => `${dataType === 3 ? 's' : 'p'}${serial}`),
    )
  return { push, counters }
}

it('datagrams that overtook each other come in order, past the end of the numbers too', () => {
  const { push, counters } = rig()
  const numbers = [65_533, 65_535, 65_534, 1, 2, 0, 3]
  expect(push(...numbers.map((serial) => packet(serial)))).toEqual(
    [65_533, 65_534, 65_535, 0, 1, 2, 3].map((serial) => `p${serial}`),
  )
  expect(counters).toEqual({ reordered: 2, late: 0 })
})

it('pictures and sound that are counted together wait for none of each other, nor do those that are counted apart', () => {
  const together = rig()
  expect(
    together.push(packet(0), packet(1, 3), packet(2), packet(3, 3), packet(5), packet(4), packet(6)),
  ).toEqual(['p0', 's1', 'p2', 's3', 'p4', 'p5', 'p6'])
  const apart = rig()
  expect(
    apart.push(
      packet(0),
      packet(0, 3),
      packet(1),
      packet(2),
      packet(1, 3),
      packet(3),
      packet(2, 3),
      packet(4),
    ),
  ).toEqual(['p0', 's0', 'p1', 'p2', 's1', 'p3', 's2', 'p4'])
})

it('a missing one is given up after 32 pictures or 4 sounds, and what comes later still is left out', () => {
  const { push, counters } = rig()
  const pictures = Array.from({ length: 33 }, (_, i) => packet(i + 2))
  expect(push(packet(0), ...pictures)).toHaveLength(34)
  expect(push(packet(1))).toEqual([])
  expect(counters.late).toBe(1)
  expect(push(packet(0, 3, 2), packet(2, 3, 2), packet(3, 3, 2), packet(4, 3, 2), packet(5, 3, 2))).toEqual([
    's0',
  ])
  expect(push(packet(6, 3, 2))).toEqual(['s2', 's3', 's4', 's5', 's6'])
})

it('a sender that begins again is followed at once', () => {
  const { push } = rig()
  expect(push(packet(500), packet(501), packet(0), packet(1))).toEqual(['p500', 'p501', 'p0', 'p1'])
})
