import { PUSH_ATTEMPTS_MAX } from '@backlot/contract/alarm-push/constants'
import type { PushRuleFields } from '@backlot/contract/alarm-push/entities'
import { expect, test } from 'vitest'
import { isWorkingTime } from './push-rule.ts'
import { retryAfterMs } from './retry-plan.ts'
import { signature } from './sign.ts'

const FIELDS: PushRuleFields = {
  name: 'Rule',
  url: 'http://127.0.0.1:9000/',
  types: [],
  levels: [],
  nodeIds: [],
  sns: [],
  events: ['start'],
  weekdays: [],
  fromMinute: 0,
  toMinute: 1440,
  enabled: true,
}
/** 2026-11-20 is a Friday. */
const friday = (hour: number, minute = 0) => Date.UTC(2026, 10, 20, hour, minute)

test('the signature of a known request is this one', () => {
  // printf '1795140000.17.{"version":1}' | openssl dgst -sha256 -hmac bls_known-secret
  expect(signature('bls_known-secret', 1_795_140_000, 17, '{"version":1}')).toBe(
    't=1795140000,v1=e35866491532f1898cdf6a2621341c22e26aa393fa62d56df4e5451faff25443',
  )
})

test('a rule works on its weekdays and within its hours, in the zone of the platform', () => {
  const office = { ...FIELDS, weekdays: [5], fromMinute: 9 * 60, toMinute: 17 * 60 + 30 }
  const works = (atMs: number, zone = 0) => isWorkingTime(office, atMs, zone)
  expect([friday(8, 59), friday(9), friday(17, 29), friday(17, 30)].map((at) => works(at))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(works(friday(9) + 86_400_000)).toBe(false)
  // 01:00 UTC is 09:00 in the zone; 23:00 UTC of Thursday is Friday there.
  expect(works(friday(1), 480)).toBe(true)
  expect(isWorkingTime({ ...FIELDS, weekdays: [5] }, friday(0) - 3_600_000, 480)).toBe(true)
  expect(isWorkingTime(FIELDS, friday(3), 480)).toBe(true)
})

test('hours over midnight belong to the day on which they began', () => {
  const night = { ...FIELDS, weekdays: [5], fromMinute: 22 * 60, toMinute: 6 * 60 }
  const works = (atMs: number) => isWorkingTime(night, atMs, 0)
  expect(works(friday(22))).toBe(true)
  expect(works(friday(5, 59) + 86_400_000)).toBe(true)
  expect(works(friday(6) + 86_400_000)).toBe(false)
  expect(works(friday(5))).toBe(false)
})

test('what may be other later is tried again with growing waits, what stays as it is is not', () => {
  const down = { fault: 'connect', httpStatus: null } as const
  const waits = Array.from({ length: PUSH_ATTEMPTS_MAX }, (_, i) => retryAfterMs(i + 1, down))
  expect(waits).toEqual([5000, 30_000, 120_000, 600_000, 1_200_000, undefined])
  for (const httpStatus of [500, 503, 429, 408]) {
    expect(retryAfterMs(1, { fault: 'status', httpStatus })).toBe(5000)
  }
  for (const httpStatus of [400, 401, 404, 410]) {
    expect(retryAfterMs(1, { fault: 'status', httpStatus })).toBeUndefined()
  }
  for (const fault of ['redirect', 'addressNotAllowed', 'ownPort', 'tls'] as const) {
    expect(retryAfterMs(1, { fault, httpStatus: null })).toBeUndefined()
  }
})
