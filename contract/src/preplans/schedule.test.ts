import { describe, expect, it } from 'vitest'
import { fromCivil } from '../time.ts'
import type { PlanSchedule } from './entities.ts'
import { duePlan, isDue, turnAt } from './schedule.ts'

// 2026-11-20 is a Friday.
const at = (day: number, hour: number, minute = 0) => fromCivil(2026, 11, day, hour, minute)
const office: PlanSchedule = { days: [1, 2, 3, 4, 5], startTime: '08:30', endTime: '18:00' }
const night: PlanSchedule = { days: [5], startTime: '22:00', endTime: '06:00' }

describe("a plan's schedule", () => {
  it('runs on its days between its hours', () => {
    const due = (day: number, hour: number, minute = 0) =>
      isDue({ enabled: true, schedule: office }, at(day, hour, minute))
    expect([due(20, 8, 29), due(20, 8, 30), due(20, 17, 59), due(20, 18)]).toEqual([false, true, true, false])
    expect([due(21, 12), due(22, 12), due(23, 12)]).toEqual([false, false, true])
  })
  it('reaches into the next day when its end is before its start', () => {
    const due = (day: number, hour: number) => isDue({ enabled: true, schedule: night }, at(day, hour))
    expect([due(20, 5), due(20, 23), due(21, 5), due(21, 6), due(21, 23)]).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })
  it('lasts the whole day when its ends are equal', () => {
    const schedule = { days: [6], startTime: '00:00', endTime: '00:00' }
    expect(turnAt(schedule, at(21, 10))).toEqual({ fromMs: at(21, 0), toMs: at(22, 0) })
  })
  it('tells its next turn', () => {
    expect(turnAt(office, at(20, 18))).toEqual({ fromMs: at(23, 8, 30), toMs: at(23, 18) })
    expect(turnAt(night, at(21, 7))).toEqual({ fromMs: at(27, 22), toMs: at(28, 6) })
  })
  it('never runs while the plan is disabled or has no schedule', () => {
    expect(isDue({ enabled: false, schedule: office }, at(20, 12))).toBe(false)
    expect(isDue({ enabled: true, schedule: null }, at(20, 12))).toBe(false)
  })
  it('gives way to a due plan that stands before it', () => {
    const plans = [
      { sort: 2, enabled: true, schedule: office },
      { sort: 3, enabled: true, schedule: { ...office, startTime: '00:00' } },
      { sort: 1, enabled: false, schedule: office },
    ]
    expect(duePlan(plans, at(20, 12))?.sort).toBe(2)
    expect(duePlan(plans, at(20, 7))?.sort).toBe(3)
    expect(duePlan(plans, at(20, 19))).toBeUndefined()
  })
})
