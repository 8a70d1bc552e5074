import { describe, expect, test } from 'vitest'
import { decodeFrame } from './decode-frame.ts'
import { createFrameReader, SEGMENT_MAX } from './frame-reader.ts'
import type { Packet } from './packet.ts'
import type { WireProblem } from './wire-problem.ts'
import { writeFrame } from './write-packet.ts'

const HEARTBEAT = 'QN=20261120080000000;ST=22;CN=9015;PW=123456;MN=010000A8900016F000169DC0;Flag=9;CP=&&&&'

function reading() {
  const packets: Packet[] = []
  const problems: WireProblem[] = []
  const frames: (string | undefined)[] = []
  const reader = createFrameReader({
    packet(packet, frame) {
      packets.push(packet)
      frames.push(frame)
    },
    problem(problem, frame) {
      problems.push(problem)
      frames.push(frame)
    },
  })
  return { reader, packets, problems, frames, push: (text: string) => reader.push(Buffer.from(text)) }
}

const frame = (segment: string) => writeFrame(segment).toString()
const codes = (problems: readonly WireProblem[]) => problems.map(({ code }) => code)

describe('between frames', () => {
  test('garbage is passed over and told once, with where it began and how much it was', () => {
    const r = reading()
    r.push('\0\0hello#')
    r.push(`#\r\n${frame(HEARTBEAT)}`)
    expect(r.packets).toHaveLength(1)
    // The ## of the garbage is no frame: no digits follow.
    expect(r.problems).toMatchObject([
      { code: 'garbage', offset: 0, skipped: 7 },
      { code: 'length', offset: 9 },
    ])
  })

  test('three hashes before a length are one too many', () => {
    const r = reading()
    r.push(`#${frame(HEARTBEAT)}`)
    expect(r.packets).toHaveLength(1)
  })

  test('a frame that lost bytes does not take the next one along', () => {
    const r = reading()
    const whole = frame(HEARTBEAT)
    r.push(whole.slice(0, 40) + whole.slice(50) + whole + whole)
    expect(r.packets).toHaveLength(2)
    expect(codes(r.problems)).toEqual(['tail'])
  })

  test('a frame that never ended is given up on demand, and what stood behind its start is read', () => {
    const r = reading()
    r.push(`##1000QN=2026;${frame(HEARTBEAT)}`)
    expect(r.packets).toHaveLength(0)
    r.reader.abandon()
    expect(r.packets).toHaveLength(1)
    expect(codes(r.problems)).toEqual(['cut'])
    expect(r.reader.pending()).toBe(0)
  })
})

describe('rejected', () => {
  test.each([
    ['a length that is no number', '##01x1QN', 'length', 2],
    ['a length past 1024', '##1025QN', 'tooLong', 2],
    ['a line feed alone', frame(HEARTBEAT).replace('\r\n', '\n\n'), 'tail', 6 + HEARTBEAT.length + 4],
    [
      'a check that is no hex',
      frame(HEARTBEAT).replace(/.\r\n/, 'G\r\n'),
      'checkDigits',
      6 + HEARTBEAT.length,
    ],
    ['another check', frame(HEARTBEAT).replace('CN=9015', 'CN=9014'), 'check', 6 + HEARTBEAT.length],
    ['half a frame at the end of the stream', frame(HEARTBEAT).slice(0, 50), 'cut', 0],
  ])('%s', (_name, text, code, offset) => {
    const r = reading()
    r.push(text)
    r.reader.end()
    expect(r.packets).toEqual([])
    expect(r.problems[0]).toMatchObject({ code, offset })
  })

  test.each([
    ['ST of three digits', HEARTBEAT.replace('ST=22', 'ST=221'), 'st', 5, '221;'],
    ['no ST', HEARTBEAT.replace('ST=22;', ''), 'st', 5, undefined],
    ['CN of letters', HEARTBEAT.replace('CN=9015', 'CN=90AB'), 'cn', 8, '90AB'],
    ['QN of 16 digits', HEARTBEAT.replace('QN=2', 'QN='), 'qn', 7, '0261'],
    ['Flag of letters', HEARTBEAT.replace('Flag=9', 'Flag=N'), 'flag', 6, 'N;CP'],
    ['MN of 25 characters', HEARTBEAT.replace('MN=0', 'MN=00'), 'mn', 4, '00100'],
    ['PNO past PNUM', HEARTBEAT.replace('CP', 'PNUM=2;PNO=3;CP'), 'splitNumbers', 100, '2;PNO'],
    ['no parameters', HEARTBEAT.replace(';CP=&&&&', ''), 'parameters', 100, undefined],
    ['parameters without an end', HEARTBEAT.replace('&&&&', '&&&'), 'parameters', 100, undefined],
    ['a field twice', HEARTBEAT.replace('Flag=9', 'Flag=9;ST=22'), 'field', 100, 'ST=22;CP'],
    ['a field without a value', HEARTBEAT.replace('Flag=9', 'Flag'), 'field', 100, 'Flag;'],
    ['a parameter without a name', HEARTBEAT.replace('&&&&', '&&a;=3&&'), 'item', 100, 'a;=3'],
  ])('%s: the data, with the code to answer', (_name, segment, code, returnCode, at) => {
    const r = reading()
    r.push(frame(segment))
    expect(r.packets).toEqual([])
    expect(r.problems).toMatchObject([{ code, returnCode, head: { PW: '123456' } }])
    if (at !== undefined) expect(r.problems[0]?.offset).toBe(6 + segment.indexOf(at))
    expect(r.frames[0]).toBe(frame(segment).slice(0, -2))
  })

  test('offsets count bytes where the text is Chinese', () => {
    const segment = HEARTBEAT.replace('&&&&', '&&Info=扬尘;bad&&')
    const result = decodeFrame(writeFrame(segment))
    expect(result).toMatchObject({ ok: false, problem: { code: 'item' } })
    if (!result.ok)
      expect(result.problem.offset).toBe(6 + Buffer.byteLength(segment.split('bad')[0] as string))
  })

  // SM4 in ECB mode of a realtime report, as hexadecimal digits and in base 64.
  test.each([
    '0a3c7affdc77ae2934a10c67c73afe16b9e4f4206da43c0c02a9723218ef199dc7bb675a105d5a383cba8c59fdcc90e030c300472c757185ac7fce7dc699024c',
    'Cjx6/9x3rik0oQxnxzr+Frnk9CBtpDwMAqlyMhjvGZ3Hu2daEF1aODy6jFn9zJDgMMMARyx1cYWsf859xpkCTA==',
  ])('cipher text is told as such in packets of 2025: %s', (cipher) => {
    const read = (flag: number) => {
      const r = reading()
      r.push(frame(HEARTBEAT.replace('Flag=9', `Flag=${flag}`).replace('&&&&', `&&${cipher}&&`)))
      return r
    }
    const { problems, packets } = read(9)
    expect(packets).toEqual([])
    expect(problems).toMatchObject([{ code: 'encrypted', returnCode: 2, head: { CN: '9015' } }])
    expect(problems[0]?.offset).toBe(6 + HEARTBEAT.indexOf('&&') + 2)
    expect(read(5).problems.map(({ code }) => code)).not.toContain('encrypted')
  })
})

