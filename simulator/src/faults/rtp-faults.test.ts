import { FaultOrder } from '@backlot/contract/control/fault-calls'
import { expect, test } from 'vitest'
import type { AttachedFault, Fault } from './fault.ts'
import { MediaFaults } from './media-faults.ts'
import { rtpDuplicate } from './rtp-duplicate.ts'
import { rtpLoss } from './rtp-loss.ts'
import { rtpReorder } from './rtp-reorder.ts'

/** Attaches a fault that strikes the packets with these places in the order of sending, all senders together. */
function attached(fault: Fault, parameters: object, strikesAt: readonly number[]) {
  const media = new MediaFaults()
  let chance = 0
  const aim = { strikes: () => strikesAt.includes(chance++), draw: () => 0 }
  const points = { media, devices: { pick: () => ['CAM01'] } } as never
  const { target } = FaultOrder.parse({ fault: fault.name, target: { devices: ['CAM01'] } })
  const held: AttachedFault = fault.attach({
    parameters: fault.parameters.parse(parameters),
    target,
    aim,
    points,
  })
  return { media, held }
}
const send = (media: MediaFaults, sender: object, ...packets: number[]) =>
  media.packetsOf('CAM01', sender, packets)

test('a lost packet takes the next ones of a burst with it, of its own sender alone', () => {
  const { media, held } = attached(rtpLoss, { burst: 3 }, [1, 8])
  const [one, other] = [{}, {}]
  expect(send(media, one, 1, 2)).toEqual([1])
  expect(send(media, other, 1, 2)).toEqual([1, 2])
  expect(send(media, one, 3, 4, 5)).toEqual([5])
  expect(media.packetsOf('CAM02', one, [1, 2])).toEqual([1, 2])
  held.detach()
  expect(media.isQuiet).toBe(true)
})

test('a duplicated packet comes its copies more often', () => {
  const { media } = attached(rtpDuplicate, { copies: 2 }, [1])
  expect(send(media, {}, 1, 2, 3)).toEqual([1, 2, 2, 2, 3])
})

test('a packet is overtaken by as many as asked, those of the next picture too, and none is kept', () => {
  const { media } = attached(rtpReorder, { by: 2 }, [0, 1])
  const sender = {}
  expect(send(media, sender, 1, 2)).toEqual([])
  expect(send(media, sender, 3)).toEqual([3, 1])
  expect(send(media, sender, 4)).toEqual([4, 2])
  expect(send(media, sender, 5)).toEqual([5])
})

test('when all are overtaken, all of them arrive', () => {
  const all = Array.from({ length: 6 }, (_, i) => i)
  const { media } = attached(rtpReorder, {}, all)
  expect(send(media, {}, ...all)).toEqual(all.slice(0, -1))
})
