import { describe, expect, it } from 'vitest'
import { BUDGET_WINDOW_MS, DecodeBudget } from './decode-budget.ts'

/** Samples at the ends of stretches with the given parts dropped of 100 frames each. */
function judge(parts: number[]): boolean {
  const budget = new DecodeBudget()
  let total = 0
  let dropped = 0
  budget.sample(0, { total, dropped })
  return parts.some((part, at) => {
    total += 100
    dropped += part * 100
    return budget.sample((at + 1) * BUDGET_WINDOW_MS, { total, dropped })
  })
}

describe('decode budget', () => {
  it('asks for the sub stream after two bad stretches in a row', () => {
    expect(judge([0.2, 0.2])).toBe(true)
  })
  it('forgives a single bad stretch', () => {
    expect(judge([0.5, 0, 0.5, 0.01])).toBe(false)
  })
  it('begins anew when the counts do', () => {
    const budget = new DecodeBudget()
    budget.sample(0, { total: 1000, dropped: 500 })
    expect(budget.sample(BUDGET_WINDOW_MS, { total: 10, dropped: 9 })).toBe(false)
    expect(budget.sample(BUDGET_WINDOW_MS * 2, { total: 110, dropped: 10 })).toBe(false)
  })
})
