import { expect, test } from 'vitest'
import { byteRangeOf, contentRange } from './byte-range.ts'

const ETAG = '"a.1"'
const of = (headers: Record<string, string>, size = 1000, method = 'GET') =>
  byteRangeOf({ method, headers }, size, ETAG)

// RFC 9110, 14.1.2 and 14.2; the first six are its own examples, for 10,000 bytes.
test.each<[string, number, string]>([
  ['bytes=0-499', 10_000, '0-499'],
  ['bytes=500-999', 10_000, '500-999'],
  ['bytes=-500', 10_000, '9500-9999'],
  ['bytes=9500-', 10_000, '9500-9999'],
  ['bytes=0-0,-1', 10_000, 'whole'],
  ['bytes=500-600,601-999', 10_000, 'whole'],
  ['BYTES=0-', 1000, '0-999'],
  ['bytes=0-99999', 1000, '0-999'],
  ['bytes=-5000', 1000, '0-999'],
  ['bytes=999-', 1000, '999-999'],
  ['bytes=1000-', 1000, 'unsatisfiable'],
  ['bytes=99999999999999999999999-', 1000, 'unsatisfiable'],
  ['bytes=-0', 1000, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-1', 0, 'unsatisfiable'],
  ['bytes=9-5', 1000, 'whole'],
  ['bytes=-', 1000, 'whole'],
  ['bytes=a-b', 1000, 'whole'],
  ['items=0-5', 1000, 'whole'],
  ['', 1000, 'whole'],
])('Range %j of %i bytes is %s', (range, size, expected) => {
  const found = of({ range }, size)
  expect(typeof found === 'string' ? found : `${found.first}-${found.last}`).toBe(expected)
})

test('If-Range lets a part through for the state that it names alone; HEAD has no parts', () => {
  const range = 'bytes=0-9'
  expect(of({ range, 'if-range': ETAG })).toEqual({ first: 0, last: 9 })
  for (const other of ['"a.2"', `W/${ETAG}`, 'Wed, 21 Oct 2015 07:28:00 GMT'])
    expect(of({ range, 'if-range': other })).toBe('whole')
  expect(of({ range }, 1000, 'HEAD')).toBe('whole')
  expect(byteRangeOf({ method: 'GET', headers: { range, 'if-range': ETAG } }, 1000)).toBe('whole')
})

test('what is answered says which bytes of how many', () => {
  expect(contentRange({ first: 5, last: 9 }, 100)).toBe('bytes 5-9/100')
  expect(contentRange('unsatisfiable', 100)).toBe('bytes */100')
})
