import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hash32 } from '../../world/hash.ts'
import { PageCollector, pagesOf } from './list-pages.ts'
import type { ManscdpMessage } from './manscdp-message.ts'
import { body, bytesOf, CAMERA, CATALOG, NVR, textOf } from './manscdp-texts.test-support.ts'
import { readManscdp } from './read-manscdp.ts'
import { writeManscdp } from './write-manscdp.ts'
import { GB_ENCODINGS } from './xml-encoding.ts'

const AT = 1_289_475_977_000
const area = { length: 704, width: 576, midPointX: 300, midPointY: 200, lengthX: 100, lengthY: 80 }
const order = { count: 2, intervalS: 1, uploadUrl: 'http://h/p?a=1&b=2', sessionId: 's' }
const head = { sn: 7, deviceId: CAMERA }
const name = fc.stringMatching(/^[a-z0-9<>&"'东门㐀😀镕 ]{1,12}$/u).filter((text) => text.trim() === text)
const degrees = fc.integer({ min: -180_000_000, max: 180_000_000 }).map((value) => value / 1e6)

/** One of every kind. */
const MESSAGES: readonly ManscdpMessage[] = [
  { kind: 'keepalive', ...head, status: 'ERROR', faultyDeviceIds: [NVR, CAMERA] },
  { kind: 'catalogQuery', ...head, startTime: AT, endTime: AT + 1000 },
  { kind: 'catalogResponse', ...head, sumNum: 0, items: [] },
  { kind: 'catalogResponse', ...head, result: 'OK' },
  { kind: 'catalogNotify', ...head, sumNum: 1, items: [{ deviceId: CAMERA, event: 'OFF' }] },
  { kind: 'deviceInfoQuery', ...head },
  { kind: 'deviceInfo', ...head, deviceName: '东门', result: 'OK', manufacturer: 'Backlot', channels: 4 },
  { kind: 'deviceStatusQuery', ...head },
  {
    kind: 'deviceStatus',
    ...head,
    result: 'OK',
    online: 'ONLINE',
    status: 'OK',
    encode: 'ON',
    record: 'OFF',
    deviceTime: AT,
    alarmStatus: [{ deviceId: NVR, dutyStatus: 'ALARM' }],
  },
  {
    kind: 'recordQuery',
    ...head,
    startTime: AT,
    endTime: AT + 1000,
    secrecy: 0,
    type: 'all',
    indistinctQuery: 0,
  },
  {
    kind: 'recordResponse',
    ...head,
    name: 'a',
    sumNum: 1,
    items: [{ deviceId: CAMERA, startTime: AT, type: 'time' }],
  },
  { kind: 'configQuery', ...head, configTypes: ['BasicParam', 'VideoParamOpt'] },
  {
    kind: 'configResponse',
    ...head,
    result: 'OK',
    basicParam: { name: 'a', expirationS: 3600, heartBeatIntervalS: 60, heartBeatCount: 3, longitude: 121.5 },
    videoParamOpt: { downloadSpeed: ['1', '2', '4'], resolution: ['5', '6'] },
    videoParamAttribute: [{ streamNumber: 0, videoFormat: '2', resolution: '6', frameRate: '25' }],
    osdConfig: { length: 1920, width: 1080, timeEnable: 1 },
  },
  { kind: 'deviceConfig', ...head, snapshotConfig: order },
  { kind: 'deviceConfigResponse', ...head, result: 'OK' },
  { kind: 'deviceControl', ...head, ptzCmd: 'A50F0100000000B5', info: { controlPriority: 5 } },
  { kind: 'deviceControl', ...head, dragZoomOut: area },
  { kind: 'deviceControl', ...head, iFameCmd: 'Send' },
  { kind: 'deviceControl', ...head, ptzPreciseCtrl: { pan: 12.5, tilt: -3, zoom: 2 } },
  { kind: 'deviceControlResponse', ...head, result: 'ERROR' },
  { kind: 'alarmNotify', ...head, alarmPriority: 1, alarmMethod: 5, alarmTime: AT, info: { alarmType: 2 } },
  { kind: 'alarmQuery', ...head, startAlarmPriority: 0, endAlarmPriority: 0, alarmMethod: '0' },
  { kind: 'alarmResponse', ...head, result: 'OK' },
  { kind: 'positionQuery', ...head, intervalS: 5 },
  { kind: 'positionResponse', ...head, result: 'OK' },
  {
    kind: 'positionNotify',
    ...head,
    time: AT,
    longitude: 121.47,
    positions: [{ deviceId: NVR, heightM: 1.5 }],
  },
  { kind: 'presetQuery', ...head },
  { kind: 'presetResponse', ...head, sumNum: 1, presets: [{ presetId: '1', presetName: '门' }] },
  { kind: 'broadcast', sn: 7, sourceId: NVR, targetId: CAMERA },
  { kind: 'broadcastResponse', ...head, result: 'OK' },
  { kind: 'mediaStatus', ...head, notifyType: 121 },
  { kind: 'snapshotsUploaded', ...head, sessionId: 's', fileIds: ['a', 'b'] },
]

describe('a body', () => {
  it.each(MESSAGES)('of $kind is read back as it was written', (message) => {
    for (const encoding of GB_ENCODINGS) {
      expect(readManscdp(writeManscdp(message, encoding))).toMatchObject({
        ok: true,
        value: message,
        ignored: [],
      })
    }
  })
  it('has the form of the standard', () => {
    expect(textOf(writeManscdp({ kind: 'keepalive', sn: 17_430, deviceId: CAMERA, status: 'OK' }))).toBe(
      body('Notify', 'Keepalive', `<DeviceID>${CAMERA}</DeviceID>\r\n<Status>OK</Status>\r\n`),
    )
  })
  it('says how many items a list has', () => {
    const message: ManscdpMessage = {
      kind: 'catalogResponse',
      ...head,
      sumNum: 2,
      items: [{ deviceId: CAMERA }],
    }
    expect(textOf(writeManscdp(message))).toContain('<DeviceList Num="1">')
  })
  it('of another command is written as it was read', () => {
    const read = readManscdp(bytesOf(body('Query', 'SDCardStatus', `<DeviceID>${CAMERA}</DeviceID>\r\n`)))
    expect(read.ok && textOf(writeManscdp(read.value))).toContain('<CmdType>SDCardStatus</CmdType>')
  })
  it('with any names is read back in every encoding', () => {
    const item = fc.record(
      {
        deviceId: fc.stringMatching(/^[0-9]{20}$/),
        name,
        longitude: degrees,
        latitude: degrees,
        port: fc.nat(65_535),
      },
      { requiredKeys: ['deviceId'] },
    )
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), fc.constantFrom(...GB_ENCODINGS), (items, encoding) => {
        const message: ManscdpMessage = { kind: 'catalogResponse', ...head, sumNum: items.length, items }
        expect(readManscdp(writeManscdp(message, encoding))).toMatchObject({ value: message, ignored: [] })
      }),
      { seed: 6 },
    )
  })
  it('is not written with values that do not fit', () => {
    const bad = (part: object) => () =>
      writeManscdp({ kind: 'keepalive', ...head, status: 'OK', ...part } as ManscdpMessage)
    for (const part of [
      { sn: -1 },
      { sn: 0.5 },
      { status: 'FINE' },
      { deviceId: undefined },
      { deviceId: 'a\u0001' },
    ])
      expect(bad(part)).toThrow(RangeError)
    expect(() => writeManscdp({ kind: 'positionQuery', ...head, intervalS: 1.5 })).toThrow(RangeError)
    expect(() => writeManscdp({ kind: 'positionNotify', ...head, speedKmh: Number.NaN })).toThrow(RangeError)
  })
  it('that is damaged is a message or a problem', () => {
    const bytes = bytesOf(CATALOG, 'gbk')
    const signs = bytesOf('<>/&;"=! \0x', 'gbk')
    for (let index = 0; index < 2000; index++) {
      const copy = bytes.slice(0, bytes.length - (hash32(28181, index, 0, 0) % 3) * 20)
      for (let time = 0; time < 6; time++) {
        const at = hash32(28181, index, 1, time) % copy.length
        copy[at] = signs[hash32(28181, index, 2, time) % signs.length]!
      }
      expect(readManscdp(copy).ok).toBeTypeOf('boolean')
    }
  })
})

describe('pages', () => {
  const items = Array.from({ length: 7 }, (_, at) => `item ${at}`)
  it('have the sum and some items each, and one of nothing', () => {
    expect(pagesOf(items, 3).map((page) => [page.sumNum, page.items.length])).toEqual([
      [7, 3],
      [7, 3],
      [7, 1],
    ])
    expect(pagesOf([], 3)).toEqual([{ sumNum: 0, items: [] }])
    expect(() => pagesOf(items, 0)).toThrow(RangeError)
  })
  it('are collected in any order, those that come again once', () => {
    const [first, second, third] = pagesOf(items, 3)
    const collector = new PageCollector<string>((item) => item)
    expect([third!, first!, first!, second!].map((page) => collector.add(page))).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect(collector.items.toSorted()).toEqual(items)
  })
  it('past the limit are dropped', () => {
    const collector = new PageCollector<string>((item) => item, 2)
    expect(collector.add({ sumNum: 7, items })).toBe(true)
    expect(collector.items).toHaveLength(2)
    expect(() => new PageCollector<string>((item) => item, 0)).toThrow(RangeError)
  })
})
