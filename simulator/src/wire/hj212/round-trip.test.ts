import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QUANTITIES, WORLD_QUANTITY_NAMES } from '../../world/air/quantity-table.ts'
import { decodeFrame } from './decode-frame.ts'
import { FACTORS, factorByCode, factorOf } from './factor-table.ts'
import { mutateStream } from './mutate-stream.ts'
import type { Packet } from './packet.ts'
import { readValues } from './read-values.ts'
import { ASSEMBLER_LIMITS, createAssembler, splitDrafts } from './split-packets.ts'
import { FIELD_UNITS, toPlatformUnit, toWireUnit } from './units.ts'
import { parseWireTime, wireQn, wireTime } from './wire-time.ts'
import {
  type ParameterPair,
  UnwritablePacket,
  writeFrame,
  writePacket,
  writeParameters,
} from './write-packet.ts'

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,7}$/)
const value = fc.stringMatching(/^[A-Za-z0-9.:_ 一-龥]{0,12}$/)
const code = fc.stringMatching(/^[a-zA-Z][0-9]{5}$/)
const parameter = fc.tuple(name, value).map(([key, text]): readonly ParameterPair[] => [[key, text]])
const factorItem = fc
  .tuple(
    code,
    fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, minLength: 1, maxLength: 4 }),
  )
  .map(([factor, pairs]) => pairs.map(([suffix, text]) => [`${factor}-${suffix}`, text] as const))
const uniqueItems = fc.uniqueArray(fc.oneof(parameter, factorItem), {
  selector: (item) => item[0]?.[0].split('-')[0] ?? '',
  maxLength: 12,
})
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const draft = fc.record({
  qn: digits(17),
  st: digits(2),
  cn: digits(4),
  password: fc.stringMatching(/^[!-9A-z]{6}$/),
  mn: fc.stringMatching(/^[0-9A-Z_]{1,24}$/),
  flag: fc.integer({ min: 0, max: 11 }),
})

function pieces(packet: Packet) {
  return {
    params: Object.fromEntries(packet.params),
    factors: Object.fromEntries([...packet.factors].map(([key, values]) => [key, { ...values }])),
  }
}

function expected(items: readonly (readonly ParameterPair[])[]) {
  const params: Record<string, string> = {}
  const factors: Record<string, Record<string, string>> = {}
  for (const [key, text] of items.flat()) {
    const [factor, suffix] = key.split('-') as [string, string?]
    if (suffix === undefined) params[key] = String(text)
    else factors[factor] = { ...factors[factor], [suffix]: String(text) }
  }
  return { params, factors }
}

test('what is written is read back, whatever it holds', () => {
  fc.assert(
    fc.property(draft, uniqueItems, (head, items) => {
      const result = decodeFrame(writePacket({ ...head, cp: writeParameters(items) }))
      if (!result.ok) throw new Error(result.problem.message)
      expect(result.packet).toMatchObject(head)
      expect(pieces(result.packet)).toEqual(expected(items))
    }),
  )
})

test('a message of any length goes in pieces and comes together in any order', () => {
  const long = fc.uniqueArray(factorItem, {
    selector: (item) => item[0]?.[0].slice(0, 6) ?? '',
    minLength: 1,
    maxLength: 80,
  })
  fc.assert(
    fc.property(draft, long, fc.infiniteStream(fc.nat()), (head, items, order) => {
      const time: readonly ParameterPair[] = [['DataTime', '20261120080000']]
      const drafts = splitDrafts(head, [time], items, (piece) => wireQn(1_795_000_000_000 + piece))
      const packets = drafts.map((each) => {
        const result = decodeFrame(writePacket(each))
        if (!result.ok) throw new Error(result.problem.message)
        return result.packet
      })
      const shuffled = packets
        .map((packet) => ({ packet, at: order.next().value as number }))
        .sort((a, b) => a.at - b.at)
      const assembler = createAssembler()
      const results = shuffled.map(({ packet }) => assembler.add(packet, 0))
      const whole = results.at(-1)
      if (whole?.kind !== 'whole') throw new Error(`The last piece was ${whole?.kind}`)
      expect(results.slice(0, -1).every(({ kind }) => kind === 'waiting')).toBe(true)
      expect(pieces(whole.packet)).toEqual(expected([time, ...items]))
      expect(assembler.bytes()).toBe(0)
    }),
    { numRuns: 40 },
  )
})

