import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crc16, crcText } from './crc16.ts'
import { decodeFrame } from './decode-frame.ts'
import { createFrameReader } from './frame-reader.ts'
import type { Packet } from './packet.ts'
import { createAssembler, wholeMessages } from './split-packets.ts'
import { frameBytes } from './wire-text.ts'
import { writeFrame } from './write-packet.ts'

/** 清洗管路, in GB 2312: the log of HJ 212-2017's example for CN 3020. */
const LOG = { text: '清洗管路', gbk: 'c7e5cfb4b9dcc2b7', utf8: 'e6b885e6b497e7aea1e8b7af' }
const HEAD = 'QN=20160801085857534;ST=32;CN=3020;PW=123456;MN=010000A8900016F000169DC0;Flag=4;'

/** A frame of parts that are ASCII or, as hexadecimal digits in an array, any bytes. */
function frame(...parts: (string | readonly [hex: string])[]): Buffer {
  const data = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part[0], 'hex'))),
  )
  const length = String(data.length).padStart(4, '0')
  return Buffer.concat([Buffer.from(`##${length}`), data, Buffer.from(`${crcText(crc16(data))}\r\n`)])
}

function read(chunks: readonly Uint8Array[]) {
  const packets: Packet[] = []
  const frames: string[] = []
  const reader = createFrameReader({
    packet(packet, text) {
      packets.push(packet)
      frames.push(text)
    },
    problem: ({ code }) => {
      throw new Error(code)
    },
  })
  for (const chunk of chunks) reader.push(chunk)
  return { packets, frames }
}

describe.each(['gbk', 'utf8'] as const)('a log in %s', (encoding) => {
  const log = frame(
    `${HEAD}CP=&&DataTime=20160801062035;PolId=w01018,i11001-Info=//`,
    [LOG[encoding]],
    '//&&',
  )

  test('is read, wherever the stream is cut, and shown in the raw packet', () => {
    for (let at = 0; at <= log.length; at++) {
      const { packets, frames } = read([log.subarray(0, at), log.subarray(at)])
      expect(packets[0]?.factors.get('i11001')).toEqual({ Info: `//${LOG.text}//` })
      expect(packets[0]?.cp).toContain(LOG.text)
      expect(frames[0]).toContain(LOG.text)
    }
  })

  test('has its own bytes again where the raw packet is taken apart once more', () => {
    const [text = ''] = read([log]).frames
    expect(frameBytes(text)).toEqual(log)
    expect(decodeFrame(frameBytes(text))).toMatchObject({ ok: true })
  })

  test.each([
    ['a broken parameter', 'bad', 'item'],
    ['parameters without an end', 'i11001-Info=1&&&', 'parameters'],
  ])('stands readable in a frame with %s, whose place counts bytes', (_name, rest, code) => {
    const start = `${HEAD}CP=&&Info=`
    const result = decodeFrame(frame(start, [LOG[encoding]], `;${rest}&&`))
    if (result.ok) throw new Error('understood')
    expect(result.problem.code).toBe(code)
    expect(result.problem.offset).toBeGreaterThanOrEqual(6 + start.length + LOG[encoding].length / 2 + 1)
  })

  test('is whole when the message was split, within a character too', () => {
    const bytes = Buffer.from(LOG[encoding], 'hex')
    const head = (index: number) =>
      `QN=2016080108585753${index};ST=32;CN=3020;PW=123456;MN=010000A8900016F000169DC0;Flag=6;PNUM=2;PNO=${index};`
    for (let at = 0; at <= bytes.length; at++) {
      const [first, second] = [bytes.subarray(0, at), bytes.subarray(at)].map((part) => part.toString('hex'))
      const { packets } = read([
        frame(`${head(1)}CP=&&DataTime=20160801062035;i11001-Info=//`, [first ?? ''], '&&'),
        frame(`${head(2)}CP=&&`, [second ?? ''], '//&&'),
      ])
      const assembler = createAssembler()
      assembler.add(packets[0]!, 0)
      const whole = assembler.add(packets[1]!, 0)
      if (whole.kind !== 'whole') throw new Error(whole.kind)
      expect(whole.packet.factors.get('i11001')).toEqual({ Info: `//${LOG.text}//` })
      expect(wholeMessages(packets)).toEqual([whole.packet])
    }
  })
})

test('any Chinese text is read in either encoding, but GBK that happens to be UTF-8', () => {
  const hanzi = fc.string({
    unit: fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((c) => String.fromCodePoint(c)),
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(hanzi, (text) => {
      const cp = `i11001-Info=//${text}//`
      const utf8 = decodeFrame(writeFrame(`${HEAD}CP=&&${cp}&&`))
      expect(utf8).toMatchObject({ ok: true, packet: { cp } })
      const gbk = frameBytes(`##${gbkLength(`${HEAD}CP=&&${cp}&&`)}${HEAD}CP=&&${cp}&&0000`)
      const data = gbk.subarray(6, -6)
      fc.pre(!isUtf8(data))
      expect(decodeFrame(frame([data.toString('hex')]))).toMatchObject({ ok: true, packet: { cp } })
    }),
  )
})

/** Two bytes for a Chinese character, one for any other. */
const gbkLength = (text: string) =>
  String([...text].reduce((sum, c) => sum + (c > '\x7f' ? 2 : 1), 0)).padStart(4, '0')

function isUtf8(bytes: Uint8Array): boolean {
  return Buffer.compare(Buffer.from(Buffer.from(bytes).toString('utf8')), bytes) === 0
}

test('bytes of neither encoding cost nothing but their own characters', () => {
  // A log that its station cut within the last character.
  for (const [hex, seen] of [
    [LOG.gbk.slice(0, -2), '清洗管\uFFFD'],
    [LOG.utf8.slice(0, -2), '清洗管\uFFFD'],
  ] as const) {
    const { packets } = read([frame(`${HEAD}CP=&&DataTime=20160801062035;i11001-Info=//`, [hex], '//&&')])
    expect(packets[0]?.factors.get('i11001')?.['Info']).toBe(`//${seen}//`)
    expect(packets[0]?.params.get('DataTime')).toBe('20160801062035')
  }
})

test('a packet in ASCII keeps no second copy of its parameters', () => {
  const { packets } = read([frame(`${HEAD}CP=&&i11001-Info=//ok//&&`)])
  expect(packets[0]).not.toHaveProperty('rawCp')
})
