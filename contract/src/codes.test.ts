import { expect, test } from 'vitest'
import { CODES } from './codes.ts'

test('no two codes share a number', () => {
  const numbers = Object.values(CODES)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})