test('pieces of the longest head and the fullest parameters keep within a frame', () => {
  const items = Array.from({ length: 60 }, (_, i): readonly ParameterPair[] => [
    [`a${String(i).padStart(5, '0')}-Avg`, '1'.repeat(1 + (i % 30))],
  ])
  const head = { st: '22', cn: '2061', password: '123456', mn: '0'.repeat(24), flag: 5 }
  const drafts = splitDrafts(head, [[['DataTime', '20261120080000']]], items, () => '0'.repeat(17))
  expect(drafts.length).toBeGreaterThan(1)
  for (const each of drafts) expect(decodeFrame(writePacket(each))).toMatchObject({ ok: true })
})

test('pieces that were cut inside an item come together', () => {
  const cp = 'DataTime=20261120080000;a34004-Rtd=12.5,a34004-Flag=N;LA-Rtd=57.9'
  for (let at = 1; at < cp.length; at++) {
    const assembler = createAssembler()
    const parts = [cp.slice(0, at), cp.slice(at)].map((text, i) => {
      const result = decodeFrame(
        writePacket({ st: '22', cn: '2011', flag: 6, split: { count: 2, index: i + 1 }, cp: text }),
      )
      if (!result.ok) throw new Error(result.problem.message)
      return assembler.add(result.packet, 0)
    })
    const whole = parts[1]
    // Between two items nothing shows that the separator was cut off; anywhere else the cut shows.
    if (whole?.kind === 'whole') expect(whole.packet.factors.has('LA')).toBe(true)
  }
})

test('an assembler keeps within its limits and gives up on what never comes', () => {
  const piece = (cn: string, index: number, count: number, cp = 'a=1'): Packet => {
    const result = decodeFrame(writePacket({ st: '22', cn, flag: 6, split: { count, index }, cp }))
    if (!result.ok) throw new Error(result.problem.message)
    return result.packet
  }
  const assembler = createAssembler({ pieces: 3, messages: 2, bytes: 10, waitMs: 1000 })
  expect(assembler.add(piece('2011', 1, 4), 0)).toMatchObject({ reason: 'pieces' })
  expect(assembler.add(piece('2011', 2, 3), 0).kind).toBe('waiting')
  expect(assembler.add(piece('2011', 2, 3), 0).kind).toBe('repeat')
  expect(assembler.add(piece('2051', 1, 2), 500).kind).toBe('waiting')
  expect([piece('2011', 1, 3), piece('2051', 2, 2)].map(assembler.wholeBytes)).toEqual([0, 3])
  expect([999, 1000].map(assembler.hasExpired)).toEqual([false, true])
  expect(assembler.add(piece('2061', 1, 2), 500)).toMatchObject({ reason: 'messages' })
  expect(assembler.add(piece('2051', 2, 2, 'abcdef=1'), 500)).toMatchObject({ reason: 'bytes' })
  expect(assembler.expire(1000).map(({ missing }) => missing)).toEqual([[1, 3]])
  expect(assembler.expire(1500).map(({ missing }) => missing)).toEqual([[2]])
  expect(assembler.bytes()).toBe(0)
})

test('assemblers share a pool for what each keeps beyond its own, and give it back', () => {
  const cp = `a=${'1'.repeat(900)}`
  const piece = (index: number, count = 40): Packet => {
    const result = decodeFrame(writePacket({ st: '22', cn: '2011', flag: 6, split: { count, index }, cp }))
    if (!result.ok) throw new Error(result.problem.message)
    return result.packet
  }
  const pool = { left: 10 * cp.length }
  const [one, other] = [createAssembler(ASSEMBLER_LIMITS, pool), createAssembler(ASSEMBLER_LIMITS, pool)]
  const kept = (assembler: typeof one) => {
    let count = 0
    while (assembler.add(piece(count + 1), 0).kind === 'waiting') count++
    return count
  }
  // 16 kB of its own, and all of the pool; then 16 kB alone.
  expect([kept(one), kept(other)]).toEqual([28, 18])
  one.clear()
  expect(pool.left).toBe(10 * cp.length)
  expect(one.bytes()).toBe(0)
  // The other continues where it was refused.
  expect(other.add(piece(19), 0).kind).toBe('waiting')
  for (const { missing } of other.expire(60_000)) expect(missing).toHaveLength(21)
  expect(pool.left).toBe(10 * cp.length)
})

