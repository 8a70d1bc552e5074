import { expect, it } from 'vitest'
import { hj212Rig, upload } from './hj212-rig.test-support.ts'

const { open, station } = hj212Rig()

it('packets stand in the log in the order of cause, from the first one on', async () => {
  const { gateway, packets } = await open()
  const one = await station(gateway.port)
  for (const qn of ['20261120080000001', '20261120080000002']) one.say(upload('A1', { qn }))
  await expect.poll(() => one.packets.length).toBe(2)
  const order = ({ direction, text }: { direction: string; text: string }) =>
    `${direction} ${/CN=(\d+)/.exec(text)?.[1]} ${/QN=(\d+)/.exec(text)?.[1]?.slice(-1)}`
  const expected = ['in 2011 1', 'out 9014 1', 'in 2011 2', 'out 9014 2']
  expect(packets.map(order)).toEqual(expected)
  expect(gateway.packetsOf('A1').map(order)).toEqual(expected.toReversed())
})
