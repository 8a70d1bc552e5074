import { expect, it } from 'vitest'
import { fittingCount } from './fitting-tabs.ts'

it('shows all tabs when they fit without a button for more', () => {
  expect(fittingCount([100, 100, 100], 300)).toBe(3)
})

it('leaves room for the button when they do not', () => {
  expect(fittingCount([100, 100, 100], 299)).toBe(2)
  expect(fittingCount([100, 100, 100], 283)).toBe(1)
})

it('shows none in a bar that is too narrow for one', () => {
  expect(fittingCount([100, 100], 120)).toBe(0)
})
