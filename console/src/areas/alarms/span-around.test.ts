import { expect, it } from 'vitest'
import { spanAround } from './span-around.ts'

const ALARM_MS = 1_795_140_000_000

it('plays a minute before and two after the alarm, no further than now', () => {
  expect(spanAround(ALARM_MS, ALARM_MS + 900_000)).toEqual({
    fromMs: ALARM_MS - 60_000,
    toMs: ALARM_MS + 120_000,
  })
  expect(spanAround(ALARM_MS, ALARM_MS + 3000).toMs).toBe(ALARM_MS + 3000)
})
