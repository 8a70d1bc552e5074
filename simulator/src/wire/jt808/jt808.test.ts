import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniform } from '../../world/hash.ts'
import { hasBit } from './alarm-bits.ts'
import { ESCAPED_MAX, encodeFrame, type Jt808Frame } from './frame.ts'
import { type FrameItem, FrameReader } from './frame-reader.ts'
import { gbkBytes, gbkText } from './gbk.ts'
import type { Jt808Version } from './header.ts'
import { digitsOf, type LocationReport } from './location.ts'
import { EXTRA_IDS, extraValues, numberExtra } from './location-extras.ts'
import { decodeBody, encodeBody, encodeMessage, type Jt808Message, messageId } from './message.ts'
import { mutateStream } from './mutate-stream.ts'
import { parameterOf, parameterValue } from './parameters.ts'
import { SplitAssembler } from './split-assembler.ts'

type Vector = {
  hex: string
  decoded: {
    msgId: string
    version?: number
    phone?: string
    flow?: number
    lat?: number
    lng?: number
    [key: string]: unknown
  }
  checksumOk: boolean
  lengthOk: boolean
}
const VECTORS = JSON.parse(
  readFileSync(new URL('../../../../fixtures/wire/jt808.json', import.meta.url), 'utf8'),
) as Vector[]

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

function framesOf(...chunks: Uint8Array[]): FrameItem[] {
  const reader = new FrameReader()
  return chunks.flatMap((chunk) => reader.push(chunk))
}
function frameOf(hex: string): Jt808Frame {
  const [item] = framesOf(bytesOf(hex))
  if (item?.kind !== 'frame') throw new Error(`no frame: ${JSON.stringify(item)}`)
  return item.frame
}
function messageOf(hex: string): Jt808Message {
  const { header, body } = frameOf(hex)
  const result = decodeBody(header, body)
  if (!result.ok) throw new Error(result.problem.message)
  return result.value
}
const vector = (msgId: string, at = 0) => VECTORS.filter((v) => v.decoded.msgId === msgId)[at]!.hex

