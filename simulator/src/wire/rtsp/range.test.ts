import { expect, it } from 'vitest'
import { readRange, writeRange } from './range.ts'

// RFC 2326, 3.7: 8 November 1996, a quarter of a second past 14:37:20 UTC.
const RFC_MS = Date.UTC(1996, 10, 8, 14, 37, 20, 250)

it.each([
  ['clock=19961108T143720.25Z-', { kind: 'clock', fromMs: RFC_MS, toMs: undefined }],
  ['clock=19961108T143720.25Z-19961108T143721Z', { kind: 'clock', fromMs: RFC_MS, toMs: RFC_MS + 750 }],
  ['clock = 19961108T143720.25Z-;time=19970123T143720Z', { kind: 'clock', fromMs: RFC_MS, toMs: undefined }],
  ['npt=now-', { kind: 'npt' }],
  ['npt=0.000-12.5', { kind: 'npt' }],
  ['smpte-25=10:07:00-', { kind: 'npt' }],
  ['clock=19961108T143721Z-19961108T143720Z', undefined],
  ['clock=19960230T143720Z-', undefined],
  ['clock=19961108T253720Z-', undefined],
  ['clock=1996-11-08T14:37:20Z-', undefined],
  ['clock=19961108T143720Z', undefined],
  ['frames=1-2', undefined],
  ['', undefined],
])('reads %s', (header, range) => {
  expect(readRange(header)).toEqual(range)
})

it('reads what it writes', () => {
  const header = writeRange(RFC_MS, RFC_MS + 1000)
  expect(header).toBe('clock=19961108T143720.250Z-19961108T143721.250Z')
  expect(readRange(header)).toEqual({ kind: 'clock', fromMs: RFC_MS, toMs: RFC_MS + 1000 })
  expect(writeRange(RFC_MS)).toMatch(/Z-$/)
})
