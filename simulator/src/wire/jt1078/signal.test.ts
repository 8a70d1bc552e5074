import { describe, expect, it } from 'vitest'
import { encodeBody, type Jt808Message, messageId } from '../jt808/message.ts'
import { Jt808Error } from '../jt808/problem.ts'
import { digitsOfMoment, momentOfDigits, NO_TIME } from './bcd-time.ts'
import { bytesOf, hexOf } from './rtp-streams.test-support.ts'
import { decodeSignal } from './signals.test-support.ts'

/** Bodies of another implementation, and what it reads in them; the second 0x1205 is of a terminal. */
const VECTORS: [id: number, hex: string, signal: Jt808Message][] = [
  [
    0x1003,
    '03020504000101060708',
    {
      kind: 'avAttributes',
      ...{ audioCoding: 3, audioChannels: 2, sampleRate: 5, sampleBits: 4, audioFrameLength: 1 },
      ...{ audioOutput: 1, videoCoding: 6, maxAudioChannels: 7, maxVideoChannels: 8 },
    },
  ],
  [
    0x1005,
    '19071610200119071610250200010001',
    { kind: 'passengerCounts', start: '190716102001', end: '190716102502', gotOn: 1, gotOff: 1 },
  ],
  [
    0x1205,
    '0001000000020419071610200119071610250100000000000000010206050000000329190716112001190716112502000000000000000b153d330000001f',
    {
      kind: 'resourceList',
      serial: 1,
      items: [
        {
          ...{ channel: 4, start: '190716102001', end: '190716102501', videoAlarm: 0, alarm: 1 },
          ...{ mediaType: 2, streamType: 6, storage: 5, fileBytes: 3 },
        },
        {
          ...{ channel: 41, start: '190716112001', end: '190716112502', videoAlarm: 0, alarm: 11 },
          ...{ mediaType: 21, streamType: 61, storage: 51, fileBytes: 31 },
        },
      ],
    },
  ],
  [
    0x1205,
    '00020000000101200717000000200717000035000000000000000000010102268594',
    {
      kind: 'resourceList',
      serial: 2,
      items: [
        {
          ...{ channel: 1, start: '200717000000', end: '200717000035', videoAlarm: 0, alarm: 0 },
          ...{ mediaType: 0, streamType: 1, storage: 1, fileBytes: 36_078_996 },
        },
      ],
    },
  ],
  [0x1206, '000101', { kind: 'uploadNotice', serial: 1, result: 1 }],
  [0x9003, '', { kind: 'queryAvAttributes' }],
  [
    0x9101,
    '093132372e302e302e3107600000010101',
    {
      kind: 'live',
      ...{ host: '127.0.0.1', tcpPort: 1888, udpPort: 0, channel: 1, dataType: 1, streamType: 1 },
    },
  ],
  [0x9102, '01010000', { kind: 'liveControl', channel: 1, command: 1, closeType: 0, streamType: 0 }],
  [0x9105, '0102', { kind: 'liveStatus', channel: 1, lossPercent: 2 }],
  [
    0x9201,
    '093132372e302e302e3100501f90010207050603190716101010190716101010',
    {
      kind: 'playback',
      ...{ host: '127.0.0.1', tcpPort: 80, udpPort: 8080, channel: 1, mediaType: 2, streamType: 7 },
      ...{ storage: 5, mode: 6, speed: 3, start: '190716101010', end: '190716101010' },
    },
  ],
  [
    0x9202,
    '010302190716101010',
    { kind: 'playbackControl', channel: 1, command: 3, speed: 2, position: '190716101010' },
  ],
  [
    0x9205,
    '031907161010101907161010110000000000000001020504',
    {
      kind: 'queryResources',
      ...{ channel: 3, start: '190716101010', end: '190716101011', videoAlarm: 0, alarm: 1 },
      ...{ mediaType: 2, streamType: 5, storage: 4 },
    },
  ],
  [
    0x9206,
    '093132372e302e302e31032802746b0631323334353608443a2f2f3131313203190716101010190716101011000000000000000102050407',
    {
      kind: 'upload',
      ...{ host: '127.0.0.1', port: 808, user: 'tk', password: '123456', path: 'D://1112' },
      ...{ channel: 3, start: '190716101010', end: '190716101011', videoAlarm: 0, alarm: 1 },
      ...{ mediaType: 2, streamType: 5, storage: 4, conditions: 7 },
    },
  ],
  [0x9207, '000102', { kind: 'uploadControl', serial: 1, command: 2 }],
  [0x9301, '010302', { kind: 'ptzRotate', channel: 1, direction: 3, turnSpeed: 2 }],
  [0x9301, '250000', { kind: 'ptzRotate', channel: 37, direction: 0, turnSpeed: 0 }],
  [0x9302, '0101', { kind: 'ptzFocus', channel: 1, direction: 1 }],
  [0x9303, '0100', { kind: 'ptzIris', channel: 1, direction: 0 }],
  [0x9304, '0201', { kind: 'ptzWiper', channel: 2, state: 1 }],
  [0x9305, '0200', { kind: 'ptzInfrared', channel: 2, state: 0 }],
  [0x9306, '0401', { kind: 'ptzZoom', channel: 4, direction: 1 }],
]

describe('bodies of signals', () => {
  it.each(VECTORS)('%i is read and written: %s', (id, hex, signal) => {
    expect(decodeSignal(id, bytesOf(hex))).toEqual({ ok: true, value: signal })
    expect(hexOf(encodeBody(signal, 2013))).toBe(hex)
    expect(messageId(signal)).toBe(id)
  })
  it.each(VECTORS.filter(([, hex]) => hex !== ''))('%i cut anywhere is a problem: %s', (id, hex) => {
    const bytes = bytesOf(hex)
    for (let length = 0; length < bytes.length; length++) {
      expect(decodeSignal(id, bytes.subarray(0, length))).toMatchObject({
        ok: false,
        problem: { code: 'body' },
      })
    }
    expect(decodeSignal(id, bytesOf(`${hex}ffff`)).ok).toBe(true)
  })
  it('name times that are no BCD, and lists that promise more than there is', () => {
    expect(decodeSignal(0x9202, bytesOf('0103021907161010ff'))).toMatchObject({
      problem: { code: 'value', offset: 3 },
    })
    expect(decodeSignal(0x1205, bytesOf('0001ffffffff'))).toMatchObject({
      problem: { code: 'body', offset: 2 },
    })
  })
  it('throw when a value does not fit its field', () => {
    for (const signal of [
      { kind: 'uploadControl', serial: 65_536, command: 0 },
      { kind: 'playbackControl', channel: 1, command: 5, speed: 0, position: '2607' },
    ] as const)
      expect(() => encodeBody(signal, 2013)).toThrow(Jt808Error)
  })
  it('have times in GMT+8, or none', () => {
    expect(momentOfDigits('190716101010')).toBe(Date.UTC(2019, 6, 16, 2, 10, 10))
    expect(digitsOfMoment(Date.UTC(2019, 6, 16, 2, 10, 10))).toBe('190716101010')
    expect(momentOfDigits(NO_TIME)).toBeUndefined()
    expect(momentOfDigits('2607')).toBeUndefined()
    expect(digitsOfMoment(undefined)).toBe(NO_TIME)
  })
})