describe('tolerated', () => {
  const deviations = (segment: string) => {
    const r = reading()
    r.push(frame(segment))
    expect(r.problems).toEqual([])
    return r.packets[0] as Packet
  }

  test.each([
    [
      'a trailing separator',
      HEARTBEAT.replace('&&&&', '&&DataTime=20261120080000;&&'),
      ['trailingSeparator'],
    ],
    ['a separator behind the parameters', `${HEARTBEAT};`, ['trailingSeparator']],
    ['no QN', HEARTBEAT.replace(/QN=\d+;/, ''), ['noQn']],
    ['no Flag', HEARTBEAT.replace('Flag=9;', ''), ['noFlag']],
    [
      'QN among the parameters',
      HEARTBEAT.replace(/(QN=\d+);(.*)&&&&/, '$2&&$1;QnRtn=1&&'),
      ['qnInParameters'],
    ],
    ['PNO before PNUM', HEARTBEAT.replace('Flag=9', 'Flag=11;PNO=1;PNUM=2'), ['fieldOrder']],
    [
      'split without numbers, as requests of 2005 are',
      HEARTBEAT.replace('Flag=9', 'Flag=3'),
      ['splitWithoutNumbers'],
    ],
    ['numbers without the split bit', HEARTBEAT.replace('CP', 'PNUM=1;PNO=1;CP'), ['numbersWithoutSplit']],
    ['a time of 17 digits', HEARTBEAT.replace('&&&&', '&&DataTime=20261120080000000&&'), ['longTime']],
    ['a field of 2025', HEARTBEAT.replace('CP', 'RF=1;CP'), ['unknownField']],
    ['a long password', HEARTBEAT.replace('123456', '1234567'), ['passwordLength']],
    [
      'an answer of 2005 without password and MN',
      'ST=91;CN=9014;CP=&&QN=20040516010101001;CN=2051&&',
      ['qnInParameters', 'noFlag', 'noPassword', 'noMn'],
    ],
  ])('%s', (_name, segment, expected) => {
    expect(deviations(segment).deviations).toEqual(expected)
  })

  test('a check in lower case', () => {
    const text = frame(HEARTBEAT.replace('0000000', '0000007'))
    const lower = text.slice(0, -6) + text.slice(-6).toLowerCase()
    expect(lower).not.toBe(text)
    const r = reading()
    r.push(lower)
    expect(r.packets[0]?.deviations).toEqual(['lowerCaseCheck'])
  })

  test('a log between slashes holds separators', () => {
    const packet = deviations(
      HEARTBEAT.replace('&&&&', '&&PolId=w00000,i11001-Info=//a;b,c=1//;i11002-Info=2&&'),
    )
    expect(Object.fromEntries(packet.factors)).toEqual({
      i11001: { Info: '//a;b,c=1//' },
      i11002: { Info: '2' },
    })
    expect(packet.params.get('PolId')).toBe('w00000')
  })

  test('two parameters in one item are two parameters', () => {
    const { params } = deviations(
      HEARTBEAT.replace('&&&&', '&&BeginTime=20170506010001,EndTime=20170506150030&&'),
    )
    expect([...params]).toEqual([
      ['BeginTime', '20170506010001'],
      ['EndTime', '20170506150030'],
    ])
  })

  test('names that objects know by themselves are only names', () => {
    const packet = deviations(HEARTBEAT.replace('&&&&', '&&__proto__-constructor=1;toString=2&&'))
    expect(packet.factors.get('__proto__')?.['constructor']).toBe('1')
    expect(packet.factors.get('__proto__')?.['toString']).toBeUndefined()
    expect(packet.params.get('toString')).toBe('2')
  })
})

test('endless garbage and endless beginnings keep less than a frame in memory', () => {
  const r = reading()
  const noise = Buffer.from('##1024'.repeat(3000) + '#'.repeat(5000) + 'x'.repeat(50_000))
  for (let at = 0; at < noise.length; at += 97) {
    r.reader.push(noise.subarray(at, at + 97))
    expect(r.reader.pending()).toBeLessThan(SEGMENT_MAX + 12 + 97)
  }
  r.push(frame(HEARTBEAT))
  expect(r.packets).toHaveLength(1)
})
