import { expect, it } from 'vitest'
import { addressBase } from './address-base.ts'

it('changes build on what was set last, until somebody enters another address', () => {
  const latest = new URLSearchParams('sn=A&lng=116.4')
  const known = new Set(['sn=A', 'sn=A&lng=116.4'])
  // Not written by the browser yet, and written.
  expect(addressBase('#/dispatch?sn=A', known, latest).toString()).toBe('sn=A&lng=116.4')
  expect(addressBase('#/dispatch?sn=A&lng=116.4', known, latest).toString()).toBe('sn=A&lng=116.4')
  expect(addressBase('#/dispatch?sn=B', known, latest).toString()).toBe('sn=B')
  expect(addressBase('#/dispatch', known, latest).toString()).toBe('')
})

it('an address is the same however it is written', () => {
  const known = new Set([new URLSearchParams({ q: 'a b' }).toString()])
  const latest = new URLSearchParams('q=a+b&z=3')
  expect(addressBase('#/dispatch?q=a%20b', known, latest).get('z')).toBe('3')
})
