import { expect, test } from 'vitest'
import { AddressLimit } from './address-limit.ts'
import { VerifyCodes } from './verify-codes.ts'

test("who asks for verify codes by the thousand loses the own ones, and nobody else's", () => {
  const codes = new VerifyCodes(() => 0)
  const mine = codes.issue('192.0.2.1')
  const first = codes.issue('198.51.100.7')
  for (let n = 0; n < 50_000; n++) codes.issue('198.51.100.7')
  expect(codes.use(first.key, first.code)).toBe('expired')
  expect(codes.use(mine.key, mine.code)).toBe('right')
})

test('an account that signs in from an address need not wait for a stranger who guesses there', () => {
  let nowMs = 0
  const limit = new AddressLimit(() => nowMs)
  limit.succeed('192.0.2.1', 'Operator')
  for (let n = 0; n < 60; n++) limit.fail('192.0.2.1')
  expect(limit.mustWait('192.0.2.1', 'operator')).toBe(false)
  expect(limit.mustWait('192.0.2.1', 'stranger')).toBe(true)
  expect(limit.mustWait('192.0.2.2', 'stranger')).toBe(false)
  nowMs = 5 * 60_000
  expect(limit.mustWait('192.0.2.1', 'stranger')).toBe(false)
})
