import { expect, it } from 'vitest'
import { reviewKeyOf } from './review-keys.ts'

const PLAIN = {
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  defaultPrevented: false,
  target: null as unknown,
}
const press = (key: string, more: Partial<typeof PLAIN> = {}) => reviewKeyOf({ ...PLAIN, key, ...more })

it('knows the letters of a focused row, in capitals too', () => {
  expect(['c', 'm', 'w', 'j', 'k', 'C'].map((key) => press(key))).toEqual([
    'confirm',
    'misjudge',
    'order',
    'next',
    'previous',
    'confirm',
  ])
  expect(press('x')).toBeUndefined()
})

it('leaves keys with a modifier, typed ones and those that something else has taken', () => {
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { defaultPrevented: true }])
    expect(press('c', more)).toBeUndefined()
  expect(press('c', { target: { closest: () => ({}) } })).toBeUndefined()
})

it('walks while a key is held, and processes only once', () => {
  expect(press('j', { repeat: true })).toBe('next')
  expect(press('c', { repeat: true })).toBeUndefined()
})
