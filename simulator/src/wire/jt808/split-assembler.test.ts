import { describe, expect, it } from 'vitest'
import { digitsOf, type LocationReport } from './location.ts'
import { EXTRA_IDS, numberExtra } from './location-extras.ts'
import { decodeBody, encodeMessage, type Jt808Message } from './message.ts'
import { SplitAssembler } from './split-assembler.ts'
import { frameOf, hexOf } from './wire-vectors.test-support.ts'

describe('split messages', () => {
  const items: LocationReport[] = Array.from({ length: 90 }, (_, i) => ({
    alarm: 0,
    status: 3,
    latitude: (39_900_000 + i * 1000) / 1e6,
    longitude: 116.4,
    altitudeM: 44,
    speedKmh: 36,
    directionDeg: 90,
    digits: digitsOf(Date.UTC(2026, 0, 1) + i * 10_000),
    atMs: Date.UTC(2026, 0, 1) + i * 10_000,
    extras: [numberExtra(EXTRA_IDS.mileage, 100 + i, 4)],
    tail: new Uint8Array(),
  }))
  const message: Jt808Message = { kind: 'locationBatch', type: 1, items, problems: [] }
  const packets = encodeMessage(message, { version: 2013, phone: '13912345678', serial: 65_534 })
  const frames = packets.map((bytes) => frameOf(hexOf(bytes)))

  it('number their packets and run on past the largest serial number', () => {
    expect(frames.length).toBe(4)
    expect(frames.map(({ header }) => header.serial)).toEqual([65_534, 65_535, 0, 1])
    expect(frames.map(({ header }) => header.split)).toEqual(
      [1, 2, 3, 4].map((index) => ({ total: 4, index })),
    )
  })
  it('come together in any order, repeats allowed', () => {
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 1, 3, 0, 2],
    ]) {
      const assembler = new SplitAssembler()
      const results = order.map((i) => assembler.add(frames[i]!, 0))
      const last = results.at(-1)
      if (last?.kind !== 'whole') throw new Error(last?.kind)
      expect(decodeBody(last.header, last.body)).toEqual({ ok: true, value: message })
      expect(assembler.idleSince(Infinity)).toEqual([])
    }
  })
  it('of two at a time stay apart', () => {
    const other = encodeMessage(message, { version: 2013, phone: '13912345678', serial: 500 })
    const assembler = new SplitAssembler()
    const both = packets.flatMap((bytes, i) => [bytes, other[i]!])
    const results = both.map((bytes) => assembler.add(frameOf(hexOf(bytes)), 0).kind)
    expect(results.filter((kind) => kind === 'whole')).toHaveLength(2)
  })
  it('name the packets that are missing after a while, and can be given up', () => {
    const assembler = new SplitAssembler()
    assembler.add(frames[0]!, 1000)
    assembler.add(frames[2]!, 2000)
    expect(assembler.idleSince(2000)).toEqual([])
    expect(assembler.idleSince(2001)).toMatchObject([{ id: 0x0704, firstSerial: 65_534, missing: [2, 4] }])
    assembler.forget(0x0704, 65_534)
    expect(assembler.idleSince(9999)).toEqual([])
  })
  it('are bounded in packets, messages and bytes', () => {
    const assembler = new SplitAssembler({ packets: 4, messages: 1, bytes: 1500 })
    expect(assembler.add(frames[0]!, 0).kind).toBe('waiting')
    expect(assembler.add({ ...frames[0]!, header: { ...frames[0]!.header, serial: 9 } }, 0).kind).toBe(
      'refused',
    )
    expect(assembler.add(frames[1]!, 0).kind).toBe('refused')
    const many = { ...frames[0]!.header, split: { total: 5, index: 1 } }
    expect(assembler.add({ ...frames[0]!, header: many }, 0).kind).toBe('refused')
  })
  it('are not kept alive by packets that were there already', () => {
    const assembler = new SplitAssembler()
    assembler.add(frames[0]!, 1000)
    expect(assembler.add(frames[0]!, 9000).kind).toBe('repeated')
    expect(assembler.idleSince(1001)).toHaveLength(1)
  })
  it('give back what they took of the bytes of all when they end or are given up', () => {
    const pool = { left: 100_000 }
    const assembler = new SplitAssembler(undefined, pool)
    for (const frame of frames.slice(0, -1)) assembler.add(frame, 0)
    expect(pool.left).toBeLessThan(100_000)
    assembler.add(frames.at(-1)!, 0)
    expect(pool.left).toBe(100_000)
    assembler.add(frames[0]!, 0)
    assembler.clear()
    expect(pool.left).toBe(100_000)
  })
})
