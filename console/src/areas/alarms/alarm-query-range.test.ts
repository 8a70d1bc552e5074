import { fromCivil } from '@backlot/contract/time'
import { expect, it } from 'vitest'
import { quickRange, rangeFault } from './alarm-query-range.ts'

const noon = fromCivil(2026, 11, 20, 12, 0, 0)
const at = (hour: number, day = 20) => fromCivil(2026, 11, day, hour) / 1000

it('spans quick ranges in the zone of the platform', () => {
  expect(quickRange('1h', noon, 480)).toEqual({ startTime: at(11), endTime: at(12) })
  expect(quickRange('today', noon, 480)).toEqual({ startTime: at(0), endTime: at(12) })
  expect(quickRange('yesterday', noon, 480)).toEqual({ startTime: at(0, 19), endTime: at(0) - 1 })
})

it('says what is wrong with a range', () => {
  expect(rangeFault({ startTime: 100, endTime: 200 })).toBeUndefined()
  expect(rangeFault({ startTime: 100, endTime: 100 + 86_400 })).toBeUndefined()
  expect(rangeFault({ startTime: 100, endTime: 101 + 86_400 })).toBe('tooLong')
  expect(rangeFault({ startTime: 200, endTime: 100 })).toBe('order')
  expect(rangeFault({ startTime: 200 })).toBe('missing')
})