test('a value that holds a mark of the frame is refused by name', () => {
  for (const text of ['a;b', 'a,b', 'a&b', 'a\r\n']) {
    expect(() => writeParameters([[['Info', text]]])).toThrow(UnwritablePacket)
  }
  expect(() => writePacket({ st: '22', cn: '2011', cp: `a=${'1'.repeat(1024)}` })).toThrow(/at most 1024/)
})

test('times go there and back, and what no calendar has is none', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (ms) => {
      expect(parseWireTime(wireQn(ms))).toBe(ms)
      expect(parseWireTime(wireTime(ms))).toBe(Math.floor(ms / 1000) * 1000)
    }),
  )
  expect(wireQn(1_470_013_137_223)).toBe('20160801085857223')
  for (const text of [
    '20260230000000',
    '20261301000000',
    '20261120240000',
    '2026112008000',
    'yesterday',
    '',
  ]) {
    expect(parseWireTime(text)).toBeUndefined()
  }
})

test('every quantity has a code that leads back to it, and its values survive the way there and back', () => {
  // Those of one kind of devices alone are on no HJ 212 wire.
  const quantities = WORLD_QUANTITY_NAMES
  expect(new Set(FACTORS.map((row) => row.code)).size).toBe(FACTORS.length)
  for (const quantity of quantities) {
    const factor = factorOf(quantity)
    if (!factor) throw new Error(`${quantity} has no code`)
    for (const spelling of [factor.code, ...factor.old])
      expect(factorByCode(spelling)?.quantity).toBe(quantity)
    for (const rules of [FIELD_UNITS, { profile: 'standard' } as const]) {
      const sent = toWireUnit(factor, QUANTITIES[quantity].max / 2, rules)
      expect(toPlatformUnit(factor.code, sent, rules)).toBeCloseTo(QUANTITIES[quantity].max / 2, 6)
    }
  }
})

test('dust in nanograms is read as such, by rule or because no air holds as many micrograms', () => {
  const result = decodeFrame(
    writePacket({
      st: '22',
      cn: '2011',
      cp: 'a34004-Rtd=75600.000,a34004-Flag=N;PM10-Rtd=140600;TSP-Rtd=178;co-Rtd=x',
    }),
  )
  if (!result.ok) throw new Error(result.problem.message)
  expect(readValues(result.packet, FIELD_UNITS)).toEqual([
    { quantity: 'pm25', code: 'a34004', value: 75.6, flag: 'N' },
    { quantity: 'pm10', code: 'PM10', value: 140.6 },
    { quantity: 'tsp', code: 'TSP', value: 178 },
  ])
  const standard = readValues(result.packet, { profile: 'standard', byCode: { a34001: 'µg/m³' } })
  expect(standard.map(({ value: read }) => read)).toEqual([75.6, 140.6, 178])
})

test('mutated streams end in packets or in problems, never in an error', () => {
  const tally = mutateStream(20_261, 4000)
  expect(tally.packets).toBeGreaterThan(100)
  expect(tally.problems).toBeGreaterThan(1000)
  expect(tally.longestKept).toBeLessThan(1024 + 12 + 600)
})

test('an item that was written before goes out as it stands, and text that is not ASCII is checked as UTF-8', () => {
  const items = [writeParameters([[['DataTime', '20261120080000']]]), 'a34004-Rtd=35.5,a34004-Flag=N']
  const cp = writeParameters(items)
  expect(cp).toBe('DataTime=20261120080000;a34004-Rtd=35.5,a34004-Flag=N')
  const head = { qn: '20261120080000001', st: '22', cn: '2011', password: '123456', mn: 'M', flag: 4 }
  const whole = (text: string) => decodeFrame(writePacket({ ...head, cp: text }))
  for (const text of [cp, 'i11001-Info=//正常//']) {
    expect(whole(text)).toMatchObject({ ok: true, packet: { cp: text, deviations: ['mnLength'] } })
  }
  expect(() => writeFrame('é'.repeat(600))).toThrow('1200 bytes of data, at most 1024')
})
