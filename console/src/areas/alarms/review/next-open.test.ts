import { expect, it } from 'vitest'
import { nextOpenIndex } from './next-open.ts'

const isOpen = (letter: string) => letter === 'o'

it('goes down to the next open one', () => {
  expect(nextOpenIndex([...'oxxoo'], 0, isOpen)).toBe(3)
})

it('goes back to the first open one when none is left below', () => {
  expect(nextOpenIndex([...'xoxox'], 4, isOpen)).toBe(1)
})

it('goes nowhere when none is left, whether or not the one it comes from is open', () => {
  expect(nextOpenIndex([...'xxx'], 1, isOpen)).toBe(-1)
  expect(nextOpenIndex([...'xox'], 1, isOpen)).toBe(-1)
})
