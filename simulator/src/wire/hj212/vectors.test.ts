import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { crc16, crcText } from './crc16.ts'
import { decodeFrame } from './decode-frame.ts'
import { createFrameReader } from './frame-reader.ts'
import { isSplit, type Packet, wantsAck } from './packet.ts'
import type { WireProblem } from './wire-problem.ts'
import { writeFrame } from './write-packet.ts'

type Vector = {
  text: string
  valid: boolean
  note: string
  decoded: {
    crcComputed: string
    flagBits?: { version: number; split: boolean; ack: boolean }
    params: Record<string, string>
    factors: Record<string, Record<string, string>>
    QN?: string
    ST: string
    CN: string
    PW?: string
    MN?: string
    Flag?: string
    PNUM?: string
    PNO?: string
  }
}

const VECTORS = JSON.parse(
  readFileSync(new URL('../../../../fixtures/wire/hj212.json', import.meta.url), 'utf8'),
) as Vector[]
const SOUND = VECTORS.filter(({ valid }) => valid)

function read(chunks: readonly Uint8Array[]) {
  const packets: Packet[] = []
  const problems: WireProblem[] = []
  const reader = createFrameReader({
    packet: (packet) => packets.push(packet),
    problem: (problem) => problems.push(problem),
  })
  for (const chunk of chunks) reader.push(chunk)
  reader.end()
  return { packets, problems }
}

test('the check of 123456789 is 2F80', () => {
  expect(crcText(crc16(Buffer.from('123456789')))).toBe('2F80')
})

describe.each(VECTORS)('$note', ({ text, valid, decoded }) => {
  test(valid ? 'is understood' : 'is rejected, with its check as the reason', () => {
    const result = decodeFrame(Buffer.from(text))
    if (!valid) {
      expect(result).toMatchObject({ ok: false, problem: { code: 'check', offset: text.length - 6 } })
      return
    }
    if (!result.ok) throw new Error(result.problem.message)
    const { packet } = result
    expect(packet.qn).toBe(decoded.QN)
    expect([packet.st, packet.cn, packet.password, packet.mn]).toEqual([
      decoded.ST,
      decoded.CN,
      decoded.PW,
      decoded.MN,
    ])
    expect(packet.flag).toBe(decoded.Flag === undefined ? undefined : Number(decoded.Flag))
    if (decoded.flagBits) {
      const { version, split, ack } = decoded.flagBits
      expect([(packet.flag as number) >> 2, isSplit(packet.flag), wantsAck(packet.flag)]).toEqual([
        version,
        split,
        ack,
      ])
    }
    expect(packet.split).toEqual(
      decoded.PNUM === undefined ? undefined : { count: Number(decoded.PNUM), index: Number(decoded.PNO) },
    )
    expect(Object.fromEntries(packet.params)).toEqual(decoded.params)
    expect(Object.fromEntries(packet.factors)).toEqual(decoded.factors)
    const segment = text.slice(6, -6)
    expect(writeFrame(segment).toString()).toBe(`##${text.slice(2, 6)}${segment}${decoded.crcComputed}\r\n`)
  })
})

test.each(SOUND)('$note: cut at any byte it is the same packet', ({ text }) => {
  const bytes = Buffer.from(text)
  const whole = read([bytes])
  expect(whole.problems).toEqual([])
  for (let at = 0; at <= bytes.length; at++) {
    expect(read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole)
  }
})

test('all frames in one stream, byte by byte, are the same packets as one by one', () => {
  const stream = Buffer.from(SOUND.map(({ text }) => text).join(''))
  const bytes = Array.from(stream, (_, at) => stream.subarray(at, at + 1))
  const { packets, problems } = read(bytes)
  expect(problems).toEqual([])
  expect(packets).toEqual(SOUND.flatMap(({ text }) => read([Buffer.from(text)]).packets))
})

test('a false frame between sound ones costs nothing but itself', () => {
  const stream = VECTORS.map(({ text }) => text).join('')
  const { packets, problems } = read([Buffer.from(stream)])
  expect(packets).toHaveLength(SOUND.length)
  expect(problems.map(({ code }) => code)).toEqual(['check', 'check'])
})
