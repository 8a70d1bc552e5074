import { expect, test } from 'vitest'
import { freeName } from './free-name.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

test('no two drawings get the same name, whichever were deleted or renamed', () => {
  expect(freeName('Circle', [])).toBe('Circle 1')
  expect(freeName('Circle', named('Circle 2', 'Polygon 1'))).toBe('Circle 1')
  expect(freeName('Circle', named('Circle 1', 'North yard', 'Circle 2'))).toBe('Circle 3')
})
