import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GB_TYPES, gbDomain, isGbId, readGbId, writeGbId } from './gb-id.ts'
import { readGbTime, writeGbTime } from './gb-time.ts'
import { readSubject, writeSubject } from './subject.ts'

describe('an id', () => {
  it('names centre, industry, type, network and serial number', () => {
    const value = { centre: '34020000', industry: 0, type: GB_TYPES.networkCamera, network: 0, serial: 1 }
    expect(readGbId('34020000001320000001')).toEqual({ ok: true, value })
    expect(writeGbId(value)).toBe('34020000001320000001')
    expect(gbDomain('34020000002000000001')).toBe('3402000000')
  })
  it.each([
    ['', 0],
    ['3402000000132000000', 0],
    ['340200000013200000011', 0],
    ['3402000000X320000001', 10],
  ])('%j is refused', (text, offset) => {
    expect(readGbId(text)).toMatchObject({ ok: false, problem: { code: 'id', offset } })
    expect(isGbId(text)).toBe(false)
  })
  it('is read back as it was written', () => {
    const id = fc.record({
      centre: fc.stringMatching(/^[0-9]{8}$/),
      industry: fc.nat(99),
      type: fc.nat(999),
      network: fc.nat(9),
      serial: fc.nat(999_999),
    })
    fc.assert(
      fc.property(id, (given) => {
        expect(readGbId(writeGbId(given))).toEqual({ ok: true, value: given })
      }),
      { seed: 5 },
    )
  })
  it('is not written of parts that do not fit', () => {
    const id = { centre: '34020000', industry: 0, type: 132, network: 0, serial: 1 }
    for (const part of [
      { centre: '3402' },
      { industry: 100 },
      { type: -1 },
      { network: 0.5 },
      { serial: 1e6 },
    ])
      expect(() => writeGbId({ ...id, ...part })).toThrow(RangeError)
  })
})

describe('a time', () => {
  it('is Beijing time unless it says another zone', () => {
    const epochMs = 1_289_475_977_000
    expect(readGbTime('2010-11-11T19:46:17')).toBe(epochMs)
    expect(readGbTime('2010-11-11 19:46:17.250')).toBe(epochMs + 250)
    expect(readGbTime('2010-11-11T11:46:17Z')).toBe(epochMs)
    expect(readGbTime('2010-11-11T06:46:17-05:00')).toBe(epochMs)
    expect(readGbTime('2010-11-11')).toBe(readGbTime('2010-11-11T00:00:00'))
    expect(writeGbTime(epochMs)).toBe('2010-11-11T19:46:17')
    expect(writeGbTime(epochMs + 5)).toBe('2010-11-11T19:46:17.005')
    expect(() => writeGbTime(Number.NaN)).toThrow(RangeError)
  })
  it.each(['', 'now', '2010-13-11T19:46:17', '2010-02-30T00:00:00', '2010-11-11T24:00:00'])(
    '%j is none',
    (text) => {
      expect(readGbTime(text)).toBeUndefined()
    },
  )
})

describe('Subject', () => {
  it('names both sides and their streams', () => {
    const text = '34020000001310000001:0200000001,34020000002000000001:0'
    const read = readSubject(text)
    if (!read.ok) throw new Error(read.problem.message)
    expect(read.value).toMatchObject({ senderStream: '0200000001', receiverStream: '0' })
    expect(writeSubject(read.value)).toBe(text)
    expect(() => writeSubject({ ...read.value, senderId: 'x' })).toThrow(RangeError)
  })
  it.each(['', '34020000001310000001:0', 'a:0,b:0'])('%j is refused', (text) => {
    expect(readSubject(text)).toMatchObject({ ok: false, problem: { code: 'subject' } })
  })
})
