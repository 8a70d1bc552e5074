import { fromCivil } from '@backlot/contract/time'
import { expect, it } from 'vitest'
import { alarmSpan } from './alarm-span.ts'
import { scaleTop } from './scale-top.ts'

const now = fromCivil(2026, 11, 20, 12, 30)
const at = (day: number, hour: number) => fromCivil(2026, 11, day, hour) / 1000

it('spans are civil: the day so far, the whole day before, and 24 hours that end with this one', () => {
  expect(alarmSpan('today', now, 480)).toEqual({ startTime: at(20, 0), endTime: now / 1000 })
  expect(alarmSpan('yesterday', now, 480)).toEqual({ startTime: at(19, 0), endTime: at(20, 0) - 1 })
  expect(alarmSpan('hours24', now, 480)).toEqual({ startTime: at(19, 13), endTime: now / 1000 })
  expect(alarmSpan('today', now, 0).startTime).toBe(at(20, 8))
})

it('ends scales at round numbers', () => {
  expect([0, 4, 5, 9, 13, 37, 41, 130].map(scaleTop)).toEqual([4, 4, 8, 12, 20, 40, 80, 200])
})
