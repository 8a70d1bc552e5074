import { expect, test } from 'vitest'
import { holdSwarmFaults, readSwarmFault, type SwarmFaultOrder } from './swarm-faults.ts'

function read(text: string): SwarmFaultOrder {
  const order = readSwarmFault(text)
  if (typeof order === 'string') throw new Error(order)
  return order
}

test('a fault is written as its name, its probability and its parameters', () => {
  expect(read('bad-crc:0.01')).toEqual({ name: 'bad-crc', probability: 0.01, parameters: {} })
  expect(read('wire-split')).toEqual({ name: 'split', probability: 1, parameters: { pieces: 3, gapMs: 40 } })
  expect(read('slow:0.5,bytesPerSecond=200')).toMatchObject({
    probability: 0.5,
    parameters: { bytesPerSecond: 200, delayMs: 0 },
  })
  expect(readSwarmFault('flood')).toMatch('There are: bad-crc, split, slow')
  expect(readSwarmFault('bad-crc:2')).toMatch('at most 1')
  expect(readSwarmFault('split:1,pieces=1')).toMatch(/^split\.pieces: /)
  expect(readSwarmFault('split:1,cuts=4')).toMatch(/^split: .*cuts/)
})

test('about as many packets are struck as the probability says, the same ones under one seed', () => {
  const struckOf = (seed: number) => {
    const { wire, struck } = holdSwarmFaults([read('bad-crc:0.2'), read('split:0.5,pieces=2')], seed)
    const sent = Array.from({ length: 1000 }, () =>
      wire.transformOf({ protocol: 'hj212', sn: 'A' })?.(Buffer.from('##0004QN=1C2F0\r\n', 'latin1')),
    )
    const texts = sent.map((pieces) => pieces?.map(({ bytes }) => Buffer.from(bytes).toString('latin1')))
    return { texts, struck: struck() }
  }
  const { texts, struck } = struckOf(7)
  expect(struck.map(({ fault }) => fault)).toEqual(['bad-crc', 'split'])
  expect(Math.abs(struck[0]!.struck - 200)).toBeLessThan(50)
  expect(Math.abs(struck[1]!.struck - 500)).toBeLessThan(60)
  expect(texts.filter((pieces) => pieces?.join('') === '##0004QN=1C2F1\r\n')).toHaveLength(struck[0]!.struck)
  expect(struckOf(7).texts).toEqual(texts)
  expect(struckOf(8).texts).not.toEqual(texts)
})

test('messages without a check stay as they are', () => {
  const { wire } = holdSwarmFaults([read('bad-crc'), read('split:1,pieces=2,gapMs=0')], 7)
  const pieces = wire.transformOf({ protocol: 'gb28181', sn: 'A' })!(Buffer.from('OPTIONS sip:a SIP/2.0'))
  expect(pieces).toHaveLength(2)
  expect(pieces.map(({ bytes }) => Buffer.from(bytes).toString()).join('')).toBe('OPTIONS sip:a SIP/2.0')
})

test('nothing asked for is nothing done', () => {
  expect(holdSwarmFaults([], 7).wire.transformOf({ protocol: 'jt808', sn: 'A' })).toBeUndefined()
})
