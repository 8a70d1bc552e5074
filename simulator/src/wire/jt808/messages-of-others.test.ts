import { describe, expect, it } from 'vitest'
import { encodeFrame } from './frame.ts'
import type { LocationReport } from './location.ts'
import { extraValues } from './location-extras.ts'
import { decodeBody, encodeBody, encodeMessage, type Jt808Message, messageId } from './message.ts'
import { parameterOf, parameterValue } from './parameters.ts'
import { bytesOf, frameOf, framesOf, hexOf, messageOf, VECTORS, vector } from './wire-vectors.test-support.ts'

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

  // Written by hand from the tables of JT/T 1078: sound and picture of a sub-stream over TCP, talk over UDP.
  it('reads and rewrites orders for live video', () => {
    const orders: [hex: string, message: Jt808Message][] = [
      [
        '7e910100110139123456780001093132372e302e302e311f9000000100011d7e',
        {
          kind: 'live',
          host: '127.0.0.1',
          tcpPort: 8080,
          udpPort: 0,
          channel: 1,
          dataType: 0,
          streamType: 1,
        },
      ],
      [
        '7e9101001501391234567800010d3230332e302e3131332e31323500007d017d02030200917e',
        {
          kind: 'live',
          host: '203.0.113.125',
          tcpPort: 0,
          udpPort: 32_126,
          channel: 3,
          dataType: 2,
          streamType: 0,
        },
      ],
      [
        '7e91020004013912345678000101000001a67e',
        { kind: 'liveControl', channel: 1, command: 0, closeType: 0, streamType: 1 },
      ],
      ['7e9105000201391234567800010119bf7e', { kind: 'liveStatus', channel: 1, lossPercent: 25 }],
    ]
    for (const [hex, message] of orders) {
      expect(messageOf(hex)).toEqual(message)
      const [packet] = encodeMessage(message, { version: 2013, phone: '013912345678', serial: 1 })
      expect(hexOf(packet!)).toBe(hex)
    }
  })

  it('refuses an order for live video whose address runs past its end', () => {
    const { header } = frameOf('7e910100110139123456780001093132372e302e302e311f9000000100011d7e')
    expect(decodeBody(header, bytesOf('0a3132372e302e302e31'))).toMatchObject({
      ok: false,
      problem: { code: 'body', offset: 1 },
    })
  })
})
