import { expect, it } from 'vitest'
import { badgedTitle } from './title-badge.ts'

it('puts the number before the title, once', () => {
  expect(badgedTitle('Home · Backlot', 3)).toBe('(3) Home · Backlot')
  expect(badgedTitle('(3) Home · Backlot', 4)).toBe('(4) Home · Backlot')
  expect(badgedTitle('(999+) Home · Backlot', 12)).toBe('(12) Home · Backlot')
})

it('ends at 999 and is gone when nothing is new', () => {
  expect(badgedTitle('Home', 1000)).toBe('(999+) Home')
  expect(badgedTitle('(7) Home', 0)).toBe('Home')
  expect(badgedTitle('(a) Home', 0)).toBe('(a) Home')
})
