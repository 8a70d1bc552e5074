import { expect, test } from 'vitest'
import { WIRE_SPECS } from '../wire/wires.ts'
import { WireFaults } from './wire-faults.ts'
import { breakOff } from './wire-reset.ts'
import { trickle } from './wire-slow.ts'
import { cut } from './wire-split.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytesOf = (data: string) => Uint8Array.from(Buffer.from(data, 'hex'))

test('a spoilt HJ 212 packet differs in one digit of its check', () => {
  const packet = Buffer.from('##0004QN=1C2F0\r\n', 'latin1')
  expect(text(WIRE_SPECS.hj212.spoilCheck(packet))).toBe('##0004QN=1C2F1\r\n')
  expect(text(WIRE_SPECS.hj212.spoilCheck(Buffer.from('##0004QN=1C2F7\r\n', 'latin1')))).toBe(
    '##0004QN=1C2F0\r\n',
  )
})

test('a spoilt JT/T 808 message keeps its marks and escapes', () => {
  // Heartbeat of the 2013 header; the check is plain, escaped, and one bit from both marks.
  expect(hex(WIRE_SPECS.jt808.spoilCheck(bytesOf('7e000200000123456789010001507e')))).toBe(
    '7e000200000123456789010001517e',
  )
  expect(hex(WIRE_SPECS.jt808.spoilCheck(bytesOf('7e0002000001234567890100017d027e')))).toBe(
    '7e0002000001234567890100017d017e',
  )
  expect(hex(WIRE_SPECS.jt808.spoilCheck(bytesOf('7e0002000001234567890100017f7e')))).toBe(
    '7e0002000001234567890100017b7e',
  )
})

test('pieces of a packet are the packet, whatever the draws', () => {
  const packet = bytesOf('7e00020000012345678901000150abcd7e')
  let n = 0
  const draws = [0, 0.999, 0.3, 0.3, 0.7, 0.1]
  const draw = () => draws[n++ % draws.length]!
  for (let round = 0; round < 20; round++) {
    const pieces = cut({ bytes: packet, delayMs: 5 }, 4, 40, draw)
    expect(hex(Buffer.concat(pieces.map(({ bytes }) => bytes)))).toBe(hex(packet))
    expect(pieces[0]?.delayMs).toBe(5)
    expect(pieces.every(({ bytes }) => bytes.length > 0)).toBe(true)
  }
})

test('a thin line takes the time that its bytes take', () => {
  const pieces = trickle({ bytes: new Uint8Array(100), delayMs: 200 }, 400)
  expect(pieces.map(({ bytes }) => bytes.length)).toEqual([20, 20, 20, 20, 20])
  expect(pieces.map(({ delayMs }) => delayMs)).toEqual([250, 50, 50, 50, 50])
})

test('content is affected before pieces, pieces before times, whatever came first; nothing attached is nothing asked', () => {
  const faults = new WireFaults()
  const packet = { protocol: 'hj212', sn: 'A' } as const
  expect(faults.transformOf(packet)).toBeUndefined()
  const seen: string[] = []
  const lets = (['times', 'content', 'pieces'] as const).map((stage) =>
    faults.attach(stage, (_packet, pieces) => {
      seen.push(stage)
      return pieces
    }),
  )
  faults.transformOf(packet)?.(new Uint8Array(3))
  expect(seen).toEqual(['content', 'pieces', 'times'])
  for (const letGo of lets) {
    letGo()
    letGo()
  }
  expect(faults.isQuiet).toBe(true)
})

test('a packet breaks off where its share ends, in whatever piece, and the reset follows', () => {
  const pieces = [3, 5, 2].map((length) => ({ bytes: new Uint8Array(length), delayMs: 4 }))
  const lengths = (share: number) =>
    breakOff(pieces, share).map(({ bytes, resets }) => `${bytes.length}${resets ? ' reset' : ''}`)
  expect(lengths(0.5)).toEqual(['3', '2 reset'])
  expect(lengths(0)).toEqual(['0 reset'])
  expect(lengths(1)).toEqual(['3', '5', '2 reset'])
  expect(breakOff([], 0.5)).toEqual([])
})