describe('frames of others', () => {
  it.each(VECTORS.filter((v) => v.checksumOk && v.lengthOk))(
    'reads and rewrites $hex',
    ({ hex, decoded }) => {
      const frame = frameOf(hex)
      expect(frame.header.id.toString(16).padStart(4, '0')).toBe(decoded.msgId)
      if (decoded.version) expect(frame.header.version).toBe(decoded.version)
      if (decoded.phone) expect(frame.header.phone).toBe(decoded.phone)
      if (decoded.flow !== undefined) expect(frame.header.serial).toBe(decoded.flow)
      const message = messageOf(hex)
      expect(message.kind).not.toBe('unknown')
      expect(messageId(message)).toBe(frame.header.id)
      expect(hexOf(encodeBody(message, frame.header.version))).toBe(hexOf(frame.body))
      expect(hexOf(encodeFrame(frame))).toBe(hex)
    },
  )

  it('refuses a frame whose header promises more body than there is, at the length field', () => {
    const wrong = VECTORS.find((v) => !v.lengthOk)!
    const items = framesOf(bytesOf(wrong.hex))
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ kind: 'problem', problem: { code: 'length', offset: 3 } })
  })

  it('reads a position with alarm, status, place, time and extras', () => {
    const message = messageOf(vector('0200'))
    expect(message).toMatchObject({
      kind: 'location',
      alarm: 1,
      status: 2,
      latitude: 12.222222,
      longitude: 132.444444,
      altitudeM: 40,
      speedKmh: 6,
      directionDeg: 0,
      digits: '180715101010',
      atMs: Date.UTC(2018, 6, 15, 2, 10, 10),
    })
    expect(extraValues((message as LocationReport).extras)).toEqual({ mileageKm: 10, fuelL: 5.5 })
  })

  it('reads the southern hemisphere from the status and keeps the order of extras', () => {
    const message = messageOf(vector('0200', 1)) as LocationReport
    expect(message).toMatchObject({
      latitude: -31.234567,
      longitude: 121.987654,
      altitudeM: 123,
      speedKmh: 6.6,
    })
    expect(message.extras.map(({ id }) => id)).toEqual([2, 1])
  })

  it('reads registrations of both editions, the plate in GBK', () => {
    const common = { province: 40, city: 50, maker: '1234', model: 'smallchi123', terminalId: 'CHI123' }
    for (const at of [0, 1]) {
      expect(messageOf(vector('0100', at))).toEqual({
        kind: 'register',
        ...common,
        plateColour: 1,
        plate: '粤A12345',
      })
    }
  })

  it('reads a registration of 2011, whose model has eight bytes', () => {
    const body = '00280032' + '3132333400' + '4d4f44454c310000' + '43484931323300' + '01' + 'd4c14131323334'
    const result = decodeBody({ id: 0x0100, version: 2013, encryption: 0 }, bytesOf(body))
    expect(result).toMatchObject({
      ok: true,
      value: { model: 'MODEL1', terminalId: 'CHI123', plate: '粤A1234' },
    })
  })

  it('reads replies to registration, with a code only when it went well', () => {
    expect(messageOf(vector('8100'))).toEqual({
      kind: 'registerReply',
      serial: 100,
      result: 0,
      authCode: '123456',
    })
    expect(messageOf(vector('8100', 1))).toEqual({ kind: 'registerReply', serial: 100, result: 4 })
  })

  it('reads authentication of 2013, of 2019, and the bare code under a header of 2019', () => {
    expect(messageOf(vector('0102'))).toEqual({ kind: 'authenticate', authCode: '456121111' })
    const body = encodeBody(
      { kind: 'authenticate', authCode: 'ok', imei: '123456789012345', software: 'v1.2' },
      2019,
    )
    expect(body).toHaveLength(1 + 2 + 15 + 20)
    const header = { id: 0x0102, version: 2019 as const, encryption: 0 }
    expect(decodeBody(header, body)).toEqual({
      ok: true,
      value: { kind: 'authenticate', authCode: 'ok', imei: '123456789012345', software: 'v1.2' },
    })
    expect(decodeBody(header, bytesOf('6f6b2e2e6f6b'))).toMatchObject({ value: { authCode: 'ok..ok' } })
  })

  it('reads a batch and its items', () => {
    expect(messageOf(vector('0704'))).toMatchObject({
      kind: 'locationBatch',
      type: 0,
      problems: [],
      items: [
        { alarm: 1, latitude: 12.222222, speedKmh: 6 },
        { alarm: 2, status: 1, longitude: 132.555555, directionDeg: 120, digits: '180715101030' },
      ],
    })
  })

  it('reads a parameter by its type', () => {
    const message = messageOf(vector('8103'))
    if (message.kind !== 'setParameters') throw new Error(message.kind)
    expect(message.parameters.map((p) => [p.id, parameterValue(p)])).toEqual([[1, 10]])
    expect(parameterValue(parameterOf(0x0083, '粤A12345'))).toBe('粤A12345')
    expect(parameterValue(parameterOf(0x0055, 120))).toBe(120)
    expect(parameterValue(parameterOf(0xf001, '0aff'))).toBe('0aff')
  })
})

