import { describe, expect, it } from 'vitest'
import { extraValues } from './location-extras.ts'
import { decodeBody } from './message.ts'
import { bytesOf, hexOf, vector } from './wire-vectors.test-support.ts'

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
