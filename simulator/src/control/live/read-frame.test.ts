import { WireFrame } from '@backlot/contract/control/live-calls'
import { expect, it } from 'vitest'
import { crc16, crcText } from '../../wire/hj212/crc16.ts'
import { createFrameReader } from '../../wire/hj212/frame-reader.ts'
import { writeFrame } from '../../wire/hj212/write-packet.ts'
import { encodeMessage, type Jt808Message } from '../../wire/jt808/message.ts'
import { VECTORS } from '../../wire/jt808/wire-vectors.test-support.ts'
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

/** A lock's report as its maker explains it (huabaotelematics.com): two extras of its own at the end. */
const LOCK_REPORT =
  '7e0200005200200260432300a400020000000c00020158b91b06cb706100460000005921092216375801040000000103020000250400000001300111310110e30100d51b022002604323279593786160001220000012342795937861580012867e'

it('names the extras of a position, with units, and leaves those of makers as their bytes', () => {
  const frame = readFrame({ protocol: 'jt808', sn: 'X', atMs: 1, direction: 'in', text: LOCK_REPORT }, 1)
  expect(frame.problem).toBeUndefined()
  const extras = frame.fields.filter(({ key }) => key.startsWith('extras.'))
  expect(extras.map(({ key, name, value, note }) => [key, name.en, value, note?.en])).toEqual([
    ['extras.0x01', 'Mileage', '0.1', 'km'],
    ['extras.0x03', 'Speed of the driving recorder', '0', 'km/h'],
    ['extras.0x25', 'Vehicle signals', '0x00000001', 'low beam'],
    ['extras.0x30', 'Network signal strength', '17', undefined],
    ['extras.0x31', 'Satellites', '16', undefined],
    ['extras.0xe3', 'Extra 0xe3', '00', undefined],
    ['extras.0xd5', 'Extra 0xd5', '022002604323279593786160001220000012342795937861580012', undefined],
  ])
  expect(extras[2]?.note?.zh).toBe('近光灯')
})

it.each(VECTORS.filter(({ checksumOk, lengthOk }) => checksumOk && lengthOk))(
  'names every field of a frame of others: $decoded.msgId',
  ({ hex: text, decoded }) => {
    const frame = WireFrame.parse(
      readFrame({ protocol: 'jt808', sn: 'X', atMs: 1, direction: 'in', text }, 1),
    )
    for (const { key, name, note } of frame.fields) {
      expect(name.zh, key).not.toBe('')
      // No id of an extra or of a message is taken for that of a parameter.
      if (decoded.msgId !== '8103') expect(note?.en ?? '', key).not.toMatch(/interval|time-out|resends/)
    }
    if (decoded['ackId']) expect(fieldOf(frame, 'id')?.note?.en).toContain(`0x${decoded['ackId']} `)
  },
)

it('says which message a reply answers, and how', () => {
  const read = (message: Jt808Message) => {
    const [bytes] = encodeMessage(message, { version: 2013, phone: '13912345678', serial: 7 })
    return readFrame({ protocol: 'jt808', sn: 'X', atMs: 1, direction: 'out', text: hex(bytes!) }, 1)
  }
  const ack = read({ kind: 'platformAck', serial: 99, id: 0x0200, result: 0 })
  expect(ack.fields.slice(-3).map(({ name, value, note }) => [name.en, value, note?.en, note?.zh])).toEqual([
    ['Serial answered', '99', undefined, undefined],
    ['Message answered', '512', '0x0200 position', '0x0200 位置信息汇报'],
    ['Result', '0', 'ok', '成功'],
  ])
  const other = read({ kind: 'terminalAck', serial: 1, id: 0x8300, result: 3 })
  expect(fieldOf(other, 'id')?.note?.en).toBe('0x8300 text')
  expect(fieldOf(other, 'result')?.note?.en).toBe('unsupported')
  const refused = read({ kind: 'registerReply', serial: 1, result: 3 })
  expect(fieldOf(refused, 'result')?.note?.en).toBe('terminal registered already')
  const asked = read({ kind: 'querySomeParameters', ids: [1] })
  expect(fieldOf(asked, 'ids.0')?.note?.en).toBe('0x0001 heartbeat interval')
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
