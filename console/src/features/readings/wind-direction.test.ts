import { describe, expect, it } from 'vitest'
import { compassPoint, isWindDirection } from './wind-direction.ts'

describe('wind direction', () => {
  it('names the nearest of sixteen points, round the clock', () => {
    expect([0, 11.2, 11.3, 45, 90, 180, 270, 334, 348.7, 348.8, 360, -90].map(compassPoint)).toEqual([
      'n',
      'n',
      'nne',
      'ne',
      'e',
      's',
      'w',
      'nnw',
      'nnw',
      'n',
      'n',
      'w',
    ])
  })

  it('knows a wind direction by its code or its icon', () => {
    expect(isWindDirection('a01008', '')).toBe(true)
    expect(isWindDirection('x', 'windDirection')).toBe(true)
    expect(isWindDirection('a01007', 'windSpeed')).toBe(false)
  })
})
