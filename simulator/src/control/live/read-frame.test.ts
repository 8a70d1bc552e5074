import { WireFrame } from '@backlot/contract/control/live-calls'
import { expect, it } from 'vitest'
import { crc16, crcText } from '../../wire/hj212/crc16.ts'
import { createFrameReader } from '../../wire/hj212/frame-reader.ts'
import { writeFrame } from '../../wire/hj212/write-packet.ts'
import { encodeMessage } from '../../wire/jt808/message.ts'
import { readFrame } from './read-frame.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const fieldOf = (frame: WireFrame, key: string) => frame.fields.find((field) => field.key === key)

it('takes an HJ 212 packet apart, head and parameters, and shows its bytes', () => {
  const segment =
    'QN=20261120080000001;ST=22;CN=2011;PW=123456;MN=A1;Flag=5;CP=&&DataTime=20261120080000;a34004-Rtd=12.5&&'
  const text = writeFrame(segment).toString().trimEnd()
  const frame = readFrame({ protocol: 'hj212', sn: 'A1', atMs: 1, direction: 'in', text }, 1)
  expect(WireFrame.parse(frame)).toMatchObject({ code: '2011', title: { en: 'Realtime data' }, text })
  expect(frame.hex).toBe(hex(writeFrame(segment)))
  expect(fieldOf(frame, 'MN')?.value).toBe('A1')
  expect(fieldOf(frame, 'a34004-Rtd')).toMatchObject({ value: '12.5', name: { en: 'PM2.5, now' } })
})

it('shows the bytes of an HJ 212 packet whose text is GBK', () => {
  // 清洗管路 in GBK.
  const data = Buffer.concat([
    Buffer.from('QN=20160801085857534;ST=32;CN=3020;PW=123456;MN=A1;Flag=4;CP=&&PolId=w01018,i11001-Info=//'),
    Buffer.from('c7e5cfb4b9dcc2b7', 'hex'),
    Buffer.from('//&&'),
  ])
  const whole = Buffer.concat([
    Buffer.from(`##${String(data.length).padStart(4, '0')}`),
    data,
    Buffer.from(`${crcText(crc16(data))}\r\n`),
  ])
  let text = ''
  const reader = createFrameReader({ packet: (_, frame) => (text = frame), problem: () => {} })
  reader.push(whole)
  const frame = readFrame({ protocol: 'hj212', sn: 'A1', atMs: 1, direction: 'in', text }, 1)
  expect(frame.hex).toBe(hex(whole))
  expect(frame.problem).toBeUndefined()
  expect(fieldOf(frame, 'i11001-Info')?.value).toBe('//清洗管路//')
})

it('takes a JT/T 808 message apart, in both languages, with units and the names of bits', () => {
  const message = {
    kind: 'location',
    alarm: 1,
    status: 3,
    latitude: 39.9,
    longitude: 116.4,
    altitudeM: 40,
    speedKmh: 36,
    directionDeg: 90,
    atMs: undefined,
    digits: '261120080000',
    extras: [],
    tail: new Uint8Array(),
  } as const
  const [bytes] = encodeMessage(message, { version: 2013, phone: '13912345678', serial: 7 })
  const text = hex(bytes!)
  const frame = readFrame({ protocol: 'jt808', sn: '013912345678', atMs: 1, direction: 'in', text }, 1)
  expect(WireFrame.parse(frame)).toMatchObject({ code: '0x0200', title: { zh: '位置信息汇报' }, hex: text })
  expect(fieldOf(frame, 'serial')?.value).toBe('7')
  expect(fieldOf(frame, 'speedKmh')).toMatchObject({ value: '36', note: { en: 'km/h' } })
  expect(fieldOf(frame, 'alarm')?.note?.en).toBe('sos')
  expect(fieldOf(frame, 'status')?.note?.en).toBe('acc, fixed')
})

it('shows what cannot be read as bytes, with the reason', () => {
  for (const [protocol, text] of [
    ['hj212', '##0010QN=1;ZZZZ'],
    ['jt808', '7e0200000001391234567800070000ff7e'],
  ] as const) {
    const frame = readFrame({ protocol, sn: 'X', atMs: 1, direction: 'in', text }, 1)
    expect(frame.fields).toEqual([])
    expect(frame.problem).toBeTruthy()
    expect(frame.hex.length).toBeGreaterThan(0)
  }
})
