import { expect, test } from 'vitest'
import { DAY_MS, dayStart } from '../time.ts'
import { sumSpanFault } from './sum-span.ts'

const NOW = 1_795_140_000_000
const OLDEST = dayStart(NOW, 480) - 180 * DAY_MS

test.each([
  [OLDEST, NOW, undefined],
  [OLDEST - 1, NOW, 'spanTooOld'],
  [OLDEST - 1, OLDEST, 'spanTooOld'],
  [NOW, NOW, undefined],
  [NOW, NOW - 1, 'startAfterEnd'],
  [OLDEST, OLDEST + 181 * DAY_MS, undefined],
  [OLDEST, OLDEST + 181 * DAY_MS + 1, 'only180Days'],
  [0, NOW, 'only180Days'],
] as const)('a span from %d to %d is %s', (startMs, endMs, fault) => {
  expect(sumSpanFault(startMs, endMs, NOW, 480)).toBe(fault)
})
