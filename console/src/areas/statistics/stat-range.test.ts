import { fromCivil } from '@backlot/contract/time'
import { describe, expect, it } from 'vitest'
import { dayCount, daysFault, daysOfRange, mayExport, secondsOf } from './stat-range.ts'

const ZONE = 480
const NOW = fromCivil(2026, 11, 20, 10, 0)

describe('ranges of the online statistics', () => {
  it('end today', () => {
    expect(daysOfRange('today', NOW, ZONE)).toEqual({ from: '2026-11-20', to: '2026-11-20' })
    expect(daysOfRange('days7', NOW, ZONE)).toEqual({ from: '2026-11-14', to: '2026-11-20' })
    expect(dayCount(daysOfRange('days90', NOW, ZONE))).toBe(90)
  })
  it('reach to the end of their last day, or to whatever the present is', () => {
    expect(secondsOf({ from: '2026-11-18', to: '2026-11-19' }, NOW, ZONE)).toEqual({
      startTime: fromCivil(2026, 11, 18) / 1000,
      endTime: fromCivil(2026, 11, 20) / 1000,
    })
    expect(secondsOf({ from: '2026-11-20', to: '2026-11-20' }, NOW, ZONE)).toEqual({
      startTime: fromCivil(2026, 11, 20) / 1000,
    })
  })
  it('are refused when they are upside down, in the future, too old or no dates', () => {
    const fault = (from: string, to: string) => daysFault({ from, to }, NOW, ZONE)
    expect(fault('2026-11-19', '2026-11-20')).toBeUndefined()
    expect(fault('2026-11-20', '2026-11-19')).toBe('order')
    expect(fault('2026-11-20', '2026-11-21')).toBe('future')
    expect(fault('2026-05-24', '2026-11-20')).toBeUndefined()
    expect(fault('2026-05-23', '2026-11-20')).toBe('tooOld')
    expect(fault('2026-02-30', '2026-11-20')).toBe('unreadable')
  })
  it('are exported up to seven days', () => {
    expect(mayExport({ from: '2026-11-14', to: '2026-11-20' })).toBe(true)
    expect(mayExport({ from: '2026-11-13', to: '2026-11-20' })).toBe(false)
  })
})
