import { DAY_MS } from '@backlot/contract/time'
import { expect, it } from 'vitest'
import { deviceTime } from './device-time.ts'

const NOW = Date.UTC(2026, 5, 1, 4)

it.each([
  ['of now', 0, { atMs: 0, plausible: true, late: false }],
  ['a little ahead', 9000, { atMs: 0, plausible: true, late: false }],
  ['ahead', 20_000, { atMs: 0, plausible: false, late: false }],
  ['on its way', -30_000, { atMs: -30_000, plausible: true, late: false }],
  ['kept back', -3_600_000, { atMs: -3_600_000, plausible: true, late: true }],
  ['of half a year ago', -179 * DAY_MS, { atMs: -179 * DAY_MS, plausible: true, late: true }],
  ['older than what is kept', -181 * DAY_MS, { atMs: 0, plausible: false, late: false }],
  ['that is no time', undefined, { atMs: 0, plausible: false, late: false }],
])('a report %s', (_, offMs, { atMs, ...rest }) => {
  const stated = offMs === undefined ? undefined : NOW + offMs
  expect(deviceTime(stated, NOW)).toEqual({ atMs: NOW + atMs, ...rest })
})