describe('the tail of a position', () => {
  const base = bytesOf(vector('0200').slice(2 + 24, -4)).slice(0, 28)
  const withTail = (hex: string) => {
    const result = decodeBody({ id: 0x0200, version: 2013, encryption: 0 }, bytesOf(hexOf(base) + hex))
    if (!result.ok || result.value.kind !== 'location') throw new Error('no position')
    return result.value
  }
  it('keeps the position when text stands in place of items, and hands the text out', () => {
    const text = Buffer.from('*GPS,OK,VIN:LSV1234#').toString('hex')
    const report = withTail(`010400000064${text}`)
    expect(extraValues(report.extras)).toEqual({ mileageKm: 10 })
    expect(hexOf(report.tail)).toBe(text)
    expect(report.latitude).toBe(12.222222)
  })
  it('takes an item of an unknown id as it is', () => {
    expect(withTail('e102abcd3101ff').extras.map(({ id }) => id)).toEqual([0xe1, 0x31])
  })
  it('ends items where one runs past the end', () => {
    const report = withTail('31010b020a00')
    expect(report.extras).toHaveLength(1)
    expect(hexOf(report.tail)).toBe('020a00')
  })
  it('reads every extra of the standard', () => {
    const report = withTail(
      '0302001e' +
        '04020007' +
        '11050100000009' +
        '120602000000050' +
        '1' +
        '1307000000030064 01'.replace(' ', '') +
        '250400000003' +
        '2a020001' +
        '2b0400020001' +
        '30011f' +
        '31010c' +
        '06028005',
    )
    expect(report.tail).toHaveLength(0)
    expect(extraValues(report.extras)).toEqual({
      recorderSpeedKmh: 3,
      confirmEventId: 7,
      overspeed: { placeType: 1, placeId: 9 },
      area: { placeType: 2, placeId: 5, direction: 1 },
      routeTime: { roadId: 3, seconds: 100, result: 1 },
      signals: 3,
      io: 1,
      analog: [1, 2],
      signalLevel: 31,
      satellites: 12,
      compartmentTemperatureC: -5,
    })
  })
  it('says when the time is no moment', () => {
    const broken = base.slice()
    broken.set([0x18, 0x13, 0x32], 22)
    const result = decodeBody({ id: 0x0200, version: 2013, encryption: 0 }, broken)
    expect(result).toMatchObject({ ok: true, value: { atMs: undefined, digits: '181332101010' } })
  })
  it('refuses a body that is shorter than its fixed part', () => {
    const result = decodeBody({ id: 0x0200, version: 2013, encryption: 0 }, base.subarray(0, 27))
    expect(result).toMatchObject({ ok: false, problem: { code: 'body', offset: 22 } })
  })
})

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
  it('gives a frame without end up after the longest possible one, and finds the next', () => {
    const items = framesOf(Uint8Array.of(0x7e), new Uint8Array(5000), bytesOf(vector('0002')))
    expect(items.map((item) => item.kind === 'problem' && item.problem.code)).toEqual(['tooLong', false])
  })
})

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
})

const version = fc.constantFrom<Jt808Version>(2013, 2019)
const ascii = (maxLength: number) => fc.string({ unit: 'grapheme-ascii', maxLength }).map((s) => s.trim())
const word = fc.integer({ min: 0, max: 0xffff })
const byte = fc.integer({ min: 0, max: 255 })
const dword = fc.integer({ min: 0, max: 0xffff_ffff })
const report: fc.Arbitrary<LocationReport> = fc
  .record({
    alarm: dword,
    status: dword.map((status) => (status & ~12) >>> 0),
    latitude: fc.integer({ min: 1, max: 90_000_000 }).map((v) => v / 1e6),
    longitude: fc.integer({ min: 1, max: 180_000_000 }).map((v) => v / 1e6),
    altitudeM: fc.integer({ min: -500, max: 9000 }),
    speedKmh: word.map((v) => v / 10),
    directionDeg: fc.integer({ min: 0, max: 359 }),
    atMs: fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }).map((s) => s * 1000),
    extras: fc.array(
      fc.record({ id: fc.constantFrom(0xe1, 0xe2, 0xf0), bytes: fc.uint8Array({ maxLength: 40 }) }),
      {
        maxLength: 5,
      },
    ),
  })
  .map((fields) => ({ ...fields, digits: digitsOf(fields.atMs), tail: new Uint8Array() }))
const message: fc.Arbitrary<Jt808Message> = fc.oneof(
  fc.record({ kind: fc.constant('terminalAck' as const), serial: word, id: word, result: byte }),
  fc
    .record({ kind: fc.constant('location' as const) })
    .chain(() => report.map((r) => ({ kind: 'location' as const, ...r }))),
  report.chain((r) => word.map((serial) => ({ kind: 'locationReply' as const, serial, location: r }))),
  fc
    .array(report, { maxLength: 40 })
    .map((items) => ({ kind: 'locationBatch' as const, type: 1, items, problems: [] })),
  fc
    .record({
      kind: fc.constant('text' as const),
      flag: byte,
      text: fc.constantFrom('前方拥堵', 'turn left', '京A·12345'),
    })
    .chain((m) => fc.constant(m as Jt808Message)),
  fc.record({
    kind: fc.constant('live' as const),
    host: ascii(40),
    tcpPort: word,
    udpPort: word,
    channel: byte,
    dataType: byte,
    streamType: byte,
  }),
  fc.record({
    kind: fc.constant('setParameters' as const),
    parameters: fc.array(fc.record({ id: dword, bytes: fc.uint8Array({ maxLength: 255 }) }), {
      maxLength: 20,
    }),
  }),
)

