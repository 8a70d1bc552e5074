import { describe, expect, it } from 'vitest'
import { parseDurationMs } from './duration.ts'
import { UserError } from './user-error.ts'

describe('durations', () => {
  it('reads every unit, bare seconds, fractions and signs', () => {
    expect(parseDurationMs('250ms')).toBe(250)
    expect(parseDurationMs('30s')).toBe(30_000)
    expect(parseDurationMs('30')).toBe(30_000)
    expect(parseDurationMs('1.5h')).toBe(5_400_000)
    expect(parseDurationMs('-2d')).toBe(-172_800_000)
  })

  it('refuses anything else with the way out', () => {
    for (const text of ['', 'soon', '5 minutes', '1h30m', 'NaN']) {
      expect(() => parseDurationMs(text)).toThrow(UserError)
    }
  })
})
