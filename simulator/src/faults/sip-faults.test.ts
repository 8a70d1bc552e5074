import { FaultOrder } from '@backlot/contract/control/fault-calls'
import { expect, test } from 'vitest'
import type { AttachedFault, Fault } from './fault.ts'
import { sipDelay } from './sip-delay.ts'
import { sipDuplicate } from './sip-duplicate.ts'
import { SipFaults } from './sip-faults.ts'
import { sipLoss } from './sip-loss.ts'

/** Attaches a fault that strikes the datagrams with these places in the order of passing, all devices together. */
function attached(fault: Fault, parameters: object, strikesAt: readonly number[], sip = new SipFaults()) {
  let chance = 0
  const aim = { strikes: () => strikesAt.includes(chance++), draw: () => 0.5 }
  const points = { sip, devices: { pick: () => ['CAM01', 'CAM02'] } } as never
  const { target } = FaultOrder.parse({ fault: fault.name, target: { devices: ['CAM01', 'CAM02'] } })
  const held: AttachedFault = fault.attach({
    parameters: fault.parameters.parse(parameters),
    target,
    aim,
    points,
  })
  return { sip, held }
}

test('a lost datagram takes the next ones of a burst with it, of its own device alone', () => {
  const { sip, held } = attached(sipLoss, { burst: 2 }, [0])
  expect(sip.copiesOf('CAM01', true)).toEqual([])
  expect(sip.copiesOf('CAM02', true)).toEqual([0])
  expect(sip.copiesOf('CAM03', true)).toEqual([0])
  expect(sip.copiesOf('CAM01', false)).toEqual([])
  expect(sip.copiesOf('CAM01', true)).toEqual([0])
  held.detach()
  expect(sip.copiesOf('CAM01', true)).toEqual([0])
})

test('in one direction alone', () => {
  const { sip } = attached(sipLoss, { direction: 'received' }, [0, 1])
  expect(sip.copiesOf('CAM01', true)).toEqual([0])
  expect(sip.copiesOf('CAM01', false)).toEqual([])
})

test('copies are delayed like their first, and what is lost stays lost', () => {
  const { sip } = attached(sipDuplicate, { copies: 2 }, [0, 1])
  attached(sipDelay, { delayMs: 100, jitterMs: 50 }, [0, 1, 2], sip)
  expect(sip.copiesOf('CAM01', true)).toEqual([125, 125, 125])
  attached(sipLoss, {}, [0], sip)
  expect(sip.copiesOf('CAM01', true)).toEqual([])
})