describe('laws', () => {
  it('what is written is read back, over any number of packets', () => {
    fc.assert(
      fc.property(message, version, word, (given, edition, serial) => {
        const assembler = new SplitAssembler()
        const packets = encodeMessage(given, { version: edition, phone: '13912345678', serial })
        let read: Jt808Message | undefined
        for (const item of framesOf(...packets)) {
          if (item.kind !== 'frame') throw new Error(item.problem.message)
          const { frame } = item
          const result = frame.header.split ? assembler.add(frame, 0) : { kind: 'whole' as const, ...frame }
          if (result.kind !== 'whole') continue
          const body = decodeBody(result.header, result.body)
          if (body.ok) read = body.value
        }
        const expected = given.kind === 'text' && edition === 2019 ? { ...given, type: 1 } : given
        expect(read).toEqual(expected)
      }),
      { numRuns: 200, seed: 7 },
    )
  })
  it('mutated streams yield frames or typed problems, never a throw, and a good frame after them is found', () => {
    const good = VECTORS.filter((v) => v.lengthOk).map((v) => bytesOf(v.hex))
    const heartbeat = bytesOf(vector('0002'))
    for (let run = 0; run < 4000; run++) {
      const bytes = good[Math.floor(uniform(808, run, 1, 0) * good.length)]!.slice()
      const changes = 1 + Math.floor(uniform(808, run, 2, 0) * 4)
      for (let i = 0; i < changes; i++) {
        bytes[Math.floor(uniform(808, run, 3, i) * bytes.length)] = Math.floor(uniform(808, run, 4, i) * 256)
      }
      const items = framesOf(bytes, Uint8Array.of(0x7e), heartbeat)
      for (const item of items) if (item.kind === 'frame') decodeBody(item.frame.header, item.frame.body)
      const last = items.at(-1)
      expect(last?.kind === 'frame' && last.frame.header.id).toBe(2)
    }
  })
  it('damage with a right checksum reaches the bodies, and nothing is thrown', () => {
    const { frames, messages, problems, whole, longestPending } = mutateStream(808, 20_000)
    expect(messages).toBeGreaterThan(5000)
    expect(problems).toBeGreaterThan(5000)
    expect(frames).toBeGreaterThan(messages)
    expect(whole).toBeGreaterThanOrEqual(0)
    expect(longestPending).toBeLessThanOrEqual(ESCAPED_MAX)
  })
  it('bodies of any bytes under any id are a message or a typed problem', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          0x0001,
          0x0005,
          0x0100,
          0x0102,
          0x0104,
          0x0107,
          0x0200,
          0x0201,
          0x0704,
          0x8003,
          0x8103,
          0x8300,
          0x9101,
          0x1234,
        ),
        version,
        fc.uint8Array({ maxLength: 400 }),
        (id, edition, body) => {
          const result = decodeBody({ id, version: edition, encryption: 0 }, body)
          if (!result.ok) {
            expect(['body', 'value']).toContain(result.problem.code)
            expect(result.problem.offset).toBeLessThanOrEqual(body.length)
          }
        },
      ),
      { numRuns: 2000, seed: 8 },
    )
  })
  it('an encrypted body is a typed problem', () => {
    expect(decodeBody({ id: 2, version: 2013, encryption: 1 }, new Uint8Array())).toMatchObject({
      problem: { code: 'encrypted' },
    })
  })
  it('bit 31 of an alarm word is read', () => {
    expect(hasBit(0x8000_0000, 31)).toBe(true)
  })
  it('text is GBK, and what GBK lacks does not break it', () => {
    expect(hexOf(gbkBytes('粤A'))).toBe('d4c141')
    expect(gbkText(gbkBytes('沪B·🚗'))).toMatch(/^沪B·\?/)
    expect(gbkText(Uint8Array.of(0xff, 0x41))).toContain('A')
  })
})
