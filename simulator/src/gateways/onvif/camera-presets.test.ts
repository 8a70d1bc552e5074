import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberPresets } from './camera-presets.ts'

const numbersOf = (tokens: string[], known: Parameters<typeof numberPresets>[1] = []) =>
  numberPresets(
    tokens.map((token) => ({ token, name: token })),
    known,
  ).map(({ index }) => index)

test('tokens keep the number that they end with, others get the lowest free one', () => {
  expect(numbersOf(['1', 'preset_7', 'door', 'preset_1', '0', '999'])).toEqual([1, 7, 2, 3, 4, 5])
})

test('numbers are from 1 to 255, differ, and stay as long as their tokens do', () => {
  const tokens = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 300 })
  fc.assert(
    fc.property(tokens, tokens, (first, second) => {
      const list = (names: string[]) => names.map((token) => ({ token, name: '' }))
      const before = numberPresets(list(first), [])
      const after = numberPresets(list([...second, ...first]), before)
      for (const presets of [before, after]) {
        const numbers = presets.map(({ index }) => index)
        expect(new Set(numbers).size).toBe(numbers.length)
        expect(numbers.every((number) => number >= 1 && number <= 255)).toBe(true)
      }
      expect(before).toHaveLength(Math.min(255, first.length))
      for (const { token, index } of before)
        expect(after.find((one) => one.token === token)?.index).toBe(index)
    }),
  )
})
