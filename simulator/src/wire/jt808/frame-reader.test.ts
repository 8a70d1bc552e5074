import { describe, expect, it } from 'vitest'
import { type FrameItem, FrameReader } from './frame-reader.ts'
import { bytesOf, framesOf, VECTORS, vector } from './wire-vectors.test-support.ts'

describe('a stream of bytes', () => {
  const good = VECTORS.filter((v) => v.checksumOk && v.lengthOk)
  const stream = bytesOf(good.map((v) => v.hex).join(''))
  const heads = good.map((v) => v.decoded.msgId)
  const idsOf = (items: FrameItem[]) =>
    items.map((item) =>
      item.kind === 'frame' ? item.frame.header.id.toString(16).padStart(4, '0') : item.problem,
    )

  it('yields the same frames wherever it is cut', () => {
    for (let cut = 0; cut <= stream.length; cut++) {
      expect(idsOf(framesOf(stream.subarray(0, cut), stream.subarray(cut)))).toEqual(heads)
    }
  })
  it('yields the same frames byte by byte', () => {
    expect(idsOf(framesOf(...Array.from(stream, (byte) => Uint8Array.of(byte))))).toEqual(heads)
  })
  it('takes frames that share one delimiter', () => {
    const shared = bytesOf(good.map((v) => v.hex.slice(2)).join(''))
    expect(idsOf(framesOf(Uint8Array.of(0x7e), shared))).toEqual(heads)
  })
  it('passes over noise before, between and a frame that was cut off, and says where', () => {
    const [a, b] = [vector('0002'), vector('0102')]
    const items = framesOf(bytesOf(`0d0a${a}0d0a${b}${a.slice(0, 12)}${b}`))
    expect(items.map((item) => (item.kind === 'frame' ? item.frame.header.id : item.problem.code))).toEqual([
      'noise',
      0x0002,
      'tooShort',
      0x0102,
      'tooShort',
      0x0102,
    ])
    const problem = items[2]
    expect(problem?.kind === 'problem' && problem.problem.offset).toBe(2 + a.length / 2)
  })
  it('names checksum, escape and BCD problems at their place', () => {
    const frame = vector('0002')
    const problemOf = (hex: string) => {
      const [item] = framesOf(bytesOf(hex))
      return item?.kind === 'problem' ? item.problem : undefined
    }
    expect(problemOf(`${frame.slice(0, -4)}007e`)).toMatchObject({ code: 'checksum', offset: 13 })
    expect(problemOf(`7e0002000001237d03789000000a017e`)).toMatchObject({ code: 'escape', offset: 7 })
    expect(problemOf('7e000200000a2345678900000a8a7e')).toMatchObject({ code: 'phone', offset: 5 })
  })
  it('takes delimiters without end for noise, some at a time, and finds the frame behind them', () => {
    const items = framesOf(new Uint8Array(200).fill(0x7e), bytesOf(vector('0002')))
    expect(items.map((item) => (item.kind === 'problem' ? item.problem.offset : 'frame'))).toEqual([
      0,
      64,
      128,
      'frame',
    ])
  })
  it('reads no further than it is asked to', () => {
    const reader = new FrameReader()
    reader.feed(bytesOf(vector('0002') + vector('0002')))
    expect(reader.next()).toMatchObject({ kind: 'frame' })
    expect(reader.push(bytesOf(vector('0102')))).toMatchObject([{ kind: 'frame' }])
  })
  it('gives a frame without end up after the longest possible one, and finds the next', () => {
    const items = framesOf(Uint8Array.of(0x7e), new Uint8Array(5000), bytesOf(vector('0002')))
    expect(items.map((item) => item.kind === 'problem' && item.problem.code)).toEqual(['tooLong', false])
  })
})
