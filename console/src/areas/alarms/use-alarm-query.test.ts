import { expect, it } from 'vitest'
import { mayExport, shownAs } from './use-alarm-query.ts'

const DAY_S = 86_400
const range = (days: number) => ({ startTime: 1_795_000_000, endTime: 1_795_000_000 + days * DAY_S })

it('shows single alarms up to 24 hours, hours up to three days, then days', () => {
  expect([0.5, 1, 1.01, 3, 3.1, 90].map((days) => shownAs(range(days)))).toEqual([
    'rows',
    'rows',
    'hour',
    'hour',
    'day',
    'day',
  ])
})

it('exports at most seven days', () => {
  expect(mayExport(range(7))).toBe(true)
  expect(mayExport(range(7.01))).toBe(false)
  expect(mayExport({})).toBe(false)
})
